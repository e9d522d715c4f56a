"""``eval review`` and ``eval agreement``: what is asked, what is kept, and going on later."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from localrag.adapters.run_files import RunFiles
from localrag.records.review import Review
from tests.cli.conftest import Outcome, Run
from tests.evaluate.making import case, outcome, run_of
from tests.fakes.scripted_backend import ASKED_AT, ScriptedBackend


class Desk:
    """A kept run of two answers and somebody who types."""

    def __init__(self, state: Path, command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        self._state, self._command, self._monkeypatch = state, command, monkeypatch
        self.runs = RunFiles(state)
        made = run_of(outcome(case("a")), outcome(case("b")))
        assert len(list(self.runs.keep(made.head, made.outcomes))) == 2

    def review(self, typed: str, **scripted: Any) -> Outcome:
        self._monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        backend = ScriptedBackend(state=self._state, **scripted)
        return self._command("eval", "review", "last", backend=backend)

    def agreement(self, *options: str) -> Outcome:
        backend = ScriptedBackend(state=self._state)
        return self._command("eval", "agreement", "last", *options, backend=backend)

    @property
    def kept(self) -> list[tuple[str, list[bool | None]]]:
        return [(one.case_id, [*one.labels.values()]) for one in self.runs.reviews("last")]


@pytest.fixture
def desk(tmp_path: Path, command: Run, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(tmp_path / "state", command, monkeypatch)


def test_each_answer_is_judged_by_each_label(desk: Desk) -> None:
    outcome = desk.review("y\nn\n?\nY\n" + "y\n" * 4)
    assert desk.kept == [("a", [True, False, None, True]), ("b", [True] * 4)]
    assert "2 answers reviewed, 0 left" in outcome.err


def test_it_goes_on_where_it_stopped(desk: Desk) -> None:
    desk.review("y\ny\ny\ny\ny\n")
    assert [name for name, _ in desk.kept] == ["a"]
    desk.review("n\n" * 4)
    assert [name for name, _ in desk.kept] == ["a", "b"]
    assert "0 answers reviewed, 0 left" in desk.review("").err


def test_an_answer_may_be_skipped_and_a_slip_is_asked_again(desk: Desk) -> None:
    desk.review("y\ns\nmaybe\n" + "y\n" * 4)
    assert [name for name, _ in desk.kept] == ["b"]


def test_stopping_keeps_what_was_said_before(desk: Desk) -> None:
    assert "1 answer reviewed, 1 left" in desk.review("y\ny\ny\ny\nq\n").err


def test_an_answer_that_may_not_be_read_now_is_not_shown(desk: Desk) -> None:
    outcome = desk.review("y\n" * 8, unreadable=["chunk-E1"])
    assert desk.kept == []
    assert "lodged" not in outcome.err


def test_agreement_tells_counts_share_and_kappa(desk: Desk) -> None:
    desk.review("y\n" * 8)
    assert desk.agreement().out == "Fewer than two reviewers: there is nothing to compare.\n"
    for name, said in (("a", True), ("b", False)):
        labels: dict[Any, bool | None] = {"grounded": said}
        desk.runs.add_review(
            "last", Review(case_id=name, reviewer="judge:m", reviewed_at=ASKED_AT, labels=labels)
        )
    assert "grounded" in desk.agreement().out
    (found,) = json.loads(desk.agreement("--json").out)["agreements"]
    assert (found["first"], found["second"]) == ("judge:m", "person:officer")
    grounded = next(one for one in found["labels"] if one["label"] == "grounded")
    assert (grounded["cases"], grounded["agreement"], grounded["kappa"]) == (2, 0.5, 0)
