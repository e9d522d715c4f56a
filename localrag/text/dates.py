"""A text -> the dates in it, as stretches of days, each with how it was read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Literal, NamedTuple

from localrag.text.date_forms import Token, forms_at, is_relative, read, tokens
from localrag.text.date_readings import Calendar, DateKind
from localrag.text.date_spans import Days, in_words, months_from, moved, third_of
from localrag.text.word_sets import word_set

Relation = Literal["on", "before", "after", "since", "until", "by", "between", "to"]


class DateMention(NamedTuple):
    """A date as written, and the days it stands for."""

    start: int
    end: int
    """Span in the text, end exclusive, with words that narrow it (``end of 2025``), without those before."""
    text: str
    kind: DateKind
    first: date | None
    last: date | None
    """Days it stands for, both inclusive; null where ``problem`` says why."""
    reading: str
    """In words: ``2 March 2024 (day first)``, ``1 April 2024 to 31 March 2025``."""
    relation: Relation | None = None
    """What the words before it make of it: ``before 2026``, ``since``, ``by``; null for a bare ``2026``."""
    lead: int = 0
    """Where these words start; equal to ``start`` where there are none."""
    is_relative: bool = False
    """Whether it depends on today."""
    other: date | None = None
    """The day that the other order of day and month would give, where both are dates."""
    problem: str | None = None
    """Why it is no date: ``31 February 2024 does not exist``."""


def find_dates(
    text: str, *, today: date | None, locale: str = "en_GB", financial_year_first_month: int = 4
) -> list[DateMention]:
    """The dates of an English text, in order, none inside another.

    Args:
        text: Any text; 2024-03-12, 12 March 2024, March 12, 2024, 12.03.2024, 02/03/2024, March 2024, Q1
            2024, FY2024/25, ``summer 2025``, ``the 1990s``, ``in 2023``, ``end of 2025``, ``12 March``,
            ``last June``, ``two weeks ago``.
        today: The day that relative dates count from; null: only absolute ones are found.
        locale: As in ``en_GB``; decides 02/03/2024 and when summer is. Month first in the United States and a
            few others, day first elsewhere; where only the other order is a date, that one is read.
        financial_year_first_month: 1 to 12. See ``date_spans.financial_year`` for what FY2024 names.

    Returns:
        Mentions; one that is no date (31 February) has a problem in place of days. Weeks start on
        Monday. A month or day without a year is the last one that began up to today, the next one after
        "by" and "until". Two-digit years up to 68 are of this century (POSIX strptime). Time is linear
        in the text.
    """
    country = _country(locale)
    calendar = Calendar(
        today, country in _MONTH_FIRST, financial_year_first_month, is_southern=country in _SOUTHERN
    )
    if today is not None:
        return _in_stretch(text, 0, len(text), calendar)
    found: list[DateMention] = []
    for start, end in _near_figures(text):
        found += _in_stretch(text, start, end, calendar)
    return found


def _near_figures(text: str) -> Iterator[tuple[int, int]]:
    """Stretches around figures, wide enough for a date and what leads it, never cutting a word."""
    start = end = -1
    for match in _FIGURES.finditer(text):
        if end < 0 or match.start() - _REACH > end:
            if end >= 0:
                yield start, end
            start = max(0, match.start() - _REACH)
            if start:
                start = text.find(" ", start, match.start()) + 1 or match.start()
        end = min(match.end() + _REACH, len(text))
        while end < len(text) and text[end].isalnum():
            end += 1
    if end >= 0:
        yield start, end


def _in_stretch(text: str, start: int, end: int, calendar: Calendar) -> list[DateMention]:
    words = [
        token._replace(start=token.start + start, end=token.end + start) for token in tokens(text[start:end])
    ]
    shape = "".join(token.shape for token in words)
    found: list[DateMention] = []
    at = 0
    while at < len(words):
        matched = _longest_at(text, words, shape, at, calendar)
        if matched is None:
            at += 1
            continue
        size, mention = matched
        found.append(_related(words, at, mention, found, calendar, text))
        at += size
    return found


def _longest_at(
    text: str, words: Sequence[Token], shape: str, at: int, calendar: Calendar
) -> tuple[int, DateMention] | None:
    for form in forms_at(shape, at, relative=calendar.today is not None):
        matched = words[at : at + len(form)]
        start, end = matched[0].start, matched[-1].end
        if not _stands_alone(text, start, end, form) or not _is_meant(words, at, form, text):
            continue
        reading = read(form, [token.text for token in matched], calendar)
        if reading is None:
            continue
        written = text[start:end]
        problem = reading.problem and reading.problem.replace(" ".join(t.text for t in matched), written)
        first, last = reading.days or (None, None)
        return len(form), DateMention(
            start, end, written, reading.kind, first, last,
            in_words(reading.days) + reading.note if reading.days else written,
            lead=start, is_relative=is_relative(form), other=reading.other, problem=problem,
        )  # fmt: skip
    return None


def _stands_alone(text: str, start: int, end: int, form: str) -> bool:
    """Whether no figure, code or amount goes on at either end: not POL-2024-03, 2024.5, €2024, 1990s."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if before and (before[-1].isalnum() or before[-1] in "_€$£#@"):
        return False
    if before and before[-1] in ".,/-–" and len(before) > 1 and before[0].isalnum():
        # "mid-2024" and "pre-2024" are dates; "4.2.24" and "POL-2024" are not.
        prefix = re.search(r"(?:mid|pre|post|early|late)[-–]$", text[max(0, start - 6) : start], re.I)
        if not prefix:
            return False
    if after and (after[0].isalnum() or after[0] in "_%€$£"):
        return False
    return not (len(after) == 2 and after[0] in ".,/-–:" and after[1].isalnum() and form[-1] in "DYN")


