"""Questions that ask for a rule, and those that ask what happened."""

from __future__ import annotations

import pytest

from tests.plan.asking import ask


@pytest.mark.parametrize(
    "question",
    [
        "What was the limit before 2026?",
        "How long did a licence holder have to appeal?",
        "What is the deadline for an appeal?",
        "Must a driver keep a log?",
        "What was the limit for noise in May 2024?",
    ],
)
def test_a_limit_or_a_duty_of_nobody_by_name_is_a_rule(question: str) -> None:
    assert ask(question).asks_for_rule


@pytest.mark.parametrize(
    "question",
    [
        "What was the fee for the inspection at Harbour Street?",
        "May we close case 8842?",
        "Which cases missed the deadline?",
        "How many inspections were made in May?",
        "Was it paid before the deadline?",
        "When was the second inspection?",
    ],
)
def test_what_happened_somewhere_is_none(question: str) -> None:
    assert not ask(question).asks_for_rule
