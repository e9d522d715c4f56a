"""An index home -> a writer that only looks: it knows what the index holds and forgets what it is told."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.index.rows import FILE_COLUMNS, SOURCE_COLUMNS, file_of, source_of
from localrag.index.schema import DATABASE, GENERATION
from localrag.ports import Embedder, OnProgress
from localrag.records.documents import FileRecord, ParsedDocument, SourceRecord
from localrag.records.ids import SourceId
from localrag.stores import Published


@contextlib.contextmanager
def open_onlooker(home: Path) -> Iterator[Onlooker]:
    """What a run would find in a home, for finding out what it would do; nothing is locked or created.

    Raises:
        IndexDamagedError: corpus.db is no database.
        StorageError: The system does not let it be read.
    """
    path = home / DATABASE
    if not path.is_file():
        yield Onlooker(None)
        return
    with contextlib.closing(ReadingDatabase(path)) as database:
        yield Onlooker(database)


class Onlooker:
    """A CorpusWriter of which nothing stays."""

    def __init__(self, database: ReadingDatabase | None) -> None:
        has_tables = database is not None and database.rows(
            "SELECT 1 FROM sqlite_schema WHERE name = 'documents'"
        )
        self._database = database if has_tables else None

    def sources(self) -> list[SourceRecord]:
        """Known sources, by source id."""
        if self._database is None:
            return []
        rows = self._database.rows(f"SELECT {SOURCE_COLUMNS} FROM sources ORDER BY source_id")
        return [source_of(row) for row in rows]

    def files(self, source_id: SourceId) -> Mapping[str, FileRecord]:
        """What the last runs saw, by uri; failed files included."""
        if self._database is None:
            return {}
        rows = self._database.rows(f"SELECT {FILE_COLUMNS} FROM files WHERE source_id = ?", (source_id,))
        return {file.uri: file for file in map(file_of, rows)}

    def register(self, source: SourceRecord) -> None:
        """Forgotten."""

    def check_room(self, wanted: float) -> None:
        """Nothing is written."""

    def put(self, document: ParsedDocument, file: FileRecord) -> None:
        """Forgotten."""

    def fail(self, file: FileRecord) -> None:
        """Forgotten."""

    def seen(self, file: FileRecord) -> None:
        """Forgotten."""

    def remove(self, source_id: SourceId, uri: str) -> None:
        """Forgotten."""

    def publish(self, embedder: Embedder, on_progress: OnProgress) -> Published:  # noqa: ARG002
        """What is published now; nothing is encoded."""
        if self._database is None:
            return Published("", 0, 0, 0.0)
        generation = self._database.rows("SELECT value FROM meta WHERE name = ?", (GENERATION,))
        ((passages,),) = self._database.rows(
            "SELECT coalesce(sum(passage_count), 0) FROM documents WHERE published = 1"
        )
        return Published(cast(str, generation[0][0]) if generation else "", cast(int, passages), 0, 0.0)
