"""What a stream can show, and text laid out for it."""

from __future__ import annotations

import io
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.cli.terminal import Terminal, cells, terminal_of

PIPE = Terminal(width=None, styled=False, encoding="utf-8")
NARROW = Terminal(width=30, styled=False, encoding="utf-8")
COLOUR = Terminal(width=30, styled=True, encoding="utf-8")


class Tty(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def ordinary_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")


def test_a_pipe_gets_neither_style_nor_wrapping() -> None:
    assert terminal_of(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")) == PIPE


def test_columns_wraps_even_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "72")
    assert terminal_of(io.StringIO()).width == 72


@pytest.mark.parametrize(
    ("variable", "value", "styled"),
    [("NO_COLOR", "1", False), ("NO_COLOR", "", True), ("TERM", "dumb", False), ("TERM", "xterm", True)],
)
def test_style_is_for_terminals_that_want_it(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, styled: bool
) -> None:
    monkeypatch.setenv(variable, value)
    assert terminal_of(Tty()).styled is styled


def test_a_wide_terminal_keeps_lines_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    assert terminal_of(Tty()).width == 100


def test_a_closed_stream_shows_nothing_special() -> None:
    assert terminal_of(None) == Terminal(width=None, styled=False, encoding="ascii")


def test_lines_wrap_at_words_and_hang_below_their_lead() -> None:
    lines = list(NARROW.wrap("An appeal must be lodged within 14 calendar days.", "[E1] "))
    assert lines == ["[E1] An appeal must be lodged", "     within 14 calendar days."]


def test_a_word_longer_than_the_line_stays_whole() -> None:
    assert list(NARROW.wrap(f"a {'x' * 50} b")) == ["a", "x" * 50, "b"]


def test_escape_sequences_take_no_room_and_wide_characters_take_two() -> None:
    assert cells("\x1b[1mab\x1b[0m") == 2
    assert cells("上訴") == 4
    assert cells("e\u0301") == 1


@given(st.text(alphabet="ab c上é", max_size=200), st.integers(20, 60))
def test_no_line_is_wider_than_the_terminal_and_no_word_is_lost(text: str, width: int) -> None:
    shown = " ".join(text.split())
    lines = list(Terminal(width=width, styled=False, encoding="utf-8").wrap(shown))
    assert " ".join(lines) == shown
    assert all(cells(line) <= width or " " not in line for line in lines)


def test_a_value_is_bold_where_there_is_style() -> None:
    assert COLOUR.marked("within 14 days of it", 7, 14) == "within \x1b[1m14\x1b[0m \x1b[1mdays\x1b[0m of it"


@pytest.mark.parametrize(("encoding", "shown"), [("cp1252", "»14 days«"), ("ascii", ">>14 days<<")])
def test_a_value_is_between_marks_where_there_is_none(encoding: str, shown: str) -> None:
    plain = Terminal(width=None, styled=False, encoding=encoding)
    assert plain.marked("within 14 days of it", 7, 14) == f"within {shown} of it"


@pytest.mark.parametrize("span", [(0, 0), (5, 2), (-1, 3), (0, 99)])
def test_a_span_outside_the_text_marks_nothing(span: tuple[int, int]) -> None:
    assert PIPE.marked("a text", *span) == "a text"


def test_foreign_text_is_made_safe_around_and_inside_the_mark() -> None:
    text = "a\x1b[2J b\x9b c\r"
    assert "\x1b" not in PIPE.marked(text, 3, 6)
    assert not {"\x9b", "\r"} & set(PIPE.marked(text, 3, 6))


def test_markdown_keeps_lists_hanging_and_tables_whole() -> None:
    text = "1. An appeal must be lodged within 14 days.\n\n| a very long table row | with many | cells |"
    assert list(NARROW.markdown(text)) == [
        "1. An appeal must be lodged",
        "   within 14 days.",
        "",
        "| a very long table row | with many | cells |",
    ]


def test_markdown_emphasis_becomes_bold_only_where_there_is_style() -> None:
    assert list(COLOUR.markdown("**No.** See")) == ["\x1b[1mNo.\x1b[0m See"]
    assert list(PIPE.markdown("**No.** See")) == ["**No.** See"]


def test_markdown_of_foreign_text_obeys_nothing() -> None:
    assert not any("\x1b" in line or "\r" in line for line in PIPE.markdown("a\x1b]52;c;x\x07\rb\n# \x9b2J"))


def test_a_terminal_without_size_is_taken_for_80(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert not os.environ.get("COLUMNS")
    assert terminal_of(Tty()).width == 80


def test_escapes_of_markdown_are_not_shown_to_people() -> None:
    plain = Terminal(width=None, styled=False, encoding="utf-8")
    assert list(plain.markdown(r"\[red\]x\[/red\] within 14 days. [E1]")) == [
        "[red]x[/red] within 14 days. [E1]"
    ]
