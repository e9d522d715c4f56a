"""A damaged index -> what is wrong, and the same index again, rebuilt from corpus.db."""

from __future__ import annotations

from pathlib import Path

from localrag.adapters.files import modes_of
from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.adapters.sqlite_writing import WritingDatabase
from localrag.errors import IndexDamagedError, IndexMissingError, IndexUnusableError
from localrag.index.checks import (
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


def repair(home: Path, embedder: Embedder, on_progress: OnProgress = lambda _: None) -> tuple[str, ...]:
    """Mend an index; gives what was done, in words, empty where nothing had to be.

    Segments are built anew from corpus.db. Only texts whose vector is damaged are encoded again; damaged
    documents are withdrawn, and the next ``index`` reads their files again.

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
    modes = modes_of(path)
    try:
        with writing_database(home, modes, under_policy=False) as database:
            done = _mend_pages(database) + _drop_damaged(database)
            wrong = segment_problems(database, home, full=True)
            if not done and not wrong and sealed is not False and not missing_vectors(database):
                return ()
            published = publish(database, home, modes, embedder, on_progress, re_embed=False, rebuild=True)
    except IndexDamagedError as error:
        raise BeyondRepairError(home, error.problem) from error
    if published.embedded:
        done.append(f"{published.embedded} texts were encoded again")
    return (*done, f"search files of {published.passages} passages were built anew from corpus.db")


def _mend_pages(database: WritingDatabase) -> list[str]:
    problems = page_problems(database, full=True)
    if not problems:
        return []
    database.run("REINDEX")
    if problems := page_problems(database, full=True):
        raise IndexDamagedError(Path(DATABASE), problems[0])
    return ["indexes of corpus.db were built anew"]


def _drop_damaged(database: WritingDatabase) -> list[str]:
    done: list[str] = []
    documents, vectors = damaged_documents(database), damaged_vectors(database)
    if not documents and not vectors:
        return []
    with database.transaction():
        for one in documents:
            place = (one.source_id, one.uri)
            database.run("UPDATE documents SET withdrawn = 1 WHERE document_key = ?", (one.key,))
            database.run("DELETE FROM files WHERE source_id = ? AND uri = ?", place)
            done.append(f"{one.source_id}/{one.uri} was damaged; run localrag index to read it again")
        database.run_each("DELETE FROM embeddings WHERE rowid = ?", [(row,) for row in vectors])
    if vectors:
        done.append(f"{len(vectors)} damaged vectors were dropped")
    return done
