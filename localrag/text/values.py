"""A text -> its numbers, amounts, percentages, durations, dates and quantities in normal form."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Literal, NamedTuple

from localrag.text.comparators import Comparator, comparator_after, comparator_before
from localrag.text.date_spans import MONTHS, month_number
from localrag.text.dates import find_dates
from localrag.text.numbers import Number, numbers
from localrag.text.span import Span
from localrag.text.units import Unit, currency_before, normal_amount, unit_at

ValueKind = Literal["number", "ordinal", "money", "percent", "duration", "date", "time", "quantity"]


class Value(NamedTuple):
    """A value as written at ``text[start:end]``; comparators and rates stay outside the span."""

    kind: ValueKind
    normal: str
    """In one spelling: ``14``, ``3rd``, ``EUR 1250.00``, ``87%``, ``P14D calendar``, ``7500 kg``, ``T17:00``.

    Dates: ``2026-05-02``, ``2026-05``, ``2026``, ``--05-02`` without a year, ``FIRST/LAST`` for other spans.
    """
    start: int
    end: int
    qualifier: str | None = None
    """Of a duration's days: ``calendar`` (also "consecutive"), ``working``, ``business``, ``clear``, ..."""
    comparator: Comparator | None = None

    @property
    def span(self) -> Span:
        """Where it stands, with its unit."""
        return Span(self.start, self.end)


_QUALIFIERS = "calendar|consecutive|working|business|clear|school|court|sitting|trading|banking"
_QUALIFIER = re.compile(
    rf"(?:[-‐‑]|[ \t\u00a0\u202f]*\n?[ \t]*)\(?"
    rf"(?:(?:full|whole|further|additional|more|extra|other|successive|straight|complete"
    rf"|consecutive(?=[\s-]+(?:{_QUALIFIERS})))[\s-]+"
    rf"(?=(?:(?:{_QUALIFIERS})[\s-]+)?(?:day|week|month|year|hour|minute)))?"
    rf"(?:(?P<qualifier>{_QUALIFIERS})\)?[\s-]+)?(?:full[\s-]+)?",
    re.IGNORECASE,
)
_SAME_QUALIFIER = {"consecutive": "calendar"}

_RANGE = re.compile(r"\s*(?:-|–|—|to|or|and)\s*$", re.IGNORECASE)
_REPEATED = re.compile(r"\s*[(\[]\s*$")
_CLOSED = re.compile(r"\s*[)\]]")
_TIME = re.compile(
    r"(?<![\d:.])(?P<hour>[01]?\d|2[0-4])(?:[:](?P<minute>[0-5]\d)(?::[0-5]\d)?(?P<half>\s*[ap]\.?m\b\.?)?"
    r"|(?P<half_only>\s*[ap]\.?m\b\.?))(?![\d:])",
    re.IGNORECASE,
)
_MONTH_NAMES = "|".join([*MONTHS, *(rf"{month[:3]}\b\.?" for month in MONTHS if len(month) > 3), "Sept"])
_DAY_AND_MONTH = re.compile(
    rf"(?<![\w.])(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month>{_MONTH_NAMES})(?!\w)"
    rf"|(?<!\w)(?P<month_first>{_MONTH_NAMES})\s+(?:the\s+)?(?P<day_last>\d{{1,2}})(?:st|nd|rd|th)?(?![\w:%]|\.\d)"
)
_BARE_UNIT = re.compile(
    r"\b(?P<lead>within|after|for|in|every|least|than|most|about|to|once|another|of|half)\s+"
    r"(?P<article>an?|half\s+an?)\s+"
    rf"(?:(?P<qualifier>{_QUALIFIERS})\s+)?"
    r"(?=(?:second|minute|hour|day|week|fortnight|month|year|decade)\b)",
    re.IGNORECASE,
)


def values(text: str, today: date | None = None) -> list[Value]:
    """Values in order of their start, never overlapping.

    ``fourteen (14) days`` is one value; "10 to 20 days" are two durations. Weeks are seven days of no
    stated kind, so "two weeks" is ``P14D`` and not ``P14D calendar``. Numbers inside identifiers
    (``POL-358``, ``1.2.3``) are none. ``today`` settles dates that need it.
    """
    dates = sorted(_dates(text, today), key=lambda value: value.start)
    times = list(_times(text, [value.span for value in dates]))
    taken = sorted(value.span for value in [*dates, *times])
    found = [*dates, *times, *_amounts(text, numbers(text, taken)), *_bare_units(text)]
    found.sort(key=lambda value: (value.start, -value.end))
    kept: list[Value] = []
    for value in found:
        if not kept or value.start >= kept[-1].end:
            kept.append(value)
    return kept


def _dates(text: str, today: date | None) -> Iterator[Value]:
    reached = 0
    for mention in find_dates(text, today=today):
        if mention.first and mention.last:
            normal = _normal_days(mention.kind, mention.first, mention.last)
            comparator = comparator_before(text, mention.start)
            yield Value("date", normal, mention.start, mention.end, None, comparator)
            yield from _days_of_no_year(text, reached, mention.start)
            reached = mention.end
    yield from _days_of_no_year(text, reached, len(text))


def _normal_days(kind: str, first: date, last: date) -> str:
    """``2026-05-02``, ``2026-05``, ``2026``, or first and last day of another span."""
    if first == last:
        return first.isoformat()
    if kind in ("month", "year"):
        return first.isoformat()[: 7 if kind == "month" else 4]
    return f"{first.isoformat()}/{last.isoformat()}"


