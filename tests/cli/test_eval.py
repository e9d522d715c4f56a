"""``eval``: what is asked, told, kept and compared, and how it ends."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from localrag.errors import AccessError, IndexDamagedError
from localrag.evaluate.cases import read_cases
from localrag.records.answer import RagAnswer
from localrag.records.index import DocumentView
from tests.cli.conftest import Outcome, Run
from tests.fakes.scripted_backend import QUOTE, ScriptedBackend, answer
from tests.fakes.scripted_home import entry

ABSTAINED = answer(status="insufficient_evidence", answer_markdown="Not found.", citations=(), evidence=())
GOOD = {"id": "good", "question": "When?", "disposition": "answer", "must_contain": ["14 calendar days"]}
BAD = {"id": "bad", "question": "Where?", "disposition": "answer", "tags": ["place"]}


class Bench:
    """Case files, a state folder, and a backend that answers ``Where?`` as told."""

    def __init__(self, folder: Path, command: Run) -> None:
        self._folder, self._command = folder, command
        self.asked: list[dict[str, object]] = []
        self.opened: list[tuple[Path, str | None, Path | None]] = []
        self.trials: list[tuple[Path, Path | None, tuple[str, ...], dict[str, str]]] = []

    def write(self, *lines: dict[str, Any] | str) -> str:
        path = self._folder / "cases.jsonl"
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path.write_text("\n".join(texts), encoding="utf-8")
        return str(path)

    def __call__(
        self,
        *arguments: str,
        where: RagAnswer | BaseException = ABSTAINED,
        **scripted: Any,
    ) -> Outcome:
        backend = ScriptedBackend(answers={"Where?": where}, state=self._folder / "state", **scripted)
        outcome = self._command("eval", *arguments, backend=backend)
        self.asked, self.opened, self.trials = backend.asked, backend.opened, backend.trials
        return outcome


@pytest.fixture
def bench(tmp_path: Path, command: Run) -> Bench:
    return Bench(tmp_path, command)


def test_matrix_figures_and_what_is_wrong_are_told(bench: Bench) -> None:
    outcome = bench(bench.write(GOOD, BAD))
    assert outcome.code == 0
    assert "answer                  1      0         0        1" in outcome.out
    assert "Unnecessary abstentions: 1 of 2 that expect an answer." in outcome.out
    assert "- bad: Where?\n    disposition abstain, expected answer" in outcome.out


def test_json_is_one_document_with_every_case(bench: Bench) -> None:
    found = bench(bench.write(GOOD, BAD), "--json").document
    assert [one["id"] for one in found["report"]["scores"]] == ["good", "bad"]
    assert found["report"]["matrix"]["answer"]["abstain"] == 1
    assert found["comparison"] is None


def test_a_case_is_asked_as_it_says(bench: Bench) -> None:
    bench(
        bench.write({**GOOD, "as": "chief", "as_of": "2026-01-31", "case_id": "8842", "risk_level": "high"})
    )
    (asked,) = bench.asked
    assert (asked["as_user"], str(asked["as_of"]), asked["case_id"]) == ("chief", "2026-01-31", "8842")
    assert (asked["risk_level"], asked["conversation_id"]) == ("high", None)


def test_a_line_that_is_no_case_is_named_the_rest_is_asked_and_the_code_is_1(bench: Bench) -> None:
    outcome = bench(bench.write(GOOD, "oops"))
    assert outcome.code == 1
    assert "localrag: line 2 is no case" in outcome.err
    assert "1 case of cases.jsonl" in outcome.out


def test_a_file_without_a_case_is_a_usage_error(bench: Bench) -> None:
    outcome = bench(bench.write(""), "--json")
    assert (outcome.code, outcome.document["error"]["code"]) == (2, "usage")


def test_a_case_that_cannot_be_asked_is_told_and_the_others_are_asked(bench: Bench) -> None:
    outcome = bench(bench.write(BAD, GOOD), where=AccessError("You may not act as chief."))
    assert outcome.code == 1
    assert "1 case could not be asked" in outcome.out
    assert "could not be asked: You may not act as chief." in outcome.out


def test_a_damaged_index_ends_it(bench: Bench) -> None:
    damaged = IndexDamagedError(Path("corpus.db"), "is cut short")
    assert bench(bench.write(BAD, GOOD), where=damaged).code == 8


@pytest.mark.parametrize(
    ("threshold", "code"),
    [
        ("--fail-under=right=0.5", 0),
        ("--fail-under=right=0.51", 1),
        ("--fail-under=recall:answer=0.6", 1),
        ("--fail-over=unnecessary_abstentions=0", 1),
        ("--fail-over=unnecessary_abstentions=1", 0),
        ("--fail-under=right", 2),
        ("--fail-under=right=often", 2),
        ("--fail-under=rigth=1", 2),
        ("--fail-under=exact=1", 2),
    ],
)
def test_a_threshold_that_is_missed_is_exit_code_1(bench: Bench, threshold: str, code: int) -> None:
    assert bench(bench.write(GOOD, BAD), threshold).code == code


def test_a_mistyped_threshold_is_said_before_anything_is_asked(bench: Bench) -> None:
    outcome = bench(bench.write(GOOD), "--fail-under", "rigth=1")
    assert "macro_f1, unnecessary_abstentions, right" in outcome.err
    assert bench.asked == []


def test_a_run_is_kept_and_told_again(bench: Bench) -> None:
    first = bench(bench.write(GOOD, BAD))
    assert bench("show", "last").out == first.out
    assert "run-1" in bench("list").out
    assert [one["name"] for one in bench("list", "--json").document["runs"]] == ["run-1"]


def test_no_kept_run_says_so(bench: Bench) -> None:
    assert bench("list").out == "No run is kept.\n"
    assert bench("show", "last").code == 2


def test_compare_tells_what_changed(bench: Bench, tmp_path: Path) -> None:
    bench(bench.write(GOOD, BAD), "--save", str(tmp_path / "before.jsonl"))
    outcome = bench(bench.write(GOOD, BAD), "--compare", str(tmp_path / "before.jsonl"), where=answer())
    assert "Changed: 1 mended; 1 as before." in outcome.out
    assert "- mended: bad: Where? (insufficient_evidence -> answered)" in outcome.out
    found = bench("compare", str(tmp_path / "before.jsonl"), "last", "--json").document
    assert [(one["id"], one["kind"]) for one in found["changes"]] == [("bad", "mended")]


def test_a_report_as_a_page_is_readable_for_its_owner_alone(bench: Bench, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text("old")
    bench(bench.write(GOOD), "--html", str(page))
    assert QUOTE in page.read_text()
    if os.name != "nt":
        assert stat.S_IMODE(page.stat().st_mode) == 0o600


def test_a_kept_answer_is_left_out_where_its_sources_may_no_longer_be_read(bench: Bench) -> None:
    bench(bench.write(GOOD))
    kept = bench("show", "last", "--json", unreadable=("chunk-E1",)).document["report"]["scores"][0]
    assert kept["answer_text"] == ""
    assert bench("show", "last", "--json").document["report"]["scores"][0]["answer_text"] == QUOTE


@pytest.mark.parametrize(
    "arrange",
    [
        lambda cases: (cases, "--json"),
        lambda cases: ("--json", cases),
        lambda cases: ("--home", "x", "--json", "run", cases),
        lambda cases: ("--home=x", "--json", cases, "--no-round"),
    ],
)
def test_run_may_be_left_out_and_common_options_stand_anywhere(
    bench: Bench, arrange: Callable[[str], tuple[str, ...]]
) -> None:
    assert bench(*arrange(bench.write(GOOD))).document["report"]["cases"] == 1


def test_what_is_shown_is_safe(bench: Bench) -> None:
    outcome = bench(bench.write({**BAD, "id": "\x1b[2J", "tags": ["\u202e"]}))
    assert "\x1b" not in outcome.out
    assert "\u202e" not in outcome.out


def test_a_case_without_documents_is_asked_over_a_trial_copy_one_for_all_of_them(bench: Bench) -> None:
    left_out = {**GOOD, "without": ["POL-1"]}
    outcome = bench(bench.write(GOOD, {**left_out, "id": "a"}, {**left_out, "id": "b"}))
    assert outcome.code == 0
    assert [one[2] for one in bench.trials] == [("POL-1",)]
    assert [str(home) for home, _, _ in bench.opened[1:]] == [str(Path("/nowhere/trial"))]


def test_who_may_not_administer_cannot_ask_without_documents(bench: Bench) -> None:
    outcome = bench(bench.write(GOOD, {**GOOD, "id": "a", "without": ["POL-1"]}), may_administer=False)
    assert outcome.code == 1
    assert "could not be asked: You may not administer this home." in outcome.out


RULES = f"{QUOTE}\n\nAll of it is open to everybody."


def test_drafts_are_cases_that_can_be_evaluated(bench: Bench) -> None:
    view = DocumentView(document_id="d", source_id="agency", title="T", uri="a.md", text=RULES)
    outcome = bench("new", entries=[entry()], document=view)
    (case,) = read_cases(outcome.out.encode().splitlines()).cases
    assert case.question == "Within what time must an appeal be lodged after receiving the notice?"
    assert case.gold_documents == ("appeals-policy@2026",)
    assert "Read every one before you keep it." in outcome.err


def test_documents_of_which_nothing_can_be_asked_are_said(bench: Bench) -> None:
    assert bench("new", entries=[]).code == 2
