"""Questions that a record answers, those on a duty, and those that rules decide."""

from __future__ import annotations

import pytest

from localrag.text.on_record import asks_of_duty, asks_of_record


@pytest.mark.parametrize(
    "question",
    [
        "Has the fee been paid?",
        "Was a second inspection held?",
        "Did the owner reply?",
        "Is the survey on file?",
        "Is the case still open?",
        "Has the limit switch been replaced?",
    ],
)
def test_what_was_done_or_is_on_file_is_asked_of_the_record(question: str) -> None:
    assert asks_of_record(question)


@pytest.mark.parametrize(
    "question",
    [
        "May we close the case?",
        "Was the fee paid in time?",
        "Has the deadline passed?",
        "Did it happen again within 90 days?",
        "Was the entry lawful?",
        "Do we have to refer it?",
        "Is a permit valid at night?",
        "Is a case closed when the fee is paid?",
    ],
)
def test_what_a_rule_decides_is_not_asked_of_the_record(question: str) -> None:
    assert not asks_of_record(question)


@pytest.mark.parametrize(
    "question",
    ["Must it be referred?", "Do we have to refer it?", "Is a review required?", "Does it need a permit?"],
)
def test_what_has_to_be_done_is_a_duty(question: str) -> None:
    assert asks_of_duty(question)


@pytest.mark.parametrize("question", ["May we refer it?", "Has it been referred?", "Is it open?"])
def test_leave_and_facts_are_no_duty(question: str) -> None:
    assert not asks_of_duty(question)
