"""Numbers in digits and words."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.text.numbers import decimal_text, numbers
from localrag.text.span import Span


def read(text: str) -> list[str]:
    return [number.normal for number in numbers(text)]


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("1,250.00", "1250"), ("1.250,50", "1250.5"), ("1 250", "1250"), ("1\u202f250 kg", "1250"),
        ("1,000,000.5", "1000000.5"), ("12,5 %", "12.5"), ("7.5", "7.5"), ("fourteen", "14"),
        ("twenty-one", "21"), ("one hundred and fifty", "150"), ("two thousand and one", "2001"),
        ("a hundred", "100"), ("two dozen", "24"), ("1.2 million", "1200000"), ("2½", "2.5"), ("1/3", "1/3"),
        ("-5 °C", "-5"), ("10²", "10^2"), ("10^-6", "10^-6"), ("third", "3"), ("21st", "21"), ("٣", "3"),
    ],
)  # fmt: skip
def test_a_number_has_one_normal_form(text: str, normal: str) -> None:
    assert read(text) == [normal]


def test_a_raised_digit_is_no_digit() -> None:
    assert read("10²") != read("102")


@pytest.mark.parametrize(
    "text", ["POL-358", "1.2.3", "COVID-19", "case-8842", "A4", "no one", "one of them", "One."]
)
def test_identifiers_and_pronouns_are_no_numbers(text: str) -> None:
    assert read(text) == []


def test_and_between_two_small_numbers_does_not_add_them() -> None:
    assert read("between two and three") == ["2", "3"]


def test_one_counts_where_it_counts_something() -> None:
    assert read("one inspection") == ["1"]


def test_numbers_inside_taken_spans_are_left_out() -> None:
    assert [number.normal for number in numbers("2 May 2026, 14 days", [Span(0, 10)])] == ["14"]


@given(st.integers(0, 10**12), st.sampled_from([",", " ", "'", "\u00a0"]))
def test_grouped_digits_read_as_the_number(amount: int, group: str) -> None:
    assert [number.amount for number in numbers(f"{amount:,}".replace(",", group))] == [amount]


@given(st.decimals(0, 10**9, places=3))
def test_decimal_text_is_the_amount(amount: object) -> None:
    assert Fraction(decimal_text(Fraction(str(amount)))) == Fraction(str(amount))
