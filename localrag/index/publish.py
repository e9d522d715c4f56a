"""Staged rows -> vectors, segment files and the next generation."""

from __future__ import annotations

import time
import zlib
from pathlib import Path
from typing import cast

from localrag.adapters.files import Modes, check_room
from localrag.adapters.sqlite_writing import WritingDatabase
from localrag.errors import IndexMismatchError
from localrag.index.build import build_segments, to_rebuild
from localrag.index.flip import flip
from localrag.index.rows import scored_text
from localrag.index.schema import EMBEDDER, GENERATION
from localrag.ports import Embedder, OnProgress
from localrag.records.index import Progress
from localrag.records.models import EmbedderIdentity
from localrag.stores import Published

_BYTES_A_VALUE = 4
"""Two in corpus.db, two in a segment."""
_BYTES_A_PASSAGE = 600
"""Its words in a segment. Guess, from passages of eighty words."""
TEXTS_A_BATCH = 64
"""Encoded texts made durable together: half a second of work at 8 ms a text. Guess."""


def publish(
    database: WritingDatabase,
    home: Path,
    modes: Modes,
    embedder: Embedder,
    on_progress: OnProgress,
    *,
    re_embed: bool,
    rebuild: bool = False,
    keep_dead: bool = True,
) -> Published:
    """Make the staged rows the next generation; see IndexWriter.publish.

    With ``rebuild``, all segments are built anew, also where nothing is staged; without ``keep_dead``, all
    that hold a passage which is withdrawn.
    """
    identity = _checked(database, embedder.identity, re_embed)
    everything = rebuild or _replaces_embedder(database, identity)
    embedded, seconds = _encode_missing(database, home, embedder, on_progress)
    generation = database.rows("SELECT value FROM meta WHERE name = ?", (GENERATION,))
    staged = database.rows("SELECT 1 FROM documents WHERE published = 0 OR withdrawn = 1 LIMIT 1")
    retired = to_rebuild(database, everything=everything, keep_dead=keep_dead)
    if generation and not staged and not everything and not (retired and not keep_dead):
        with database.transaction():
            database.run("UPDATE sources SET published_at = last_indexed_at")
        return Published(cast(str, generation[0][0]), _passages(database), embedded, seconds)
    built = build_segments(database, home, modes, identity, retired, on_progress)
    name = flip(database, identity, retired, built)
    return Published(name, _passages(database), embedded, seconds)


def _checked(database: WritingDatabase, identity: EmbedderIdentity, re_embed: bool) -> EmbedderIdentity:
    known = database.rows("SELECT value FROM meta WHERE name = ?", (EMBEDDER,))
    if known and not re_embed:
        built_with = EmbedderIdentity.model_validate_json(cast(str, known[0][0]))
        if built_with != identity:
            raise IndexMismatchError(built_with=_label(built_with), loaded=_label(identity))
    return identity


def _label(identity: EmbedderIdentity) -> str:
    return f"{identity.model_id} ({identity.sha256[:8]}, {identity.width} dimensions)"


def _replaces_embedder(database: WritingDatabase, identity: EmbedderIdentity) -> bool:
    known = database.rows("SELECT value FROM meta WHERE name = ?", (EMBEDDER,))
    return bool(known) and EmbedderIdentity.model_validate_json(cast(str, known[0][0])) != identity


def _encode_missing(
    database: WritingDatabase, home: Path, embedder: Embedder, on_progress: OnProgress
) -> tuple[int, float]:
    """Encode every text that has no vector of this embedder; gives how many, and seconds in the encoder."""
    key = embedder.identity.sha256
    waiting = database.rows(
        "SELECT min(passage_key) FROM passages p JOIN documents d USING (document_key) "
        "WHERE d.withdrawn = 0 AND NOT EXISTS (SELECT 1 FROM embeddings e "
        "WHERE e.embedded_hash = p.embedded_hash AND e.embedder = ?) "
        "GROUP BY embedded_hash ORDER BY 1",
        (key,),
    )
    check_room(home, len(waiting) * (_BYTES_A_VALUE * embedder.identity.width + _BYTES_A_PASSAGE))
    seconds = 0.0
    for start in range(0, len(waiting), TEXTS_A_BATCH):
        on_progress(Progress(phase="embed", done=start, total=len(waiting)))
        batch = [cast(int, row[0]) for row in waiting[start : start + TEXTS_A_BATCH]]
        rows = database.rows(
            "SELECT embedded_hash, context, text FROM passages "
            f"WHERE passage_key IN ({','.join('?' * len(batch))})",
            batch,
        )
        began = time.perf_counter()
        vectors = embedder.embed([scored_text(cast(str, row[1]), cast(str, row[2])) for row in rows])
        seconds += time.perf_counter() - began
        halves = vectors.astype("<f2")
        with database.transaction():
            database.insert_all(
                "embeddings",
                [
                    {
                        "embedded_hash": row[0],
                        "embedder": key,
                        "vector": half.tobytes(),
                        "crc32": zlib.crc32(half.tobytes()),
                    }
                    for row, half in zip(rows, halves, strict=True)
                ],
            )
    on_progress(Progress(phase="embed", done=len(waiting), total=len(waiting)))
    return len(waiting), seconds


def _passages(database: WritingDatabase) -> int:
    ((count,),) = database.rows("SELECT coalesce(sum(passage_count), 0) FROM documents WHERE published = 1")
    return cast(int, count)
