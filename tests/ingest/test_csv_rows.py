"""CSV files, whatever wrote them."""

from __future__ import annotations

import pytest

from localrag.ingest.csv_rows import parse_csv
from localrag.records.extract import UnparsableError


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_out(delimiter: str) -> None:
    rows = [("Class", "Fee"), ("A", "EUR 10"), ("B", "EUR 20")]
    data = "\r\n".join(delimiter.join(row) for row in rows).encode()
    assert parse_csv(data).text == "| Class | Fee |\n| --- | --- |\n| A | EUR 10 |\n| B | EUR 20 |"


def test_commas_inside_amounts_do_not_divide_rows() -> None:
    assert "| A | 10,50 |" in parse_csv(b"Class;Fee\nA;10,50\nB;7,25\n").text


def test_the_line_by_which_excel_names_the_delimiter_is_no_row() -> None:
    assert parse_csv(b"sep=;\na;b\n1;2").text.startswith("| a | b |")


def test_windows_1252_and_utf16_are_read_alike() -> None:
    text = "Name;Betrag\nMüller;10 €"
    extract = parse_csv(text.encode("cp1252"))
    assert extract.text == parse_csv(text.encode("utf-16")).text
    assert "| Müller | 10 € |" in extract.text
    assert extract.warnings == ("not UTF-8: read as Windows-1252",)


def test_a_cell_longer_than_the_librarys_limit_is_read() -> None:
    data = ("id,note\n1," + "word " * 28_000 + "\n2,short\n").encode()
    text = parse_csv(data).text
    assert text.count("word") == 28_000
    assert "| 2 | short |" in text


def test_quoted_line_breaks_stay_in_their_row() -> None:
    assert "| a b | c |" in parse_csv(b'x,y\n"a\nb",c\n').text


def test_figures_without_names_above_have_no_header() -> None:
    extract = parse_csv(b"1,2\n3,4\n")
    assert [block.head_end for block in extract.blocks] == [0]


@pytest.mark.parametrize(("data", "reason"), [(b" \n", "empty"), (b",,,\n,,", "no_text")])
def test_nothing_in_it_has_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnparsableError) as caught:
        parse_csv(data)
    assert caught.value.reason == reason
