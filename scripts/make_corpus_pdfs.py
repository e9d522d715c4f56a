"""From the Markdown sources in scripts/corpus_pdfs to the PDF documents of the sample corpus.

The sources may hold these directives, each on a line of its own: ``<!-- page -->`` starts a page,
``<!-- roman -->`` and ``<!-- arabic -->`` choose the printed page numbers (roman ones are counted
from the cover, arabic ones begin again at 1), ``<!-- only 2026 -->`` up to ``<!-- end -->`` keeps a
block for one edition. In a line, ``{{old|new}}`` gives the wording of the first and of the second edition.

The same sources give the same bytes: dates and ids in the PDF are fixed, the streams are not compressed
(compression libraries differ between platforms), and only fonts that every reader has are used.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.lib import colors
from reportlab.lib.enums import TA_JUSTIFY, TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    ListFlowable,
    ListItem,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)
from reportlab.platypus.tableofcontents import TableOfContents

SOURCES = Path(__file__).parent / "corpus_pdfs"
CORPUS = Path(__file__).parent.parent / "corpus"
AGENCY = "Verran Coast Storage Inspectorate"


class Book(NamedTuple):
    """One PDF, as books.toml describes it."""

    source: str
    target: str
    edition: str
    which: int
    title: str
    cover: list[str]
    footer: str
    marking: str


_INK = colors.HexColor("#1d2733")
_ACCENT = colors.HexColor("#24527a")
_RULE = colors.HexColor("#9aa7b4")

_TEXT = {"fontName": "Times-Roman", "fontSize": 11.2, "leading": 16, "textColor": _INK}
_BODY = ParagraphStyle("body", spaceAfter=7, alignment=TA_JUSTIFY, **_TEXT)
_ITEM = ParagraphStyle("item", _BODY, spaceAfter=3)
_CELL = ParagraphStyle("cell", _BODY, fontSize=9.8, leading=12.5, spaceAfter=0, alignment=TA_LEFT)
_CELL_HEAD = ParagraphStyle("cell head", _CELL, fontName="Times-Bold")
_TITLE = ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=26, leading=32, textColor=_ACCENT)
_COVER = ParagraphStyle("cover", fontName="Helvetica", fontSize=13, leading=20, textColor=_INK)
_H1 = ParagraphStyle("h1", _TITLE, fontSize=17, leading=22, spaceBefore=14, spaceAfter=8, keepWithNext=1)
_H2 = ParagraphStyle("h2", _H1, fontSize=12, leading=16, spaceBefore=8, spaceAfter=4, textColor=_INK)
_TOC_H2 = ParagraphStyle("toc h2", _COVER, fontSize=9, leading=11.3, leftIndent=12)
_TOC_H1 = ParagraphStyle("toc h1", _TOC_H2, fontName="Helvetica-Bold", leftIndent=0, spaceBefore=3)
_TOC_TABLE = TableStyle(
    [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("TOP", "BOTTOM", "LEFT", "RIGHT")]
)
_TABLE = TableStyle(
    [
        ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#e6ecf2")),
        ("GRID", (0, 0), (-1, -1), 0.5, _RULE),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
    ]
)


def books() -> list[Book]:
    """Every PDF of the corpus, in the order of books.toml."""
    with (SOURCES / "books.toml").open("rb") as file:
        return [Book(**table) for table in tomllib.load(file)["book"]]


def edition_text(text: str, *, edition: str, which: int) -> str:
    """The source as it reads in one edition: blocks of other editions left out, wordings chosen."""

    def keep(block: re.Match[str]) -> str:
        return block[2] if block[1] == edition else ""

    text = re.sub(r"<!-- only (\S+) -->\n(.*?)<!-- end -->\n", keep, text, flags=re.DOTALL)
    return re.sub(r"\{\{(.*?)\|(.*?)\}\}", lambda wording: wording[which + 1], text, flags=re.DOTALL)


def roman(number: int) -> str:
    """A small number, one to thirty-nine, in lower-case roman numerals."""
    tens, ones = divmod(number, 10)
    return "x" * tens + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[ones]


class Numbering:
    """The printed number of each sheet, learned while the pages are laid out."""

    def __init__(self, *, starts_roman: bool) -> None:
        self.first_arabic_sheet: int | None = None if starts_roman else 1

    def label(self, sheet: int) -> str:
        """What is printed on a sheet; sheets count from 1."""
        if self.first_arabic_sheet is None or sheet < self.first_arabic_sheet:
            return roman(sheet)
        return str(sheet - self.first_arabic_sheet + 1)


def _inline(token: Token) -> str:
    tags = {
        "em_open": "<i>",
        "em_close": "</i>",
        "strong_open": "<b>",
        "strong_close": "</b>",
        "softbreak": " ",
    }
    parts = []
    for child in token.children or ():
        if child.type == "text":
            parts.append(child.content.replace("&", "&amp;").replace("<", "&lt;"))
        else:
            parts.append(tags[child.type])
    return "".join(parts)


def _list(tokens: Iterator[Token], *, numbered: bool) -> Flowable:
    items = []
    for token in tokens:
        if token.type in ("ordered_list_close", "bullet_list_close"):
            break
        if token.type == "inline":
            items.append(ListItem(Paragraph(_inline(token), _ITEM)))
    marks = {"bulletFormat": "%s."} if numbered else {"bulletType": "bullet", "start": "\u2022"}
    font = {"bulletFontName": _BODY.fontName, "bulletFontSize": _BODY.fontSize}
    return ListFlowable(items, leftIndent=20, spaceAfter=6, **font, **marks)


def _table(tokens: Iterator[Token], *, width: float) -> Flowable:
    rows: list[list[str]] = []
    for token in tokens:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_inline(token))
    longest = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    shares = [min(max(length, 13), 46) for length in longest]
    cells = [
        [Paragraph(cell, _CELL if index else _CELL_HEAD) for cell in row] for index, row in enumerate(rows)
    ]
    widths = [width * share / sum(shares) for share in shares]
    return Table(cells, colWidths=widths, style=_TABLE, repeatRows=1, spaceBefore=2, spaceAfter=9)


def _heading(text: str, level: int) -> Flowable:
    paragraph = Paragraph(text, (_H1, _H2)[level])
    paragraph.outline = (level, text)
    return paragraph


def _flowables(text: str, *, width: float) -> Iterator[Flowable]:
    tokens = iter(MarkdownIt("commonmark").enable("table").parse(text))
    for token in tokens:
        match token.type:
            case "heading_open":
                yield _heading(_inline(next(tokens)), int(token.tag[1]) - 1)
            case "inline":
                yield Paragraph(_inline(token), _BODY)
            case "ordered_list_open" | "bullet_list_open":
                yield _list(tokens, numbered=token.type.startswith("ordered"))
            case "table_open":
                yield _table(tokens, width=width)
            case "html_block" if "arabic" in token.content:
                yield NextPageTemplate("body")
                yield PageBreak()
            case "html_block" if "page" in token.content:
                yield PageBreak()


def _opening(book: Book, numbering: Numbering) -> list[Flowable]:
    if not book.cover:
        return [Paragraph(book.title, _TITLE), Spacer(1, 6 * mm)]
    levels = {"levelStyles": [_TOC_H1, _TOC_H2], "tableStyle": _TOC_TABLE, "dotsMinLevel": -1}
    contents = TableOfContents(rightColumnWidth=12 * mm, formatter=numbering.label, **levels)
    return [
        Spacer(1, 55 * mm),
        *(Paragraph(AGENCY, _COVER), Spacer(1, 4 * mm), Paragraph(book.title, _TITLE), Spacer(1, 6 * mm)),
        *(Paragraph(line, _COVER) for line in book.cover),
        *(PageBreak(), Paragraph("Contents", _H1), contents, PageBreak()),
    ]


def _margins(
    book: Book, numbering: Numbering, *, in_front: bool
) -> Callable[[Canvas, BaseDocTemplate], None]:
    """The painter of header, footer and page label for one kind of page."""

    def paint(canvas: Canvas, doc: BaseDocTemplate) -> None:
        sheet = doc.page
        if not in_front and numbering.first_arabic_sheet is None:
            numbering.first_arabic_sheet = sheet
        if sheet in (1, numbering.first_arabic_sheet):
            style = "ROMAN_LOWER" if in_front else "ARABIC"
            canvas.addPageLabel(sheet - 1, style, 1)
        if sheet == 1 and book.cover:
            return
        width, height = A4
        left, right = doc.leftMargin, width - doc.rightMargin
        canvas.setFont("Helvetica", 8.5)
        canvas.setFillColor(_INK)
        canvas.drawString(left, height - 16 * mm, f"{AGENCY}: {book.title}")
        canvas.drawRightString(right, height - 16 * mm, book.marking)
        canvas.drawString(left, 13 * mm, book.footer)
        canvas.drawRightString(right, 13 * mm, f"Page {numbering.label(sheet)}")
        canvas.setStrokeColor(_RULE)
        canvas.line(left, height - 18 * mm, right, height - 18 * mm)
        canvas.line(left, 17 * mm, right, 17 * mm)

    return paint


def build(book: Book, target: Path) -> None:
    """Lay one book out and write it to ``target``, replacing what is there."""
    text = edition_text(
        (SOURCES / book.source).read_text(encoding="utf-8"), edition=book.edition, which=book.which
    )
    starts_roman = "<!-- roman -->" in text
    numbering = Numbering(starts_roman=starts_roman)
    doc = BaseDocTemplate(
        str(target),
        pagesize=A4,
        leftMargin=26 * mm,
        rightMargin=26 * mm,
        topMargin=23 * mm,
        bottomMargin=21 * mm,
        title=f"{book.title}, {book.cover[0]}" if book.cover else book.title,
        author=AGENCY,
        subject=book.footer,
        creator="scripts/make_corpus_pdfs.py",
        lang="en",
        invariant=1,
        pageCompression=0,
    )
    frame = Frame(doc.leftMargin, doc.bottomMargin, doc.width, doc.height, 0, 0, 0, 0)
    templates = [
        PageTemplate(name, frames=[frame], onPage=_margins(book, numbering, in_front=name == "front"))
        for name in (("front", "body") if starts_roman else ("body",))
    ]
    doc.addPageTemplates(templates)

    def note_heading(flowable: Flowable) -> None:
        if not hasattr(flowable, "outline"):
            return
        level, title = flowable.outline
        key = f"{level}-{doc.page}-{title}"
        doc.canv.bookmarkPage(key, fit="XYZ", top=doc.frame._y + flowable.height + 6)
        doc.canv.addOutlineEntry(title, key, level)
        doc.notify("TOCEntry", (level, title, doc.page, key))

    doc.afterFlowable = note_heading
    doc.multiBuild([*_opening(book, numbering), *_flowables(text, width=doc.width)])


def main(arguments: Sequence[str]) -> int:
    """Build every PDF under ``--out``; gives the exit code."""
    parser = argparse.ArgumentParser(description="Build the PDF documents of the sample corpus.")
    parser.add_argument("--out", type=Path, default=CORPUS, help="the corpus folder (default: corpus/)")
    out: Path = parser.parse_args(arguments).out
    for book in books():
        target = out / book.target
        target.parent.mkdir(parents=True, exist_ok=True)
        build(book, target)
        print(f"{target} {target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
