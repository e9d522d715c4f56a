"""The chain of traces shows every tampering and survives blanking."""

from __future__ import annotations

import sqlite3
import stat
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from localrag.adapters.sqlite_traces import SqliteTraces
from localrag.errors import NotFoundError, StorageError
from localrag.records.ids import RequestId, TenantId, TraceId, UserId
from localrag.records.security import SecurityContext
from localrag.records.trace import RagTrace, TraceCheck

ADA = SecurityContext(tenant_id=TenantId("local"), user_id=UserId("ada"))
BOB = SecurityContext(tenant_id=TenantId("local"), user_id=UserId("bob"))


def _trace(number: int, user: str = "ada") -> RagTrace:
    return RagTrace(
        trace_id=TraceId(f"t{number}"),
        request_id=RequestId(f"r{number}"),
        tenant_id=TenantId("local"),
        user_id=UserId(user),
        asked_at=datetime(2026, 11, 30, 12, number, tzinfo=UTC),
        raw_query=f"Question {number}?",
        normalized_query=f"Question {number}?",
        answer_status="answered",
    )


@pytest.fixture
def store(tmp_path: Path) -> SqliteTraces:
    traces = SqliteTraces(tmp_path / "state")
    for number in range(4):
        traces.record(_trace(number))
    return traces


def _tamper(tmp_path: Path, statement: str) -> None:
    with closing(sqlite3.connect(tmp_path / "state" / "traces.db")) as database:
        changed = database.execute(statement).rowcount
        database.commit()
    assert changed > 0


def test_an_untouched_chain_has_no_faults_and_gives_back_what_it_kept(store: SqliteTraces) -> None:
    assert store.check().faults == ()
    newest = next(store.latest(ADA, 1))
    assert newest.raw_query == "Question 3?"
    assert newest.hash
    assert store.get("t0", ADA).model_copy(update={"hash": "", "previous_hash": ""}) == _trace(0)


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (
            "UPDATE traces SET body = replace(body, 'answered', 'refused') WHERE number = 2",
            "trace 2 was changed",
        ),
        (
            "UPDATE traces SET text = replace(text, '1', '7') WHERE number = 2",
            "question of trace 2 was changed",
        ),
        ("DELETE FROM traces WHERE number = 2", "does not follow"),
        ("UPDATE traces SET number = -1 WHERE number = 3", "does not follow"),
        ("DELETE FROM traces WHERE number = 4", "cut off at the end"),
        ("DELETE FROM traces", "cut off at the end"),
    ],
)
def test_every_kind_of_tampering_is_noticed(
    store: SqliteTraces, tmp_path: Path, statement: str, fault: str
) -> None:
    _tamper(tmp_path, statement)
    assert any(fault in found for found in store.check().faults)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE traces SET text = '', salt = '' WHERE number = 2",
        "UPDATE traces SET salt = '' WHERE number = 2",
        "UPDATE traces SET salt = 'ff' WHERE number = 2",
        "UPDATE traces SET body = 'no JSON' WHERE number = 2",
        "UPDATE traces SET body = '{\"act\":' WHERE number = 2",
        "UPDATE traces SET text_hash = '' WHERE number = 2",
        "UPDATE traces SET user_id = 'bob' WHERE number = 2",
        "UPDATE traces SET tenant_id = 'harbour' WHERE number = 2",
        "UPDATE traces SET trace_id = 't99' WHERE number = 2",
        "DELETE FROM traces WHERE number = 1",
    ],
)
def test_every_column_is_covered(store: SqliteTraces, tmp_path: Path, statement: str) -> None:
    _tamper(tmp_path, statement)
    assert store.check().faults


def test_a_trace_that_was_changed_is_refused_not_shown(store: SqliteTraces, tmp_path: Path) -> None:
    _tamper(tmp_path, "UPDATE traces SET body = 'no JSON' WHERE number = 2")
    with pytest.raises(StorageError, match="was changed"):
        store.get("t1", ADA)


def test_blanking_takes_questions_out_and_leaves_the_chain_whole(store: SqliteTraces) -> None:
    assert store.blank(lambda trace: trace.trace_id == "t1") == 1
    assert store.check() == TraceCheck(traces=4)
    assert store.get("t1", ADA).raw_query == ""
    assert store.get("t2", ADA).raw_query == "Question 2?"
    assert store.get("t1", ADA).answer_status == "answered"


