"""Bytes of a PDF -> its pages as lines with their places, its outline, labels and title, by PDFium.

PDFium is not thread-safe, and a hostile file can hang or crash it: only the parsing process calls this.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from localrag.adapters.pdf_direction import in_reading_order
from localrag.adapters.pdf_form import filled_fields
from localrag.records.extract import UnparsableError

_OUTLINE_ENTRIES = 20_000
"""More are left out (guess: ten times the largest manual's)."""
_LABEL_CHARS = 32
_FONT_NAME_BYTES = 128
_BOLD_WEIGHT = 600
"""From semi-bold on; OpenType's scale of 100 to 900."""
_BREAK = re.compile("\r\n|[\r\n]|[\ufffe\x02]")
"""PDFium's line ends; the last two stand for a hyphen at the end of a line and swallow the break."""
_HYPHENS = ("\ufffe", "\x02")


class PdfLine(NamedTuple):
    """One printed line; places in points from the page's lower left corner, zero where unknown."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    size: float
    """Height of its font from the lowest to the highest letter."""
    bold: bool


class PdfPage(NamedTuple):
    """One page, its lines in the order of the file; what is filled into a form comes last."""

    lines: tuple[PdfLine, ...]
    label: str | None
    height: float
    marked: bool = True
    """Whether anything at all is drawn on it: a page without marks is blank, not unread."""


class OutlineEntry(NamedTuple):
    """A bookmark."""

    title: str
    level: int
    """From 1, outermost first."""
    page: int
    """Index from 0."""


class PdfContent(NamedTuple):
    """Everything that is read from a PDF."""

    pages: tuple[PdfPage, ...]
    outline: tuple[OutlineEntry, ...]
    """Entries that lead to a page, in order."""
    title: str | None
    """From the document's properties."""


def read_pdf(data: bytes) -> PdfContent:
    """The content of a PDF.

    Raises:
        UnparsableError: ``encrypted`` (a password is needed to open it) or ``damaged``.
    """
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if error.err_code in (pypdfium2.raw.FPDF_ERR_PASSWORD, pypdfium2.raw.FPDF_ERR_SECURITY):
            raise UnparsableError("encrypted", "a password is needed to open it") from error
        raise UnparsableError("damaged", "PDFium cannot read it") from error
    try:
        if document.get_formtype() != pypdfium2.raw.FORMTYPE_NONE:
            document.init_forms()
        pages = tuple(_page(document, index) for index in range(len(document)))
        outline = tuple(_outline(document, len(pages)))
        title = str(document.get_metadata_value("Title")) or None
    finally:
        document.close()
    return PdfContent(pages, outline, title)


# Any from here on: pypdfium2 ships no types.
def _page(document: Any, index: int) -> PdfPage:
    import pypdfium2

    label = document.get_page_label(index)[:_LABEL_CHARS].strip() or None
    try:
        page = document[index]
        text_page = page.get_textpage()
    except pypdfium2.PdfiumError:
        # A page that is damaged has no text; the pages around it are still worth having.
        return PdfPage((), label, 0.0)
    try:
        marked = pypdfium2.raw.FPDFPage_CountObjects(page) > 0
        lines = [*_lines(text_page), *(_unplaced(f"- {field}") for field in filled_fields(document, page))]
        return PdfPage(tuple(lines), label, float(page.get_height()), marked)
    finally:
        text_page.close()
        page.close()


def _lines(text_page: Any) -> Iterator[PdfLine]:
    count = text_page.count_chars()
    text = text_page.get_text_range() if count > 0 else ""
    start = 0
    for match in _BREAK.finditer(text + "\n"):
        line = text[start : match.start()]
        if line.strip():
            first = start + len(line) - len(line.lstrip())
            last = start + len(line.rstrip()) - 1
            hyphen = "-" if match.group() in _HYPHENS else ""
            yield _placed(text_page, text, hyphen, first, last)
        elif match.group() in _HYPHENS:
            yield _unplaced("-")
        start = match.end()


def _placed(text_page: Any, text: str, hyphen: str, first: int, last: int) -> PdfLine:
    """The line that is ``text[first:last + 1]``, measured at its ends and at one letter in its middle."""
    import pypdfium2

    raw = pypdfium2.raw
    words = in_reading_order(text[first : last + 1], lambda at: _left_of(text_page, first + at))
    middle = next((at for at in range((first + last) // 2, last) if text[at].isalnum()), first)
    head, letter, tail = (
        raw.FPDFText_GetCharIndexFromTextIndex(text_page, at) for at in (first, middle, last)
    )
    if min(head, letter, tail) < 0:
        return _unplaced(words + hyphen)
    try:
        left, bottom, _, top = text_page.get_charbox(head, loose=True)
        _, _, right, _ = text_page.get_charbox(tail, loose=True)
        # The font's own size leaves out by how much the page enlarges it; the box does not.
        _, low, _, high = text_page.get_charbox(letter, loose=True)
    except pypdfium2.PdfiumError:
        return _unplaced(words + hyphen)
    bold = _is_bold(raw, text_page, letter)
    return PdfLine(words + hyphen, left, right, bottom, top, max(0.0, high - low), bold)


def _left_of(text_page: Any, at: int) -> float | None:
    import pypdfium2

    index = pypdfium2.raw.FPDFText_GetCharIndexFromTextIndex(text_page, at)
    try:
        return float(text_page.get_charbox(index)[0]) if index >= 0 else None
    except pypdfium2.PdfiumError:
        return None


def _unplaced(text: str) -> PdfLine:
    return PdfLine(text, 0.0, 0.0, 0.0, 0.0, 0.0, False)


def _is_bold(raw: Any, text_page: Any, index: int) -> bool:
    if raw.FPDFText_GetFontWeight(text_page, index) >= _BOLD_WEIGHT:
        return True
    name = ctypes.create_string_buffer(_FONT_NAME_BYTES)
    flags = ctypes.c_int()
    raw.FPDFText_GetFontInfo(text_page, index, name, _FONT_NAME_BYTES, ctypes.byref(flags))
    return b"bold" in name.value.lower() or b"black" in name.value.lower()


def _outline(document: Any, page_count: int) -> Iterator[OutlineEntry]:
    for number, bookmark in enumerate(document.get_toc()):
        if number >= _OUTLINE_ENTRIES:
            return
        destination = bookmark.get_dest()
        page = destination.get_index() if destination is not None else None
        title = " ".join(bookmark.get_title().split())
        if title and page is not None and 0 <= page < page_count:
            yield OutlineEntry(title, bookmark.level + 1, page)
