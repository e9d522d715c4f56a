"""Segments on the disk and staged rows -> the next generation, in one transaction: the commit point."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from localrag.adapters.sqlite_writing import WritingDatabase
from localrag.index.build import BuiltSegment
from localrag.index.schema import EMBEDDER, GENERATION
from localrag.records.models import EmbedderIdentity

_FORGET_ORPHANED_VECTORS = """
DELETE FROM embeddings WHERE embedded_hash IN (
    SELECT embedded_hash FROM documents CROSS JOIN passages USING (document_key) WHERE withdrawn = 1
) AND NOT EXISTS (
    SELECT 1 FROM passages p JOIN documents d USING (document_key)
    WHERE p.embedded_hash = embeddings.embedded_hash AND d.withdrawn = 0
)
"""
_NOTE_RELATIVES = """
WITH named AS (
    SELECT DISTINCT value AS name FROM documents, json_each(supersedes) WHERE supersedes <> '[]'
), versioned AS (
    SELECT document_id FROM documents GROUP BY document_id HAVING count(*) > 1
), judged AS (
    SELECT document_key AS judged_key,
        supersedes <> '[]' OR document_id IN versioned OR document_id IN named
        OR coalesce(document_id || '@' || version IN named, 0) AS has
    FROM documents
)
UPDATE documents SET has_relatives = has FROM judged
WHERE document_key = judged_key AND has_relatives <> has
"""


def flip(
    database: WritingDatabase,
    identity: EmbedderIdentity,
    retired: Sequence[str],
    built: Sequence[BuiltSegment],
) -> str:
    """Make all that is staged what readers see from now on; gives the generation's random name.

    Readers that are open keep what they see. Files of retired segments stay until the next writer.
    """
    generation = secrets.token_hex(16)
    with database.transaction():
        for segment in built:
            database.insert("segments", {"name": segment.name, "passages": segment.passages})
            database.insert_all(
                "segment_files",
                [
                    {
                        "segment": file.segment,
                        "kind": file.kind,
                        "bytes": file.bytes,
                        "crc32": file.crc32,
                        "sha256": file.sha256,
                    }
                    for file in segment.files
                ],
            )
            database.run_each(
                "UPDATE documents SET segment = ? WHERE document_key = ?",
                [(segment.name, key) for key in segment.document_keys],
            )
        database.run(_FORGET_ORPHANED_VECTORS)
        database.run("DELETE FROM embeddings WHERE embedder <> ?", (identity.sha256,))
        database.run("DELETE FROM documents WHERE withdrawn = 1")
        database.run_each("DELETE FROM segments WHERE name = ?", [(name,) for name in retired])
        database.run("UPDATE documents SET published = 1 WHERE published = 0")
        database.run(_NOTE_RELATIVES)
        database.run("DELETE FROM standings WHERE standing_id NOT IN (SELECT standing_id FROM documents)")
        database.run("UPDATE sources SET published_at = last_indexed_at")
        database.upsert("meta", {"name": EMBEDDER, "value": identity.model_dump_json()}, ["name"])
        database.upsert("meta", {"name": GENERATION, "value": generation}, ["name"])
    return generation
