"""Days, working days and windows with their bounds."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.cases.windows import (
    Window,
    closest_run,
    days_between,
    first_day,
    is_within,
    is_working_day,
    last_day,
    run_within,
    working_days_between,
)
from localrag.records.evidence import CaseEvent, Span
from localrag.records.ids import EvidenceId

DAYS = st.dates(date(2000, 1, 1), date(2040, 12, 31))
HOLIDAYS = st.frozensets(st.dates(date(2020, 1, 1), date(2020, 3, 1)), max_size=6)


def event(day: date) -> CaseEvent:
    return CaseEvent(
        case_id="case-1", day=day, text="entry", evidence_id=EvidenceId("E1"), span=Span(start=0, end=5)
    )


def test_days_are_counted_from_the_day_after_the_earlier_date() -> None:
    assert days_between(date(2026, 5, 2), date(2026, 6, 19)) == 48


def test_one_day_is_no_days_apart() -> None:
    assert days_between(date(2026, 5, 2), date(2026, 5, 2)) == 0


@given(DAYS, DAYS)
def test_the_order_of_two_dates_does_not_matter(one: date, other: date) -> None:
    assert days_between(one, other) == days_between(other, one)
    assert working_days_between(one, other) == working_days_between(other, one)


def test_the_last_day_of_a_window_belongs_to_it() -> None:
    start = date(2026, 5, 2)
    assert is_within(start, start + timedelta(days=90), Window(90))
    assert not is_within(start, start + timedelta(days=91), Window(90))


def test_saturdays_sundays_and_holidays_are_no_working_days() -> None:
    friday, monday = date(2026, 5, 1), date(2026, 5, 4)
    assert working_days_between(friday, monday) == 1
    assert working_days_between(friday, monday, (monday,)) == 0


@given(st.dates(date(2020, 1, 1), date(2020, 3, 1)), st.integers(0, 40), HOLIDAYS)
def test_working_days_are_what_walking_day_by_day_counts(
    start: date, length: int, holidays: frozenset[date]
) -> None:
    end = start + timedelta(days=length)
    walked = sum(is_working_day(start + timedelta(days=step), holidays) for step in range(1, length + 1))
    assert working_days_between(start, end, holidays) == walked


@given(st.dates(date(2020, 1, 1), date(2020, 3, 1)), st.integers(1, 30), HOLIDAYS)
def test_a_window_of_working_days_ends_on_the_day_that_completes_it(
    start: date, length: int, holidays: frozenset[date]
) -> None:
    end = last_day(start, Window(length, "working_days"), holidays)
    assert is_working_day(end, holidays)
    assert working_days_between(start, end, holidays) == length


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2024, 1, 31), 1, date(2024, 2, 29)),
        (date(2026, 11, 15), 14, date(2028, 1, 15)),
    ],
)
def test_a_window_of_months_ends_on_the_same_number_or_the_shorter_month_s_end(
    start: date, months: int, end: date
) -> None:
    assert last_day(start, Window(months, "months")) == end


@given(DAYS, st.integers(0, 400), st.sampled_from(["calendar_days", "working_days"]))
def test_the_first_day_is_a_whole_window_before_the_end(end: date, length: int, unit: str) -> None:
    window = Window(length, "working_days" if unit == "working_days" else "calendar_days")
    count = working_days_between if unit == "working_days" else days_between
    assert count(first_day(end, window), end) == length


def test_a_window_past_the_end_of_the_calendar_stops_there() -> None:
    assert last_day(date(9999, 12, 30), Window(5)) == date.max
    assert last_day(date(9999, 12, 30), Window(5, "months")) == date.max
    assert last_day(date(9999, 12, 30), Window(5, "working_days")) == date.max


def walked_months(start: date, months: int) -> date:
    """The day so many months later, found by walking: the same number, or the shorter month's last day."""
    year, month = start.year, start.month
    for _ in range(months):
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    for number in range(start.day, 0, -1):
        try:
            return date(year, month, number)
        except ValueError:
            continue
    raise AssertionError


@given(DAYS, st.integers(1, 40), st.integers(-3, 3))
def test_within_months_is_what_walking_month_by_month_finds(start: date, months: int, off: int) -> None:
    end = walked_months(start, months)
    later = end + timedelta(days=off)
    assert last_day(start, Window(months, "months")) == end
    assert is_within(start, later, Window(months, "months")) == (later <= end)


WINDOWS = st.one_of(
    st.builds(Window, st.integers(1, 30), st.just("calendar_days")),
    st.builds(Window, st.integers(1, 20), st.just("working_days")),
    st.builds(Window, st.integers(1, 2), st.just("months")),
)


@given(
    st.lists(st.dates(date(2020, 1, 1), date(2020, 3, 1)), max_size=7), WINDOWS, st.integers(2, 4), HOLIDAYS
)
def test_a_run_is_the_latest_of_all_that_trying_every_combination_finds(
    days: list[date], window: Window, times: int, holidays: frozenset[date]
) -> None:
    fitting = [
        chosen
        for chosen in combinations(sorted(set(days)), times)
        if is_within(chosen[0], chosen[-1], window, holidays)
    ]
    found = [one.day for one in run_within([event(day) for day in days], window, times, holidays)]
    assert bool(found) == bool(fitting)
    if fitting:
        latest = max(chosen[-1] for chosen in fitting)
        assert (len(found), found[-1]) == (times, latest)
        assert tuple(found) in fitting


def test_the_closest_run_is_the_latest_of_those_equally_close() -> None:
    days = [date(2026, 1, 1), date(2026, 1, 11), date(2026, 1, 21)]
    assert [one.day for one in closest_run([event(day) for day in days])] == days[1:]


def test_two_entries_of_one_day_are_no_repetition() -> None:
    assert run_within([event(date(2026, 1, 1))] * 2, Window(30)) == ()
    assert closest_run([event(date(2026, 1, 1))] * 2) == ()
