"""Comparisons: their sides, each with what it shares with the other, and whether they are times."""

from __future__ import annotations

import pytest

from tests.plan.asking import ask

SIDES = {
    "What is the difference between a warning and an enforcement notice?": ("warning", "enforcement notice"),
    "Compare the appeal deadline for permit holders and for contractors.": (
        "appeal deadline for permit holders",
        "appeal deadline for contractors",
    ),
    "Compare the appeal deadlines for permit holders and contractors.": (
        "appeal deadlines for permit holders",
        "appeal deadlines for contractors",
    ),
    "What changed between the 2023 and 2026 manuals?": ("2023 manuals", "2026 manuals"),
    "How does the closure procedure differ from the escalation procedure?": (
        "closure procedure",
        "escalation procedure",
    ),
    "Is the fee for contractors higher than for permit holders?": (
        "fee for contractors",
        "fee for permit holders",
    ),
    "Which is longer, the appeal period or the payment period?": ("appeal period", "payment period"),
    "temporary vs permanent permits": ("temporary permits", "permanent permits"),
    "Is the appeal period longer for companies than for individuals?": ("for companies", "for individuals"),
    "Is the fine for littering higher than the one for dumping?": ("fine for littering", "fine for dumping"),
    "Do we treat odour complaints the same way as noise complaints?": (
        "odour complaints",
        "noise complaints",
    ),
    "the deposit for a kayak vs. a canoe": ("deposit for a kayak", "deposit for canoe"),
    "Are the rules stricter for night work than for day work?": ("for night work", "for day work"),
    "difference of stop order and holding notice": ("stop order", "holding notice"),
    "Is the deadline the same for permit holders and contractors?": ("permit holders", "contractors"),
    "How do formal and informal reviews differ?": ("formal reviews", "informal reviews"),
    "What distinguishes a formal review from an inspection?": ("formal review", "inspection"),
    "Are contractors treated differently from employees?": ("contractors treated", "employees"),
    "contractors versus permit holders: who pays more?": ("contractors", "permit holders"),
    "Do contractors and employees have the same deadline?": ("contractors", "employees"),
    "Is escalation quicker than formal review?": ("escalation", "formal review"),
    "Contrast the duties of inspectors and supervisors.": (
        "duties of inspectors",
        "duties of supervisors",
    ),
    "Did the limit change between 2023 and 2026?": ("2023", "2026"),
    "Compare cases 8842 and 9001.": ("cases 8842", "9001"),
}


@pytest.mark.parametrize(("question", "sides"), SIDES.items())
def test_a_comparison_has_one_search_a_side(question: str, sides: tuple[str, ...]) -> None:
    planned = ask(question)
    assert planned.query_type == "comparison"
    assert planned.retrieval_mode == "multi_source"
    assert tuple(one.side for one in planned.subqueries) == sides
    assert {one.role for one in planned.subqueries} == {"side"}


@pytest.mark.parametrize(
    "question",
    [
        "Can I take more than 5 days?",
        "Is the limit longer than ninety days?",
        "What other than a fine may be imposed?",
        "Must the report be filed no later than Friday?",
        "Would you rather close than escalate case 8842?",
        "May we choose between a warning and a fine?",
    ],
)
def test_not_everything_with_than_or_between_sets_two_things_side_by_side(question: str) -> None:
    assert ask(question).query_type != "comparison"


def test_what_is_said_of_both_sides_is_searched_with_each() -> None:
    planned = ask("Compare the FAQ with the manual on appeals.")
    assert [one.text for one in planned.subqueries] == ["appeals FAQ", "appeals manual"]


@pytest.mark.parametrize(
    "question",
    [
        "What changed between the 2023 and 2026 manuals?",
        "How has the escalation limit changed?",
        "What is the difference between the old and the new limit?",
        "What's new in the closure procedure?",
        "How does the 2026 edition compare to the 2023 edition?",
    ],
)
def test_two_times_of_one_thing_want_history_and_no_single_day(question: str) -> None:
    planned = ask(question)
    assert planned.wants_history
    assert planned.temporal.effective_policy_date is None


def test_two_things_of_today_are_compared_by_the_rules_of_today() -> None:
    planned = ask("What is the difference between a warning and a fine?")
    assert not planned.wants_history
    assert planned.temporal.basis == "asked on"


def test_a_case_on_a_side_holds_that_search_to_it() -> None:
    planned = ask("Compare cases 8842 and 9001.")
    assert [one.case_id for one in planned.subqueries] == ["case-8842", "case-9001"]


def test_what_sides_differ_on_is_looked_for_on_each() -> None:
    planned = ask("How do the 2023 and 2026 manuals differ on escalation?")
    assert all("escalation" in one.text for one in planned.subqueries if one.role == "side")


def test_an_appeal_against_something_sets_nothing_side_by_side() -> None:
    assert ask("How can we appeal against a stop order?").query_type == "procedural"


def test_words_of_a_quoted_title_compare_nothing() -> None:
    assert ask('Which version of "Statement Against Floods" applied on 2 May 2021?').editions is None
