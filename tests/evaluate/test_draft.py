"""Sentences as questions for their value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.evaluate.draft import draft, drafts


@pytest.mark.parametrize(
    ("sentence", "question", "value"),
    [
        (
            "An appeal must be filed within 14 calendar days after receiving the notice.",
            "Within what time must an appeal be filed after receiving the notice?",
            "14 calendar days",
        ),
        ("The basic amount of it is EUR 300.", "How much is the basic amount of it?", "EUR 300"),
        (
            "Records of a visit have to be kept for at least 5 years.",
            "For how long at least do Records of a visit have to be kept?",
            "5 years",
        ),
        (
            "The gate has to be locked by 18:00 on working days.",
            "By what time does the gate have to be locked on working days?",
            "18:00",
        ),
        (
            "The meter is calibrated every six months by the store.",
            "How often is the meter calibrated by the store?",
            "six months",
        ),
    ],
)
def test_a_rule_with_one_value_is_a_question(sentence: str, question: str, value: str) -> None:
    found = draft(sentence)
    assert found is not None
    assert (found.question, found.value, found.quote) == (question, value, sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It must be filed within 14 calendar days after receiving the notice.",
        "An appeal must be filed within 14 or at most 21 calendar days after the notice.",
        "An appeal must not be filed within 14 calendar days after the notice.",
        "An order is given in writing, and ends after 72 hours unless it is confirmed.",
        "A visit is paid for by the holder if it becomes necessary for a second time.",
        "An appeal must be filed at once after receiving the notice.",
        "Within 14 days.",
        "an appeal must be filed within 14 calendar days after the notice.",
    ],
)
def test_what_would_make_a_poor_question_makes_none(sentence: str) -> None:
    assert draft(sentence) is None


def test_a_first_word_is_written_small_where_the_document_does_so() -> None:
    text = "Claims must be submitted within 40 days after the journey.\n\nLate claims are refused."
    assert [one.question for one in drafts(text)] == [
        "Within what time must claims be submitted after the journey?"
    ]


def test_headings_and_rows_of_tables_make_none() -> None:
    rule = "An appeal must be filed within 14 days after the notice"
    assert list(drafts(f"# {rule}\n\n| a | b |\n| - | - |\n| {rule} | x |\n")) == []


@given(st.text(max_size=200))
def test_any_text_is_taken(text: str) -> None:
    for one in drafts(text):
        assert one.value in one.quote