def _is_meant(words: Sequence[Token], at: int, form: str, text: str) -> bool:
    """Whether a word that need not be a date is one here: ``May`` after "in", ``2024`` without a unit."""
    before = words[at - 1] if at else None
    after = words[at + len(form)] if at + len(form) < len(words) else None
    if form == "M":
        return before is not None and (before.text in _BEFORE_MONTHS or before.text in _EDGES)
    if form in ("U", "H", "F"):
        is_edge = before is not None and before.text in ("end", "start", "beginning", "close")
        return is_edge and words[at].text.removesuffix("s") != "day" and words[at].text != "half"
    if form == "Y":
        return after is None or after.text not in _NO_YEARS_BEFORE
    if form in ("LU", "LH"):
        return after is None or after.shape not in "YF"
    if form in ("DMD", "MD,D"):
        return after is None or (after.shape != "M" and after.text not in _NO_YEARS_BEFORE)
    if form in ("MD", "DM"):
        # "May 3 inspectors": a bare "may" before a figure is a verb unless written large within a sentence.
        return words[at].text != "may" or (text[words[at].start].isupper() and at > 0)
    return True


def _related(
    words: Sequence[Token],
    at: int,
    mention: DateMention,
    earlier: Sequence[DateMention],
    calendar: Calendar,
    text: str,
) -> DateMention:
    """Add what stands before a mention: the edge of it that is meant, and the relation."""
    reached = earlier[-1].end if earlier else 0
    place = at - 1
    if place >= 0 and words[place].text == "-":
        place -= 1
    if place >= 0 and words[place].text == "year":
        place -= 1
    if place >= 0 and words[place].text in _EDGES and words[place].start >= reached and mention.kind != "day":
        mention = _at_edge(text, mention, words[place], calendar.today)
        place -= 1
    led = [token for token in words[max(0, place - 2) : place + 1] if token.start >= reached]
    for size in (3, 2, 1):
        phrase = " ".join(token.text for token in led[-size:])
        relation = _RELATIONS.get(phrase)
        if len(led) < size or relation is None:
            continue
        if relation == "to" and (not earlier or earlier[-1].relation not in ("between", "since")):
            break
        mention = mention._replace(relation=relation, lead=led[-size].start)
        break
    return _next_one(mention, calendar) if mention.relation in ("by", "until") else mention


