"""Marks on the disk: whose they are, and what taking one back leaves."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from localrag.adapters.mark_file import MarkFile
from localrag.errors import StorageError
from localrag.records.ids import UserId
from localrag.records.mark import Mark
from tests.builders import asker
from tests.fakes.scripted_backend import ASKED_AT, trace

OFFICER = asker().model_copy(update={"user_id": UserId("officer")})
OTHER = asker().model_copy(update={"user_id": UserId("other")})


def mark(trace_id: str = "t1", wrong: str = "No.", **changes: object) -> Mark:
    return Mark(trace=trace(trace_id, **changes), marked_at=ASKED_AT, wrong=wrong)


def test_each_sees_their_own_oldest_first(tmp_path: Path) -> None:
    marks = MarkFile(tmp_path / "state")
    for one in (mark("t1"), mark("t2", user_id="other"), mark("t3")):
        marks.add(one)
    assert [one.trace.trace_id for one in marks.all(OFFICER)] == ["t1", "t3"]
    assert [one.trace.trace_id for one in marks.all(OTHER)] == ["t2"]


def test_a_question_is_marked_once(tmp_path: Path) -> None:
    marks = MarkFile(tmp_path / "state")
    marks.add(mark(wrong="No."))
    marks.add(mark(wrong="Really not."))
    assert [one.wrong for one in marks.all(OFFICER)] == ["Really not."]


def test_a_mark_is_taken_back_by_its_maker_alone(tmp_path: Path) -> None:
    marks = MarkFile(tmp_path / "state")
    marks.add(mark())
    assert not marks.remove("t1", OTHER)
    assert marks.remove("t1", OFFICER)
    assert not marks.remove("t1", OFFICER)
    assert marks.all(OFFICER) == []


def test_nothing_is_written_by_looking(tmp_path: Path) -> None:
    assert MarkFile(tmp_path / "state").all(OFFICER) == []
    assert not (tmp_path / "state").exists()


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")
def test_nobody_else_can_open_the_marks(tmp_path: Path) -> None:
    marks = MarkFile(tmp_path / "state")
    for name in ("t1", "t2", "t1"):
        marks.add(mark(name))
    (path,) = (tmp_path / "state").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_forgotten_marks_leave_no_byte(tmp_path: Path) -> None:
    marks = MarkFile(tmp_path / "state")
    marks.add(mark("t1", wrong="Canary"))
    marks.add(mark("t2"))
    assert marks.forget(lambda one: one.trace.trace_id == "t1") == 1
    assert not any(b"Canary" in path.read_bytes() for path in (tmp_path / "state").iterdir())


def test_a_damaged_file_is_said_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "marks.jsonl"
    path.write_text("oops\n")
    with pytest.raises(StorageError, match="no mark"):
        MarkFile(tmp_path).add(mark())
    assert path.read_text() == "oops\n"
