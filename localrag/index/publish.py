"""Staged rows -> vectors, segment files and the next generation."""

from __future__ import annotations

import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from localrag.adapters.files import Modes, check_room
from localrag.adapters.sqlite_writing import WritingDatabase
from localrag.errors import IndexMismatchError
from localrag.index.build import build_segments, segments_of_words, to_rebuild
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
WORDS_FIRST = 512
"""From so many texts without a vector on, their words are published before they are encoded. Guess: some five
seconds of encoding, for a tenth of a second more."""
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

    Where much is to be encoded, a generation on the way already answers by words.

    With ``rebuild``, all segments are built anew, also where nothing is staged; without ``keep_dead``, all
    that hold a passage which is withdrawn.
    """
    identity = _checked(database, embedder.identity, re_embed)
    everything = rebuild or _replaces_embedder(database, identity)
    waiting = _without_vector(database, identity)
    check_room(home, len(waiting) * (_BYTES_A_VALUE * identity.width + _BYTES_A_PASSAGE))
    if len(waiting) >= WORDS_FIRST and not everything:
        words = build_segments(database, home, modes, identity, [], on_progress, with_vectors=False)
        flip(database, identity, [], words)
    seconds = _encode(database, waiting, embedder, on_progress)
    generation = database.rows("SELECT value FROM meta WHERE name = ?", (GENERATION,))
    staged = database.rows("SELECT 1 FROM documents WHERE published = 0 OR withdrawn = 1 LIMIT 1")
    retired = to_rebuild(database, everything=everything, keep_dead=keep_dead)
    unfinished = segments_of_words(database) or (retired and not keep_dead)
    if generation and not staged and not everything and not unfinished:
        with database.transaction():
            database.run("UPDATE sources SET published_at = last_indexed_at")
        return Published(cast(str, generation[0][0]), _passages(database), len(waiting), seconds)
    built = build_segments(database, home, modes, identity, retired, on_progress)
    name = flip(database, identity, retired, built)
    return Published(name, _passages(database), len(waiting), seconds)


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


def _without_vector(database: WritingDatabase, identity: EmbedderIdentity) -> list[int]:
    """A passage for every text that has no vector of this embedder, in the order of their coming."""
    rows = database.rows(
        "SELECT min(passage_key) FROM passages p JOIN documents d USING (document_key) "
        "WHERE d.withdrawn = 0 AND NOT EXISTS (SELECT 1 FROM embeddings e "
        "WHERE e.embedded_hash = p.embedded_hash AND e.embedder = ?) "
        "GROUP BY embedded_hash ORDER BY 1",
        (identity.sha256,),
    )
    return [cast(int, key) for (key,) in rows]


def _encode(
    database: WritingDatabase, waiting: Sequence[int], embedder: Embedder, on_progress: OnProgress
) -> float:
    """Encode the texts of these passages, durable batch by batch; gives seconds in the encoder."""
    key = embedder.identity.sha256
    seconds = 0.0
    for start in range(0, len(waiting), TEXTS_A_BATCH):
        on_progress(Progress(phase="embed", done=start, total=len(waiting)))
        batch = waiting[start : start + TEXTS_A_BATCH]
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
    return seconds


def _passages(database: WritingDatabase) -> int:
    ((count,),) = database.rows("SELECT coalesce(sum(passage_count), 0) FROM documents WHERE published = 1")
    return cast(int, count)
