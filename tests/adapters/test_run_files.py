"""Runs on the disk: read back as written, whoever looks, whatever was cut off."""

from __future__ import annotations

import os
import stat
from datetime import timedelta
from pathlib import Path

import pytest

from localrag.adapters.run_files import RunFiles
from localrag.errors import NotFoundError, StorageError, UsageError
from localrag.records.evaluation import Run
from localrag.records.review import Review
from tests.evaluate.making import case, outcome, run_of
from tests.fakes.scripted_backend import ASKED_AT

MADE = run_of(outcome(case("a")), outcome(case("b")))

REVIEW = Review(case_id="a", reviewer="person:ada", reviewed_at=ASKED_AT, labels={"grounded": True})


def keep(runs: RunFiles, made: Run = MADE, to: Path | None = None) -> None:
    assert tuple(runs.keep(made.head, made.outcomes, to=to)) == made.outcomes


def test_a_run_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    runs = RunFiles(tmp_path / "state")
    keep(runs)
    assert runs.get("run-1") == runs.get("last") == MADE


def test_a_run_may_lie_anywhere(tmp_path: Path) -> None:
    keep(RunFiles(tmp_path / "state"), to=tmp_path / "x.jsonl")
    assert RunFiles(tmp_path / "other").get(str(tmp_path / "x.jsonl")) == MADE
    assert not (tmp_path / "state").exists()


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")
def test_nobody_else_can_open_a_run_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        keep(RunFiles(tmp_path / "state"))
        keep(RunFiles(tmp_path / "state"), to=tmp_path / "x.jsonl")
    finally:
        os.umask(before)
    kept = tmp_path / "state" / "evaluations"
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (kept, kept / "run-1.jsonl", tmp_path / "x.jsonl")]
    assert modes == [0o700, 0o600, 0o600]


def test_a_run_that_was_broken_off_is_kept_as_far_as_it_came(tmp_path: Path) -> None:
    runs = RunFiles(tmp_path / "state")
    next(runs.keep(MADE.head, MADE.outcomes))
    path = tmp_path / "state" / "evaluations" / "run-1.jsonl"
    assert len(runs.get("last").outcomes) == 1
    path.write_text(path.read_text() + '{"case": {"id": "b"')
    assert len(runs.get("last").outcomes) == 1


def test_runs_are_listed_newest_first_and_other_files_are_left_out(tmp_path: Path) -> None:
    runs = RunFiles(tmp_path / "state")
    keep(runs)
    keep(runs, run_of(run_id="run-2", made_at=ASKED_AT + timedelta(days=1)))
    (tmp_path / "state" / "evaluations" / "notes.jsonl").write_text("mine")
    assert [one.name for one in runs.latest()] == ["run-2", "run-1"]
    assert runs.get("last").head.run_id == "run-2"


def test_what_is_no_run_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(b"\xff")
    with pytest.raises(UsageError, match="is no run"):
        RunFiles(tmp_path).get(str(tmp_path / "x.jsonl"))


@pytest.mark.parametrize("name", ["last", "nothing", "../../nowhere/run-", ""])
def test_a_run_that_is_not_there_is_not_found(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotFoundError):
        RunFiles(tmp_path).get(name)


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be kept"):
        keep(RunFiles(tmp_path), to=tmp_path / "no" / "x.jsonl")


def test_forgotten_outcomes_leave_no_byte(tmp_path: Path) -> None:
    runs = RunFiles(tmp_path / "state")
    keep(runs, run_of(outcome(case("a", question="Canary?")), outcome(case("b")), home_id="h1"))
    assert runs.forget(lambda home_id, one: (home_id, one.case.id) == ("h1", "a")) == 1
    assert [one.case.id for one in runs.get("last").outcomes] == ["b"]
    assert not any(b"Canary" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert runs.forget(lambda _home_id, one: one.case.id == "a") == 0


def test_reviews_are_kept_beside_their_run_whatever_was_cut_off(tmp_path: Path) -> None:
    runs = RunFiles(tmp_path / "state")
    keep(runs)
    assert runs.reviews("last") == []
    runs.add_review("run-1", REVIEW)
    path = tmp_path / "state" / "evaluations" / "run-1.reviews"
    with path.open("a") as stream:
        stream.write('{"case_id": ')
    assert runs.reviews("last") == [REVIEW]
    runs.add_review("last", REVIEW)
    assert runs.reviews("run-1") == [REVIEW, REVIEW]
    assert [one.name for one in runs.latest()] == ["run-1"]
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_holds_no_reviews_is_said(tmp_path: Path) -> None:
    keep(RunFiles(tmp_path), to=tmp_path / "x.jsonl")
    (tmp_path / "x.reviews").write_text("mine\n")
    with pytest.raises(UsageError, match="holds no reviews"):
        RunFiles(tmp_path).reviews(str(tmp_path / "x.jsonl"))
