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
