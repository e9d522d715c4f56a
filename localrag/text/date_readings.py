"""The words of one date -> the days it stands for, one small function a form."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal, NamedTuple

from localrag.text.date_spans import (
    WEEKDAYS,
    Days,
    around,
    financial_year,
    in_words,
    month_number,
    months_from,
    moved,
    whole_month,
    whole_year,
)

DateKind = Literal["day", "month", "season", "quarter", "half", "year", "financial_year", "span"]


class Calendar(NamedTuple):
    """What a reading depends on, beside the words."""

    today: date | None
    month_first: bool
    financial_year_first_month: int
    is_southern: bool = False
    """Whether summer begins in December."""


class Reading(NamedTuple):
    """What a date's words stand for; without days where ``problem`` says why."""

    kind: DateKind
    days: Days | None
    note: str = ""
    other: date | None = None
    problem: str | None = None


def _day(year: int, month: int, day: int, note: str = "", other: date | None = None) -> Reading:
    try:
        only = date(year, month, day)
    except ValueError:
        known = 1 <= month <= 12 and year > 0
        name = f"{day} {in_words(whole_month(year, month))}" if known else f"{day}/{month}/{year}"
        return Reading("day", None, problem=f"{name} does not exist")
    return Reading("day", Days(only, only), note, other)


def read_iso(words: list[str], _calendar: Calendar) -> Reading:
    """``2024-03-12``."""
    year, month, day = _figures(words)
    return _day(year, month, day)


def read_numeric(words: list[str], calendar: Calendar) -> Reading:
    """``02/03/2024``: the locale decides the order."""
    one, two, year = _figures(words)
    return _ordered(one, two, _full(year, words[-1]), calendar.month_first)


def read_dotted(words: list[str], _calendar: Calendar) -> Reading:
    """``12.03.2024``."""
    # With dots the day stands first everywhere (Unicode CLDR 45), so there is nothing to remark.
    one, two, year = _figures(words)
    return _ordered(one, two, year, False)._replace(note="", other=None)


def _ordered(one: int, two: int, year: int, month_first: bool) -> Reading:
    day, month = (two, one) if month_first else (one, two)
    if month > 12 >= day:
        return _day(year, day, month, " (day first)" if month_first else " (month first)")
    if day > 12 or day == month:
        return _day(year, month, day)
    other = _day(year, day, month).days
    return _day(year, month, day, " (month first)" if month_first else " (day first)", other and other.first)


def read_day_month_year(words: list[str], _calendar: Calendar) -> Reading:
    """``12 March 2024``, ``March 12, 2024``, ``1-5 March 2024``."""
    *days, year = _figures(words)
    month, year = _month(words), _full(year, words[-1])
    if len(days) == 1:
        return _day(year, month, days[0])
    first, last = (_day(year, month, day) for day in days)
    return _stretch(words, first, last)


def read_short_year(words: list[str], calendar: Calendar) -> Reading | None:
    """``12 March 25``, ``March 12, '25``; one figure alone is no year."""
    return read_day_month_year(words, calendar) if len(words[-1]) == 2 else None


def read_month_short_year(words: list[str], _calendar: Calendar) -> Reading | None:
    """``March '25``: only the mark tells it from a day."""
    year = _full(_figures(words)[-1], words[-1])
    return Reading("month", whole_month(year, _month(words))) if len(words[-1]) == 2 else None


def read_season(words: list[str], calendar: Calendar) -> Reading:
    """``summer 2025``, ``winter 2024/25``: three whole months, beginning in the year named first."""
    return _season(words[0], _figures(words)[0], calendar)


def read_near_season(words: list[str], calendar: Calendar) -> Reading | None:
    """``last summer``: the latest that is over; ``this summer``: that of the year."""
    today = _today(calendar)
    if _OFFSETS.get(words[0]) == 1 or not 1 < today.year < date.max.year:
        return None
    season = _season(words[-1], today.year, calendar)
    if words[0] in _OFFSETS and season.days and season.days.last >= today:
        return _season(words[-1], today.year - 1, calendar)
    return season


def _season(name: str, year: int, calendar: Calendar) -> Reading:
    month = (SEASONS[name] + 6 * calendar.is_southern - 1) % 12 + 1
    return Reading(
        "season", months_from(year, month, 3), " (southern)" if calendar.is_southern else " (northern)"
    )


