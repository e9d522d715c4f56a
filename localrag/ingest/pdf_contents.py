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
"""Of an entry (guess); the pattern below takes its time on long lines."""
_ENTRY = re.compile(
    r"(?P<title>.*?[^\W\d_].*?)[ \t]*(?P<leader>(?:[.·…_][ \t]*){3,})?[ \t](?:\d{1,4}|[ivxlc]{1,7})"
)


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
    match = _ENTRY.fullmatch(line) if len(line) <= _MAX_CHARS else None
    if match is None:
        return False
    return match["leader"] is not None or letters_of(match["title"]) in titles
