"""Pages of a PDF -> which lines are running heads, feet and page numbers, and what number they print."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from localrag.adapters.pdf import PdfLine, PdfPage

_ZONE = 0.15
"""Share of a page's height, at either end, where running lines stand (guess: A4 margins are 0.09)."""
_SAME_PLACE_POINTS = 4.0
"""Vertical distance (guess: a third of a line)."""
_MIN_RUN = 3
"""Pages in a row, or every other page, that carry a line before it counts as running (guess)."""
_MIN_SHARE = 0.4
"""Or that share of all pages; below a half, as left and right pages may differ."""

_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"(?<![\d.,/])[1-9]\d{0,5}(?!\d|[.,/]\d)")
_ROMAN = re.compile(r"[ivxlc]{1,7}", re.IGNORECASE)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class _Place(NamedTuple):
    page: int
    line: int
    bottom: float


def running_lines(pages: Sequence[PdfPage]) -> list[frozenset[int]]:
    """For each page, the indices of its lines that repeat at the same place on other pages, digits aside.

    A line of digits alone is running only where it counts the pages: it may as well be a table's.
    """
    groups: dict[tuple[bool, str], list[_Place]] = defaultdict(list)
    for number, page in enumerate(pages):
        for index, line in enumerate(page.lines):
            if (at_top := _zone(line, page.height)) is not None:
                groups[at_top, _masked(line.text)].append(_Place(number, index, line.bottom))
    found: list[set[int]] = [set() for _ in pages]
    written = sum(bool(page.lines) for page in pages)
    for (_, masked), places in groups.items():
        middle = median(place.bottom for place in places)
        kept = [place for place in places if abs(place.bottom - middle) <= _SAME_PLACE_POINTS]
        if not any(letter.isalpha() for letter in masked):
            kept = _counting(kept, pages)
        if _repeats({place.page for place in kept}, written):
            for place in kept:
                found[place.page].add(place.line)
    return [frozenset(indices) for indices in found]


def printed_labels(pages: Sequence[PdfPage], running: Sequence[frozenset[int]]) -> list[str | None]:
    """What each page calls itself: the file's labels, else the numbers that its running lines print.

    Null where neither says so, or where a printed number does not count with the pages.
    """
    if any(page.label for page in pages):
        return [page.label for page in pages]
    by_offset: dict[tuple[bool, int], dict[int, str]] = defaultdict(dict)
    for number, (page, indices) in enumerate(zip(pages, running, strict=True)):
        for index in sorted(indices):
            for printed, value, roman in _numbers(page.lines[index].text):
                by_offset[roman, value - number].setdefault(number, printed)
    labels: list[str | None] = [None] * len(pages)
    for printed_on in sorted(by_offset.values(), key=len):
        if len(printed_on) >= min(_MIN_RUN, len(pages)):
            for number, printed in printed_on.items():
                labels[number] = printed
    return labels


def _zone(line: PdfLine, height: float) -> bool | None:
    """True at the top of a page, False at its foot, None between or where the place is unknown."""
    if height <= 0 or line.top <= line.bottom:
        return None
    if line.bottom >= height * (1 - _ZONE):
        return True
    return False if line.top <= height * _ZONE else None


def _masked(text: str) -> str:
    masked = _DIGITS.sub("#", " ".join(text.split()).casefold())
    return "#" if _ROMAN.fullmatch(masked) else masked


def _counting(places: list[_Place], pages: Sequence[PdfPage]) -> list[_Place]:
    """Of lines that hold a number alone, those whose number goes up with the pages."""
    by_offset: dict[tuple[bool, int], list[_Place]] = defaultdict(list)
    for place in places:
        for _, value, roman in _numbers(pages[place.page].lines[place.line].text):
            by_offset[roman, value - place.page].append(place)
    return [place for same in by_offset.values() if len(same) > 1 for place in same]


def _repeats(pages: set[int], written: int) -> bool:
    if written < _MIN_RUN:
        return len(pages) == written > 1
    ordered = sorted(pages)
    run = longest = 1
    for before, after in pairwise(ordered):
        run = run + 1 if after - before <= 2 else 1
        longest = max(longest, run)
    return longest >= _MIN_RUN or len(pages) >= max(2, _MIN_SHARE * written)


def _numbers(text: str) -> Iterator[tuple[str, int, bool]]:
    """As printed, its value, and whether it is Roman."""
    bare = text.strip(" -–—[]().|")
    if _ROMAN.fullmatch(bare):
        yield bare, _roman_value(bare), True
    for match in _NUMBER.finditer(text):
        yield match.group(), int(match.group()), False


def _roman_value(numeral: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in numeral.lower()]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))
