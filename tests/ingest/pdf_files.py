"""PDFs for the tests: lines put where a test wants them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple

from reportlab.lib import pdfencrypt
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

LEADING = 16.0
"""Points from one line to the next."""
TOP = 760.0
FOOT = 40.0
HEAD = 805.0


class Line(NamedTuple):
    """Text at a height, in points from the page's lower edge."""

    text: str
    bottom: float
    size: float = 11.0
    bold: bool = False
    left: float = 72.0


def stacked(*texts: str, top: float = TOP, size: float = 11.0) -> list[Line]:
    """Lines below each other; an empty text leaves a gap, as between paragraphs."""
    lines = []
    for text in texts:
        if text:
            lines.append(Line(text, top, size))
            top -= LEADING
        else:
            top -= LEADING * 0.6
    return lines


def pdf(
    *pages: Sequence[Line],
    title: str | None = None,
    bookmarks: Sequence[tuple[str, int, int]] = (),
    password: str | None = None,
    labels: Sequence[tuple[int, str]] = (),
) -> bytes:
    """A PDF of A4 pages.

    Args:
        pages: The lines of each page, in drawing order.
        title: In the document's properties.
        bookmarks: Title, level from 0, and index of the page.
        password: Needed to open it.
        labels: From which page index on which numbering holds: ``i`` or ``1``.
    """
    target = io.BytesIO()
    lock = pdfencrypt.StandardEncryption(password, canPrint=0) if password else None
    canvas = Canvas(target, pagesize=A4, invariant=1, encrypt=lock)
    if title:
        canvas.setTitle(title)
    for index, style in labels:
        roman = "ROMAN_LOWER" if style == "i" else "ARABIC"
        canvas.addPageLabel(index, style=roman, start=1)
    for index, page in enumerate(pages):
        for line in page:
            canvas.setFont("Helvetica-Bold" if line.bold else "Helvetica", line.size)
            canvas.drawString(line.left, line.bottom, line.text)
        for text, level, at in bookmarks:
            if at == index:
                canvas.bookmarkPage(f"{text}-{at}")
                canvas.addOutlineEntry(text, f"{text}-{at}", level)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def pdf_with_picture(text_pages: int, picture_pages: int) -> bytes:
    """Pages of text, then pages on which nothing but a drawing stands."""
    return words_and_pictures(
        [f"Text of page {chr(ord('A') + number)}." for number in range(text_pages)], picture_pages
    )


def words_and_pictures(texts: Sequence[str], picture_pages: int) -> bytes:
    """A page for each text, then pages on which nothing but a drawing stands."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=1)
    for text in texts:
        canvas.drawString(72, 700, text)
        canvas.showPage()
    for _ in range(picture_pages):
        canvas.rect(100, 100, 200, 200, fill=1)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def raw_pdf(*objects: bytes) -> bytes:
    """A PDF of these objects, numbered from 1; the first is its catalogue."""
    out = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    count = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n" % count + b"".join(b"%010d 00000 n \n" % at for at in places)
    return out + table + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (count, len(out))
