"""Texts -> blocks."""

from __future__ import annotations

from localrag.text.blocks import blocks


def kinds(text: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.marker, text[one.start : one.end]) for one in blocks(text)]


def test_a_paragraph_is_one_block_however_it_was_wrapped() -> None:
    assert kinds("one line\nand another.\n\nnext") == [
        ("prose", "", "one line\nand another."),
        ("prose", "", "next"),
    ]


def test_initials_at_a_line_start_are_no_marker() -> None:
    assert kinds("J. Smith decides.") == [("prose", "", "J. Smith decides.")]


def test_quoted_lines_lose_their_mark() -> None:
    assert kinds("> a rule") == [("prose", "", "a rule")]


def test_fenced_lines_are_code_and_fences_are_left_out() -> None:
    assert kinds("```\nx = 1\n# no heading\n```\nafter") == [
        ("code", "", "x = 1"),
        ("code", "", "# no heading"),
        ("prose", "", "after"),
    ]


def test_underlined_lines_are_headings() -> None:
    assert kinds("Appeals\n=======\nFile in writing.") == [
        ("heading", "", "Appeals"),
        ("prose", "", "File in writing."),
    ]


def test_indentation_is_kept() -> None:
    assert [one.depth for one in blocks("- a\n    - b")] == [0, 4]


def test_lines_that_each_end_in_an_amount_are_rows() -> None:
    table = "PB-02 delivering to a site EUR 2,750\nPB-03 disobeying a stop order EUR 5,000"
    assert [one.kind for one in blocks(table)] == ["row", "row"]
    assert [one.kind for one in blocks("Grade 2 EUR 450 EUR 300\nGrade 3 EUR 2,400 EUR 1,800")] == [
        "row",
        "row",
    ]


def test_wrapped_prose_with_values_at_line_ends_is_no_table() -> None:
    prose = (
        "The penalty of the first case was EUR 450\nand that of the second EUR 300. It was paid in\nMay 2026."
    )
    assert [one.kind for one in blocks(prose)] == ["prose"]
