"""The text of a case's record -> its dated entries, in the order written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from localrag.records.evidence import CaseEvent, Span
from localrag.records.ids import EvidenceId
from localrag.text.dates import find_dates
from localrag.text.sentences import segments

_BULLET = re.compile(r"(?:[-*+•‣▪–]|\(?\d{1,3}[.)]|#{1,6}|>)\s+")
_EMPHASIS = re.compile(r"[*_]{1,2}")
_WEEKDAY = re.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun)\.?,?\s+", re.I
)
_AFTER_DATE = re.compile(
    r"(?:[*_]{1,2})?(?:,?\s*(?:at\s+)?\d{1,2}[:.]\d{2}(?:\s*(?:h|hrs|[ap]\.?m\.?))?)?(?:[*_]{1,2})?"
    r"\s*(?:[:–—|,;)\]-]+(?:[*_]{1,2})?\s*|\s+)",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:[*_]{1,2})?(?P<label>[^\W\d_][^:|.;]{1,58}?)(?:[*_]{1,2})?\s*:(?:[*_]{1,2})?\s*"
)
_NEW_ITEM = re.compile(r"(?:[-*+•‣▪]|\(?\d{1,3}[.)]|#{1,6}|\|)\s*\S")
_NOT_YET = re.compile(
    r"\b(?:by|until|till|before|due|no later than|not later than|expires?|ends?|since"
    r"|from|to|and|deadline|for)\s+(?:on\s+)?$",
    re.IGNORECASE,
)
_LONGEST_LABEL = 7
"""Words a label before a date has at most: "Opened", "Date of the second inspection" (guess)."""


class _Line(NamedTuple):
    start: int
    end: int
    """Without white space at either end."""


class _Day(NamedTuple):
    start: int
    end: int
    day: date


def case_events(
    text: str, case_id: str, evidence_id: EvidenceId, *, locale: str = "en_GB"
) -> tuple[CaseEvent, ...]:
    """Dated entries of a case's record.

    Args:
        text: Of one passage of the record.
        case_id: Canonical id of the case.
        evidence_id: Under which the passage is cited.
        locale: As in ``en_GB``; decides whether 02/03/2026 is in March.

    Returns:
        In the order written. Entries are lines, list items, headings or table rows that begin with a day
        ("2026-05-02: text", "2 May 2026 – text", "| 2026-05-02 | text |"), labels with a day behind
        them ("Opened: 14 March 2024"), and sentences that say when something happened. Lines that
        continue an entry belong to it. A day by which something is due is no event, nor is a month
        without a day.
    """
    found = list(_entries(text, locale))
    taken = [(start, end) for start, end, _, _ in found]
    found += [
        entry
        for entry in _sentences_with_a_day(text, locale)
        if not any(start < entry[1] and entry[0] < end for start, end in taken)
    ]
    return tuple(
        CaseEvent(
            case_id=case_id, day=day, text=said, evidence_id=evidence_id, span=Span(start=start, end=end)
        )
        for start, end, day, said in sorted(found)
        if said
    )


def _entries(text: str, locale: str) -> Iterator[tuple[int, int, date, str]]:
    """Start, end, day and words of what is laid out as an entry."""
    lines = list(_lines(text))
    at = 0
    while at < len(lines):
        line = lines[at]
        written = text[line.start : line.end]
        if written.startswith("|") or written.count(" | ") >= 1:
            row = _of_row(written, locale)
            if row is not None:
                yield line.start, line.end, *row
            at += 1
            continue
        head = _dated_head(written, locale)
        if head is None:
            labelled = _labelled(written, locale)
            if labelled is not None:
                yield line.start + _after_bullet(written), line.end, *labelled
            at += 1
            continue
        day, begins = head
        end, at = _continued(
            text, lines, at, locale, is_heading=written.startswith("#") or begins >= len(written)
        )
        said = " ".join(text[line.start + begins : end].split())
        yield line.start + _after_bullet(written), end, day, said.strip("*_ ")


def _lines(text: str) -> Iterator[_Line]:
    for match in re.finditer(r"[^\n\r\f]+", text):
        bare = match.group().strip()
        if bare:
            start = match.start() + match.group().index(bare[0])
            yield _Line(start, start + len(bare))


def _days(text: str, locale: str) -> list[_Day]:
    """Dates that name one day."""
    return [
        _Day(one.start, one.end, one.first)
        for one in find_dates(text, today=None, locale=locale)
        if one.first is not None and one.kind == "day"
    ]


def _dated_head(line: str, locale: str) -> tuple[date, int] | None:
    """The day a line begins with, and where its words begin."""
    at = _after_bullet(line)
    emphasis = _EMPHASIS.match(line, at)
    at = emphasis.end() if emphasis else at
    weekday = _WEEKDAY.match(line, at)
    starts = {at, weekday.end() if weekday else at}
    starts |= {start + 1 for start in starts if line[start : start + 1] in ("[", "(")}
    for day in _days(line[:80], locale):
        if day.start in starts:
            after = _AFTER_DATE.match(line, day.end)
            return day.day, after.end() if after else day.end
    return None


def _after_bullet(line: str) -> int:
    bullet = _BULLET.match(line)
    return bullet.end() if bullet else 0


def _labelled(line: str, locale: str) -> tuple[date, str] | None:
    """Day and label of "Opened: 14 March 2024"; what follows the day stays with the label."""
    label = _LABEL.match(line)
    if label is None or len(label["label"].split()) > _LONGEST_LABEL:
        return None
    for day in _days(line[:120], locale):
        if day.start == label.end():
            rest = line[day.end :].strip(" .,;:–—-")
            return day.day, f"{label['label'].strip()}: {rest}" if rest else label["label"].strip()
    return None


def _of_row(row: str, locale: str) -> tuple[date, str] | None:
    """Day and other cells of a table row; null where no cell is a day or it is the row's only one."""
    cells = [cell.strip().strip("*_") for cell in row.strip("|").split("|")]
    for number, cell in enumerate(cells):
        for day in _days(cell, locale):
            if not cell[: day.start].strip() and not re.search(r"[^\W\d_]{2,}", cell[day.end :]):
                others = [other for at, other in enumerate(cells) if at != number and other]
                return (day.day, ": ".join(others)) if others else None
    return None


def _continued(text: str, lines: list[_Line], at: int, locale: str, *, is_heading: bool) -> tuple[int, int]:
    """Where the entry that starts on a line ends, and the next line to look at."""
    end = lines[at].end
    following = at + 1
    while following < len(lines):
        line = lines[following]
        written = text[line.start : line.end]
        gap = text[end : line.start]
        apart = len(re.findall(r"\n", gap)) > 1
        if (apart and not is_heading) or _NEW_ITEM.match(written):
            break
        if _dated_head(written, locale) is not None or _labelled(written, locale) is not None:
            break
        end, is_heading = line.end, False
        following += 1
    return end, following


def _sentences_with_a_day(text: str, locale: str) -> Iterator[tuple[int, int, date, str]]:
    """Sentences that tell of one day; where several days stand in it, none is surely the one meant."""
    for segment in segments(text):
        if segment.kind == "heading":
            continue
        start, end = segment.start, segment.end
        sentence = text[start:end]
        days = [day for day in _days(sentence, locale) if not _NOT_YET.search(sentence, 0, day.start)]
        if len(days) == 1 and not sentence.startswith("|"):
            yield start, end, days[0].day, " ".join(sentence.split())