def read_decade(words: list[str], _calendar: Calendar) -> Reading | None:
    """``the 1990s``; the plural of another year is none."""
    first = int(words[0].removesuffix("s"))
    return Reading("span", Days(date(first, 1, 1), date(first + 9, 12, 31))) if first % 10 == 0 else None


def read_day_to_day(words: list[str], _calendar: Calendar) -> Reading:
    """``12 March to 15 April 2024``: both days of the one year named."""
    one, other, year = _figures(words)
    months = [number for word in words if (number := month_number(word))]
    first, last = _day(year, months[0], one), _day(year, months[1], other)
    return _stretch(words, first, last)


def read_month_to_month(words: list[str], _calendar: Calendar) -> Reading:
    """``March to June 2024``."""
    first, last = (
        whole_month(_figures(words)[0], number) for word in words if (number := month_number(word))
    )
    return _stretch(words, Reading("month", first), Reading("month", last))


def _stretch(words: list[str], first: Reading, last: Reading) -> Reading:
    if first.days is None or last.days is None:
        return first if first.days is None else last
    if last.days < first.days:
        return Reading("span", None, problem=f"{' '.join(words)} ends before it begins")
    return Reading("span", Days(first.days.first, last.days.last))


def read_month_year(words: list[str], _calendar: Calendar) -> Reading:
    """``March 2024``."""
    return Reading("month", whole_month(_figures(words)[-1], _month(words)))


def read_year_figure(words: list[str], calendar: Calendar) -> Reading | None:
    """``2024-03`` and ``2024/03`` are months, ``2024-25`` and ``2024/25`` financial years."""
    year, figure = _figures(words)
    if len(words[-1]) != 2:
        return None
    if figure == (year + 1) % 100 and (figure > 12 or "/" in words):
        days = financial_year(year, calendar.financial_year_first_month, named_by_start=True)
        return Reading("financial_year", days)
    return Reading("month", whole_month(year, figure)) if 1 <= figure <= 12 else None


def read_figure_year(words: list[str], _calendar: Calendar) -> Reading | None:
    """``03/2024``."""
    month, year = _figures(words)
    return Reading("month", whole_month(year, month)) if 1 <= month <= 12 else None


def read_years(words: list[str], _calendar: Calendar) -> Reading | None:
    """``2023-2025``."""
    first, last = _figures(words)
    return Reading("span", Days(date(first, 1, 1), date(last, 12, 31))) if first < last else None


def read_year(words: list[str], _calendar: Calendar) -> Reading | None:
    """``2024``, from 1900 to 2099."""
    year = int(words[0])
    return Reading("year", whole_year(year)) if 1900 <= year < 2100 else None


