"""A verbatim quote -> the one line in which a reader sees it."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain, combinations, zip_longest

from localrag.text.quotes import fold

_BREAK = "\u0001"
_KEPT_HYPHEN = re.compile(
    r"(?<![^\W_])(?:non|self|well|co|ex|pre|anti|cross|long|short|high|low|half|full|part|on|off|up|follow|all|semi"
    rf"|one|two|three|four|five|six|seven|eight|nine|ten){_BREAK}|{_BREAK}(?-i:(?=[A-Z]))",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"(?<![\w*_`])(\*\*\*|\*\*|\*|___|__|_|`)(?=\S)([^*_`]+?)(?<=\S)\1(?![\w*_`])")
_LINK = re.compile(r"\[([^\[\]]+)\]\((?:[^()\s]+)\)")
_CELL = re.compile(r"(?<!\\)\|")


def one_line(quote: str) -> str:
    """A quote without soft line breaks, hyphens at line ends, emphasis marks and link targets.

    A hyphen at a line's end goes, except behind prefixes that are usually written with one ("non-") and
    before a capital. Words, numbers and punctuation stay; dashes and quotation marks stay as written.
    """
    if "\n" not in quote and "\r" not in quote and quote.isascii() and not _marked(quote):
        return " ".join(quote.split())
    line = _LINK.sub(r"\1", _joined(quote))
    return _EMPHASIS.sub(r"\2", _EMPHASIS.sub(r"\2", line))


def _marked(quote: str) -> bool:
    return any(mark in quote for mark in "*_`]")


_WRAPPED = re.compile(r"(?<=[^\W\d_])[-\u2010\u2011][ \t\u00a0]*(?:\r\n?|\n|\f)\s*(?=[^\W\d_])")
_HIDDEN = re.compile("[\u00ad\u0002\ufffe](?:[ \t]*(?:\r\n?|\n|\f)\\s*)?|[\u200b\u2060\ufeff]")


def _joined(quote: str) -> str:
    broken = _WRAPPED.sub(_BREAK, _HIDDEN.sub("", quote))
    kept = _KEPT_HYPHEN.sub(lambda match: match.group().replace(_BREAK, "-"), broken)
    return " ".join(kept.replace(_BREAK, "").split())


def cells(row: str) -> list[str]:
    """The cells of a table row in Markdown, each on one line, outer bars aside."""
    return [one_line(cell.replace("\\|", "|")) for cell in _CELL.split(row.strip().strip("|"))]


def row_line(row: str, header: str | None = None, columns: Collection[int] | None = None) -> str:
    """A table row in words: ``Site: Brackwater Yard``, or ``Class: A; Fee: EUR 250`` with its header.

    Args:
        row: In Markdown.
        header: The first row of its table; without it two cells read as name and value, more are set
            apart by semicolons.
        columns: Which cells to read, from 0; all where left out. Empty cells are left out.
    """
    values = cells(row)
    names = cells(header) if header else []
    if len(values) == 2 and (not names or _is_name_and_value(names)):
        return ": ".join(value for value in values if value)
    paired = list(zip_longest(names[: len(values)], values, fillvalue=""))
    chosen = [pair for at, pair in enumerate(paired) if columns is None or at in columns]
    return "; ".join(f"{name}: {value}" if name else value for name, value in chosen if value)


def row_lines(row: str, header: str | None = None) -> set[str]:
    """Every way a row may be read: all of its cells, or its first with some of the others."""
    rest = range(1, min(len(cells(row)), _MOST_COLUMNS))
    choices = chain.from_iterable(combinations(rest, size) for size in range(1, len(rest) + 1))
    return {row_line(row, header), *(row_line(row, header, (0, *choice)) for choice in choices)}


_MOST_COLUMNS = 8
"""Columns up to which parts of a row are told apart; bounds the work (guess)."""


def _is_name_and_value(names: list[str]) -> bool:
    """A header that only says what such a table always is: ``Entry | Value``."""
    return names[1].lower() in ("value", "entry", "content", "meaning", "definition", "")


def same_reading(one: str, other: str) -> bool:
    """Whether two texts read alike: typography, emphasis marks and line breaks aside."""
    return fold(one_line(one)).text == fold(one_line(other)).text
