"""What a parser finds in one file: its text, where the pages are, and which parts are headings or lists.

Plain dataclasses, not pydantic: they are made in the parsing process, which has to start quickly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["heading", "prose", "list", "table", "code", "aside"]
"""``aside`` stands in the text but is not quoted: running heads, page numbers, contents, comments."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of whole lines of one kind; blocks are in order and never overlap."""

    kind: BlockKind
    start: int
    end: int
    """Span in the text, end exclusive, without blank lines at either end."""
    level: int = 0
    """Of a heading, from 1, outermost first."""
    title: str = ""
    """Of a heading: its words without marks."""
    head_end: int = 0
    """Of a table: where its header rows end; 0 where it has none."""


@dataclass(frozen=True, slots=True)
class PageSpan:
    """One page of the text; pages follow each other without a gap and cover it."""

    number: int
    """From 1, in file order."""
    label: str | None
    """As printed, where the file says so."""
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a file says about itself before its text begins."""

    values: dict[str, object]
    """Plain values: texts, numbers, booleans, lists, and dates as ISO texts."""
    broken: str = ""
    """Why a fenced block could not be read as a table; it is then text, and ``values`` is empty."""
    mentioned: tuple[str, ...] = ()
    """Of a broken block: the words that stand where keys would."""


@dataclass(frozen=True, slots=True)
class Extract:
    """A file, parsed."""

    text: str
    pages: tuple[PageSpan, ...]
    """Empty where the kind of file has no pages."""
    blocks: tuple[Block, ...]
    title: str | None = None
    """From the first heading or the file's properties."""
    front_matter: FrontMatter | None = None
    warnings: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    """Lines that stand at the head or foot of its pages: one may be a classification."""
    partial: str = ""
    """Which parts of it show something and could not be read, in words: ``4 of 6 pages have no text (pages
    3-6)``; empty where there are none."""


class UnparsableError(ValueError):
    """A file cannot be read as what it is; ``reason`` is a short stable code."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
