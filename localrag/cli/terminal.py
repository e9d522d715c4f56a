"""A stream -> what it can show: width, emphasis, characters; and text laid out for it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from typing import NamedTuple, TextIO

from localrag.text.display import safe_line, safe_text
from localrag.text.markdown import unescape

WIDEST = 100
"""In columns: longer lines are hard to read. Guess, from the usual 60 to 100."""
_NARROWEST = 20
_SGR = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_MARKDOWN_BOLD = re.compile(r"\*\*(\S(?:.*?\S)?)\*\*")
_LIST_ITEM = re.compile(r"\s*(?:[-*]|\d{1,3}[.)])\s+")


class Terminal(NamedTuple):
    """What one output stream can show."""

    width: int | None
    """In columns; null: lines are not wrapped, so that a pipe gets one paragraph a line."""
    styled: bool
    """Whether bold and colour are sent."""
    encoding: str
    """In which text is written; ``writes`` tells what that can hold."""

    def writes(self, text: str) -> bool:
        """Whether the stream's encoding has all of these characters."""
        try:
            text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def style(self, text: str, *names: str) -> str:
        """Text in bold or colour, or as it is where the stream takes none.

        Args:
            text: Already safe to show.
            names: Of ``bold``, ``dim``, ``red``, ``green``, ``yellow``, ``cyan``.
        """
        if not self.styled or not text:
            return text
        codes = ";".join(_SGR[name] for name in names)
        return f"\x1b[{codes}m{text}\x1b[0m"

    def marked(self, text: str, start: int, end: int) -> str:
        """One line of foreign text with a part made to stand out: bold, or between » and «.

        Args:
            text: Foreign text; made safe here.
            start: First character of the part, in ``text``.
            end: Behind its last character; a span outside the text marks nothing.
        """
        if not 0 <= start < end <= len(text):
            return safe_line(text)
        # Shown without markup of their own, the three pieces keep the spaces between them.
        before, part, after = (_SPACES.sub(" ", safe_text(piece)) for piece in _cut(text, start, end))
        if self.styled:
            shown = " ".join(self.style(word, "bold") for word in part.split(" "))
        else:
            shown = f"»{part}«" if self.writes("»«") else f">>{part}<<"
        return f"{before.lstrip()}{shown}{after.rstrip()}"

    def wrap(self, text: str, first: str = "", rest: str | None = None) -> Iterator[str]:
        """Lines of one paragraph.

        Args:
            text: Safe, on one line; may hold the escape sequences of ``style``, which take no room.
            first: Put before the first line.
            rest: Put before every other line; null: as many spaces as ``first`` has.
        """
        indent = " " * cells(first) if rest is None else rest
        if self.width is None:
            yield (first + text).rstrip()
            return
        line, used = first, cells(first)
        room = max(self.width, _NARROWEST)
        fresh = True
        for word in text.split(" "):
            wide = cells(word)
            if not fresh and used + 1 + wide > room:
                yield line.rstrip()
                line, used, fresh = indent, cells(indent), True
            if not fresh:
                line, used = line + " ", used + 1
            line, used, fresh = line + word, used + wide, False
        yield line.rstrip()

    def markdown(self, text: str) -> Iterator[str]:
        """Lines of an answer's Markdown: headings and ``**bold**`` shown as such where styles are.

        Args:
            text: Foreign text; made safe here. List items hang, table rows are left as they are.
        """
        for line in safe_text(text).split("\n"):
            plain = line.rstrip()
            if not plain or plain.startswith(("|", "    ")):
                yield plain
                continue
            if self.styled and plain.startswith("#"):
                yield from self.wrap(self.style(plain.lstrip("# "), "bold"))
                continue
            mark = _LIST_ITEM.match(plain)
            lead = mark[0] if mark else ""
            body = plain[len(lead) :]
            if self.styled:
                body = _MARKDOWN_BOLD.sub(lambda found: self.style(found[1], "bold"), body)
            yield from self.wrap(unescape(body), lead)


_SPACES = re.compile(r"\s+")
_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def terminal_of(stream: TextIO | None) -> Terminal:
    """What a stream can show, from the stream itself and COLUMNS, NO_COLOR and TERM.

    NO_COLOR counts when it is there and not empty. Off a terminal nothing is styled, and lines are wrapped
    only where COLUMNS asks for it.
    """
    if stream is None:
        return Terminal(width=None, styled=False, encoding="ascii")
    interactive = stream.isatty()
    width = _columns(os.environ.get("COLUMNS", ""))
    if width is None and interactive:
        try:
            width = os.get_terminal_size(stream.fileno()).columns or 80
        except (OSError, ValueError):
            width = 80
    plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return Terminal(
        width=None if width is None else min(width, WIDEST),
        styled=interactive and not plain and _obeys_escapes(),
        encoding=stream.encoding or "ascii",
    )


def cells(text: str) -> int:
    """Columns that text takes: wide characters take two, combining ones and escape sequences none."""
    if text.isascii():
        return len(_ESCAPES.sub("", text)) if "\x1b" in text else len(text)
    import unicodedata

    total = 0
    for mark in _ESCAPES.sub("", text):
        if unicodedata.combining(mark) or unicodedata.category(mark) in ("Mn", "Me", "Cf"):
            continue
        total += 2 if unicodedata.east_asian_width(mark) in "WF" else 1
    return total


def _cut(text: str, start: int, end: int) -> tuple[str, str, str]:
    return text[:start], text[start:end], text[end:]


def _columns(value: str) -> int | None:
    return int(value) if value.isascii() and value.isdigit() and int(value) > 0 else None


def _obeys_escapes() -> bool:
    """Windows consoles need to be told; where that fails, plain text is right."""
    if sys.platform != "win32":
        return True
    import ctypes

    kernel = ctypes.windll.kernel32
    handle = kernel.GetStdHandle(-11)
    mode = ctypes.c_ulong()
    virtual_terminal = 0x0004
    return bool(
        kernel.GetConsoleMode(handle, ctypes.byref(mode))
        and kernel.SetConsoleMode(handle, mode.value | virtual_terminal)
    )