def read_part_of_year(words: list[str], calendar: Calendar) -> Reading | None:
    """``Q1 2024``, ``first half of FY2024``; a bare "last quarter" is the fourth."""
    figures = _figures(words)
    is_half = not {"half", "h"}.isdisjoint(words)
    count = 2 if is_half else 4
    year = next(figure for figure in figures if figure > 999)
    part = next((figure for figure in figures if figure < 1000), None)
    if part is None:
        part = next(count if word == "last" else _ORDINALS[word] for word in words if word in _ORDINALS)
    kind: DateKind = "half" if is_half else "quarter"
    if not 1 <= part <= count:
        return Reading(kind, None, problem=f"{' '.join(words)} does not exist")
    is_financial = any(word == "fy" or word.endswith(" year") for word in words)
    first_month = calendar.financial_year_first_month
    start = financial_year(year, first_month).first if is_financial else date(year, 1, 1)
    return Reading(kind, months_from(start.year, start.month + (part - 1) * 12 // count, 12 // count))


def read_financial(words: list[str], calendar: Calendar) -> Reading:
    """``FY2024``, ``fiscal year 2024/25``."""
    named, *rest = _figures(words)
    named = _full(named, next(word for word in words if word.isdigit()))
    days = financial_year(named, calendar.financial_year_first_month, named_by_start=True if rest else None)
    return Reading("financial_year", days)


def read_near_day(words: list[str], calendar: Calendar) -> Reading:
    """``yesterday``, ``the day after tomorrow``."""
    offset = {"yesterday": -1, "today": 0, "tomorrow": 1}[words[-1]]
    return _exactly(calendar, "day", offset * (2 if len(words) > 1 else 1))


def read_so_long_ago(words: list[str], calendar: Calendar) -> Reading:
    """``two weeks ago``, ``3 months from now``."""
    is_past = words[-1] in ("ago", "back")
    return _exactly(calendar, _unit(words), -_count(words) if is_past else _count(words))


def read_last_so_long(words: list[str], calendar: Calendar) -> Reading | None:
    """``the last 30 days``: up to today."""
    if words[0] not in ("last", "past", "previous"):
        return None
    today = _today(calendar)
    return Reading("span", Days(moved(today, _unit(words), -_count(words)), today))


def read_near_unit(words: list[str], calendar: Calendar) -> Reading | None:
    """``last week``, ``this financial year``, the year of "the end of the year"."""
    unit, offset = _unit(words), _OFFSETS.get(words[0], 0)
    if unit == "day":
        return None
    kinds: dict[str, DateKind] = {"month": "month", "quarter": "quarter", "year": "year"}
    kind = kinds.get(unit, "financial_year" if unit == "financial year" else "span")
    return Reading(kind, around(_today(calendar), unit, offset, calendar.financial_year_first_month))


def read_near_month(words: list[str], calendar: Calendar) -> Reading:
    """``last June``, ``in May``."""
    today, month = _today(calendar), _month(words)
    days = whole_month(today.year, month)
    if words[0] in ("next", "coming"):
        days = days if days.first > today else whole_month(today.year + 1, month)
    elif words[0] not in ("this", "current"):
        is_over = days.last < today if words[0] in _OFFSETS else days.first <= today
        days = days if is_over else whole_month(today.year - 1, month)
    return Reading("month", days)


def read_near_weekday(words: list[str], calendar: Calendar) -> Reading:
    """``last Monday``; "this Monday" is the next one."""
    ahead = (WEEKDAYS.index(words[-1]) - _today(calendar).weekday()) % 7
    if _OFFSETS.get(words[0]) == -1:
        ahead -= 7
    elif words[0] in _OFFSETS:
        ahead = ahead or 7
    return _exactly(calendar, "day", ahead)


def read_day_month(words: list[str], calendar: Calendar) -> Reading:
    """The latest such day up to today; 29 February in the latest year that has one."""
    today, month, day = _today(calendar), _month(words), _figures(words)[0]
    for year in range(today.year, today.year - 9, -1):
        found = _day(year, month, day)
        if found.days and found.days.first <= today:
            return found
    return _day(today.year, month, day)


def _exactly(calendar: Calendar, unit: str, count: int) -> Reading:
    day = moved(_today(calendar), unit, count)
    return Reading("day", Days(day, day))


def _today(calendar: Calendar) -> date:
    return calendar.today or date.min


def _figures(words: Sequence[str]) -> list[int]:
    return [int(word) for word in words if word.isdigit()]


def _full(year: int, written: str) -> int:
    return year if len(written) > 2 else year + (2000 if year < 69 else 1900)


def _month(words: Sequence[str]) -> int:
    return next(number for word in words if (number := month_number(word)))


def _count(words: Sequence[str]) -> int:
    counts = [int(word) if word.isdigit() else COUNTS.get(word, 0) for word in words]
    return max(counts)


def _unit(words: Sequence[str]) -> str:
    return next(UNITS[word] for word in reversed(words) if word in UNITS)


SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""Seasons -> the month in which they begin in the north (meteorological seasons, WMO)."""
COUNTS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "couple": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
"""Words for how many."""
UNITS = {
    name: unit
    for unit in ("day", "week", "fortnight", "month", "quarter", "year")
    for name in (unit, f"{unit}s")
} | {f"{word} year": "financial year" for word in ("financial", "fiscal", "tax", "budget")}
UNITS["fy"] = "financial year"
"""Words for stretches of time -> the names that ``moved`` and ``around`` know."""
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}
_OFFSETS = {"last": -1, "previous": -1, "past": -1, "next": 1, "coming": 1}
