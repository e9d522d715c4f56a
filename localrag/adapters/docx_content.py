"""What is read from a Word document: paragraphs, tables, running lines, and counts of what was left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class WordParagraph(NamedTuple):
    """A paragraph as it is seen."""

    text: str
    level: int = 0
    """Of a heading, from 1; 0 where no style says that it is one."""
    marker: str = ""
    """Of a list item: ``-``, ``3.``, ``(b)``."""
    indent: int = 0
    """Depth of a list item, from 0."""
    bold: bool = False
    is_title: bool = False


class WordTable(NamedTuple):
    """Rows of cells, merged cells repeated; all of one width."""

    rows: tuple[tuple[str, ...], ...]
    header_rows: int
    """Rows that are marked to be repeated on each page."""


@dataclass(slots=True)
class WordContent:
    """Everything that is read from a Word document."""

    items: list[WordParagraph | WordTable] = field(default_factory=list)
    running: list[str] = field(default_factory=list)
    """Lines of its page headers and footers, each once."""
    title: str | None = None
    comments: int = 0
    insertions: int = 0
    deletions: int = 0
    hidden_characters: int = 0
    embedded: int = 0
    """Files and objects inside that are not read."""
