"""Bytes of an XLSX workbook -> its sheets as rows of texts, as people see them, by openpyxl."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from typing import Any, NamedTuple

from localrag.records.extract import UnparsableError
from localrag.text.cell_values import shown

NO_VALUE = "[formula without a stored value]"
_MAX_COLUMNS = 1_000
"""Of a row; the rest is not read and said so (guess)."""
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell [^>]*?ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"')
_MAX_MERGED = 20_000
_MAX_AREA = 10_000
"""Merged areas that are filled, and cells of one; more stay as they are (guesses)."""
_REFERENCE = re.compile(r"([A-Z]+)(\d+)")


class Sheet(NamedTuple):
    """One sheet; an area of merged cells holds its text in each of its cells."""

    name: str
    hidden: bool
    rows: tuple[tuple[str, ...], ...]
    """From the first one on, empty ones too."""
    spread: frozenset[int]
    """Numbers, from 1, of the rows that hold a single text, spread over merged cells."""
    formulas_without_value: int
    cut_columns: bool


class Workbook(NamedTuple):
    """All sheets, in order."""

    title: str | None
    sheets: tuple[Sheet, ...]
    without_cells: int
    """Sheets of another kind: charts, macros."""


def read_xlsx(archive: zipfile.ZipFile, *, max_cells: int) -> Workbook:
    """The content of a workbook whose archive was checked.

    Raises:
        UnparsableError: ``damaged``, or ``too_large`` beyond ``max_cells`` cells.
    """
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        assert archive.fp is not None
        values = openpyxl.load_workbook(archive.fp, read_only=True, data_only=True, keep_links=False)
        formulas = openpyxl.load_workbook(archive.fp, read_only=True, keep_links=False)
        budget = _Budget(max_cells)
        sheets = tuple(_sheet(values, formulas, name, archive, budget) for name in _sheet_names(values))
        title = values.properties.title
    except (
        InvalidFileException, KeyError, ValueError, TypeError, AttributeError, IndexError, SyntaxError,
        zipfile.BadZipFile, OSError, EOFError, AssertionError,
    ) as error:  # fmt: skip
        if isinstance(error, UnparsableError):
            raise
        raise UnparsableError("damaged", f"cannot be read as a workbook: {type(error).__name__}") from error
    return Workbook(title, sheets, len(values.sheetnames) - len(sheets))


class _Budget:
    """Cells that may still be read."""

    def __init__(self, cells: int) -> None:
        self._cells = self._left = cells

    def take(self, cells: int) -> None:
        """Take so many off, or say that they are too many."""
        self._left -= cells
        if self._left < 0:
            raise UnparsableError("too_large", f"more than {self._cells:,} cells")


# Any from here on: openpyxl's read-only classes share no type with its others.
def _sheet_names(workbook: Any) -> list[str]:
    return [sheet.title for sheet in workbook.worksheets]


def _sheet(values: Any, formulas: Any, name: str, archive: zipfile.ZipFile, budget: _Budget) -> Sheet:
    sheet = values[name]
    path = sheet._worksheet_path
    raw = archive.read(path.lstrip("/"))
    has_formulas = b"<f" in raw or b":f>" in raw
    merged, spread_of = _merged(raw)
    del raw
    # The size that a file states may be wrong either way: what is there counts.
    sheet.reset_dimensions()
    written: Iterator[Any] = iter(())
    if has_formulas:
        formulas[name].reset_dimensions()
        written = formulas[name].iter_rows()
    rows: list[tuple[str, ...]] = []
    spread: set[int] = set()
    anchors: dict[tuple[int, int], str] = {}
    missing = 0
    cut = False
    for number, cells in enumerate(sheet.iter_rows(), 1):
        sources = next(written, ())
        budget.take(len(cells))
        cut = cut or len(cells) > _MAX_COLUMNS
        texts = [_text(cell) for cell in cells[:_MAX_COLUMNS]]
        for at, source in enumerate(sources[:_MAX_COLUMNS]):
            if source.data_type == "f" and not texts[at]:
                texts[at] = NO_VALUE
                missing += 1
        if number in spread_of:
            filled = {merged.get((number, at + 1)) for at, text in enumerate(texts) if text}
            _fill(texts, number, merged, anchors)
            if len(filled) == 1 and None not in filled and len([text for text in texts if text]) > 1:
                spread.add(number)
        rows.append(tuple(texts))
    hidden = getattr(sheet, "sheet_state", "visible") != "visible"
    return Sheet(name, hidden, tuple(rows), frozenset(spread), missing, cut)


def _text(cell: Any) -> str:
    value = cell.value
    return "" if value is None else shown(value, getattr(cell, "number_format", None) or "General")


def _merged(raw: bytes) -> tuple[dict[tuple[int, int], tuple[int, int]], set[int]]:
    """Place of each merged cell -> place of the cell that holds its text; and the rows concerned."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    rows: set[int] = set()
    for number, match in enumerate(_MERGED.finditer(raw)):
        if number >= _MAX_MERGED:
            break
        top, left = _place(match[1].decode("ascii"))
        bottom, right = _place(match[2].decode("ascii"))
        if (bottom - top + 1) * (right - left + 1) > _MAX_AREA or right > _MAX_COLUMNS:
            continue
        for row in range(top, bottom + 1):
            rows.add(row)
            for column in range(left, right + 1):
                found[row, column] = (top, left)
    return found, rows


def _place(reference: str) -> tuple[int, int]:
    match = _REFERENCE.fullmatch(reference)
    assert match is not None
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - 64
    return int(match[2]), column


def _fill(
    texts: list[str],
    number: int,
    merged: dict[tuple[int, int], tuple[int, int]],
    anchors: dict[tuple[int, int], str],
) -> None:
    last = max((column for row, column in _in_row(merged, number, len(texts))), default=0)
    texts.extend([""] * (last - len(texts)))
    for at in range(len(texts)):
        anchor = merged.get((number, at + 1))
        if anchor is None:
            continue
        if anchor == (number, at + 1):
            anchors[anchor] = texts[at]
        elif not texts[at]:
            texts[at] = anchors.get(anchor, "")


def _in_row(
    merged: dict[tuple[int, int], tuple[int, int]], number: int, width: int
) -> Iterator[tuple[int, int]]:
    column = 1
    while column <= width or (number, column) in merged:
        if (number, column) in merged:
            yield number, column
        column += 1
