"""Workbooks: values as people see them, under their headers."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from openpyxl.workbook import Workbook

from localrag.ingest.workbook import parse_xlsx
from localrag.records.extract import Extract, UnparsableError
from tests.ingest.office_files import xlsx


def of(extract: Extract, kind: str) -> list[str]:
    return [extract.text[block.start : block.end] for block in extract.blocks if block.kind == kind]


def fees(workbook: Workbook) -> None:
    sheet = workbook.active
    assert sheet is not None
    sheet.title = "Fees"
    sheet.append(["Fees of 2026"])
    sheet.append([])
    sheet.append(["Class", "Fee", "Share", "From"])
    sheet.append(["A", 1250, 0.05, date(2026, 1, 1)])
    sheet.append(["B", 90.5, 0.125, datetime(2026, 7, 1, 9, 30)])
    sheet["B4"].number_format = '#,##0.00 "EUR"'
    sheet["B5"].number_format = '#,##0.00 "EUR"'
    sheet["C4"].number_format = "0%"
    sheet["C5"].number_format = "0.0%"


def test_a_sheet_is_a_section_with_its_table_as_people_see_it() -> None:
    extract = parse_xlsx(xlsx(fees))
    assert of(extract, "heading") == ["Fees"]
    assert of(extract, "prose") == ["Fees of 2026"]
    assert of(extract, "table") == [
        "| Class | Fee | Share | From |\n| --- | --- | --- | --- |\n"
        "| A | 1,250.00 EUR | 5% | 2026-01-01 |\n| B | 90.50 EUR | 12.5% | 2026-07-01 09:30 |"
    ]


def test_a_long_table_is_laid_in_ranges_of_rows_each_under_the_header() -> None:
    def fill(workbook: Workbook) -> None:
        sheet = workbook.active
        assert sheet is not None
        sheet.append(["Permit", "Holder"])
        for number in range(2, 200):
            sheet.append([f"P-{number}", f"Holder of permit number {number}"])

    extract = parse_xlsx(xlsx(fill))
    headings, tables = of(extract, "heading"), of(extract, "table")
    assert headings[1].startswith("Rows 2-")
    assert len(tables) == len(headings) - 1 > 1
    assert all(table.startswith("| Permit | Holder |\n| --- |") for table in tables)
    assert sum(table.count("| P-") for table in tables) == 198


def test_a_row_too_wide_for_a_passage_is_laid_cell_by_cell() -> None:
    def fill(workbook: Workbook) -> None:
        sheet = workbook.active
        assert sheet is not None
        sheet.append(["Site", "Finding"])
        sheet.append(["Brackwater", "long words " * 200])

    assert of(parse_xlsx(xlsx(fill)), "table")[0].startswith("| Site | Brackwater |\n| Finding | long words")


def test_merged_cells_are_filled_and_a_merged_line_is_text() -> None:
    def fill(workbook: Workbook) -> None:
        sheet = workbook.active
        assert sheet is not None
        for row in (["Penalties"], ["Class", "Case", "EUR"], ["A", "first", 100], [None, "second", 200]):
            sheet.append(row)
        sheet.merge_cells("A1:C1")
        sheet.merge_cells("A3:A4")

    extract = parse_xlsx(xlsx(fill))
    assert of(extract, "prose") == ["Penalties"]
    assert of(extract, "table")[0].endswith("| A | first | 100 |\n| A | second | 200 |")


def test_headers_in_two_rows_are_put_together() -> None:
    def fill(workbook: Workbook) -> None:
        sheet = workbook.active
        assert sheet is not None
        for row in ([None, "2026", "2026"], ["Class", "Fee", "Deposit"], ["A", 10, 20]):
            sheet.append(row)
        sheet["B1"] = sheet["C1"] = "Amounts"

    table = of(parse_xlsx(xlsx(fill)), "table")[0]
    assert table.startswith("| Class | Amounts / Fee | Amounts / Deposit |")


def test_hidden_sheets_are_read_and_named() -> None:
    def fill(workbook: Workbook) -> None:
        fees(workbook)
        hidden = workbook.create_sheet("Old fees")
        hidden.append(["kept"])
        hidden.sheet_state = "hidden"

    extract = parse_xlsx(xlsx(fill))
    assert "Old fees (hidden sheet)" in of(extract, "heading")
    assert extract.warnings == ("hidden sheets were read too: Old fees",)


def test_a_formula_without_a_stored_value_is_marked_and_counted() -> None:
    def fill(workbook: Workbook) -> None:
        sheet = workbook.active
        assert sheet is not None
        sheet.append(["Total", "=SUM(A1:A9)"])

    extract = parse_xlsx(xlsx(fill))
    assert extract.text.endswith("| Total | [formula without a stored value] |")
    assert extract.warnings[0].startswith("1 formulas have no stored value")


def test_an_empty_workbook_has_no_text() -> None:
    with pytest.raises(UnparsableError) as caught:
        parse_xlsx(xlsx(lambda _: None))
    assert caught.value.reason == "no_text"
