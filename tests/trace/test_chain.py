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
from localrag.records.trace import RagTrace

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
    assert store.faults() == []
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
    assert any(fault in found for found in store.faults())


def test_blanked_questions_leave_the_chain_whole(store: SqliteTraces, tmp_path: Path) -> None:
    _tamper(tmp_path, "UPDATE traces SET text = '', salt = '' WHERE number = 2")
    assert store.faults() == []
    assert store.get("t1", ADA).raw_query == ""


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
    assert traces.faults() == []
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
