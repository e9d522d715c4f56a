"""Passages -> the files that they were read from, within the documents an asker may read."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.index.permitted import Claims
from localrag.records.documents import IndexedFile
from localrag.records.ids import ChunkId

_FILES = (
    "SELECT p.chunk_id, p.document_key, d.source_id, d.uri, s.root, d.content_hash, f.size, f.mtime_ns, "
    "f.inode, f.content_hash FROM passages p JOIN documents d USING (document_key) "
    "JOIN sources s USING (source_id) LEFT JOIN files f ON f.source_id = d.source_id AND f.uri = d.uri "
    "WHERE +d.published = 1 AND p.chunk_id IN ({}) ORDER BY d.source_id, d.uri"
)


def files_behind(
    database: ReadingDatabase, chunk_ids: Collection[ChunkId], readable: Claims
) -> dict[ChunkId, IndexedFile]:
    """The file of each readable passage; of a passage in several places, that of the smallest place."""
    found: dict[ChunkId, IndexedFile] = {}
    files: dict[int, IndexedFile] = {}
    with database.values():
        for (
            chunk_id,
            key,
            source_id,
            uri,
            root,
            content_hash,
            size,
            mtime_ns,
            inode,
            seen,
        ) in database.rows_among(_FILES, list(dict.fromkeys(chunk_ids))):
            if not readable[cast(int, key)]:
                continue
            if cast(int, key) not in files:
                # A run that was killed may have seen a file whose new text was never published.
                is_what_was_seen = seen == content_hash
                files[cast(int, key)] = IndexedFile.model_validate(
                    {
                        "source_id": source_id,
                        "uri": uri,
                        "root": root,
                        "content_hash": content_hash,
                        "size": size if is_what_was_seen else None,
                        "mtime_ns": mtime_ns if is_what_was_seen else None,
                        "inode": int(cast(str, inode)) if is_what_was_seen else None,
                    }
                )
            found.setdefault(ChunkId(cast(str, chunk_id)), files[cast(int, key)])
    return found
