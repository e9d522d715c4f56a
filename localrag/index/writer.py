"""Parsed documents -> rows staged in corpus.db -> published, by the one writer of a home."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from localrag.adapters.files import Modes, check_room, make_folder, modes_for, writer_lock
from localrag.adapters.sqlite_reading import Value
from localrag.adapters.sqlite_writing import WritingDatabase
from localrag.index.publish import publish
from localrag.index.purge import Scrubbed, places_named, scrub
from localrag.index.rows import (
    FILE_COLUMNS,
    SOURCE_COLUMNS,
    STANDING_COLUMNS,
    document_row,
    file_of,
    file_row,
    passage_row,
    source_of,
    source_row,
    standing_values,
    stored_hash,
    text_row,
    title_words,
)
from localrag.index.schema import DATABASE, HOME_ID, LOCK, TABLES, UNDER_POLICY, VERSION, IndexVersionError
from localrag.index.seal import sealing
from localrag.index.segments import FOLDER
from localrag.index.sweep import sweep
from localrag.ports import Embedder, OnProgress
from localrag.records.documents import FileRecord, ParsedDocument, SourceRecord
from localrag.records.ids import SourceId
from localrag.stores import Published

_STAGED_A_COMMIT = 64
"""Documents whose rows are made durable together: what a killed run has to read again. Guess."""


@contextlib.contextmanager
def open_writer(
    home: Path, *, under_policy: bool, group: str | None, re_embed: bool = False
) -> Iterator[IndexWriter]:
    """The one writer of an index home, which is made where it does not exist.

    What was put before an error, or before the process was killed, is kept and is published next time.

    Args:
        home: Folder of the index.
        under_policy: Whether a policy is in force now. Once true, it stays recorded for good.
        group: Account group that may read the files; null: the owner alone.
        re_embed: Whether ``publish`` may replace the vectors of another embedder.

    Raises:
        BusyError: Another process writes.
        IndexDamagedError: corpus.db is no database.
        IndexVersionError: Another version of localrag wrote it.
        StorageError: The disk refuses.
    """
    modes = modes_for(group)
    with writing_database(home, modes, under_policy=under_policy) as database:
        writer = IndexWriter(database, home, modes, re_embed)
        try:
            yield writer
        finally:
            writer.keep()


@contextlib.contextmanager
def writing_database(home: Path, modes: Modes, *, under_policy: bool) -> Iterator[WritingDatabase]:
    """corpus.db under the writer's lock, with its tables made and leftovers of killed runs removed.

    See ``open_writer`` for the errors.
    """
    make_folder(home, modes)
    with writer_lock(home / LOCK, modes), sealing(home, modes) as break_seal:
        make_folder(home / FOLDER, modes)
        database = WritingDatabase(home / DATABASE, modes, before_first_change=break_seal)
        with contextlib.closing(database):
            _prepare(database, home, under_policy)
            sweep(database, home)
            yield database


class IndexWriter:
    """Stages documents; readers see what it is given from ``publish`` on."""

    def __init__(self, database: WritingDatabase, home: Path, modes: Modes, re_embed: bool) -> None:
        self._database = database
        self._home = home
        self._modes = modes
        self._re_embed = re_embed
        self._standings: dict[tuple[str | None, ...], int] = {}
        self._staged = 0

    def sources(self) -> list[SourceRecord]:
        """Known sources, by source id."""
        rows = self._database.rows(f"SELECT {SOURCE_COLUMNS} FROM sources ORDER BY source_id")
        return [source_of(row) for row in rows]

    def register(self, source: SourceRecord) -> None:
        """Add a source or bring its record up to date."""
        with self._change():
            self._database.upsert("sources", source_row(source), ["source_id"])

    def files(self, source_id: SourceId) -> Mapping[str, FileRecord]:
        """What the last runs saw, by uri; failed files included."""
        rows = self._database.rows(f"SELECT {FILE_COLUMNS} FROM files WHERE source_id = ?", (source_id,))
        return {file.uri: file for file in map(file_of, rows)}

    def check_room(self, wanted: float) -> None:
        """Make sure that the home's disk has room for so many bytes. StorageError where it has not."""
        check_room(self._home, wanted)

    def put(self, document: ParsedDocument, file: FileRecord) -> None:
        """Stage a file's document in place of what the same uri held; an equal one stays as it is."""
        with self._change():
            self._note(file)
            stored = _stored(document)
            held = self._database.rows(
                "SELECT document_key, document_hash FROM documents WHERE source_id = ? AND uri = ? "
                "ORDER BY published DESC",
                (file.source_id, file.uri),
            )
            same = [cast(int, key) for key, known in held if known == stored.known][:1]
            self._withdraw(file.source_id, file.uri, keeping=same)
            if not same:
                self._add(document, stored, file)

    def fail(self, file: FileRecord) -> None:
        """Stage a failure; what the uri held before is withdrawn."""
        with self._change():
            self._note(file)
            self._withdraw(file.source_id, file.uri)

    def seen(self, file: FileRecord) -> None:
        """Bring the record of a file up to date whose document, or failure, stays as it is."""
        with self._change():
            self._note(file)

    def remove(self, source_id: SourceId, uri: str) -> None:
        """Stage the withdrawal of a file and its passages."""
        with self._change():
            self._database.run("DELETE FROM files WHERE source_id = ? AND uri = ?", (source_id, uri))
            self._withdraw(source_id, uri)

    def publish(self, embedder: Embedder, on_progress: OnProgress) -> Published:
        """Encode what is not encoded yet, build segments, and make all that is staged visible at once.

        Where nothing is staged, the generation stays as it is. Encoded texts are kept batch by batch, also
        where ``on_progress`` raises or the process is killed.

        Raises:
            IndexMismatchError: The index holds vectors of another embedder, and re_embed was not asked for.
            StorageError: The disk is full, or refuses; readers see what they saw before.
        """
        self.keep()
        # Publishing forgets standings that no document has any more.
        self._standings.clear()
        return publish(
            self._database, self._home, self._modes, embedder, on_progress, re_embed=self._re_embed
        )

    def named(self, name: str) -> list[tuple[SourceId, str]]:
        """Source and uri of every file on record that a name stands for; see ``places_named``."""
        return places_named(self._database, name)

    def scrub(
        self, embedder: Embedder, on_progress: OnProgress, *, forgotten: Sequence[SourceId] = ()
    ) -> Scrubbed:
        """Publish, and leave no byte behind of what was withdrawn; see ``purge.scrub``."""
        self.keep()
        self._standings.clear()
        return scrub(self._database, self._home, self._modes, embedder, on_progress, forgotten=forgotten)

    def keep(self) -> None:
        """Make durable what was staged so far."""
        self._database.commit()
        self._staged = 0

    @contextlib.contextmanager
    def _change(self) -> Iterator[None]:
        """One change, whole or not at all, in a transaction that several share."""
        self._database.begin()
        with self._database.transaction():
            yield
        self._staged += 1
        if self._staged >= _STAGED_A_COMMIT:
            self.keep()

    def _note(self, file: FileRecord) -> None:
        self._database.upsert("files", file_row(file), ["source_id", "uri"])

    def _withdraw(self, source_id: SourceId, uri: str, keeping: Sequence[int] = ()) -> None:
        for key, published in self._database.rows(
            "SELECT document_key, published FROM documents WHERE source_id = ? AND uri = ?", (source_id, uri)
        ):
            if published:
                self._database.run(
                    "UPDATE documents SET withdrawn = ? WHERE document_key = ?", (key not in keeping, key)
                )
            elif key not in keeping:
                self._database.run("DELETE FROM documents WHERE document_key = ?", (key,))

    def _add(self, document: ParsedDocument, stored: _Stored, file: FileRecord) -> None:
        metadata = document.metadata
        key = self._database.insert(
            "documents",
            stored.document
            | {
                "standing_id": self._standing(standing_values(metadata)),
                "document_hash": stored.known,
                "indexed_at": file.seen_at.isoformat(),
                "passage_count": len(stored.passages),
            },
        )
        self._database.insert("document_texts", {"document_key": key} | stored.text)
        self._database.run_each(
            "INSERT INTO title_words VALUES (?, ?)",
            [(word, key) for word in title_words(metadata.title, metadata.document_id)],
        )
        self._database.insert_all("passages", [{"document_key": key} | row for row in stored.passages])

    def _standing(self, values: tuple[str | None, ...]) -> int:
        if values not in self._standings:
            names = STANDING_COLUMNS.split(", ")
            found = self._database.rows(
                f"SELECT standing_id FROM standings WHERE {' AND '.join(f'{name} IS ?' for name in names)}",
                values,
            )
            self._standings[values] = (
                cast(int, found[0][0])
                if found
                else self._database.insert("standings", dict(zip(names, values, strict=True)))
            )
        return self._standings[values]


class _Stored(NamedTuple):
    """What the tables keep of one file."""

    document: dict[str, Value]
    text: dict[str, Value]
    passages: list[dict[str, Value]]
    known: str
    """Hash over all of it, and over the standing."""


def _stored(document: ParsedDocument) -> _Stored:
    row, text = document_row(document), text_row(document)
    passages = [passage_row(passage, place) for place, passage in enumerate(document.passages)]
    known = stored_hash(
        row.values(),
        standing_values(document.metadata),
        text.values(),
        (passage.values() for passage in passages),
    )
    return _Stored(row, text, passages, known)


def _prepare(database: WritingDatabase, home: Path, under_policy: bool) -> None:
    ((version,),) = database.rows("PRAGMA user_version")
    if version not in (0, VERSION):
        raise IndexVersionError(home, cast(int, version))
    if version == 0:
        with database.transaction():
            database.script(TABLES)
            database.run(f"PRAGMA user_version = {VERSION}")
    facts = {HOME_ID: secrets.token_hex(16)} | ({UNDER_POLICY: "1"} if under_policy else {})
    for name, value in facts.items():
        if not database.rows("SELECT 1 FROM meta WHERE name = ?", (name,)):
            with database.transaction():
                database.insert("meta", {"name": name, "value": value})
