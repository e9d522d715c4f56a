"""Traces kept in ``traces.db`` of the user's state, append-only and chained by hash."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from localrag.errors import NotFoundError, StorageError
from localrag.records.security import SecurityContext
from localrag.records.trace import RagTrace
from localrag.trace.chain import GENESIS, Link, faults, link, restore

_SCHEMA = """
CREATE TABLE IF NOT EXISTS traces (
    number INTEGER PRIMARY KEY,
    trace_id TEXT NOT NULL UNIQUE,
    tenant_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    body TEXT NOT NULL,
    text TEXT NOT NULL,
    salt TEXT NOT NULL,
    text_hash TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;
"""
_LINK = "body, text, salt, text_hash, previous_hash, hash"
_BUSY_SECONDS = 5.0
"""Writers take milliseconds; guess, a hundred of them in a row."""


class SqliteTraces:
    """Writes and reads one account's traces. The folder is made when first written to."""

    def __init__(self, state: Path) -> None:
        self._path = state / "traces.db"
        self._head_path = state / "traces.head"

    def record(self, trace: RagTrace) -> RagTrace:
        """Append a trace; gives it back with its hashes.

        Raises:
            StorageError: The state folder cannot be written.
        """
        try:
            with closing(self._connect()) as database:
                database.execute("BEGIN IMMEDIATE")
                last = database.execute("SELECT hash FROM traces ORDER BY number DESC LIMIT 1").fetchone()
                kept = link(trace, salt=secrets.token_hex(16), previous_hash=last[0] if last else GENESIS)
                database.execute(
                    f"INSERT INTO traces (trace_id, tenant_id, user_id, {_LINK}) VALUES (?,?,?,?,?,?,?,?,?)",
                    (trace.trace_id, trace.tenant_id, trace.user_id, *kept),
                )
                database.execute("COMMIT")
            self._keep_head(kept.hash)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(
                f"The trace could not be kept in {self._path.parent}: {error}.",
                "Set LOCALRAG_STATE to a folder that this account may write.",
            ) from error
        return trace.model_copy(update={"previous_hash": kept.previous_hash, "hash": kept.hash})

    def latest(self, security: SecurityContext, limit: int) -> Iterator[RagTrace]:
        """The asker's own traces, newest first."""
        for row in self._rows(
            f"SELECT {_LINK} FROM traces WHERE tenant_id = ? AND user_id = ? ORDER BY number DESC LIMIT ?",
            (security.tenant_id, security.user_id, limit),
        ):
            yield restore(row)

    def get(self, trace_id: str, security: SecurityContext) -> RagTrace:
        """One of the asker's own traces, by its id.

        Raises:
            NotFoundError: There is none, or it is somebody else's.
        """
        rows = self._rows(
            f"SELECT {_LINK} FROM traces WHERE trace_id = ? AND tenant_id = ? AND user_id = ?",
            (trace_id, security.tenant_id, security.user_id),
        )
        if not rows:
            raise NotFoundError(f"There is no trace {trace_id}.", "See: localrag trace list")
        return restore(rows[0])

    def faults(self) -> list[str]:
        """What is wrong with the chain, in words; empty where nothing is."""
        try:
            head = self._head_path.read_text(encoding="ascii").strip()
        except FileNotFoundError:
            head = None
        return faults(self._rows(f"SELECT {_LINK} FROM traces ORDER BY number", ()), head=head)

    def _rows(self, query: str, values: tuple[object, ...]) -> list[Link]:
        if not self._path.exists():
            return []
        try:
            with closing(sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True)) as database:
                return [Link(*row) for row in database.execute(query, values)]
        except sqlite3.Error as error:
            raise StorageError(
                f"Traces cannot be read from {self._path}: {error}.", "See: localrag doctor"
            ) from error

    def _connect(self) -> sqlite3.Connection:
        state = self._path.parent
        if not state.is_dir():
            state.mkdir(mode=0o700, parents=True, exist_ok=True)
            state.chmod(0o700)
        if not self._path.exists():
            # SQLite gives its side files the mode of the database, whatever the umask.
            self._path.touch(mode=0o600)
            self._path.chmod(0o600)
        database = sqlite3.connect(self._path, timeout=_BUSY_SECONDS, isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("PRAGMA secure_delete = ON")
        database.executescript(_SCHEMA)
        return database

    def _keep_head(self, newest: str) -> None:
        temporary = self._head_path.with_name(f"traces.head.{secrets.token_hex(4)}")
        temporary.touch(mode=0o600)
        temporary.write_text(newest, encoding="ascii")
        temporary.replace(self._head_path)
