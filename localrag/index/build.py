"""Passages that the next generation lists -> segment files on the disk, which nobody knows of yet."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.faiss_index import index_bytes
from localrag.adapters.files import Modes, sync_folder
from localrag.adapters.sqlite_writing import WritingDatabase
from localrag.errors import IndexDamagedError
from localrag.index.lexicon import IndexedPassage, lexicon_arrays
from localrag.index.rows import worded_text
from localrag.index.schema import DATABASE
from localrag.index.segments import DENSE, FOLDER, LEXICAL, SegmentFile, packed, write_segment_file
from localrag.ports import OnProgress
from localrag.records.index import Progress
from localrag.records.models import EmbedderIdentity

MAX_SEGMENT_PASSAGES = 12_288
"""A segment is closed when it holds this many, so that building it takes the same memory however large the
index is. Peak beside the encoder at 10,000 and 50,000 passages: 125 and 143 MB; with 16,384: 125 and 149;
with 65,536: 143 and 263 (scripts/measure_run.py memory, 2026-12-01). A million passages are 82 segments,
and twice as many files held open, which the 256 of macOS allow."""
MERGE_FACTOR = 4
"""A segment is merged with the smaller ones once they hold a quarter as much, so that a passage is written
again only a few times while the index grows. Guess, between writing much and searching many files."""
MAX_DEAD_SHARE = 0.3
"""A segment with a larger share of withdrawn passages is built anew. Guess."""
_DOCUMENTS_A_QUERY = 500
_VECTORS_A_BLOCK = 1024


class BuiltSegment(NamedTuple):
    """Files of one segment, and whose passages they hold."""

    name: str
    document_keys: tuple[int, ...]
    passages: int
    files: tuple[SegmentFile, ...]


def to_rebuild(database: WritingDatabase, *, everything: bool, keep_dead: bool = True) -> list[str]:
    """Published segments that the next generation replaces: many small ones, and those with much dead.

    Args:
        database: With all that is staged.
        everything: All of them, as for another embedder.
        keep_dead: Whether a segment may hold some withdrawn passages.
    """
    segments = [
        (cast(int, live), cast(int, passages), cast(str, name))
        for name, passages, live in database.rows(
            "SELECT name, passages, coalesce((SELECT sum(passage_count) FROM documents "
            "WHERE segment = name AND withdrawn = 0), 0) FROM segments"
        )
    ]
    if everything:
        return [name for _, _, name in segments]
    of_words = segments_of_words(database)
    rebuilt = [
        one for one in segments if one[2] in of_words or one[0] < one[1] * (1 - MAX_DEAD_SHARE * keep_dead)
    ]
    ((fresh,),) = database.rows(
        "SELECT coalesce(sum(passage_count), 0) FROM documents WHERE segment IS NULL AND withdrawn = 0"
    )
    pending = cast(int, fresh) + sum(live for live, _, _ in rebuilt)
    for one in sorted(one for one in segments if one not in rebuilt):
        live = one[0]
        if live > pending * MERGE_FACTOR or live + pending > MAX_SEGMENT_PASSAGES:
            break
        rebuilt.append(one)
        pending += live
    return [name for _, _, name in rebuilt]


def segments_of_words(database: WritingDatabase) -> set[str]:
    """Published segments that were built before their texts were encoded."""
    rows = database.rows(
        "SELECT name FROM segments WHERE name NOT IN (SELECT segment FROM segment_files WHERE kind = ?)",
        (DENSE,),
    )
    return {cast(str, name) for (name,) in rows}


def build_segments(
    database: WritingDatabase,
    home: Path,
    modes: Modes,
    identity: EmbedderIdentity,
    retired: Sequence[str],
    on_progress: OnProgress,
    *,
    with_vectors: bool = True,
) -> list[BuiltSegment]:
    """Write segments of all staged passages and of those that retired segments held.

    Files and folder are on the disk when this returns. All texts must be encoded, but where segments are
    built without vectors: then they are searched by words alone.

    Raises:
        IndexDamagedError: corpus.db lacks a vector.
        StorageError: The disk is full, or refuses.
    """
    rows = database.rows(
        "SELECT document_key, passage_count FROM documents WHERE withdrawn = 0 AND passage_count > 0 AND "
        f"(segment IS NULL OR segment IN ({','.join('?' * len(retired))})) ORDER BY document_key",
        retired,
    )
    documents = [(cast(int, key), cast(int, count)) for key, count in rows]
    total, done = sum(count for _, count in documents), 0
    built: list[BuiltSegment] = []
    for group in _groups(documents):
        on_progress(Progress(phase="write", done=done, total=total))
        built.append(_build(database, home / FOLDER, modes, identity, group, with_vectors=with_vectors))
        done += built[-1].passages
    if built:
        sync_folder(home / FOLDER)
    on_progress(Progress(phase="write", done=total, total=total))
    return built


def _groups(documents: Sequence[tuple[int, int]]) -> Iterator[list[int]]:
    """Keys of whole documents, as many as make one segment."""
    group: list[int] = []
    size = 0
    for key, count in documents:
        group.append(key)
        size += count
        if size >= MAX_SEGMENT_PASSAGES:
            yield group
            group, size = [], 0
    if group:
        yield group


def _build(
    database: WritingDatabase,
    folder: Path,
    modes: Modes,
    identity: EmbedderIdentity,
    keys: list[int],
    *,
    with_vectors: bool,
) -> BuiltSegment:
    # Random, so that no name tells how many came before.
    name = secrets.token_hex(8)
    arrays = lexicon_arrays(_passages_of(database, keys))
    count = arrays["passage"].size
    lexical = write_segment_file(folder, name, LEXICAL, packed(arrays), modes)
    del arrays
    if not with_vectors:
        return BuiltSegment(name, tuple(keys), count, (lexical,))
    vectors = index_bytes(_vectors_of(database, identity, keys), identity.width)
    dense = write_segment_file(folder, name, DENSE, vectors, modes)
    return BuiltSegment(name, tuple(keys), count, (lexical, dense))


def _passages_of(database: WritingDatabase, keys: Sequence[int]) -> Iterator[IndexedPassage]:
    for portion in _portions(keys):
        for passage, document, title, context, text in database.rows(
            "SELECT passage_key, document_key, title, context, text "
            "FROM passages JOIN documents USING (document_key) "
            f"WHERE document_key IN ({','.join('?' * len(portion))}) ORDER BY document_key, position",
            portion,
        ):
            yield IndexedPassage(
                cast(int, passage),
                cast(int, document),
                worded_text(cast(str, title), cast(str, context), cast(str, text)),
            )


def _vectors_of(
    database: WritingDatabase, identity: EmbedderIdentity, keys: Sequence[int]
) -> Iterator[NDArray[np.float16]]:
    """Blocks of vectors in the order of ``_passages_of``."""
    waiting: list[bytes] = []
    for portion in _portions(keys):
        for (vector,) in database.rows(
            "SELECT vector FROM passages p LEFT JOIN embeddings e "
            "ON e.embedded_hash = p.embedded_hash AND e.embedder = ? "
            f"WHERE document_key IN ({','.join('?' * len(portion))}) ORDER BY document_key, position",
            (identity.sha256, *portion),
        ):
            if not isinstance(vector, bytes) or len(vector) != 2 * identity.width:
                raise IndexDamagedError(Path(DATABASE), "lacks a vector")
            waiting.append(vector)
            if len(waiting) == _VECTORS_A_BLOCK:
                yield _block(waiting, identity.width)
                waiting = []
    if waiting:
        yield _block(waiting, identity.width)


def _block(vectors: Sequence[bytes], width: int) -> NDArray[np.float16]:
    return np.frombuffer(b"".join(vectors), dtype="<f2").reshape(-1, width)


def _portions(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(keys), _DOCUMENTS_A_QUERY):
        yield keys[start : start + _DOCUMENTS_A_QUERY]
