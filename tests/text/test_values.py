"""Values of every kind, in normal form."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.text.values import values


def read(text: str) -> list[tuple[str, str]]:
    return [(value.kind, value.normal) for value in values(text)]


@pytest.mark.parametrize(
    ("text", "kind", "normal"),
    [
        ("fourteen (14) days", "duration", "P14D"),
        ("two weeks", "duration", "P14D"),
        ("14 calendar days", "duration", "P14D calendar"),
        ("14 consecutive days", "duration", "P14D calendar"),
        ("five (5) working days", "duration", "P5D working"),
        ("a 14-day period", "duration", "P14D"),
        ("14\ndays", "duration", "P14D"),
        ("12 months", "duration", "P1Y"),
        ("18 months", "duration", "P18M"),
        ("24 hours", "duration", "PT24H"),
        ("within a week", "duration", "P7D"),
        ("half an hour", "duration", "PT30M"),
        ("EUR 1,250.00", "money", "EUR 1250.00"),
        ("€10", "money", "EUR 10.00"),
        ("10 euros", "money", "EUR 10.00"),
        ("US$5 million", "money", "USD 5000000.00"),
        ("£5k", "money", "GBP 5000.00"),
        ("87 %", "percent", "87%"),
        ("50 per cent", "percent", "50%"),
        ("3 percentage points", "percent", "3pp"),
        ("7.5 tonnes", "quantity", "7500 kg"),
        ("1 250 kg", "quantity", "1250 kg"),
        ("10 m²", "quantity", "10 m²"),
        ("30 °C", "quantity", "30 °C"),
        ("the third inspection", "ordinal", "3rd"),
        ("17:00", "time", "T17:00"),
        ("5 p.m.", "time", "T17:00"),
        ("2 May 2026", "date", "2026-05-02"),
        ("May 2026", "date", "2026-05"),
        ("in 2026", "date", "2026"),
        ("2 May", "date", "--05-02"),
        ("four persons", "number", "4"),
    ],
)
def test_a_value_has_one_normal_form(text: str, kind: str, normal: str) -> None:
    assert read(text) == [(kind, normal)]


def test_calendar_working_and_unspecified_days_are_three_things() -> None:
    assert len({read(f"14 {kind}days")[0] for kind in ("", "calendar ", "working ")}) == 3


@pytest.mark.parametrize(
    ("text", "comparator"),
    [
        ("within 14 days", "within"),
        ("no later than 14 days", "at most"),
        ("at least three persons", "at least"),
        ("three persons or more", "at least"),
        ("fewer than four persons", "under"),
        ("not more than four persons", "at most"),
        ("vehicles over 7.5 tonnes", "over"),
        ("must not exceed EUR 250", "at most"),
        ("every 14 days", "every"),
        ("within the next 30 days", "within"),
        ("about 30 days", "about"),
        ("by 2 May 2026", "by"),
        ("the 30 days", None),
    ],
)
def test_a_value_carries_how_it_is_compared(text: str, comparator: str | None) -> None:
    assert [value.comparator for value in values(text)] == [comparator]


def test_the_ends_of_a_range_share_their_unit() -> None:
    assert read("between 10 and 20 working days") == [
        ("duration", "P10D working"),
        ("duration", "P20D working"),
    ]
    assert read("$5 to $10") == [("money", "USD 5.00"), ("money", "USD 10.00")]


def test_values_of_one_sentence_stand_in_order() -> None:
    text = "On 2 May 2026 the fee of EUR 250 fell due within 14 calendar days."
    assert [text[value.start : value.end] for value in values(text)] == [
        "2 May 2026",
        "EUR 250",
        "14 calendar days",
    ]


def test_pounds_of_something_are_no_money() -> None:
    assert all(kind != "money" for kind, _ in read("10 pounds of waste"))


@given(st.text(alphabet="0123456789 .,/-:%€$dayskgmotwen()½²\n", max_size=80))
def test_values_are_ordered_and_apart(text: str) -> None:
    found = values(text)
    assert all(0 <= value.start < value.end <= len(text) for value in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
