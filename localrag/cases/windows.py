"""Dates of events and the length of a window -> days between them, and whether they lie within it."""

from __future__ import annotations

import calendar
from collections.abc import Collection, Iterable
from datetime import date, timedelta
from typing import Literal, NamedTuple

from localrag.records.evidence import CaseEvent

WindowUnit = Literal["calendar_days", "working_days", "months"]
"""Weeks are calendar days, years are months."""


class Window(NamedTuple):
    """How long a rule's period is, and in what it is counted."""

    length: int
    unit: WindowUnit = "calendar_days"

    def __str__(self) -> str:
        noun = self.unit.replace("_", " ")
        return f"{self.length} {noun.removesuffix('s') if self.length == 1 else noun}"


def days_between(one: date, other: date) -> int:
    """Calendar days from the day after the earlier date to the later one inclusive; 0 for one day."""
    return abs((other - one).days)


def is_working_day(day: date, holidays: Collection[date] = ()) -> bool:
    """Whether a day is Monday to Friday and no holiday."""
    return day.weekday() < 5 and day not in holidays


def working_days_between(one: date, other: date, holidays: Collection[date] = ()) -> int:
    """Working days from the day after the earlier date to the later one inclusive; 0 for one day."""
    first, last = sorted((one, other))
    whole_weeks, rest = divmod((last - first).days, 7)
    count = whole_weeks * 5
    count += sum((first + timedelta(days=step)).weekday() < 5 for step in range(1, rest + 1))
    return count - sum(first < day <= last and day.weekday() < 5 for day in set(holidays))


def last_day(start: date, window: Window, holidays: Collection[date] = ()) -> date:
    """The window's last day, which still belongs to it; counting begins on the day after ``start``.

    A window of months ends on the day with the same number, or on the last day of a shorter month. A
    window that would pass the end of the calendar ends there.
    """
    try:
        if window.unit == "months":
            return _months_later(start, window.length)
        if window.unit == "calendar_days":
            return start + timedelta(days=window.length)
        day, left = start, window.length
        while left > 0:
            day += timedelta(days=1)
            left -= is_working_day(day, holidays)
        return day
    except (OverflowError, ValueError):
        return date.max


def first_day(end: date, window: Window, holidays: Collection[date] = ()) -> date:
    """The latest day from which ``end`` is still a whole window away, for "at least N days before"."""
    try:
        if window.unit == "months":
            return _months_later(end, -window.length)
        if window.unit == "calendar_days":
            return end - timedelta(days=window.length)
        day, left = end, window.length
        while left > 0:
            left -= is_working_day(day, holidays)
            day -= timedelta(days=1)
        return day
    except (OverflowError, ValueError):
        return date.min


def is_within(one: date, other: date, window: Window, holidays: Collection[date] = ()) -> bool:
    """Whether the later date falls on or before the last day of a window that the earlier one opens."""
    first, last = sorted((one, other))
    return last <= last_day(first, window, holidays)


def length_between(one: date, other: date, window: Window, holidays: Collection[date] = ()) -> int:
    """Days between two dates, in working days where the window is, else in calendar days."""
    if window.unit == "working_days":
        return working_days_between(one, other, holidays)
    return days_between(one, other)


def run_within(
    events: Iterable[CaseEvent], window: Window, times: int = 2, holidays: Collection[date] = ()
) -> tuple[CaseEvent, ...]:
    """Events on so many different days that lie within one window, oldest first; the latest such run.

    Of several events on one day the last counts. Empty where the window holds fewer.
    """
    return next(
        (run for run in _runs(events, times) if is_within(run[0].day, run[-1].day, window, holidays)), ()
    )


def closest_run(events: Iterable[CaseEvent], times: int = 2) -> tuple[CaseEvent, ...]:
    """Events on so many different days that lie closest, the latest where several do; empty below that."""
    return min(_runs(events, times), key=lambda run: days_between(run[0].day, run[-1].day), default=())


def _runs(events: Iterable[CaseEvent], times: int) -> list[tuple[CaseEvent, ...]]:
    """Events of so many days in a row among the days with one, latest first."""
    by_day = {event.day: event for event in sorted(events, key=lambda event: event.day)}
    ordered = list(by_day.values())
    return [tuple(ordered[at : at + times]) for at in range(len(ordered) - times, -1, -1)]


def _months_later(start: date, months: int) -> date:
    index = start.year * 12 + start.month - 1 + months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(start.day, calendar.monthrange(year, month + 1)[1]))
