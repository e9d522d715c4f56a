"""Dates in texts: what is found, what days it stands for, how it was read."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.text.dates import DateMention, find_dates

TODAY = date(2026, 11, 30)


def only(text: str, locale: str = "en_GB", first_month: int = 4, today: date | None = TODAY) -> DateMention:
    (mention,) = find_dates(text, today=today, locale=locale, financial_year_first_month=first_month)
    return mention


def days(text: str, **settings: object) -> str:
    mention = only(text, **settings)  # type: ignore[arg-type]
    if mention.first == mention.last:
        return str(mention.first)
    return f"{mention.first}..{mention.last}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024-03-12", "2024-03-12"),
        ("on 2024/03/12", "2024-03-12"),
        ("12 March 2024", "2024-03-12"),
        ("the 12th of March, 2024", "2024-03-12"),
        ("12-Mar-2024", "2024-03-12"),
        ("March 12, 2024", "2024-03-12"),
        ("as of July 7, 2017", "2017-07-07"),
        ("Mar. 12th 2024", "2024-03-12"),
        ("12 March 24", "2024-03-12"),
        ("12 Mar '24", "2024-03-12"),
        ("March 12, 24", "2024-03-12"),
        ("March 12, ’24", "2024-03-12"),
        ("March '24", "2024-03-01..2024-03-31"),
        ("winter 2024/25", "2024-12-01..2025-02-28"),
        ("summer 2025", "2025-06-01..2025-08-31"),
        ("the winter of 2024", "2024-12-01..2025-02-28"),
        ("the 1990s", "1990-01-01..1999-12-31"),
        ("12.03.2024", "2024-03-12"),
        ("1. 2. 2024", "2024-02-01"),
        ("13/02/2024", "2024-02-13"),
        ("12/3/24", "2024-03-12"),
        ("31/12/99", "1999-12-31"),
        ("March 2024", "2024-03-01..2024-03-31"),
        ("2024-03", "2024-03-01..2024-03-31"),
        ("03/2024", "2024-03-01..2024-03-31"),
        ("Feb 2024", "2024-02-01..2024-02-29"),
        ("Q1 2024", "2024-01-01..2024-03-31"),
        ("2024-Q4", "2024-10-01..2024-12-31"),
        ("the second quarter of 2024", "2024-04-01..2024-06-30"),
        ("H2 2024", "2024-07-01..2024-12-31"),
        ("in 2023", "2023-01-01..2023-12-31"),
        ("1-5 March 2024", "2024-03-01..2024-03-05"),
        ("12 March to 15 April 2024", "2024-03-12..2024-04-15"),
        ("March to June 2024", "2024-03-01..2024-06-30"),
        ("2023–2025", "2023-01-01..2025-12-31"),
        ("at the end of 2025", "2025-12-31"),
        ("the beginning of March 2024", "2024-03-01"),
        ("late March 2024", "2024-03-21..2024-03-31"),
    ],
)
def test_an_absolute_date_is_read_with_or_without_a_today(text: str, expected: str) -> None:
    assert days(text) == expected
    assert days(text, today=None) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yesterday", "2026-11-29"),
        ("the day before yesterday", "2026-11-28"),
        ("two weeks ago", "2026-11-16"),
        ("a fortnight ago", "2026-11-16"),
        ("a couple of months ago", "2026-09-30"),
        ("3 months from now", "2027-02-28"),
        ("last June", "2026-06-01..2026-06-30"),
        ("last December", "2025-12-01..2025-12-31"),
        ("last November", "2025-11-01..2025-11-30"),
        ("next March", "2027-03-01..2027-03-31"),
        ("in May", "2026-05-01..2026-05-31"),
        ("last year", "2025-01-01..2025-12-31"),
        ("earlier this year", "2026-01-01..2026-11-30"),
        ("last summer", "2026-06-01..2026-08-31"),
        ("last winter", "2025-12-01..2026-02-28"),
        ("this spring", "2026-03-01..2026-05-31"),
        ("last week", "2026-11-23..2026-11-29"),
        ("this quarter", "2026-10-01..2026-12-31"),
        ("next month", "2026-12-01..2026-12-31"),
        ("this financial year", "2026-04-01..2027-03-31"),
        ("in the last 30 days", "2026-10-31..2026-11-30"),
        ("last Monday", "2026-11-23"),
        ("next Friday", "2026-12-04"),
        ("on 12 March", "2026-03-12"),
        ("on December 24", "2025-12-24"),
        ("by 12 March", "2027-03-12"),
        ("29 February", "2024-02-29"),
        ("by the end of the year", "2026-12-31"),
        ("at the end of last month", "2026-10-31"),
    ],
)
def test_a_relative_date_counts_from_today(text: str, expected: str) -> None:
    assert days(text) == expected
    assert only(text).is_relative
    assert find_dates(text, today=None) == []


@pytest.mark.parametrize(
    ("text", "first_month", "expected"),
    [
        ("FY2024", 4, "2024-04-01..2025-03-31"),
        ("FY2024", 10, "2023-10-01..2024-09-30"),
        ("FY24", 7, "2023-07-01..2024-06-30"),
        ("FY 2024/25", 4, "2024-04-01..2025-03-31"),
        ("fiscal year 2024-2025", 7, "2024-07-01..2025-06-30"),
        ("2024/25", 4, "2024-04-01..2025-03-31"),
        ("Q1 FY2024", 4, "2024-04-01..2024-06-30"),
        ("FY2024", 1, "2024-01-01..2024-12-31"),
    ],
)
def test_a_financial_year_starts_where_the_settings_say(text: str, first_month: int, expected: str) -> None:
    assert days(text, first_month=first_month) == expected


@pytest.mark.parametrize(
    ("locale", "expected", "other"),
    [
        ("en_GB", date(2024, 3, 2), date(2024, 2, 3)),
        ("de_DE.UTF-8", date(2024, 3, 2), date(2024, 2, 3)),
        ("en_US", date(2024, 2, 3), date(2024, 3, 2)),
        ("en-US", date(2024, 2, 3), date(2024, 3, 2)),
        ("C", date(2024, 3, 2), date(2024, 2, 3)),
    ],
)
def test_the_locale_decides_the_order_of_day_and_month(locale: str, expected: date, other: date) -> None:
    mention = only("02/03/2024", locale=locale)
    assert (mention.first, mention.other) == (expected, other)
    assert mention.reading.endswith("first)")


def test_the_day_of_a_date_that_follows_is_no_year() -> None:
    assert [one.text for one in find_dates("12 March 14 April 2024", today=TODAY)] == [
        "12 March",
        "14 April 2024",
    ]


def test_the_locale_decides_when_summer_is() -> None:
    (found,) = find_dates("in summer 2025", today=None, locale="en_AU")
    assert (found.first, found.last) == (date(2025, 12, 1), date(2026, 2, 28))
    assert found.reading == "1 December 2025 to 28 February 2026 (southern)"


def test_where_only_one_order_is_a_date_that_one_is_read() -> None:
    mention = only("02/13/2024")
    assert (mention.first, mention.other) == (date(2024, 2, 13), None)
    assert mention.reading == "13 February 2024 (month first)"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("31 February 2024", "31 February 2024 does not exist"),
        ("2024-02-30", "30 February 2024 does not exist"),
        ("29/02/2023", "29 February 2023 does not exist"),
        ("June 31, 2024", "31 June 2024 does not exist"),
        ("31 April", "31 April 2026 does not exist"),
        ("Q7 2024", "Q7 2024 does not exist"),
        ("9999 years ago", "9999 years ago is out of range"),
    ],
)
def test_what_looks_like_a_date_and_is_none_has_a_problem(text: str, problem: str) -> None:
    mention = only(text)
    assert (mention.first, mention.last) == (None, None)
    assert (mention.problem or "").lower() == problem.lower()


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("before 2026", "before"),
        ("prior to the year 2026", "before"),
        ("pre-2024 rules", "before"),
        ("since March 2024", "since"),
        ("after 12 March 2024", "after"),
        ("until the end of 2025", "until"),
        ("no later than 1 June 2025", "by"),
        ("as of 1 June 2025", "on"),
        ("in 2024", "on"),
        ("the 2024 limit", None),
    ],
)
def test_the_words_before_a_date_say_how_it_is_meant(text: str, relation: str | None) -> None:
    assert only(text).relation == relation


@pytest.mark.parametrize(
    "text", ["between 2023 and 2025", "from March 2024 to 2025", "between the 2023 and 2025 rules"]
)
def test_two_ends_of_a_stretch_are_told_apart(text: str) -> None:
    first, last = find_dates(text, today=TODAY)
    assert first.relation in ("between", "since")
    assert last.relation == "to"


@pytest.mark.parametrize(
    "text",
    [
        "May we close it?",
        "We march on.",
        "2024 EUR",
        "€2024",
        "2024 kg",
        "the 1995s",
        "fall from a ladder",
        "in summer the pool opens",
        "POL-2024-03",
        "Regulation 2016/679",
        "section 4.2.24",
        "38.101",
        "at 20:24",
        "the last day",
        "version 2024.5",
        "8842",
        "half of the year",
        "HB2024",
    ],
)
def test_what_is_no_date_is_left_alone(text: str) -> None:
    assert find_dates(text, today=TODAY) == []


def test_a_span_covers_the_words_that_narrow_the_date_and_lead_those_before() -> None:
    text = "It held until the end of March 2024, they say."
    mention = only(text)
    assert text[mention.start : mention.end] == mention.text == "end of March 2024"
    assert text[mention.lead : mention.start] == "until the "


@given(st.text(max_size=200))
def test_any_text_gives_mentions_in_order_that_stand_where_they_say(text: str) -> None:
    mentions = find_dates(text, today=TODAY)
    assert [text[one.start : one.end] for one in mentions] == [one.text for one in mentions]
    assert all(one.end <= other.start for one, other in pairwise(mentions))
    assert all((one.problem is None) == (one.first is not None and one.first <= one.last) for one in mentions)  # type: ignore[operator]


@given(
    st.lists(
        st.sampled_from(
            re.split(
                " ", "in by end of the March may 12 31 2024 24 Q1 FY / - . , last two weeks ago next year"
            )
        ),
        max_size=12,
    )
)
def test_words_of_dates_in_any_order_never_fail(words: list[str]) -> None:
    for today in (TODAY, date.min, date.max):
        for text in (" ".join(words), "".join(words)):
            assert all(text[one.start : one.end] == one.text for one in find_dates(text, today=today))


@given(st.dates(min_value=date(1000, 1, 1), max_value=date(2999, 12, 31)))
def test_a_day_is_read_back_from_every_common_way_of_writing_it(day: date) -> None:
    month = f"{day:%B}"
    for written in (
        day.isoformat(),
        f"{day.day} {month} {day.year}",
        f"{month} {day.day}, {day.year}",
        f"{day.day:02}.{day.month:02}.{day.year}",
        f"{day.day:02}/{day.month:02}/{day.year}",
        f"{day.day}-{month[:3]}-{day.year}",
    ):
        assert only(written).first == day