def _at_edge(text: str, mention: DateMention, edge: Token, today: date | None) -> DateMention:
    if mention.first is None or mention.last is None:
        return mention
    days = Days(mention.first, mention.last)
    if edge.text in ("end", "close"):
        days = Days(days.last, days.last)
    elif edge.text in ("start", "beginning"):
        days = Days(days.first, days.first)
    elif edge.text == "earlier":
        # "Earlier this year": its days up to today.
        days = Days(days.first, max(days.first, min(days.last, today or days.last)))
    else:
        days = third_of(days, "mid" if edge.text == "middle" else edge.text)
    return mention._replace(
        start=edge.start, lead=edge.start, text=text[edge.start : mention.end],
        kind="day" if days.first == days.last else "span", first=days.first, last=days.last,
        reading=in_words(days),
    )  # fmt: skip


def _next_one(mention: DateMention, calendar: Calendar) -> DateMention:
    """``by 12 March`` without a year is the next one; "by last March" stays, and so does 9999."""
    first, last, today = mention.first, mention.last, calendar.today
    names_month = not _MONTH_START.isdisjoint(word[:3] for word in mention.text.lower().split())
    is_open = (
        mention.is_relative and names_month and not mention.text.lower().startswith(("last", "past", "prev"))
    )
    if not (is_open and first and last and today and last < today) or today.year == date.max.year:
        return mention
    days = months_from(first.year + 1, first.month, 1)
    if mention.kind != "month":
        days = Days(moved(first, "year", 1), moved(last, "year", 1))
    return mention._replace(first=days.first, last=days.last, reading=in_words(days))


def _country(locale: str) -> str:
    return re.split(r"[_-]", locale.split(".")[0])[-1].upper()


_FIGURES = re.compile(r"[0-9]+")
_REACH = 48
"""In characters: "no later than the beginning of the financial year" is as long as leads get."""
_MONTH_FIRST = word_set("US PH PR GU AS VI MP UM PW FM MH")
"""Countries that write the month first in figures (Unicode CLDR 45, short date formats in English)."""
_SOUTHERN = word_set("AU NZ ZA AR CL UY PY BO BR PE NA BW ZW ZM MZ LS SZ MG MW AO FJ PG")
"""Countries whose land lies in the south, so that their summer begins in December."""
_MONTH_START = word_set("jan feb mar apr may jun jul aug sep oct nov dec")
_EDGES = word_set("end close start beginning early mid middle late earlier")
_BEFORE_MONTHS = word_set("in since until till before after by during from early late mid throughout")
_NO_YEARS_BEFORE = word_set(
    "kg g tonne tonnes ton tons km m cm mm mile miles metre metres meter meters litre litres euro euros eur"
    " usd gbp chf dollar dollars pound pounds people persons words pages copies units items points times"
    " hours days weeks months years percent employees square cubic kw kwh watt watts volts am pm s"
)
_RELATIONS: dict[str, Relation] = {
    **dict.fromkeys(("before", "prior to", "earlier than", "ahead", "pre"), "before"),
    **dict.fromkeys(("after", "later than", "following", "post"), "after"),
    **dict.fromkeys(("since", "from", "starting", "starting from", "effective from"), "since"),
    **dict.fromkeys(("until", "till", "up to", "up until", "through", "til"), "until"),
    **dict.fromkeys(("by", "no later than", "not later than"), "by"),
    **dict.fromkeys(
        (
            "in",
            "on",
            "during",
            "at",
            "as",
            "as at",
            "as on",
            "for",
            "within",
            "dated",
            "throughout",
            "effective",
        ),
        "on",
    ),
    "between": "between",
    **dict.fromkeys(("and", "to", "-", "–"), "to"),
}
"""By the words before a date, "of" and "the" aside, so that "as of" is "as"."""
