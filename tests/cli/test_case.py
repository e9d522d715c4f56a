"""``case``: what it prints."""

from __future__ import annotations

from localrag.cases.timeline import timeline
from localrag.records.case import CaseTimeline
from tests.cli.conftest import Run
from tests.evidence.making import passage
from tests.fakes.scripted_backend import ScriptedBackend

NASTY = "x\x1b]52;c;aGk=\x07\u202ey"
RECORD = passage(
    f"- 2026-02-01: Late arrival {NASTY}.\n- 2026-03-09: Driver heard.",
    title="Route 14",
    headings=("Events",),
    authority="case_record",
    case="case-514",
).model_copy(update={"page_start": 3, "page_end": 3})
FOUND = CaseTimeline(
    case_id="case-514", titles=("Route 14",), entries=timeline("case-514", [RECORD]), marking="internal"
)


def test_case_prints_each_day_with_its_entry_and_source(command: Run) -> None:
    lines = command("case", "514", backend=ScriptedBackend(timeline=FOUND)).out.splitlines()
    assert lines[:2] == ["case-514", "  Route 14"]
    assert lines[3].startswith("2026-02-01  Late arrival")
    assert lines[4].strip() == "Route 14; Events; p. 3"
    assert "2026-03-09  Driver heard." in lines
    assert lines[-1] == "Marking: internal."


def test_case_prints_no_control_characters_of_a_record(command: Run) -> None:
    assert not {"\x1b", "\x07", "\u202e"} & set(
        command("case", "514", backend=ScriptedBackend(timeline=FOUND)).out
    )


def test_case_json_is_the_record(command: Run) -> None:
    outcome = command("case", "514", "--json", backend=ScriptedBackend(timeline=FOUND))
    assert outcome.document["case_id"] == "case-514"
    assert [entry["day"] for entry in outcome.document["entries"]] == ["2026-02-01", "2026-03-09"]


def test_a_case_that_is_not_there_ends_with_2(command: Run) -> None:
    outcome = command("case", "515", "--json")
    assert (outcome.code, outcome.document["error"]["code"]) == (2, "not_found")
