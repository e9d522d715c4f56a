"""Withdrawn documents -> an index that holds no byte of them any more."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from localrag.adapters.files import Modes
from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.adapters.sqlite_writing import WritingDatabase
from localrag.errors import BusyError
from localrag.index.publish import publish
from localrag.index.schema import DATABASE, HOME_ID
from localrag.index.sweep import sweep
from localrag.ports import Embedder, OnProgress
from localrag.records.ids import ChunkId, SourceId

_NAMED = (
    "SELECT source_id, uri FROM documents WHERE document_key IN "
    "(SELECT document_key FROM passages WHERE chunk_id = ?)",
    "SELECT source_id, uri FROM documents WHERE document_id = ?",
    "SELECT source_id, uri FROM documents WHERE document_id || '@' || version = ?",
    "SELECT source_id, uri FROM documents WHERE source_id || '/' || uri = ?",
    "SELECT source_id, uri FROM files WHERE source_id || '/' || uri = ?",
    "SELECT source_id, uri FROM files WHERE source_id = ?",
)


class Scrubbed(NamedTuple):
    """An index without what was withdrawn, and what that means for questions to it."""

    home: Path
    home_id: str
    withdrawn: frozenset[ChunkId]
    """Passages of the documents that went just now; another document may hold the same."""
    passages: int
    """Left in the index."""

    def leaves_without(self, asked_in: str | None, found: Iterable[ChunkId]) -> bool:
        """Whether a question is to go because this home holds no more something that it found.

        Args:
            asked_in: Id of the home that was asked; null, where none was kept: then only what went just now
                counts. A question to another home never goes, whatever it found.
            found: Passages that it found.
        """
        if asked_in not in (self.home_id, None):
            return False
        chunks = set(found) if asked_in else self.withdrawn.intersection(found)
        return bool(chunks.difference(chunks_held(self.home, chunks)))


def places_named(database: WritingDatabase, name: str) -> list[tuple[SourceId, str]]:
    """Source and uri of every file on record that a name stands for, sorted; empty where there is none.

    Args:
        database: The index.
        name: A chunk id, a document id (all its versions), ``document_id@version``, ``SOURCE_ID/uri``, or a
            source id (everything of that source). The first kind that fits counts.
    """
    for query in _NAMED:
        if rows := database.rows(query, (name,)):
            return sorted({(SourceId(cast(str, source_id)), cast(str, uri)) for source_id, uri in rows})
    return []


def scrub(
    database: WritingDatabase,
    home: Path,
    modes: Modes,
    embedder: Embedder,
    on_progress: OnProgress,
    *,
    forgotten: Sequence[SourceId],
) -> Scrubbed:
    """Publish what is staged and leave nothing behind of what was withdrawn, now or by earlier runs.

    Segments with a dead passage are built anew, their old files removed, corpus.db is rewritten without its
    free pages, and its log is emptied. Killed in between, it is done by calling it again: readers see the
    withdrawn documents before the flip and never after it.

    Args:
        database: With all that is staged.
        home: Folder of the index.
        modes: Of files that are created.
        embedder: Encodes what an interrupted run left unencoded.
        on_progress: Told of each step.
        forgotten: Sources whose record goes too.

    Raises:
        BusyError: The documents are out of every answer, but another process holds on to their bytes.
        IndexMismatchError: Something is to be encoded, and the embedder is not the one of the index.
        StorageError: The disk is full, or refuses; calling it again goes on.
    """
    withdrawn = database.rows(
        "SELECT chunk_id FROM documents CROSS JOIN passages USING (document_key) WHERE withdrawn = 1"
    )
    ((home_id,),) = database.rows("SELECT value FROM meta WHERE name = ?", (HOME_ID,))
    published = publish(database, home, modes, embedder, on_progress, re_embed=False, keep_dead=False)
    with database.transaction():
        database.run_each("DELETE FROM sources WHERE source_id = ?", [(name,) for name in forgotten])
    held = sweep(database, home)
    if not database.compact() or held:
        raise BusyError(
            "What was purged is out of every answer, but another process still holds its bytes.",
            "End other localrag programs and run localrag purge again.",
        )
    chunks = frozenset(ChunkId(cast(str, chunk_id)) for (chunk_id,) in withdrawn)
    return Scrubbed(home, cast(str, home_id), chunks, published.passages)


def chunks_held(home: Path, chunk_ids: Iterable[ChunkId]) -> Collection[ChunkId]:
    """Which of these passages the index holds, whoever may read them."""
    with contextlib.closing(ReadingDatabase(home / DATABASE)) as database:
        rows = database.rows_among(
            "SELECT chunk_id FROM passages WHERE chunk_id IN ({})", list(dict.fromkeys(chunk_ids))
        )
    return {ChunkId(cast(str, chunk_id)) for (chunk_id,) in rows}
