"""Printed lines of a PDF -> paragraphs, by the places of the lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from localrag.adapters.pdf import PdfLine, PdfPage
from localrag.ingest.plain_text import is_list_item

_GAP = 1.15
"""Times the usual distance of two lines, from where on a paragraph ends (measured 2026-11-30 on the
project's own PDFs: items stand 1.19 apart; lines of one paragraph within 1.02)."""
_LARGE_GAP = 3.0
"""The same, where the words go on in lower case (guess)."""
_MIN_LINES = 8
"""Distances needed on a page, or in a document, to tell what is usual there (guess)."""
_SINGLE_SPACED = 1.4
"""Times the height of a font, from line to line, where nothing else is known (guess)."""
_OTHER_SIZE = 0.1
"""Share by which a font must differ to begin another paragraph (guess)."""
_INDENT = 0.8
"""Times the font's size, from where on a first line is indented (guess)."""
_SHORT_LINE = 0.8
"""Share of a paragraph's width below which a line is its last, if its sentence ends (guess)."""
_LOOK_BACK = 30
"""Lines of the open paragraph that are looked at, at most (guess: most of a page)."""
_SENTENCE_ENDS = (".", "!", "?", ":", ";", "。", "！", "？")
_CLOSERS = "\"'”’»)]"


class BodyLine(NamedTuple):
    """A line of the document itself, and where it comes from."""

    page: int
    """Index from 0."""
    line: PdfLine


class Paragraph(NamedTuple):
    """Lines that belong together."""

    first: int
    """Index of its first line among the body's."""
    lines: tuple[BodyLine, ...]
    is_item: bool

    @property
    def text(self) -> str:
        """In one line."""
        return " ".join(entry.line.text for entry in self.lines)


def body_lines(pages: Sequence[PdfPage], running: Sequence[frozenset[int]]) -> list[BodyLine]:
    """All lines but the running ones, in order."""
    return [
        BodyLine(number, line)
        for number, (page, indices) in enumerate(zip(pages, running, strict=True))
        for index, line in enumerate(page.lines)
        if index not in indices
    ]


def body_size(lines: Sequence[BodyLine]) -> float:
    """The font size, in points, in which most letters stand; zero where none is known."""
    sizes: Counter[float] = Counter()
    for entry in lines:
        sizes[round(entry.line.size, 1)] += len(entry.line.text)
    return min(sizes.items(), key=lambda pair: (-pair[1], pair[0]))[0] if sizes else 0.0


def paragraphs(lines: Sequence[BodyLine], heading_starts: frozenset[int]) -> list[Paragraph]:
    """The lines, grouped; every line is in one paragraph.

    Args:
        lines: Of the whole document, in order.
        heading_starts: Indices of lines known to begin a heading; a heading ends where the next
            paragraph would begin.
    """
    size = body_size(lines)
    leading = _Leading(lines, size)
    found: list[Paragraph] = []
    start = 0
    for index in range(1, len(lines) + 1):
        open_lines = lines[max(start, index - _LOOK_BACK) : index]
        begins = index == len(lines) or index in heading_starts
        if not begins and not _begins(open_lines, lines[index], size, leading):
            continue
        group = tuple(lines[start:index])
        found.append(Paragraph(start, group, is_list_item(group[0].line.text)))
        start = index
    return found if lines else []


def ends_sentence(text: str) -> bool:
    """Whether a line's last word may end a sentence."""
    return text.rstrip(_CLOSERS + " ").endswith(_SENTENCE_ENDS)


class _Leading:
    """The usual distance, in points, from one line of body text to the next."""

    def __init__(self, lines: Sequence[BodyLine], size: float) -> None:
        everywhere: Counter[float] = Counter()
        by_page: dict[int, Counter[float]] = defaultdict(Counter)
        for before, after in pairwise(lines):
            distance = before.line.bottom - after.line.bottom
            if before.page == after.page and size / 2 < distance < size * 3:
                everywhere[round(distance)] += 1
                by_page[before.page][round(distance)] += 1
        self._usual = _most_common(everywhere)
        if everywhere.total() < _MIN_LINES:
            self._usual = min(self._usual or _SINGLE_SPACED * size, _SINGLE_SPACED * size)
        self._by_page = {
            page: _most_common(found) for page, found in by_page.items() if found.total() >= _MIN_LINES
        }

    def at(self, open_lines: Sequence[BodyLine]) -> float:
        """Within the open paragraph where it has two lines, else on its page, else in the document."""
        last = open_lines[-1]
        if len(open_lines) > 1 and open_lines[-2].page == last.page:
            own = open_lines[-2].line.bottom - last.line.bottom
            if own > 0:
                return own
        return self._by_page.get(last.page, self._usual)


def _most_common(found: Counter[float]) -> float:
    return min(found.items(), key=lambda pair: (-pair[1], pair[0]), default=(0.0, 0))[0]


def _begins(open_lines: Sequence[BodyLine], entry: BodyLine, size: float, usual: _Leading) -> bool:
    """Whether a line begins a new paragraph behind the lines of the open one."""
    before, line = open_lines[-1].line, entry.line
    leading = usual.at(open_lines)
    if is_list_item(line.text):
        return True
    if entry.page - open_lines[-1].page > 1:
        return True
    if size and abs(line.size - before.size) > _OTHER_SIZE * size:
        return True
    if entry.page != open_lines[-1].page or line.bottom > before.bottom + leading:
        # Overleaf or in the next column the places say nothing.
        return ends_sentence(before.text)
    if not line.bold and not line.text[0].islower() and all(entry.line.bold for entry in open_lines):
        return True
    if line.text[0].islower() and not ends_sentence(before.text):
        return before.bottom - line.bottom > _LARGE_GAP * leading
    scale = max(1.0, line.size / size) if size else 1.0
    if before.bottom - line.bottom > _GAP * leading * scale:
        return True
    if not ends_sentence(before.text):
        return False
    width = max(entry.line.right for entry in open_lines) - min(entry.line.left for entry in open_lines)
    is_short = len(open_lines) > 1 and before.right - before.left < _SHORT_LINE * width
    return is_short or line.left > before.left + _INDENT * max(size, 1.0)
