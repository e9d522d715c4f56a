"""Sentences that answers compose."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.text.composed import (
    NEUTRAL_VERDICT,
    but_not_stated,
    not_stated,
    verdict_line,
    version_stands,
)

FORBIDS = "A case that meets a criterion must not be closed before the formal review has ended."
ALLOWS = "A case may be closed by the supervisor."


def test_a_prohibition_carries_a_no() -> None:
    assert verdict_line("no", FORBIDS, "May we close it?").startswith("No, not on the evidence found")


def test_a_permission_carries_a_yes_and_no_unconditional_no() -> None:
    assert verdict_line("yes", ALLOWS, "May we close it?").startswith("Yes, on the evidence found")
    assert verdict_line("no", ALLOWS, "May we close it?") == NEUTRAL_VERDICT


def test_a_prohibition_carries_a_yes_only_where_the_question_asks_for_it() -> None:
    assert verdict_line("yes", FORBIDS, "May we close it?") == NEUTRAL_VERDICT
    assert verdict_line("yes", FORBIDS, "Is it forbidden to close it?").endswith("a rule forbids it.")


def test_advice_carries_no_more_than_advice() -> None:
    assert "as a rule" in verdict_line("no", "Officers should not close a case alone.", "May we?")


def test_a_rule_for_other_classes_carries_no_verdict() -> None:
    rule = "Contractors may inspect Class B and Class C sites alone."
    assert verdict_line("yes", rule, "May a contractor inspect a Class A site alone?") == NEUTRAL_VERDICT
    assert verdict_line("yes", rule, "May a contractor inspect a Class C site alone?") != NEUTRAL_VERDICT
    assert verdict_line("yes", "Classes A, B or C may wait.", "May class B wait?") != NEUTRAL_VERDICT
    assert verdict_line("yes", "Grades 1 to 3 may wait.", "May grade 2 wait?") != NEUTRAL_VERDICT


def test_what_nothing_settles_is_neutral() -> None:
    assert verdict_line(None, FORBIDS, "") == NEUTRAL_VERDICT == verdict_line("depends", FORBIDS, "")


def test_what_is_missing_is_said_after_what_was_found() -> None:
    assert (
        but_not_stated("Appeals may be submitted after a notice.", "the deadline for filing an appeal")
        == "Appeals may be submitted after a notice, but the deadline for filing an appeal is not stated."
    )


def test_several_missing_things_are_listed() -> None:
    assert (
        not_stated(["the fee", "the deadline"]) == "The documents found do not state the fee or the deadline."
    )


@pytest.mark.parametrize(
    ("first", "last", "holds", "said"),
    [
        (date(2021, 7, 1), None, True, "is in force on 30 November 2026, since 1 July 2021."),
        (
            date(2021, 7, 1),
            date(2024, 12, 31),
            False,
            "is not in force on 30 November 2026; it was in force from 1 July 2021 to 31 December 2024.",
        ),
        (date(2027, 1, 1), None, False, "is not in force on 30 November 2026; it is from 1 January 2027."),
        (None, None, True, "is in force on 30 November 2026; it states no first or last day."),
    ],
)
def test_whether_a_version_stands_is_told_with_its_days(
    first: date | None, last: date | None, holds: bool, said: str
) -> None:
    told = version_stands("Manual", "2", first, last, date(2026, 11, 30), holds=holds)
    assert told == f"Manual, version 2, {said}"


def test_an_archived_version_without_a_last_day_is_called_so_and_a_question_for_it_is_answered() -> None:
    day = date(2026, 11, 30)
    told = version_stands("Notice", None, None, None, day, holds=False, status="archived", answers=True)
    assert told == "No: Notice is not in force on 30 November 2026; it is archived."
    assert version_stands("Notice", None, None, None, day, holds=True, answers=True).startswith(
        "Yes: Notice is"
    )
