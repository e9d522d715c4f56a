"""Which rows name the columns."""

from __future__ import annotations

import pytest

from localrag.ingest.tables import Row, has_header, row_line, trimmed


def rows(*cells: tuple[str, ...]) -> list[Row]:
    return trimmed([Row(number, row) for number, row in enumerate(cells, 1)])


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ([("Class", "Fee"), ("A", "EUR 10")], True),
        ([("Class", "2025", "2026"), ("A", "10", "20")], True),
        ([("Head of unit", "2025"), ("Deputy", "2026")], False),
        ([("A", "EUR 100"), ("B", "EUR 200")], False),
        ([("A", "€10"), ("B", "€20")], False),
        ([("Opened", "2026-05-01"), ("Closed", "2026-06-01")], False),
        ([("Name", "Name"), ("a", "b")], False),
        ([("one", "row")], False),
        ([("a " * 80, "b " * 80), ("c", "d")], False),
    ],
)
def test_words_above_figures_are_a_header(table: list[tuple[str, ...]], expected: bool) -> None:
    assert has_header(rows(*table)) is expected


def test_empty_rows_and_columns_go_and_the_others_keep_their_numbers() -> None:
    assert rows(("", "a", ""), ("", "", ""), ("", "b")) == [Row(1, ("a",)), Row(3, ("b",))]


def test_bars_and_line_breaks_inside_a_cell_do_not_break_the_row() -> None:
    assert row_line(("a|b", "c\nd")) == "| a\\|b | c d |"
