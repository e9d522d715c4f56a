"""Rows -> a database file in write-ahead mode, through sqlite-utils on a connection of our own."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import sqlite_utils

from localrag.adapters.files import Modes, create_file, give
from localrag.adapters.sqlite_reading import Row, Value, is_busy, refused_by_system
from localrag.errors import IndexDamagedError, StorageError

_BUSY_SECONDS = 30.0
"""Only readers that recover a log stand in the way; guess, far above what that takes."""
_LET_GO_MILLISECONDS = 5000
"""How long a question that is being answered may keep deleted text in the log. Guess: ten questions."""
_CHECKPOINT_PAGES = 4000
"""The log is merged when it holds this many pages (16 MB). Guess: a few batches of embeddings."""


class WritingDatabase:
    """One writing connection; every change happens inside ``transaction``."""

    def __init__(
        self, path: Path, modes: Modes, *, before_first_change: Callable[[], None] = lambda: None
    ) -> None:
        """Open or create the database, private from the first byte, its log included.

        ``before_first_change`` is called once, before the first transaction that may write.

        Raises:
            IndexDamagedError: The file is no database.
            StorageError: The disk refuses.
        """
        self._path = path
        self._modes = modes
        self._before_first_change: Callable[[], None] | None = before_first_change
        create_file(path, modes)
        with self._translated():
            self._connection = sqlite3.connect(path, timeout=_BUSY_SECONDS)
            try:
                for pragma in (
                    "temp_store = MEMORY",
                    "secure_delete = ON",
                    "journal_mode = WAL",
                    # FULL: a file of the older generation is swept only after the newer one is on the disk.
                    "synchronous = FULL",
                    f"wal_autocheckpoint = {_CHECKPOINT_PAGES}",
                ):
                    self._connection.execute(f"PRAGMA {pragma}").fetchall()
                self._tables = sqlite_utils.Database(self._connection, execute_plugins=False)
                self._connection.execute("PRAGMA foreign_keys = ON")
                self._guard_log()
            except (sqlite3.Error, UnicodeDecodeError):
                self._connection.close()
                raise

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; within another one, a part of it that can fail alone."""
        if self._connection.in_transaction:
            with self._translated(), self._tables.atomic():
                yield
            return
        with contextlib.ExitStack() as undo:
            self.begin()
            undo.callback(self.rollback)
            yield
            self.commit()
            undo.pop_all()

    def begin(self) -> None:
        """Start a transaction that ``commit`` ends, unless one is running."""
        if self._connection.in_transaction:
            return
        self._break_seal()
        with self._translated():
            self._connection.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Make durable what was written since ``begin``."""
        if self._connection.in_transaction:
            with self._translated():
                self._connection.execute("COMMIT")

    def rollback(self) -> None:
        """Forget what was written since ``begin``."""
        if self._connection.in_transaction:
            with self._translated():
                self._connection.execute("ROLLBACK")

    def script(self, statements: str) -> None:
        """Run several statements, each ended by a semicolon, within the running transaction."""
        with self._translated():
            for statement in statements.split(";\n"):
                self._connection.execute(statement)

    def run(self, statement: str, values: Sequence[Value] = ()) -> int:
        """Run one statement; gives how many rows it changed."""
        with self._translated():
            return self._connection.execute(statement, values).rowcount

    def run_each(self, statement: str, values: Iterable[Sequence[Value]]) -> None:
        """Run one statement for each row of values."""
        with self._translated():
            self._connection.executemany(statement, values)

    def rows(self, query: str, values: Sequence[Value] = ()) -> list[Row]:
        """All rows of a query."""
        with self._translated():
            found: list[Row] = self._connection.execute(query, values).fetchall()
        return found

    def insert(self, table: str, row: Mapping[str, Value]) -> int:
        """Add a row; gives its number."""
        with self._translated():
            return int(self._tables[table].insert(dict(row)).last_rowid)

    def insert_all(self, table: str, rows: Iterable[Mapping[str, Value]]) -> None:
        """Add rows."""
        with self._translated():
            self._tables[table].insert_all(rows)

    def upsert(self, table: str, row: Mapping[str, Value], key: Sequence[str]) -> None:
        """Add a row, or bring the one with the same key up to date."""
        with self._translated():
            self._tables[table].upsert(dict(row), pk=tuple(key) if len(key) > 1 else key[0])

    def close(self) -> None:
        """Merge the log into the file and empty it, as far as readers allow, and let go."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        self._connection.close()

    def compact(self) -> bool:
        """Rewrite the file without its free pages and empty the log, so that nothing deleted is left in it.

        Needs about the file's size twice over for a moment.

        Returns:
            Whether all of it happened: a reader that is open keeps the log, or even the rewriting, waiting.
        """
        self.commit()
        self._break_seal()
        try:
            with self._translated(), self._spilling_beside():
                self._connection.execute("VACUUM")
        except StorageError as error:
            if not is_busy(error.__cause__):
                raise
            return False
        with self._translated():
            self._connection.execute(f"PRAGMA busy_timeout = {_LET_GO_MILLISECONDS}")
            ((busy, _, _),) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return not busy

    @contextlib.contextmanager
    def _spilling_beside(self) -> Iterator[None]:
        """Keep what does not fit into memory in unnamed files beside the database, not in a shared folder."""
        quoted = str(self._path.parent.absolute()).replace("'", "''")
        self._connection.execute(f"PRAGMA temp_store_directory = '{quoted}'")
        if not self._connection.execute("PRAGMA temp_store_directory").fetchall():
            yield
            return
        self._connection.execute("PRAGMA temp_store = FILE")
        try:
            yield
        finally:
            self._connection.execute("PRAGMA temp_store = MEMORY")
            self._connection.execute("PRAGMA temp_store_directory = ''")

    def _break_seal(self) -> None:
        if self._before_first_change is not None:
            self._before_first_change()
            self._before_first_change = None

    def _guard_log(self) -> None:
        # A log exists from the first write on; SQLite gives it the file's mode, not its group.
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute("COMMIT")
        for suffix in ("-wal", "-shm"):
            give(self._path.with_name(self._path.name + suffix), self._modes)

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            if not refused_by_system(error):
                raise IndexDamagedError(self._path, f"does not read as it was written ({error})") from error
            raise StorageError(
                f"{self._path.name} cannot be written: {error}.", "Check free space and rights of the folder."
            ) from error
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise IndexDamagedError(self._path, f"does not read as a database ({error})") from error
