"""What rules settle is told from asking what was done or has to be done."""

from __future__ import annotations

import pytest

from localrag.evidence.leave import decides_by_rules


@pytest.mark.parametrize(
    "question",
    [
        "May we close case 7?",
        "Can I close it?",
        "Can the case be closed without a review?",
        "Are we allowed to close the case?",
        "Is it permitted to close it today?",
        "Is it ok to close the case?",
        "Was the report filed in time?",
        "Was the request too late?",
    ],
)
def test_leave_to_act_and_time_kept_are_settled_by_rules(question: str) -> None:
    assert decides_by_rules(question)


@pytest.mark.parametrize(
    "question",
    [
        "Has the penalty in case 7 been paid?",
        "Must case 7 be referred to the panel?",
        "Is a review required in case 7?",
        "Did the owner reply in case 7?",
        "Is case 7 open?",
    ],
)
def test_what_was_done_or_has_to_be_is_not_settled_by_them(question: str) -> None:
    assert not decides_by_rules(question)
