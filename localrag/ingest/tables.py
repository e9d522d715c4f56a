"""Rows of cells -> lines of a table in Markdown, each row under the names of its columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from localrag.ingest.composing import Composition
from localrag.ingest.decode import clean

MAX_CELLS = 2_000_000
"""Of one file; design value."""
_GROUP_CHARS = 1_500
"""Rows laid together under one range of rows: about what one or two passages hold (guess)."""
_WIDE_CHARS = 1_200
"""A longer row is laid cell by cell: no passage could hold it under its header (guess: 300 tokens)."""
_HEADER_CHARS = 60
"""On average, the longest cells that a header may have (guess)."""
_MAX_HEADER_ROWS = 3
"""Guess."""
_VALUE = re.compile(r"[-+(]?(?:[A-Z]{3}\s)?[^\w\s]{0,3}\s?\d[\d.,:/\s-]*\s?(?:[A-Z]{3}|[^\d\s]{0,3})\)?")
"""A cell that holds a figure, an amount or a day rather than a name."""
_YEAR = re.compile(r"(?:19|20)\d\d")
"""Columns are named by years, too."""


class Row(NamedTuple):
    """A row as it stands in its file."""

    number: int
    """From 1."""
    cells: tuple[str, ...]


def row_line(cells: Sequence[str]) -> str:
    """``| Class A | EUR 250 |``; bars inside cells are escaped, line breaks become spaces."""
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def head_lines(cells: Sequence[str]) -> str:
    """A header row and the rule below it."""
    return f"{row_line(cells)}\n|{' --- |' * len(cells)}"


def trimmed(rows: Sequence[Row]) -> list[Row]:
    """The rows without empty ones and without columns that are empty in all of them."""
    filled = [row for row in rows if any(cell.strip() for cell in row.cells)]
    width = max((len(row.cells) for row in filled), default=0)
    used = [at for at in range(width) if any(at < len(row.cells) and row.cells[at].strip() for row in filled)]
    return [
        Row(row.number, tuple(row.cells[at].strip() if at < len(row.cells) else "" for at in used))
        for row in filled
    ]


def has_header(rows: Sequence[Row]) -> bool:
    """Whether the first of some trimmed rows names the columns of the others: words, and different ones."""
    if len(rows) < 2 or len(rows[0].cells) < 2:
        return False
    names = rows[0].cells
    if sum(bool(name) for name in names) < max(2, len(names) - 1):
        return False
    if sum(map(len, names)) > _HEADER_CHARS * len(names):
        return False
    figures = [at for at, name in enumerate(names) if _VALUE.fullmatch(name)]
    is_named = all(_YEAR.fullmatch(names[at]) and not _YEAR.fullmatch(rows[1].cells[at]) for at in figures)
    return is_named and len(set(names)) == len(names)


def header_rows(rows: Sequence[Row]) -> int:
    """How many of the first trimmed rows name the columns: 1, or 2 or 3 that do so together; 0 for none."""
    if has_header(rows):
        return 1
    for count in range(2, min(_MAX_HEADER_ROWS, len(rows) - 1) + 1):
        above, first = rows[:count], rows[count]
        if any(_VALUE.fullmatch(cell) for row in above for cell in row.cells):
            return 0
        names = merged_names(above)
        named = sum(bool(name) for name in names) >= max(2, len(names) - 1)
        if named and any(_VALUE.fullmatch(cell) for cell in first.cells):
            return count
    return 0


def is_header_alone(rows: Sequence[Row]) -> bool:
    """Whether some trimmed rows only name columns: few rows, two names at least, no figures."""
    return (
        0 < len(rows) <= _MAX_HEADER_ROWS
        and len(rows[0].cells) > 1
        and not any(_VALUE.fullmatch(cell) for row in rows for cell in row.cells)
    )


def merged_names(rows: Sequence[Row]) -> tuple[str, ...]:
    """Names of columns out of several header rows: ``2026 / Fee``."""
    return tuple(
        " / ".join(dict.fromkeys(name for name in column if name))
        for column in zip(*(row.cells for row in rows), strict=True)
    )


def lay_rows(composition: Composition, header: Sequence[str], rows: Sequence[Row], *, below: int) -> None:
    """Add rows under their header; where they are many, in ranges with a heading each.

    Args:
        composition: What they are added to.
        header: Names of the columns; empty where there are none.
        rows: In order, of one width.
        below: Level of the heading that they stand under.
    """
    groups = list(_groups(header, rows))
    for group in groups:
        first, last = group[0], group[-1]
        if len(groups) > 1:
            numbers = str(first.number) if first is last else f"{first.number}-{last.number}"
            composition.heading(below + 1, f"{'Row' if first is last else 'Rows'} {numbers}")
        if len(group) == 1 and header and _is_wide(header, first):
            named = [
                (name or "-", cell) for name, cell in zip(header, first.cells, strict=False) if cell.strip()
            ]
            composition.table("", [row_line(pair) for pair in named])
        else:
            head = head_lines(header) if header else ""
            composition.table(head, [row_line(row.cells) for row in group])


def _groups(header: Sequence[str], rows: Sequence[Row]) -> Iterator[list[Row]]:
    group: list[Row] = []
    size = 0
    most = max(_GROUP_CHARS, 3 * sum(map(len, header)))
    for row in rows:
        length = _length(row)
        wide = bool(header) and _is_wide(header, row)
        if group and (size + length > most or wide):
            yield group
            group, size = [], 0
        group.append(row)
        size += length
        if wide:
            yield group
            group, size = [], 0
    if group:
        yield group


def _is_wide(header: Sequence[str], row: Row) -> bool:
    return _length(row) + sum(map(len, header)) > _WIDE_CHARS


def _length(row: Row) -> int:
    return sum(len(cell) + 3 for cell in row.cells)


def _cell(cell: str) -> str:
    return " ".join(clean(cell).text.split()).replace("|", "\\|")
