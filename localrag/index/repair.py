"""A damaged index -> what is wrong, and the same index again, rebuilt from corpus.db."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from localrag.adapters.files import modes_of
from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.adapters.sqlite_writing import WritingDatabase
from localrag.errors import IndexDamagedError, IndexMissingError, IndexUnusableError
from localrag.index.checks import (
    DamagedDocument,
    damaged_documents,
    damaged_vectors,
    missing_vectors,
    page_problems,
    segment_problems,
)
from localrag.index.publish import publish
from localrag.index.schema import DATABASE
from localrag.index.seal import seal_holds
from localrag.index.writer import writing_database
from localrag.ports import Embedder, OnProgress
from localrag.records.index import RepairSummary
from localrag.text.wording import counted


class BeyondRepairError(IndexUnusableError):
    """corpus.db itself cannot be read, and everything else is derived from it."""

    code = "index_beyond_repair"

    def __init__(self, home: Path, problem: str) -> None:
        super().__init__(
            f"corpus.db at {home} is damaged beyond repair: {problem}.",
            "Restore the home from its bundle, or index the documents into an empty home.",
        )


def verify(home: Path, full: bool) -> tuple[str, ...]:
    """What is wrong with an index, in words; empty where nothing is. Changes nothing.

    Args:
        home: Folder of the index.
        full: Hash every file, and compare every document and vector with what was stored.

    Raises:
        IndexMissingError: There is no index.
        StorageError: The system does not let it be read.
    """
    if not (home / DATABASE).is_file():
        raise IndexMissingError(home)
    sealed = seal_holds(home) if full else None
    found = ["corpus.db is not what the last run left"] if sealed is False else []
    try:
        database = ReadingDatabase(home / DATABASE)
    except IndexDamagedError as error:
        return (*found, f"{error.path.name} {error.problem}")
    try:
        found += page_problems(database, full=full)
        if full:
            damaged = damaged_documents(database)
            found += [f"{one.source_id}/{one.uri}: stored text or metadata is damaged" for one in damaged]
            if broken := len(damaged_vectors(database)):
                found.append(f"corpus.db: {broken} vectors are damaged")
        if missing := missing_vectors(database):
            found.append(f"corpus.db: vectors of {missing} passages are missing")
        found += segment_problems(database, home, full=full)
    except IndexDamagedError as error:
        found.append(f"{error.path.name} {error.problem}")
    finally:
        database.close()
    return tuple(found)


def repair(
    home: Path, embedder: Embedder, *, dry_run: bool = False, on_progress: OnProgress = lambda _: None
) -> RepairSummary:
    """Mend an index, or tell how it would be mended.

    Segments are built anew from corpus.db. Only texts whose vector is damaged or missing are encoded again;
    damaged documents are withdrawn and listed as failed, and the next ``index`` reads their files again.

    Args:
        home: Folder of the index.
        embedder: The one that built the index.
        dry_run: Change nothing; works where nothing can be written.
        on_progress: Told of each step.

    Raises:
        IndexMissingError: There is no index.
        BeyondRepairError: corpus.db cannot be read.
        IndexMismatchError: The embedder is not the one that built the index.
        BusyError: Another process writes.
    """
    path = home / DATABASE
    if not path.is_file():
        raise IndexMissingError(home)
    sealed = seal_holds(home)
    try:
        if dry_run:
            with contextlib.closing(ReadingDatabase(path)) as reading:
                return _foreseen(reading, home, sealed=sealed)
        with writing_database(home, modes_of(path), under_policy=False) as database:
            return _mended(database, home, embedder, on_progress, sealed=sealed)
    except IndexDamagedError as error:
        raise BeyondRepairError(home, error.problem) from error


def _foreseen(database: ReadingDatabase, home: Path, *, sealed: bool | None) -> RepairSummary:
    documents, vectors = damaged_documents(database), damaged_vectors(database)
    steps = []
    if page_problems(database, full=True):
        steps.append("build the indexes of corpus.db anew, and give up where that does not mend it")
    steps += [f"withdraw {one.source_id}/{one.uri}, whose stored text is damaged" for one in documents]
    if lost := len(vectors) + missing_vectors(database):
        steps.append(f"encode {counted(lost, 'text')} again")
    if steps or sealed is False or segment_problems(database, home, full=True):
        steps.append("build the search files anew from corpus.db")
    return RepairSummary(dry_run=True, done=tuple(steps), left=tuple(map(_to_read_again, documents)))


def _mended(
    database: WritingDatabase,
    home: Path,
    embedder: Embedder,
    on_progress: OnProgress,
    *,
    sealed: bool | None,
) -> RepairSummary:
    done = _mend_pages(database)
    documents, vectors = damaged_documents(database), damaged_vectors(database)
    _drop(database, documents, vectors)
    if vectors:
        done.append(f"{counted(len(vectors), 'damaged vector')} dropped")
    wrong = done or documents or segment_problems(database, home, full=True)
    if not wrong and sealed is not False and not missing_vectors(database):
        return RepairSummary()
    done += [f"{one.source_id}/{one.uri} withdrawn" for one in documents]
    published = publish(
        database, home, modes_of(home / DATABASE), embedder, on_progress, re_embed=False, rebuild=True
    )
    if published.embedded:
        done.append(f"{counted(published.embedded, 'text')} encoded again")
    done.append(f"search files of {counted(published.passages, 'passage')} built anew from corpus.db")
    return RepairSummary(done=tuple(done), left=tuple(map(_to_read_again, documents)))


def _to_read_again(one: DamagedDocument) -> str:
    return f"{one.source_id}/{one.uri}: what was stored of it is damaged; read it again with: localrag index"


def _mend_pages(database: WritingDatabase) -> list[str]:
    problems = page_problems(database, full=True)
    if not problems:
        return []
    database.run("REINDEX")
    if problems := page_problems(database, full=True):
        raise IndexDamagedError(Path(DATABASE), problems[0])
    return ["indexes of corpus.db built anew"]


def _drop(database: WritingDatabase, documents: Sequence[DamagedDocument], vectors: Sequence[int]) -> None:
    """Withdraw what is damaged; its files are listed as failed, and no parser has read them yet."""
    if not documents and not vectors:
        return
    with database.transaction():
        for one in documents:
            database.run("UPDATE documents SET withdrawn = 1 WHERE document_key = ?", (one.key,))
            database.run(
                "UPDATE files SET outcome = 'failed', reason = 'damaged_in_index', parser_version = '', "
                "detail = 'what was stored of it was damaged; the next index run reads it again' "
                "WHERE source_id = ? AND uri = ?",
                (one.source_id, one.uri),
            )
        database.run_each("DELETE FROM embeddings WHERE rowid = ?", [(row,) for row in vectors])
