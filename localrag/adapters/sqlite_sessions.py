"""Conversations kept in ``sessions.db`` of the user's state."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from localrag.adapters.private_files import private_file
from localrag.errors import BusyError, NotFoundError, StorageError
from localrag.records.security import SecurityContext
from localrag.records.session import KeptTurn, SessionSummary

VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS sessions (
    session INTEGER PRIMARY KEY,
    tenant_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    title TEXT NOT NULL,
    UNIQUE (tenant_id, user_id, conversation_id)
) STRICT;
CREATE TABLE IF NOT EXISTS turns (
    session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    number INTEGER NOT NULL,
    asked_at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (session, number)
) STRICT, WITHOUT ROWID;
"""
_SUMMARY = """
SELECT s.conversation_id, s.title, count(*), min(t.asked_at), max(t.asked_at)
FROM sessions s JOIN turns t USING (session) WHERE s.tenant_id = ? AND s.user_id = ? {} GROUP BY s.session
ORDER BY max(t.asked_at) DESC, s.conversation_id
"""
_BUSY_SECONDS = 5.0
"""Writers take milliseconds; guess, a hundred of them in a row."""


class SqliteSessions:
    """Writes and reads the conversations of one account. The folder is made when first written to.

    A conversation belongs to one user of one tenant; somebody else's looks like one that does not exist.
    """

    def __init__(self, state: Path) -> None:
        self._path = state / "sessions.db"

    def turns(self, conversation_id: str, security: SecurityContext) -> list[KeptTurn]:
        """Oldest first; empty where the asker has no such conversation."""
        rows = self._rows(
            "SELECT t.body FROM turns t JOIN sessions s USING (session) "
            "WHERE s.tenant_id = ? AND s.user_id = ? AND s.conversation_id = ? ORDER BY t.number",
            (*_owner(security), conversation_id),
        )
        return [KeptTurn.model_validate_json(str(body)) for (body,) in rows]

    def add(self, conversation_id: str, title: str, turn: KeptTurn, security: SecurityContext) -> None:
        """Append a turn; the first one makes the conversation and gives it its title.

        Raises:
            StorageError: The state folder cannot be written.
        """
        owned = (*_owner(security), conversation_id)
        with self._writing() as database:
            database.execute(
                "INSERT INTO sessions (tenant_id, user_id, conversation_id, title) VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO NOTHING",
                (*owned, title),
            )
            database.execute(
                "INSERT INTO turns SELECT s.session, "
                "(SELECT coalesce(max(number), 0) + 1 FROM turns WHERE session = s.session), ?, ? "
                "FROM sessions s WHERE s.tenant_id = ? AND s.user_id = ? AND s.conversation_id = ?",
                (turn.asked_at.isoformat(), turn.model_dump_json(), *owned),
            )

    def latest(self, security: SecurityContext, limit: int) -> list[SessionSummary]:
        """The asker's own, the one asked in last first."""
        rows = self._rows(f"{_SUMMARY.format('')} LIMIT ?", (*_owner(security), limit))
        return [_summary(row) for row in rows]

    def get(self, conversation_id: str, security: SecurityContext) -> SessionSummary:
        """One of the asker's own. NotFoundError where there is none."""
        rows = self._rows(_SUMMARY.format("AND s.conversation_id = ?"), (*_owner(security), conversation_id))
        if not rows:
            raise _unknown(conversation_id)
        return _summary(rows[0])

    def rename(self, conversation_id: str, title: str, security: SecurityContext) -> None:
        """Give one of the asker's own another title. NotFoundError where there is none."""
        self.get(conversation_id, security)
        with self._writing() as database:
            database.execute(
                "UPDATE sessions SET title = ? WHERE tenant_id = ? AND user_id = ? AND conversation_id = ?",
                (title, *_owner(security), conversation_id),
            )

    def delete(self, conversation_id: str, security: SecurityContext) -> None:
        """Remove one of the asker's own, its bytes included.

        Raises:
            NotFoundError: There is none.
            BusyError: It is deleted, but another process still holds what it was.
        """
        self.get(conversation_id, security)
        with self._writing() as database:
            database.execute(
                "DELETE FROM sessions WHERE tenant_id = ? AND user_id = ? AND conversation_id = ?",
                (*_owner(security), conversation_id),
            )
        if not self._let_go():
            raise BusyError(
                "The conversation is deleted, but another localrag process still holds its bytes.",
                "They go when that process ends, or with the next conversation that is deleted.",
            )

    def forget(self, where: Callable[[KeptTurn], bool]) -> int:
        """Remove turns of everybody's conversations here, their bytes included.

        A title that such a turn gave its conversation goes with it; a conversation without turns goes whole.

        Args:
            where: Which turns; asked once for each.

        Returns:
            How many were removed.

        Raises:
            BusyError: They are removed, but another process still holds what they were.
        """
        if not self._path.exists():
            return 0
        with self._writing() as database:
            turns = [
                (session, number, KeptTurn.model_validate_json(body))
                for session, number, body in database.execute(
                    "SELECT session, number, body FROM turns ORDER BY session, number"
                )
            ]
            gone = [(session, number, turn) for session, number, turn in turns if where(turn)]
            for session, number, turn in gone:
                database.execute("DELETE FROM turns WHERE session = ? AND number = ?", (session, number))
                database.execute(
                    "UPDATE sessions SET title = '' WHERE session = ? AND ? LIKE rtrim(title, '…') || '%'",
                    (session, " ".join(turn.question.split())),
                )
            database.execute("DELETE FROM sessions WHERE session NOT IN (SELECT session FROM turns)")
        if not self._let_go():
            raise BusyError(
                "Conversations were purged, but another localrag process still holds their bytes.",
                "End it and run localrag purge again.",
            )
        return len(gone)

    def _let_go(self) -> bool:
        """Leave no byte of what was removed; false where another process holds on to it."""
        with self._failing_well(), closing(self._connect()) as database:
            try:
                database.execute("VACUUM")
                (is_busy, _, _) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
                return False
        return not is_busy

    def _rows(self, query: str, values: Sequence[object]) -> list[tuple[object, ...]]:
        if not self._path.exists():
            return []
        with self._failing_well(), closing(self._opened("ro")) as database:
            if database.execute("PRAGMA user_version").fetchone() == (0,):
                # Another process is just making it.
                return []
            return database.execute(query, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._failing_well(), closing(self._connect()) as database:
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")

    def _connect(self) -> sqlite3.Connection:
        # SQLite gives its side files the mode of the database, whatever the umask.
        private_file(self._path)
        database = self._opened("rw")
        for setting in (
            "journal_mode = WAL",
            "synchronous = FULL",
            "secure_delete = ON",
            "foreign_keys = ON",
            # What VACUUM and sorting need for a moment never touches a shared folder.
            "temp_store = MEMORY",
        ):
            database.execute(f"PRAGMA {setting}")
        if database.execute("PRAGMA user_version").fetchone() == (0,):
            database.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        return database

    def _opened(self, mode: str) -> sqlite3.Connection:
        database = sqlite3.connect(
            f"{self._path.as_uri()}?mode={mode}", uri=True, timeout=_BUSY_SECONDS, isolation_level=None
        )
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            database.close()
            raise StorageError(
                f"{self._path} was written by a newer localrag.",
                "Use that version, or set LOCALRAG_STATE to another folder.",
            )
        return database

    @contextmanager
    def _failing_well(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise StorageError(
                f"Conversations cannot be kept in {self._path}: {error}.",
                "Set LOCALRAG_STATE to a folder that this account may write.",
            ) from error


def _owner(security: SecurityContext) -> tuple[str, str]:
    return security.tenant_id, security.user_id


def _summary(row: Sequence[object]) -> SessionSummary:
    names = ("conversation_id", "title", "turns", "started_at", "last_at")
    return SessionSummary.model_validate(dict(zip(names, row, strict=True)))


def _unknown(conversation_id: str) -> NotFoundError:
    return NotFoundError(f"There is no conversation {conversation_id}.", "See: localrag sessions list")
