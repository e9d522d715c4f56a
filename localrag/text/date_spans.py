"""Calendar words (a month, a quarter, two weeks back) -> first and last day."""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from typing import NamedTuple

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Days(NamedTuple):
    """A stretch of days, both ends inclusive."""

    first: date
    last: date


def month_number(name: str) -> int | None:
    """1 to 12 for an English month in full or cut short (``Sept``, ``mar.``), else null."""
    start = name.lower().rstrip(".")
    if len(start) < 3:
        return None
    return next((n for n, month in enumerate(MONTHS, 1) if month.lower().startswith(start)), None)


def whole_month(year: int, month: int) -> Days:
    """All days of a month; ValueError where there is none such."""
    first = date(year, month, 1)
    return Days(first, date(year, month, calendar.monthrange(year, month)[1]))


def months_from(year: int, month: int, count: int) -> Days:
    """``count`` whole months from the given one on; month may lie outside 1 to 12."""
    first = _month_index(year * 12 + month - 1)
    last = _month_index(year * 12 + month - 2 + count)
    return Days(first, whole_month(last.year, last.month).last)


def whole_year(year: int) -> Days:
    """1 January to 31 December."""
    return Days(date(year, 1, 1), date(year, 12, 31))


def financial_year(named: int, first_month: int, *, named_by_start: bool | None = None) -> Days:
    """The twelve months that a financial year's number stands for.

    Args:
        named: The year as written; of ``2024/25`` the first.
        first_month: 1 to 12.
        named_by_start: Whether the number is that of the year it starts in. Null: the calendar year
            that holds more of its months gives the name, the later one where they are equal; so
            ``FY2024`` starts in April 2024 (Japan, Canada, United Kingdom) but in October 2023
            (United States) and in July 2023 (Australia).
    """
    if named_by_start is None:
        named_by_start = first_month < 7
    return months_from(named if named_by_start else named - 1, first_month, 12)


def moved(day: date, unit: str, count: int) -> date:
    """A day so many days, weeks, fortnights, months, quarters or years on; negative is back.

    The 31st becomes a shorter month's last day. OverflowError or ValueError beyond the calendar.
    """
    days = {"day": 1, "week": 7, "fortnight": 14}.get(unit)
    if days is not None:
        return day + timedelta(days=days * count)
    months = {"month": 1, "quarter": 3, "year": 12}[unit] * count
    target = _month_index(day.year * 12 + day.month - 1 + months)
    return target.replace(day=min(day.day, calendar.monthrange(target.year, target.month)[1]))


def around(day: date, unit: str, offset: int, financial_year_first_month: int) -> Days:
    """The week, month, quarter, year or financial year so many steps from the one that holds a day."""
    match unit:
        case "day":
            return Days(*(day + timedelta(days=offset),) * 2)
        case "week" | "fortnight":
            length = 7 if unit == "week" else 14
            monday = day - timedelta(days=day.weekday()) + timedelta(days=length * offset)
            return Days(monday, monday + timedelta(days=length - 1))
        case "month":
            return months_from(day.year, day.month + offset, 1)
        case "quarter":
            return months_from(day.year, (day.month - 1) // 3 * 3 + 1 + 3 * offset, 3)
        case "financial year":
            starts = day.year - (day.month < financial_year_first_month)
            return months_from(starts + offset, financial_year_first_month, 12)
        case _:
            return whole_year(day.year + offset)


def third_of(days: Days, which: str) -> Days:
    """The ``early``, ``mid`` or ``late`` third of a stretch. Thirds are a guess at common usage."""
    length = (days.last - days.first).days + 1
    cuts = [days.first + timedelta(days=length * part // 3) for part in range(4)]
    at = {"early": 0, "mid": 1, "late": 2}[which]
    return Days(cuts[at], cuts[at + 1] - timedelta(days=1))


def in_words(days: Days) -> str:
    """``12 March 2024``, ``March 2024``, or ``1 January to 31 March 2024``."""
    first, last = days
    if first == last:
        return f"{first.day} {MONTHS[first.month - 1]} {first.year}"
    if first.day == 1 and days == whole_month(first.year, first.month):
        return f"{MONTHS[first.month - 1]} {first.year}"
    begins = f"{first.day}"
    if (first.year, first.month) != (last.year, last.month):
        begins += f" {MONTHS[first.month - 1]}" + ("" if first.year == last.year else f" {first.year}")
    return f"{begins} to {last.day} {MONTHS[last.month - 1]} {last.year}"


def _month_index(index: int) -> date:
    year, month = divmod(index, 12)
    return date(year, month + 1, 1)
