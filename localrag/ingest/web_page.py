"""Bytes of an HTML page -> its main text with headings, lists and tables."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from localrag.adapters.html import Closing, Opening, WebPage, read_html
from localrag.ingest.composing import Composition
from localrag.ingest.decode import MAX_TEXT_CHARS, decode
from localrag.ingest.tables import MAX_CELLS, has_header, head_lines, merged_names, row_line
from localrag.ingest.web_tables import data_rows
from localrag.records.extract import Extract, UnparsableError
from localrag.text.word_sets import word_set

_DECLARED = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]{2,40})", re.IGNORECASE)
_DECLARED_WITHIN = 4096
"""Bytes in which a page may declare its encoding; the HTML standard says 1,024."""
_XML_DECLARED = re.compile(rb"<\?xml[^>]{0,100}encoding\s*=\s*[\"']([\w-]{2,40})")
_HEADING = re.compile(r"h([1-6])")
_BLOCKS = word_set(
    "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure"
    " footer form header hgroup hr html legend li main ol p pre section summary table tbody td tfoot th"
    " thead tr ul option h1 h2 h3 h4 h5 h6"
)
_LINK_SHARE = 0.8
_LINK_COUNT = 3
_LINK_CHARS = 60
"""A block that is so much links, so many, and so short each, leads elsewhere and says nothing (guesses)."""


def parse_html(data: bytes) -> Extract:
    """What a page says, without scripts, navigation and what is hidden; lists of links are asides.

    Raises:
        UnparsableError: ``empty``, ``too_large`` or ``no_text``.
    """
    if not data.strip():
        raise UnparsableError("empty", "the file is empty")
    head = data[:_DECLARED_WITHIN]
    found = _DECLARED.search(head) or _XML_DECLARED.search(head)
    declared = found[1].decode("ascii").lower() if found else None
    # As browsers do: who declares Latin-1 or ASCII writes Windows-1252.
    if declared in ("iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii"):
        declared = "cp1252"
    decoded = decode(data, declared)
    extract = parse_page(decoded.text)
    return replace(extract, warnings=(*decoded.warnings, *extract.warnings))


def parse_page(text: str) -> Extract:
    """The same of a page that is decoded already."""
    if len(text) > MAX_TEXT_CHARS:
        raise UnparsableError("too_large", f"more than {MAX_TEXT_CHARS:,} characters")
    page = read_html(text)
    reader = _PageReader(page)
    reader.read()
    return reader.composition.extract(reader.title)


@dataclass(slots=True)
class _Line:
    """Text that stands together, and how much of it is links."""

    pieces: list[str] = field(default_factory=list)
    linked: int = 0
    links: int = 0


class _PageReader:
    """Goes through a page's elements once, in order."""

    def __init__(self, page: WebPage) -> None:
        self.composition = Composition()
        self._events = page.events
        self._page_title = page.title
        self._line = _Line()
        self._in_link = 0
        self._preformatted = 0
        self._heading = 0
        self._lists: list[tuple[str, int]] = []
        self._marker = ""
        self._items: list[str] = []
        self._items_linked = self._items_links = 0
        self._first_headings: list[str] = []
        self._cells = 0

    @property
    def title(self) -> str | None:
        """The only heading of the first level, else what the page calls itself."""
        return self._first_headings[0] if len(self._first_headings) == 1 else self._page_title

    def read(self) -> None:
        """Compose the page."""
        at = 0
        while at < len(self._events):
            event = self._events[at]
            at += 1
            if isinstance(event, str):
                self._text(event)
            elif isinstance(event, Opening):
                if event.tag == "table":
                    at = self._table(at)
                else:
                    self._open(event)
            else:
                self._close(event)
        self._end_line()
        self._end_list()

    def _text(self, text: str) -> None:
        self._line.pieces.append(text if self._preformatted else re.sub(r"\s+", " ", text))
        if self._in_link:
            self._line.linked += len(text.strip())

    def _open(self, event: Opening) -> None:
        tag = event.tag
        if tag in _BLOCKS:
            self._end_line()
        if tag in ("ul", "ol"):
            start = event.attributes.get("start", "1")
            self._lists.append((tag, int(start) if re.fullmatch(r"\d{1,6}", start) else 1))
        elif tag == "li":
            self._begin_item()
        elif tag == "pre":
            self._end_list()
            self._preformatted += 1
        elif tag == "br":
            self._line.pieces.append("\n")
        elif tag == "a" and "href" in event.attributes:
            self._in_link += 1
            self._line.links += 1
        elif heading := _HEADING.fullmatch(tag):
            self._heading = int(heading[1])

    def _close(self, event: Closing) -> None:
        tag = event.tag
        if tag in _BLOCKS:
            self._end_line()
        if tag in ("ul", "ol") and self._lists:
            self._lists.pop()
            if not self._lists:
                self._end_list()
        elif tag == "pre":
            self._preformatted = max(0, self._preformatted - 1)
        elif tag == "a":
            self._in_link = max(0, self._in_link - 1)
        elif _HEADING.fullmatch(tag):
            self._heading = 0

    def _begin_item(self) -> None:
        self._marker = "-"
        if self._lists and self._lists[-1][0] == "ol":
            number = self._lists[-1][1]
            self._lists[-1] = ("ol", number + 1)
            self._marker = f"{number}."

    def _end_line(self) -> None:
        line, self._line = self._line, _Line()
        raw = "".join(line.pieces)
        if self._preformatted:
            self.composition.add("code", raw.strip("\n"))
            return
        text = "\n".join(part for piece in raw.split("\n") if (part := piece.strip()))
        if not text:
            return
        if self._heading:
            self._end_list()
            self.composition.heading(self._heading, text)
            if self._heading == 1:
                self._first_headings.append(" ".join(text.split()))
        elif self._lists:
            indent = "  " * (len(self._lists) - 1)
            mark = f"{self._marker} " if self._marker else "  "
            self._items.append(f"{indent}{mark}{' '.join(text.split())}")
            self._items_linked += line.linked
            self._items_links += line.links
            self._marker = ""
        else:
            self._end_list()
            self.composition.add("aside" if _leads_away(text, line.linked, line.links) else "prose", text)

    def _end_list(self) -> None:
        if self._items:
            text = "\n".join(self._items)
            away = _leads_away(text, self._items_linked, self._items_links)
            self.composition.add("aside" if away else "list", text)
        self._items = []
        self._items_linked = self._items_links = 0
        self._marker = ""

    def _table(self, at: int) -> int:
        """Take in the table that began before ``at``, or begin to read it as text; where to go on."""
        self._end_line()
        end, table = data_rows(self._events, at)
        if table is None:
            return at
        self._end_list()
        self._cells += sum(len(row.cells) for row in table.rows)
        if self._cells > MAX_CELLS:
            raise UnparsableError("too_large", f"more than {MAX_CELLS:,} cells")
        if table.caption:
            self.composition.add("prose", table.caption)
        header = table.header_rows or int(has_header(table.rows))
        head = head_lines(merged_names(table.rows[:header])) if 0 < header < len(table.rows) else ""
        body = table.rows[header:] if head else table.rows
        self.composition.table(head, [row_line(row.cells) for row in body])
        return end


def _leads_away(text: str, linked: int, links: int) -> bool:
    return (
        links >= _LINK_COUNT
        and linked >= _LINK_SHARE * len(text.replace("\n- ", ""))
        and linked < _LINK_CHARS * links
    )
