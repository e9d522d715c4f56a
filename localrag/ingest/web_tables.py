"""Elements of a table in a web page -> its rows of cells, unless it only lays a page out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from localrag.adapters.html import Closing, Event, Opening
from localrag.ingest.tables import Row, trimmed

_MAX_SPAN = 1_000
_MAX_COLUMNS = 1_000
"""The HTML standard's limit for columns; rows are bounded by what is there."""
_LONG_CELL = 1_000
"""Characters; a table with such a cell lays out text (guess)."""


class DataTable(NamedTuple):
    """Rows of one width, merged cells repeated."""

    rows: list[Row]
    header_rows: int
    caption: str


def data_rows(events: Sequence[Event], at: int) -> tuple[int, DataTable | None]:
    """Where the table that began before ``at`` ends, and its rows; None where it is no table of data.

    Tables in tables, tables of one column and tables with long texts or headings in them lay out a page.
    """
    reader = _TableReader()
    depth = 1
    for position in range(at, len(events)):
        event = events[position]
        if isinstance(event, Opening) and (event.tag == "table" or re.fullmatch("h[1-6]", event.tag)):
            return at, None
        if isinstance(event, Closing) and event.tag == "table":
            depth -= 1
            if depth == 0:
                return position + 1, reader.table()
        reader.take(event)
    return at, None


class _TableReader:
    def __init__(self) -> None:
        self._grid: list[list[str]] = []
        self._is_head: list[bool] = []
        self._below: dict[int, tuple[int, str]] = {}
        """Column -> rows that a cell above still covers, and its text."""
        self._text: list[str] | None = None
        self._caption: list[str] | None = None
        self._span = (1, 1)
        self._in_head = False

    def take(self, event: Event) -> None:
        """Go on by one element or text."""
        if isinstance(event, str):
            if self._text is not None:
                self._text.append(event)
            elif self._caption is not None and self._caption[-1:] != [""]:
                self._caption.append(event)
        elif isinstance(event, Opening):
            self._open(event)
        elif event.tag in ("td", "th"):
            self._end_cell()
        elif event.tag == "tr":
            self._end_row()
        elif event.tag == "thead":
            self._in_head = False
        elif event.tag == "caption" and self._caption is not None:
            self._caption.append("")

    def _open(self, event: Opening) -> None:
        match event.tag:
            case "tr":
                self._grid.append([])
                self._is_head.append(True)
                self._cover()
            case "td" | "th":
                if not self._grid:
                    self._grid.append([])
                    self._is_head.append(True)
                self._text = []
                self._span = (_span(event, "colspan"), _span(event, "rowspan"))
                self._is_head[-1] = self._is_head[-1] and (event.tag == "th" or self._in_head)
            case "thead":
                self._in_head = True
            case "caption":
                self._caption = self._caption or []
            case "br" | "p" | "div" | "li":
                if self._text is not None:
                    self._text.append(" ")

    def _end_cell(self) -> None:
        if self._text is None:
            return
        text = " ".join("".join(self._text).split())
        self._text = None
        row = self._grid[-1]
        across, down = self._span
        for _ in range(min(across, _MAX_COLUMNS - len(row))):
            if down > 1:
                self._below[len(row)] = (down, text)
            row.append(text)
        self._cover()

    def _end_row(self) -> None:
        self._below = {at: (left - 1, text) for at, (left, text) in self._below.items() if left > 1}

    def _cover(self) -> None:
        """Repeat the cells above that reach down to here."""
        row = self._grid[-1]
        while len(row) in self._below and len(row) < _MAX_COLUMNS:
            row.append(self._below[len(row)][1])

    def table(self) -> DataTable | None:
        """What was taken; None where it is no table of data."""
        rows = trimmed([Row(number, tuple(cells)) for number, cells in enumerate(self._grid, 1)])
        if not rows or len(rows[0].cells) < 2 or len(rows) < 2:
            return None
        if any(len(cell) > _LONG_CELL for row in rows for cell in row.cells):
            return None
        header = 0
        while header < len(rows) and self._is_head[rows[header].number - 1]:
            header += 1
        caption = " ".join("".join(self._caption or ()).split())
        return DataTable(rows, header if header < len(rows) else 0, caption)


def _span(event: Opening, name: str) -> int:
    value = event.attributes.get(name, "1")
    return max(1, min(int(value), _MAX_SPAN)) if re.fullmatch(r"\d{1,6}", value) else 1
