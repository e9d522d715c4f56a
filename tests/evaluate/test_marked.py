"""A mark as a case."""

from __future__ import annotations

from datetime import date

from localrag.evaluate.marked import case_of
from localrag.records.mark import Mark
from tests.fakes.scripted_backend import ASKED_AT, trace


def test_a_mark_asks_the_question_again_as_it_was_asked() -> None:
    asked = trace(as_of=date(2025, 1, 1), case_id="8842")
    mark = Mark(trace=asked, marked_at=ASKED_AT, wrong="No.", expected="abstain", must_contain=("x",))
    found = case_of(mark)
    assert found is not None
    assert (found.question, found.as_of, found.case_id) == (asked.raw_query, date(2025, 1, 1), "8842")
    assert (found.disposition, found.must_contain, found.note) == ("abstain", ("x",), "No.")


def test_a_question_that_was_taken_out_makes_no_case() -> None:
    assert case_of(Mark(trace=trace(raw_query=""), marked_at=ASKED_AT, wrong="No.")) is None
