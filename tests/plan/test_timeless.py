"""A question without the words that tell the day whose rules count."""

from __future__ import annotations

from datetime import date

import pytest

from tests.plan.asking import ask


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was the limit for noise before 2025?", "What was the limit for noise?"),
        ("As of July 7, 2017, what was the limit for noise?", "What was the limit for noise?"),
        ("What was the limit for noise in force on 3 May 2024?", "What was the limit for noise?"),
        ("What was last year's fee for a permit?", "What was the fee for a permit?"),
        ("In Q1 2024, what was the 2024 limit for noise?", "What was the limit for noise?"),
        (
            "What was the limit for noise between May 2024 and June 2025?",
            "What was the limit for noise?",
        ),
    ],
)
def test_the_words_of_the_day_are_left_out(question: str, expected: str) -> None:
    assert ask(question).parts[0].timeless == expected


@pytest.mark.parametrize(
    "question", ["What is the limit for noise?", "Who won the 1998 World Cup?", "May we file by 31 December?"]
)
def test_a_question_of_today_has_none(question: str) -> None:
    assert all(part.timeless is None for part in ask(question).parts)


def test_the_event_whose_time_is_asked_about_is_left_out() -> None:
    planned = ask("What was the limit for noise when the case was opened?", case_id="8842")
    assert [part.timeless for part in planned.parts] == ["What was the limit for noise?"]


def test_a_day_that_does_not_decide_stays() -> None:
    planned = ask("Which permits issued before 2020 must be renewed?", as_of=date(2026, 1, 1))
    assert all(part.timeless is None for part in planned.parts)


def test_both_texts_are_searched_for() -> None:
    planned = ask("What was the limit for noise before 2025?")
    assert [one.text for one in planned.subqueries][:2] == [
        "What was the limit for noise?",
        "What was the limit for noise before 2025?",
    ]


def test_of_a_quoted_sentence_with_a_gap_that_sentence_is_looked_for() -> None:
    planned = ask('As of July 7, 2017, fill in the blank: "An appeal takes ____ days to decide."')
    assert planned.parts[0].timeless == "An appeal takes days to decide."
