"""Conversations on the disk: whose they are, who can open the files, and what deleting leaves."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from localrag.adapters.sqlite_sessions import SqliteSessions
from localrag.errors import BusyError, NotFoundError, StorageError
from localrag.records.ids import UserId
from localrag.records.session import KeptTurn
from tests.builders import asker

ME = asker("staff")
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def _turn(question: str = "What is it?", *, minutes: int = 0) -> KeptTurn:
    return KeptTurn(
        asked_at=NOON + timedelta(minutes=minutes),
        question=question,
        understood_as=question,
        status="answered",
        answer="{}",
    )


def _kept(tmp_path: Path, *questions: str) -> SqliteSessions:
    store = SqliteSessions(tmp_path / "state")
    for number, question in enumerate(questions):
        store.add("c1", "First", _turn(question, minutes=number), ME)
    return store


def test_turns_come_back_in_order(tmp_path: Path) -> None:
    store = _kept(tmp_path, "a", "b", "c")
    assert [turn.question for turn in store.turns("c1", ME)] == ["a", "b", "c"]
    summary = store.get("c1", ME)
    assert (summary.title, summary.turns) == ("First", 3)
    assert (summary.started_at, summary.last_at) == (NOON, NOON + timedelta(minutes=2))


def test_the_conversation_asked_in_last_is_listed_first(tmp_path: Path) -> None:
    store = _kept(tmp_path, "a")
    store.add("c2", "Second", _turn(minutes=5), ME)
    assert [one.conversation_id for one in store.latest(ME, 10)] == ["c2", "c1"]
    assert [one.conversation_id for one in store.latest(ME, 1)] == ["c2"]


@pytest.mark.parametrize(
    "other", [ME.model_copy(update={"user_id": UserId("eve")}), asker("staff", tenant_id="elsewhere")]
)
def test_somebody_elses_conversation_looks_like_none(tmp_path: Path, other: object) -> None:
    from localrag.records.security import SecurityContext

    assert isinstance(other, SecurityContext)
    store = _kept(tmp_path, "a")
    assert store.turns("c1", other) == []
    assert store.latest(other, 10) == []
    for call in (
        lambda name: store.get(name, other),
        lambda name: store.rename(name, "x", other),
        lambda name: store.delete(name, other),
    ):
        messages = []
        for name in ("c1", "zz"):
            with pytest.raises(NotFoundError) as error:
                call(name)
            messages.append(error.value.message.replace(name, "ID"))
        assert messages[0] == messages[1]
    store.add("c1", "Mine", _turn("b"), other)
    assert [turn.question for turn in store.turns("c1", ME)] == ["a"]


def test_reading_before_anything_was_kept_makes_no_file(tmp_path: Path) -> None:
    store = SqliteSessions(tmp_path / "state")
    assert store.turns("c1", ME) == []
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="modes of POSIX")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o277])
def test_folder_and_files_are_the_owners_alone_under_any_umask(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        store = _kept(tmp_path, "a")
        with closing(sqlite3.connect(tmp_path / "state" / "sessions.db")) as holding:
            # While another process is at it, the log and its index stay.
            holding.execute("SELECT * FROM turns").fetchall()
            store.add("c1", "First", _turn("b"), ME)
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "state").iterdir()}
    finally:
        os.umask(before)
    assert modes == {"sessions.db": 0o600, "sessions.db-wal": 0o600, "sessions.db-shm": 0o600}
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700


def test_deleting_leaves_no_byte_behind(tmp_path: Path) -> None:
    store = _kept(tmp_path, "CANARY-5521 " * 2000, "a")
    store.add("c2", "Other", _turn("KEPT-1"), ME)
    state = tmp_path / "state"

    def holds(word: bytes) -> bool:
        return any(word in path.read_bytes() for path in state.iterdir())

    assert holds(b"CANARY-5521")
    store.delete("c1", ME)
    assert not holds(b"CANARY-5521")
    assert holds(b"KEPT-1")


def test_deleting_beside_a_reader_says_that_the_bytes_remain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localrag.adapters.sqlite_sessions._BUSY_SECONDS", 0.05)
    store = _kept(tmp_path, "a")
    with closing(sqlite3.connect(tmp_path / "state" / "sessions.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM turns").fetchall()
        with pytest.raises(BusyError):
            store.delete("c1", ME)
    assert store.turns("c1", ME) == []


def test_renaming_changes_the_title_alone(tmp_path: Path) -> None:
    store = _kept(tmp_path, "a")
    store.rename("c1", "Better", ME)
    assert (store.get("c1", ME).title, store.get("c1", ME).turns) == ("Better", 1)


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    store = _kept(tmp_path, "a")
    with closing(sqlite3.connect(tmp_path / "state" / "sessions.db")) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(StorageError, match="newer"):
        store.turns("c1", ME)
    with pytest.raises(StorageError, match="newer"):
        store.add("c1", "x", _turn(), ME)


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "sessions.db").write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(StorageError):
        SqliteSessions(tmp_path / "state").turns("c1", ME)


_ADDING = """
import sys
from pathlib import Path
from tests.adapters.test_sqlite_sessions import ME, SqliteSessions, _turn
store = SqliteSessions(Path(sys.argv[1]))
for number in range(10):
    store.add("c1", "T", _turn(f"{sys.argv[2]}-{number}"), ME)
"""


def test_several_processes_lose_no_turn_of_each_other(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    state = str(tmp_path / "state")
    running = [subprocess.Popen([sys.executable, "-c", _ADDING, state, name], cwd=root) for name in "abcd"]
    assert [process.wait(60) for process in running] == [0, 0, 0, 0]
    kept = [turn.question for turn in SqliteSessions(tmp_path / "state").turns("c1", ME)]
    assert sorted(kept) == sorted(f"{name}-{number}" for name in "abcd" for number in range(10))
    assert [one for one in kept if one.startswith("a")] == [f"a-{number}" for number in range(10)]


def test_forgetting_takes_turns_and_the_titles_they_gave_to_the_last_byte(tmp_path: Path) -> None:
    store = SqliteSessions(tmp_path / "state")
    store.add("c1", "What of canary…", _turn("What of canary 7?"), ME)
    store.add("c1", "", _turn("And otherwise?", minutes=1), ME)
    store.add("c2", "Mine", _turn("Also canary?"), asker("staff", tenant_id="elsewhere"))
    assert store.forget(lambda turn: "canary" in turn.question) == 2
    assert [turn.question for turn in store.turns("c1", ME)] == ["And otherwise?"]
    assert store.get("c1", ME).title == ""
    assert store.forget(lambda turn: "canary" in turn.question) == 0
    content = b"".join(path.read_bytes() for path in (tmp_path / "state").iterdir())
    assert b"canary" not in content
    assert b"Mine" not in content


def test_forgetting_makes_no_file(tmp_path: Path) -> None:
    assert SqliteSessions(tmp_path / "state").forget(lambda _: True) == 0
    assert not (tmp_path / "state").exists()
