"""Lines of a PDF and its outline -> which lines are headings, of which level; and the document's title."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from localrag.adapters.pdf import OutlineEntry
from localrag.ingest.pdf_paragraphs import BodyLine, Paragraph, body_size
from localrag.ingest.plain_text import heading_levels

_MAX_HEADING_LINES = 3
_MAX_HEADING_CHARS = 120
"""Guess: two printed lines of a large font."""
_LARGER = 1.15
"""Times the size of the body text (guess: 11 to 13 points)."""
_NOT_SMALLER = 0.9
"""The same for bold lines: the bold kind of a font may be drawn a little lower."""
_MAX_LEVELS = 4
_MAX_SHARE = 0.6
"""Of all paragraphs; where more look like headings, the look says nothing (guess)."""
_LOCATED_SHARE = 0.5
"""Of the outline's entries; where fewer are found on their pages, the outline is not trusted (guess)."""

_SECTION_NUMBER = re.compile(
    r"^(?:(?:chapter|section|part|annex|appendix|article)\s+)?(?:[\divxlc]+[.):]?|[\d.]+)\s+", re.I
)
_LETTERS = re.compile(r"[\W_]+")
_NO_TITLE = re.compile(
    r"untitled.*|(table of )?contents|\(?anonymous\)?|((microsoft )?word |new )?document ?\d*"
    r"|(presentation|spreadsheet|workbook|book|binder|template|title|document title) ?\d*"
    r"|microsoft (word|powerpoint|excel) - .*|.*\.(docx?|pdf|xlsx?|pptx?|txt|exe|indd|tex|rtf)",
    re.I,
)


def outlined_headings(
    outline: Sequence[OutlineEntry], lines: Sequence[BodyLine]
) -> dict[int, tuple[int, str]]:
    """Index of the first line of each heading -> its level and title, from a PDF's bookmarks.

    A heading counts where its words stand on the page that the bookmark leads to. Empty where most do
    not: then the outline is about something else.
    """
    by_page: dict[int, list[int]] = defaultdict(list)
    for index, entry in enumerate(lines):
        by_page[entry.page].append(index)
    found: dict[int, tuple[int, str]] = {}
    for bookmark in outline:
        start = _locate(
            bookmark.title, [index for index in by_page[bookmark.page] if index not in found], lines
        )
        if start is not None:
            found[start] = (bookmark.level, bookmark.title)
    return found if len(found) >= _LOCATED_SHARE * len(outline) else {}


def guessed_headings(found: Sequence[Paragraph]) -> dict[int, tuple[int, str]]:
    """As ``outlined_headings``, from the look: short paragraphs in a larger or, alone, in a bold font.

    Below these in level, numbered lines and lines in capitals, as in a plain text.
    """
    lines = [entry for paragraph in found for entry in paragraph.lines]
    size = body_size(lines)
    bold_body = sum(len(entry.line.text) * (1 if entry.line.bold else -1) for entry in lines) > 0
    looks: dict[int, tuple[float, str]] = {}
    for paragraph in found:
        largest = round(min(entry.line.size for entry in paragraph.lines), 1)
        bold = not bold_body and all(entry.line.bold for entry in paragraph.lines)
        if _is_short(paragraph) and (largest >= _LARGER * size or (bold and largest >= _NOT_SMALLER * size)):
            looks[paragraph.first] = (largest, " ".join(paragraph.text.split()))
    if len(looks) > _MAX_SHARE * len(found):
        return {}
    looks = {first: (max(look, size), title) for first, (look, title) in looks.items()}
    sizes = sorted({look for look, _ in looks.values()}, reverse=True)
    headings = {
        first: (min(sizes.index(look) + 1, _MAX_LEVELS), title) for first, (look, title) in looks.items()
    }
    deepest = max((level for level, _ in headings.values()), default=0)
    written = heading_levels([[entry.line.text for entry in paragraph.lines] for paragraph in found])
    for paragraph, level in zip(found, written, strict=True):
        if level and paragraph.first not in headings:
            headings[paragraph.first] = (deepest + level, " ".join(paragraph.text.split()))
    return headings


def sane_title(property_title: str | None, found: Sequence[Paragraph]) -> str | None:
    """A document's title: its property, unless a program left it there; else the largest words on page 1."""
    if title := sane_property_title(property_title):
        return title
    size = body_size([entry for paragraph in found for entry in paragraph.lines])
    first_page = [
        paragraph
        for paragraph in found
        if paragraph.lines[0].page == 0 and _is_short(paragraph) and not _NO_TITLE.fullmatch(paragraph.text)
    ]
    sized = [(paragraph.lines[0].line.size, paragraph) for paragraph in first_page]
    largest = max(sized, key=lambda pair: pair[0], default=None)
    if largest is None or largest[0] < _LARGER * size:
        return None
    return " ".join(largest[1].text.split())


def sane_property_title(title: str | None) -> str | None:
    """A title from a document's properties, unless a program left it there."""
    words = " ".join((title or "").split())
    is_sane = any(letter.isalpha() for letter in words) and not _NO_TITLE.fullmatch(words)
    return words if is_sane else None


def _is_short(paragraph: Paragraph) -> bool:
    text = paragraph.text
    return (
        not paragraph.is_item
        and len(paragraph.lines) <= _MAX_HEADING_LINES
        and len(text) <= _MAX_HEADING_CHARS
        and text[-1] not in ".,;:"
        and sum(letter.isalpha() for letter in text) >= 3
    )


def _locate(title: str, candidates: Sequence[int], lines: Sequence[BodyLine]) -> int | None:
    wanted = {letters_of(title), letters_of(_SECTION_NUMBER.sub("", title))} - {""}
    for position, start in enumerate(candidates):
        words = ""
        for index in candidates[position : position + _MAX_HEADING_LINES]:
            words = f"{words} {lines[index].line.text}".strip()
            if letters_of(words) in wanted or letters_of(_SECTION_NUMBER.sub("", words)) in wanted:
                return start
    return None


def letters_of(text: str) -> str:
    """A text without case, spaces and marks, to compare headings by."""
    return _LETTERS.sub("", text.casefold())
