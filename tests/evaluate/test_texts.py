"""What an answer says against what it should say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.evaluate.texts import holds, matches, said, shown, token_f1, values
from tests.fakes.scripted_backend import QUOTE, answer


def test_marks_and_escapes_are_not_said() -> None:
    given_answer = answer(answer_markdown="Within 14 days \\[see E1\\]. [E1] [E2]")
    assert said(given_answer) == "Within 14 days [see E1]."


def test_shown_is_what_is_missing_too() -> None:
    given_answer = answer(
        answer_markdown="", citations=(), missing_information=("A deadline.",), notices=("Old.",)
    )
    assert shown(given_answer) == " A deadline.  Old."


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Within 14\ncalendar  days", "14 calendar days"),
        ("An Answer", "an answer"),
        ("the ﬁnal evalu-\nation", "final evaluation"),
        ("re\u2011open", "re-open"),
    ],
)
def test_white_space_case_and_typography_do_not_count(text: str, wanted: str) -> None:
    assert holds(text, wanted)


def test_a_number_is_not_evened_out() -> None:
    assert not holds("10² days", "102 days")


def test_the_value_of_a_quote_is_an_answer() -> None:
    assert values(answer()) == ["14 calendar days"]
    assert matches(values(answer())[0], ["The 14 calendar days."])
    assert not matches(QUOTE, ["14 calendar days"])


def test_token_f1_of_a_worked_example() -> None:
    """Two common words of two and four: 2 * 2 / 6."""
    assert token_f1("14 days", ["within 14 calendar days"]) == pytest.approx(4 / 6)


def test_the_answer_that_fits_best_counts() -> None:
    assert token_f1("14 days", ["a month", "14 days"]) == 1
    assert token_f1("14 days", []) == 0


@given(st.text(), st.text())
def test_token_f1_is_symmetric_in_range_and_1_of_itself(one: str, other: str) -> None:
    assert token_f1(one, [other]) == token_f1(other, [one])
    assert 0 <= token_f1(one, [other]) <= 1
    assert token_f1(one, [one]) == 1
