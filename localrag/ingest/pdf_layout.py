"""A PDF -> its text page by page, with paragraphs, headings and running lines told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from localrag.adapters.pdf import PdfContent, PdfLine, read_pdf
from localrag.ingest.decode import MAX_TEXT_CHARS, clean
from localrag.ingest.pdf_contents import contents
from localrag.ingest.pdf_furniture import printed_labels, running_lines
from localrag.ingest.pdf_headings import guessed_headings, outlined_headings, sane_title
from localrag.ingest.pdf_paragraphs import Paragraph, body_lines, paragraphs
from localrag.ingest.pdf_streams import check_streams
from localrag.records.extract import Block, BlockKind, Extract, PageSpan, UnparsableError
from localrag.text.ranges import number_ranges


def parse_pdf(data: bytes) -> Extract:
    """The text of a PDF, page by page, in the order in which the file draws it.

    Running heads, feet, page numbers and the table of contents are asides. Running lines are moved, on
    their page, to where they interrupt no paragraph. A paragraph that goes on overleaf is one block.

    Raises:
        UnparsableError: ``encrypted``, ``damaged``, ``no_text``, ``too_large`` or
            ``too_large_when_unpacked``.
    """
    check_streams(data)
    content = _cleaned(read_pdf(data))
    if not any(page.lines for page in content.pages):
        raise UnparsableError("no_text", f"none of its {len(content.pages)} pages has text: perhaps a scan")
    if sum(len(line.text) for page in content.pages for line in page.lines) > MAX_TEXT_CHARS:
        raise UnparsableError("too_large", f"more than {MAX_TEXT_CHARS:,} characters of text")
    running = running_lines(content.pages)
    body = body_lines(content.pages, running)
    headings = outlined_headings(content.outline, body)
    found = paragraphs(body, frozenset(headings))
    if not headings:
        headings = guessed_headings(found)
    asides = [
        "\n".join(page.lines[index].text for index in sorted(indices))
        for page, indices in zip(content.pages, running, strict=True)
    ]
    looks = {first: _Look("aside") for first in contents(found, content.outline)}
    looks |= {first: _Look("heading", *heading) for first, heading in headings.items()}
    laid = _Layout(found, looks, asides)
    labels = printed_labels(content.pages, running)
    pages = tuple(
        PageSpan(number + 1, label, *span)
        for number, (label, span) in enumerate(zip(labels, laid.spans, strict=True))
    )
    title = sane_title(content.title, found)
    return Extract(
        laid.text,
        pages,
        tuple(laid.blocks),
        title=title,
        marks=tuple(dict.fromkeys(line for aside in asides for line in aside.split("\n") if line)),
        partial=_partial(tuple(_unread(content)), len(pages)),
    )


def _cleaned(content: PdfContent) -> PdfContent:
    def line(raw: PdfLine) -> PdfLine:
        return raw._replace(text=" ".join(clean(raw.text).text.split("\n")).strip())

    pages = tuple(
        page._replace(lines=tuple(kept for raw in page.lines if (kept := line(raw)).text))
        for page in content.pages
    )
    return content._replace(pages=pages)


def _unread(content: PdfContent) -> Iterator[int]:
    """Numbers of the pages that show something and have no text."""
    for number, page in enumerate(content.pages, 1):
        if page.marked and not page.lines:
            yield number


def _partial(unread: Sequence[int], total: int) -> str:
    if not unread:
        return ""
    return f"{len(unread)} of {total} pages have no text (pages {number_ranges(unread)})"


class _Part(NamedTuple):
    """What of a paragraph stands on one page."""

    paragraph: int
    text: str
    begins: bool
    ends: bool


class _Look(NamedTuple):
    """What kind of block a paragraph is."""

    kind: BlockKind
    level: int = 0
    title: str = ""


_TEXT = _Look("prose")
_ITEM = _Look("list")


class _Layout:
    """Text, blocks and page spans of paragraphs and asides put together."""

    def __init__(self, found: Sequence[Paragraph], looks: dict[int, _Look], asides: Sequence[str]) -> None:
        self.text = ""
        self.blocks: list[Block] = []
        self.spans: list[tuple[int, int]] = []
        self._pieces: list[str] = []
        self._length = 0
        self._open = 0
        self._found = found
        self._looks = looks
        parts = _by_page(found, [bool(aside) for aside in asides])
        for page, aside in enumerate(asides):
            start = self._length
            self._lay_page(parts[page], aside, last=page + 1 == len(asides))
            self.spans.append((start, self._length))
        self.text = "".join(self._pieces)

    def _lay_page(self, parts: Sequence[_Part], aside: str, *, last: bool) -> None:
        place = _place_of_aside(parts) if aside else -1
        gap = ""
        for number in range(len(parts) + 1):
            if number == place:
                self._write(gap)
                start = self._write(aside)
                self.blocks.append(Block("aside", start, self._length))
                gap = "\n\n"
            if number < len(parts):
                part = parts[number]
                self._write(gap)
                start = self._write(part.text)
                if part.begins:
                    self._open = start
                if part.ends:
                    self.blocks.append(self._block(part.paragraph))
                gap = "\n\n" if part.ends else "\n"
        if gap and not last:
            self._write(gap)

    def _block(self, index: int) -> Block:
        """What was written last: a paragraph, since it began."""
        paragraph = self._found[index]
        kind, level, title = self._looks.get(paragraph.first, _ITEM if paragraph.is_item else _TEXT)
        return Block(kind, self._open, self._length, level=level, title=title)

    def _write(self, text: str) -> int:
        start = self._length
        self._pieces.append(text)
        self._length += len(text)
        return start


def _place_of_aside(parts: Sequence[_Part]) -> int:
    """Before which part a page's running lines interrupt no paragraph; the end is preferred."""
    if not parts or parts[-1].ends:
        return len(parts)
    return 0 if parts[0].begins else 1


def _by_page(found: Sequence[Paragraph], has_aside: Sequence[bool]) -> list[list[_Part]]:
    parts: list[list[_Part]] = [[] for _ in has_aside]
    for index, paragraph in enumerate(found):
        pages = sorted({line.page for line in paragraph.lines})
        begins = True
        for page in pages:
            text = "\n".join(line.line.text for line in paragraph.lines if line.page == page)
            # One that fills a page with running lines and goes on cannot be kept in one piece.
            whole_page = len(pages) > 2 and pages[0] < page < pages[-1] and has_aside[page]
            ends = page == pages[-1] or whole_page
            parts[page].append(_Part(index, text, begins, ends))
            begins = ends
    return parts