def test_blanking_leaves_no_byte_of_a_question(tmp_path: Path) -> None:
    store = SqliteTraces(tmp_path / "state")
    question = "Is the heron4471 file open? " * 200
    for number in range(9):
        store.record(_trace(number).model_copy(update={"raw_query": question if number % 2 else "Plain?"}))
    reader = sqlite3.connect(tmp_path / "state" / "traces.db")
    reader.execute("SELECT count(*) FROM traces").fetchone()
    found = b"".join(path.read_bytes() for path in (tmp_path / "state").iterdir())
    assert b"heron4471" in found
    assert store.blank(lambda trace: "heron4471" in trace.raw_query) == 4
    reader.close()
    left = b"".join(path.read_bytes() for path in (tmp_path / "state").iterdir())
    assert b"heron4471" not in left
    assert b"Plain?" in left


def test_blanking_where_another_process_holds_the_bytes_is_said(
    store: SqliteTraces, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localrag.adapters.sqlite_traces._BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(tmp_path / "state" / "traces.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM traces").fetchone()
        with pytest.raises(StorageError, match="could not be taken out"):
            store.blank(lambda _: True)
    store.blank(lambda _: True)
    left = b"".join(path.read_bytes() for path in (tmp_path / "state").iterdir())
    assert b"Question 1?" not in left


def test_blanking_where_nothing_was_kept_writes_nothing(tmp_path: Path) -> None:
    assert SqliteTraces(tmp_path / "state").blank(lambda _: True) == 0
    assert not (tmp_path / "state").exists()


def _year(store: SqliteTraces, *days: str) -> None:
    for number, day in enumerate(days):
        at = datetime.fromisoformat(f"{day}T12:00:00+00:00")
        store.record(_trace(number).model_copy(update={"asked_at": at, "trace_id": TraceId(day)}))


def test_traces_are_removed_when_kept_long_enough_and_the_chain_stays_whole(tmp_path: Path) -> None:
    store = SqliteTraces(tmp_path / "state", keep_days=30)
    _year(store, "2026-01-01", "2026-01-09", "2026-02-08", "2026-02-09", "2026-02-10")
    assert [trace.trace_id for trace in store.latest(ADA, 9)] == ["2026-02-10", "2026-02-09", "2026-02-08"]
    assert store.check() == TraceCheck(traces=3)
    _tamper(tmp_path, "DELETE FROM traces WHERE trace_id = '2026-02-08'")
    assert store.check().faults


def test_a_clock_that_is_wrong_once_removes_nothing(tmp_path: Path) -> None:
    store = SqliteTraces(tmp_path / "state", keep_days=30)
    _year(store, "2026-01-01", "2026-01-02", "2099-01-01")
    assert len(list(store.latest(ADA, 9))) == 3


def test_without_a_limit_traces_are_kept(tmp_path: Path) -> None:
    store = SqliteTraces(tmp_path / "state")
    _year(store, "2020-01-01", "2026-01-01", "2026-01-02")
    assert len(list(store.latest(ADA, 9))) == 3


def test_a_trace_is_its_askers_own(store: SqliteTraces) -> None:
    store.record(_trace(9, user="bob"))
    assert [trace.trace_id for trace in store.latest(BOB, 10)] == ["t9"]
    with pytest.raises(NotFoundError) as somebody_elses:
        store.get("t0", BOB)
    with pytest.raises(NotFoundError) as nobodys:
        store.get("t77", BOB)
    assert somebody_elses.value.message.replace("t0", "") == nobodys.value.message.replace("t77", "")


def test_reading_before_anything_was_kept_is_empty_and_writes_nothing(tmp_path: Path) -> None:
    traces = SqliteTraces(tmp_path / "state")
    assert list(traces.latest(ADA, 5)) == []
    assert traces.check().faults == ()
    assert not (tmp_path / "state").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
def test_state_is_the_accounts_own_whatever_the_umask(tmp_path: Path) -> None:
    import os

    before = os.umask(0)
    try:
        SqliteTraces(tmp_path / "state").record(_trace(1))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "state").iterdir()}
        assert set(modes.values()) == {0o600}
        assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    finally:
        os.umask(before)


def test_a_state_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(StorageError, match="could not be kept"):
        SqliteTraces(tmp_path / "state").record(_trace(1))
