"""A database file -> a snapshot that is only read, on a live disk or on read-only media."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from localrag.adapters.files import is_writable
from localrag.errors import IndexDamagedError, StorageError

Value = str | int | float | bytes | None
Row = tuple[Value, ...]
_VALUES_A_QUERY = 900
"""SQLite's lowest limit of values in a statement is 999."""
_BUSY_SECONDS = 5.0
"""Readers wait only while a writer recovers a log, which takes milliseconds. Guess."""


_OF_THE_SYSTEM = {
    sqlite3.SQLITE_AUTH,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOLFS,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY,
}
_HINT_UNMERGED = (
    "The last run was killed, or still goes on elsewhere: run localrag verify once where the folder can be "
    "written, or copy the folder again with all files beside corpus.db."
)


class _FileState(NamedTuple):
    size: int
    mtime_ns: int
    inode: int
    log_bytes: int


class ReadingDatabase:
    """One snapshot, held from opening to closing: what a writer commits meanwhile stays unseen."""

    def __init__(self, path: Path) -> None:
        """Open a database in write-ahead mode for reading.

        Where nothing can be created beside it and no unmerged log lies there, it is opened as immutable,
        which needs no helper files; whether it stayed so is then checked after every question. Elsewhere
        the log is read too: leaving it out would bring back what was withdrawn.

        Raises:
            IndexDamagedError: It is no database.
            StorageError: The system does not let it be opened.
        """
        self._path = path
        self._frozen: _FileState | None = None
        options = "mode=ro"
        if not is_writable(path.parent) and not _log_bytes(path):
            options = "mode=ro&immutable=1"
            self._frozen = _state(path)
        with self._translated():
            self._connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?{options}",
                uri=True,
                timeout=_BUSY_SECONDS,
                isolation_level=None,
                check_same_thread=False,
            )
            try:
                self._connection.execute("PRAGMA temp_store = MEMORY")
                self._connection.execute("BEGIN")
                self._connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            except (sqlite3.Error, UnicodeDecodeError):
                self._connection.close()
                raise

    def rows(self, query: str, values: Sequence[Value] = ()) -> list[Row]:
        """All rows of a query."""
        with self._translated():
            found: list[Row] = self._connection.execute(query, values).fetchall()
        self._check_frozen()
        return found

    def rows_among(self, query: str, values: Sequence[Value]) -> list[Row]:
        """All rows of a query whose one ``({})`` lists the values, asked in portions."""
        found: list[Row] = []
        for start in range(0, len(values), _VALUES_A_QUERY):
            portion = values[start : start + _VALUES_A_QUERY]
            found += self.rows(query.format(",".join("?" * len(portion))), portion)
        return found

    @contextlib.contextmanager
    def values(self) -> Iterator[None]:
        """Take a value that does not parse for what it is: damage, as only parsed values are stored."""
        try:
            yield
        except ValueError as error:
            raise IndexDamagedError(self._path, "holds a value that was never stored") from error

    def copy_to(self, path: Path) -> None:
        """Write the snapshot as a database of its own, in place of what the file held."""
        with self._translated(), contextlib.closing(sqlite3.connect(path)) as target:
            self._connection.backup(target)
        self._check_frozen()

    def close(self) -> None:
        """Let go of the snapshot; a second call does nothing."""
        self._connection.close()

    def _check_frozen(self) -> None:
        if self._frozen is not None and _state(self._path) != self._frozen:
            raise StorageError("The index was rewritten while it was read.", "Ask again.")

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError as error:
            raise StorageError("The index is closed.", "Open it again.") from error
        except sqlite3.OperationalError as error:
            if not refused_by_system(error):
                raise IndexDamagedError(self._path, f"does not read as it was written ({error})") from error
            raise StorageError(
                f"{self._path.name} cannot be read: {error}.",
                _HINT_UNMERGED if _log_bytes(self._path) else "Check the rights of the index folder.",
            ) from error
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise IndexDamagedError(self._path, f"does not read as a database ({error})") from error


def refused_by_system(error: sqlite3.OperationalError) -> bool:
    """Whether a lock, a right or the medium stood in the way, and not what the file holds."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _OF_THE_SYSTEM


def file_states(path: Path) -> tuple[tuple[int, int, int] | None, ...]:
    """Size, time and inode of a database and of its log, null for one that is not there.

    They differ after any commit: it writes to the one or the other.
    """
    return tuple(_known(each) for each in (path, path.with_name(path.name + "-wal")))


def _known(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ino


def is_busy(error: BaseException | None) -> bool:
    """Whether another connection stood in the way."""
    code = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _log_bytes(path: Path) -> int:
    try:
        return path.with_name(path.name + "-wal").stat().st_size
    except FileNotFoundError:
        return 0


def _state(path: Path) -> _FileState:
    try:
        known = path.stat()
        return _FileState(known.st_size, known.st_mtime_ns, known.st_ino, _log_bytes(path))
    except OSError as error:
        raise StorageError(
            f"{path.name}: {error.strerror}.", "Check the rights of the index folder."
        ) from error
