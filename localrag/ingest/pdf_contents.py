"""Paragraphs of a PDF and its outline -> which of them are its table of contents."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localrag.adapters.pdf import OutlineEntry
from localrag.ingest.pdf_headings import letters_of
from localrag.ingest.pdf_paragraphs import Paragraph

_SHARE = 0.8
"""Of a paragraph's lines that must be entries: a long entry may be wrapped (guess)."""
_MAX_CHARS = 200
"""Of an entry (guess)."""
_PAGE = re.compile(r"\d{1,4}|[ivxlc]{1,7}")
_LEADER = ".·…_"
_MIN_LEADER = 3


def contents(found: Sequence[Paragraph], outline: Sequence[OutlineEntry]) -> frozenset[int]:
    """Indices of the first lines of paragraphs that only list headings and their pages.

    An entry ends in a page number, behind dots or behind the title of a bookmark; what merely ends in a
    number is text.
    """
    titles = {letters_of(entry.title) for entry in outline}
    return frozenset(
        paragraph.first
        for paragraph in found
        if sum(_is_entry(line.line.text, titles) for line in paragraph.lines) >= _SHARE * len(paragraph.lines)
    )


def _is_entry(line: str, titles: set[str]) -> bool:
    # By its end, not by one pattern: that took quadratic time, nine seconds on a manual of 619 pages.
    head, _, number = line.replace("\t", " ").rpartition(" ")
    if len(line) > _MAX_CHARS or not _PAGE.fullmatch(number):
        return False
    title = head.rstrip(_LEADER + " ")
    if not any(letter.isalpha() for letter in title):
        return False
    led = sum(sign in _LEADER for sign in head[len(title) :]) >= _MIN_LEADER
    return led or letters_of(title) in titles
