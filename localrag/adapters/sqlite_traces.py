"""Traces kept in ``traces.db`` of the user's state, append-only and chained by hash."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from localrag.errors import NotFoundError, StorageError
from localrag.records.security import SecurityContext
from localrag.records.trace import RagTrace, TraceCheck
from localrag.trace.chain import GENESIS, Link, blanking, faults, is_act, link, restore, shortening

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
_ASKED_AT = "json_extract(body, '$.asked_at')"
_STRAYED = """
SELECT count(*) FROM traces WHERE CASE
    WHEN NOT json_valid(body) THEN 0
    WHEN json_extract(body, '$.act') IS NOT NULL THEN tenant_id || user_id != '' OR trace_id != 'act-' || hash
    ELSE json_extract(body, '$.trace_id') IS NOT trace_id
        OR json_extract(body, '$.tenant_id') IS NOT tenant_id
        OR json_extract(body, '$.user_id') IS NOT user_id END
"""
"""Rows whose columns for looking up say something else than what the chain covers."""
_BUSY_SECONDS = 5.0
"""Writers take milliseconds; guess, a hundred of them in a row."""


class SqliteTraces:
    """Writes and reads one account's traces. The folder is made when first written to."""

    def __init__(self, state: Path, *, keep_days: int | None = None) -> None:
        """``keep_days``: how long a trace is kept, counted back from the newest; null: for ever."""
        self._path = state / "traces.db"
        self._head_path = state / "traces.head"
        self._keep_days = keep_days

    def record(self, trace: RagTrace) -> RagTrace:
        """Append a trace, and remove those that were kept long enough; gives it back with its hashes.

        Raises:
            StorageError: The state folder cannot be written.
        """
        try:
            with closing(self._connect()) as database:
                database.execute("BEGIN IMMEDIATE")
                removed = self._shorten(database, trace.asked_at)
                kept = link(trace, salt=secrets.token_hex(16), previous_hash=_newest_hash(database))
                _append(database, kept, trace.trace_id, trace.tenant_id, trace.user_id)
                database.execute("COMMIT")
                if removed:
                    _truncate_wal(database)
            self._keep_head(kept.hash)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(
                f"The trace could not be kept in {self._path.parent}: {error}.",
                "Set LOCALRAG_STATE to a folder that this account may write.",
            ) from error
        return trace.model_copy(update={"previous_hash": kept.previous_hash, "hash": kept.hash})

    def blank(self, where: Callable[[RagTrace], bool]) -> int:
        """Take the free text (the question and what was made of it) out of traces, leaving no byte of it.

        The chain stays whole: it covers salted hashes of the text, and a link of its own says of which
        traces the text was taken out.

        Args:
            where: Which traces; asked once for each that still has its text, whoever asked it.

        Returns:
            How many were blanked.

        Raises:
            StorageError: The file cannot be written, or another process holds on to the bytes; nothing is
                lost by trying again.
        """
        if not self._path.exists():
            return 0
        try:
            with closing(self._connect()) as database:
                database.execute("BEGIN IMMEDIATE")
                links = [
                    Link(*row) for row in database.execute(f"SELECT {_LINK} FROM traces WHERE text != ''")
                ]
                hashes = [kept.hash for kept in links if where(_restored(kept))]
                if hashes:
                    database.executemany(
                        "UPDATE traces SET text = '', salt = '' WHERE hash = ?", [(one,) for one in hashes]
                    )
                    act = blanking(hashes, at=datetime.now(UTC), previous_hash=_newest_hash(database))
                    _append(database, act, f"act-{act.hash}")
                database.execute("COMMIT")
                if hashes:
                    self._keep_head(act.hash)
                # Also where nothing was found: an earlier call may have been stopped at this point.
                database.execute("PRAGMA temp_store = MEMORY")
                database.execute("VACUUM")
                _truncate_wal(database)
        except (OSError, sqlite3.Error) as error:
            raise StorageError(
                f"Questions could not be taken out of {self._path}: {error}.",
                "End other localrag programs of this account and try again.",
            ) from error
        return len(hashes)

    def latest(self, security: SecurityContext, limit: int) -> Iterator[RagTrace]:
        """The asker's own traces, newest first."""
        for row in self._rows(
            f"SELECT {_LINK} FROM traces WHERE tenant_id = ? AND user_id = ? ORDER BY number DESC LIMIT ?",
            (security.tenant_id, security.user_id, limit),
        ):
            yield _restored(row)

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
        return _restored(rows[0])

    def check(self) -> TraceCheck:
        """How many traces are kept, whoever asked, and what is wrong with their chain."""
        try:
            head = self._head_path.read_text(encoding="ascii").strip()
        except FileNotFoundError:
            head = None
        except (OSError, UnicodeDecodeError) as error:
            raise StorageError(
                f"{self._head_path} cannot be read: {error}.", "See: localrag doctor"
            ) from error
        links = self._rows(f"SELECT {_LINK} FROM traces ORDER BY number", ())
        found = faults(links, head=head)
        strayed = self._count(_STRAYED)
        if strayed:
            found.append(f"{strayed} traces were filed under another id or account")
        return TraceCheck(traces=sum(not is_act(one) for one in links), faults=tuple(found))

    def _shorten(self, database: sqlite3.Connection, now: datetime) -> bool:
        """Remove the oldest traces; whether there were any.

        Counted back from the newest trace already kept where that is earlier than now: a clock that is
        wrong once removes nothing.
        """
        if self._keep_days is None:
            return False
        newest = database.execute(f"SELECT {_ASKED_AT} FROM traces ORDER BY number DESC LIMIT 1").fetchone()
        if newest is None:
            return False
        from_day = min(now.date().isoformat(), newest[0][:10])
        first_kept = (datetime.fromisoformat(from_day) - timedelta(days=self._keep_days)).date().isoformat()
        last = database.execute(
            "SELECT number, hash FROM traces WHERE number <"
            f" (SELECT number FROM traces WHERE {_ASKED_AT} >= ? ORDER BY number LIMIT 1)"
            " ORDER BY number DESC LIMIT 1",
            (first_kept,),
        ).fetchone()
        if last is None:
            return False
        number, floor = last
        removed = database.execute("DELETE FROM traces WHERE number <= ?", (number,)).rowcount
        act = shortening(floor, removed, at=now, previous_hash=_newest_hash(database))
        _append(database, act, f"act-{act.hash}")
        return True

    def _count(self, query: str) -> int:
        return int(next(iter(self._read(query, ())), (0,))[0])

    def _rows(self, query: str, values: tuple[object, ...]) -> list[Link]:
        return [Link(*row) for row in self._read(query, values)]

    # Any: what the columns of a query hold.
    def _read(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        if not self._path.exists() or self._path.stat().st_size == 0:
            return []
        try:
            with closing(sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True)) as database:
                return database.execute(query, values).fetchall()
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


def _restored(kept: Link) -> RagTrace:
    try:
        return restore(kept)
    except ValueError as error:
        raise StorageError("A trace was changed since it was kept.", "See: localrag trace verify") from error


def _newest_hash(database: sqlite3.Connection) -> str:
    last = database.execute("SELECT hash FROM traces ORDER BY number DESC LIMIT 1").fetchone()
    return last[0] if last else GENESIS


def _append(
    database: sqlite3.Connection, kept: Link, trace_id: str, tenant_id: str = "", user_id: str = ""
) -> None:
    database.execute(
        f"INSERT INTO traces (trace_id, tenant_id, user_id, {_LINK}) VALUES (?,?,?,?,?,?,?,?,?)",
        (trace_id, tenant_id, user_id, *kept),
    )


def _truncate_wal(database: sqlite3.Connection) -> None:
    busy, *_ = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise sqlite3.OperationalError("another process is reading it")