def _days_of_no_year(text: str, start: int, end: int) -> Iterator[Value]:
    """``2 May`` as ``--05-02``."""
    for match in _DAY_AND_MONTH.finditer(text, start, end):
        month = month_number(match["month"] or match["month_first"])
        day = int(match["day"] or match["day_last"])
        if month and 1 <= day <= 31:
            comparator = comparator_before(text, match.start())
            yield Value("date", f"--{month:02}-{day:02}", match.start(), match.end(), None, comparator)


def _times(text: str, taken: Sequence[Span]) -> Iterator[Value]:
    starts = [span.start for span in taken]
    for match in _TIME.finditer(text):
        before = bisect_right(starts, match.start()) - 1
        if before >= 0 and match.start() < taken[before].end:
            continue
        hour, half = int(match["hour"]), (match["half"] or match["half_only"] or "").strip().lower()
        if half.startswith("p") and hour < 12:
            hour += 12
        elif half.startswith("a") and hour == 12:
            hour = 0
        normal = f"T{hour:02}:{match['minute'] or '00'}"
        yield Value("time", normal, match.start(), match.end(), None, comparator_before(text, match.start()))


class _Measured(NamedTuple):
    number: Number
    start: int
    end: int
    unit: Unit | None
    qualifier: str | None


def _amounts(text: str, found: Sequence[Number]) -> Iterator[Value]:
    measured = [_measure(text, number) for number in _without_repeats(text, found)]
    for index, item in enumerate(measured):
        following = measured[index + 1] if index + 1 < len(measured) else None
        before = measured[index - 1] if index else None
        if item.unit is None and not item.number.is_ordinal:
            if following and following.unit and _is_range(text, item, following):
                item = item._replace(unit=following.unit, qualifier=following.qualifier)
            elif before and before.unit and before.unit.kind == "money" and _is_range(text, before, item):
                item = item._replace(unit=before.unit)
        yield _value(text, item)


def _is_range(text: str, low: _Measured, high: _Measured) -> bool:
    return low.end <= high.start and bool(_RANGE.fullmatch(text, low.end, high.start))


def _without_repeats(text: str, found: Sequence[Number]) -> Iterator[Number]:
    """``fourteen (14)`` as one number."""
    pending: Number | None = None
    for number in found:
        if pending:
            closed = _CLOSED.match(text, number.end)
            repeats = number.amount == pending.amount and _REPEATED.fullmatch(text, pending.end, number.start)
            if repeats and closed:
                pending = pending._replace(end=closed.end())
                continue
            yield pending
        pending = number
    if pending:
        yield pending


def _measure(text: str, number: Number) -> _Measured:
    if number.is_ordinal:
        return _Measured(number, number.start, number.end, None, None)
    currency = currency_before(text, number.start)
    if currency:
        scaled, end = _shorthand(text, number)
        return _Measured(scaled, currency[1], end, currency[0], None)
    gap = _QUALIFIER.match(text, number.end)
    for position in dict.fromkeys((gap.end() if gap else number.end, number.end)):
        unit = unit_at(text, position)
        if unit is None:
            continue
        is_duration = unit[0].kind == "duration"
        qualifier = gap["qualifier"] if gap and position == gap.end() and is_duration else None
        if gap and position == gap.end() and gap["qualifier"] and not is_duration:
            continue
        return _Measured(number, number.start, unit[1], unit[0], qualifier and qualifier.lower())
    return _Measured(number, number.start, number.end, None, None)


_SHORTHAND = re.compile(r"\s?(k|m|bn|b)\b", re.IGNORECASE)
_SHORTHAND_FACTORS = {"k": 1_000, "m": 10**6, "b": 10**9, "bn": 10**9}


def _shorthand(text: str, number: Number) -> tuple[Number, int]:
    match = _SHORTHAND.match(text, number.end)
    if match is None:
        return number, number.end
    return number._replace(amount=number.amount * _SHORTHAND_FACTORS[match[1].lower()]), match.end()


def _value(text: str, item: _Measured) -> Value:
    nouns = 2 if item.unit is None else 0
    comparator = comparator_after(text, item.end, nouns=nouns) or comparator_before(text, item.start)
    if item.number.is_ordinal:
        return Value("ordinal", _ordinal(item.number), item.start, item.end, None, comparator)
    if item.unit is None:
        return Value("number", item.number.normal, item.start, item.end, None, comparator)
    normal = normal_amount(item.number.amount, item.unit)
    if item.number.power:
        normal += f"^{item.number.power}"
    qualifier = _SAME_QUALIFIER.get(item.qualifier or "", item.qualifier)
    if qualifier:
        normal += f" {qualifier}"
    return Value(item.unit.kind, normal, item.start, item.end, qualifier, comparator)


def _ordinal(number: Number) -> str:
    digits = number.normal
    ending = {"1": "st", "2": "nd", "3": "rd"}.get(digits[-1], "th")
    return digits + ("th" if digits[-2:] in ("11", "12", "13") else ending)


def _bare_units(text: str) -> Iterator[Value]:
    """``within a week``, ``half an hour``."""
    for match in _BARE_UNIT.finditer(text):
        unit = unit_at(text, match.end())
        if unit is None:
            continue
        halved = "half" in (match["lead"].lower(), match["article"].lower().split()[0])
        is_half = match["lead"].lower() == "half"
        start = match.start("lead") if is_half else match.start("article")
        number = Number(start, match.end(), unit[0].factor / unit[0].factor / (2 if halved else 1))
        qualifier = match["qualifier"]
        yield _value(text, _Measured(number, start, unit[1], unit[0], qualifier and qualifier.lower()))
