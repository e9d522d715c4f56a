"""Bytes of an XLSX workbook -> a section a sheet, its tables with header and row together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from localrag.adapters.xlsx import Sheet, read_xlsx
from localrag.ingest.archive import checked_archive
from localrag.ingest.composing import Composition
from localrag.ingest.tables import (
    MAX_CELLS,
    Row,
    header_rows,
    is_header_alone,
    lay_rows,
    merged_names,
    trimmed,
)
from localrag.records.extract import Extract, UnparsableError


def parse_xlsx(data: bytes) -> Extract:
    """The sheets of a workbook, hidden ones too, and said so.

    Blank rows part the tables of a sheet; a table without a header of its own, as wide as the one above,
    goes on with that one's. Lines of a single cell are text.

    Raises:
        UnparsableError: ``encrypted``, ``damaged``, ``wrong_kind``, ``unsafe_xml``,
            ``too_large_when_unpacked``, ``too_large`` or ``no_text``.
    """
    workbook = read_xlsx(checked_archive(data, holds="xl/", kind="workbook"), max_cells=MAX_CELLS)
    composition = Composition()
    for sheet in workbook.sheets:
        _lay(composition, sheet)
    composition.warnings.extend(_warnings(workbook.sheets))
    if workbook.without_cells:
        composition.warnings.append(f"{workbook.without_cells} sheets hold no cells (charts or macros)")
    if not any(block.kind != "heading" for block in composition.blocks):
        raise UnparsableError("no_text", "no cell of it holds anything")
    return composition.extract(workbook.title)


def _warnings(sheets: Sequence[Sheet]) -> Iterator[str]:
    hidden = [sheet.name for sheet in sheets if sheet.hidden]
    if hidden:
        yield f"hidden sheets were read too: {', '.join(hidden)}"
    missing = sum(sheet.formulas_without_value for sheet in sheets)
    if missing:
        yield f"{missing} formulas have no stored value: open and save the file in a spreadsheet program"
    cut = [sheet.name for sheet in sheets if sheet.cut_columns]
    if cut:
        yield f"columns beyond the thousandth were left out in: {', '.join(cut)}"


def _lay(composition: Composition, sheet: Sheet) -> None:
    if not any(map(any, sheet.rows)):
        return
    composition.heading(1, f"{sheet.name} (hidden sheet)" if sheet.hidden else sheet.name)
    header: tuple[str, ...] = ()
    waiting: list[Row] = []
    parts = list(_parts(sheet.rows))
    for number, part in enumerate(parts):
        lines, rows = _opening(part, sheet.spread)
        for line in lines:
            composition.add("prose", line)
        rows = [*waiting, *rows]
        waiting = []
        if not rows:
            continue
        table = trimmed(rows)
        if is_header_alone(table) and number + 1 < len(parts):
            waiting = rows
            continue
        if count := header_rows(table):
            header, table = merged_names(table[:count]), table[count:]
        elif len(table[0].cells) != len(header):
            header = ()
        lay_rows(composition, header, table, below=1)


def _parts(rows: Sequence[tuple[str, ...]]) -> Iterator[list[Row]]:
    part: list[Row] = []
    for number, cells in enumerate(rows, 1):
        if any(cells):
            part.append(Row(number, cells))
        elif part:
            yield part
            part = []
    if part:
        yield part


def _opening(part: Sequence[Row], spread: frozenset[int]) -> tuple[list[str], list[Row]]:
    """Lines of one cell above a table, and the table; all lines where no row has a second cell."""
    lines: list[str] = []
    for at, row in enumerate(part):
        filled = [cell for cell in row.cells if cell]
        if len(filled) > 1 and row.number not in spread:
            return lines, list(part[at:])
        lines.append(filled[0])
    return lines, []
