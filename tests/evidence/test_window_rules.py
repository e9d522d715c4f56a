"""Windows of time in the sentences of rules."""

from __future__ import annotations

import pytest

from localrag.cases.windows import Window
from localrag.evidence.window_rules import window_rules


@pytest.mark.parametrize(
    ("text", "window", "relation"),
    [
        ("A review is held if two leaks occur within 90 calendar days.", Window(90), "within"),
        ("An objection is filed within ten working days.", Window(10, "working_days"), "within"),
        ("It is filed no later than two weeks after the letter.", Window(14), "within"),
        ("It is filed at least 30 days before the show opens.", Window(30), "at_least"),
        ("A permit lapses more than three months after its last use.", Window(3, "months"), "more_than"),
        ("A permit lapses within two years of its issue.", Window(24, "months"), "within"),
    ],
)
def test_length_unit_and_comparison_are_read(text: str, window: Window, relation: str) -> None:
    (rule,) = window_rules(text)
    assert (rule.window, rule.relation) == (window, relation)


def test_a_repeat_has_one_kind_of_event_and_no_anchor() -> None:
    (rule,) = window_rules("A review is held when repeat leakage occurs within 90 days.")
    assert (rule.is_repeat, rule.anchor) == (True, frozenset())


def test_a_duty_in_time_has_an_anchor_and_is_no_condition() -> None:
    (rule,) = window_rules("An appeal must be filed within 14 days after receiving the letter.")
    assert rule.anchor != frozenset()
    assert (rule.is_repeat, rule.is_condition, rule.is_before) == (False, False, False)


def test_an_anchor_may_be_the_later_event() -> None:
    (rule,) = window_rules("An application must be filed at least 30 days before the permit expires.")
    assert rule.is_before


def test_what_does_not_happen_may_be_the_condition() -> None:
    (rule,) = window_rules("The permit lapses if the fee is not paid within 30 days after the invoice.")
    assert (rule.is_condition, rule.is_denied) == (True, True)


@pytest.mark.parametrize(
    "text",
    ["The desk is open from 9 to 12.", "A stop order ends after 72 hours.", "The course lasts 3 weeks.", ""],
)
def test_hours_and_bare_lengths_are_no_window(text: str) -> None:
    assert window_rules(text) == []


def test_a_limit_that_may_only_be_shortened_is_a_duty_and_no_condition() -> None:
    (rule,) = window_rules(
        "A report must be filed within five days after the visit, or earlier if the board asks."
    )
    assert (rule.is_condition, rule.opener) == (False, None)
    assert rule.anchor == frozenset({"visit"})


def test_a_duty_in_time_under_a_condition_behind_it_sets_no_window_to_count() -> None:
    assert window_rules("A report must be filed within five days if somebody was hurt.") == []
