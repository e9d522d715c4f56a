"""A plain text -> its blocks: paragraphs, lists, tables, and headings where that is safe to say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from localrag.records.extract import Block, BlockKind, Extract, FrontMatter

MAX_HEADING_CHARS = 90
"""Guess: a line of an A4 page."""
_MAX_HEADING_WORDS = 12
"""Guess."""

_BULLET = re.compile(r"[ \t]*(?:[-*+•‣▪◦–·●○■□✓]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])[ \t]+\S")
_NUMBERED = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2}){0,4})\.?[ \t]+(?P<words>[^\W\d_].*)")
_UNDERLINE = re.compile(r"(={3,}|-{3,})[ \t]*")
_TABLE_ROW = re.compile(r".*\S.*(?:\t| \| ).*\S.*|\|.*\|[ \t]*")


class _Paragraph(NamedTuple):
    start: int
    end: int
    lines: tuple[str, ...]


def parse_text(text: str, front_matter: FrontMatter | None = None) -> Extract:
    """Blocks of a plain text; its blank lines part them. Every non-blank line is in one block."""
    paragraphs = list(_paragraphs(text))
    levels = heading_levels([paragraph.lines for paragraph in paragraphs])
    blocks = [_block(paragraph, level) for paragraph, level in zip(paragraphs, levels, strict=True)]
    return Extract(text=text, pages=(), blocks=tuple(blocks), front_matter=front_matter)


def heading_levels(paragraphs: Sequence[Sequence[str]]) -> list[int]:
    """For each paragraph, given as its lines, the level of the heading that it is, from 1, or 0.

    Headings are numbered lines (``4.2 Escalation``), lines in capitals and underlined lines that stand
    alone and introduce something: of two alike in a row neither is one, they are a list.
    """
    looks = [_look(lines) for lines in paragraphs]
    return [level if _introduces(looks, paragraphs, number) else 0 for number, level in enumerate(looks)]


def is_list_item(line: str) -> bool:
    """Whether a line begins an item: a bullet, ``3.``, ``(b)``."""
    return _BULLET.match(line) is not None


def _paragraphs(text: str) -> Iterator[_Paragraph]:
    start = end = position = 0
    lines: list[str] = []
    for line in text.split("\n"):
        if line.strip():
            if not lines:
                start = position
            lines.append(line)
            end = position + len(line.rstrip())
        elif lines:
            yield _Paragraph(start, end, tuple(lines))
            lines = []
        position += len(line) + 1
    if lines:
        yield _Paragraph(start, end, tuple(lines))


def _look(lines: Sequence[str]) -> int:
    """The level of the heading that a paragraph looks like; 0 where it does not."""
    line = lines[0].strip()
    if len(lines) == 2 and _UNDERLINE.fullmatch(lines[1]):
        return (1 if lines[1].startswith("=") else 2) if len(line) <= MAX_HEADING_CHARS else 0
    if len(lines) != 1 or not _could_be_heading(line):
        return 0
    if numbered := _NUMBERED.fullmatch(line):
        return numbered["number"].count(".") + 1 if numbered["words"][0].isupper() else 0
    return 1 if line.isupper() and sum(letter.isalpha() for letter in line) >= 4 else 0


def _could_be_heading(line: str) -> bool:
    return (
        len(line) <= MAX_HEADING_CHARS
        and len(line.split()) <= _MAX_HEADING_WORDS
        and line[-1] not in ".,;:!?-"
        and "\t" not in line
    )


def _introduces(looks: Sequence[int], paragraphs: Sequence[Sequence[str]], number: int) -> bool:
    level = looks[number]
    if len(paragraphs[number]) == 2:
        return True
    if number + 1 == len(paragraphs):
        return False
    if number and looks[number - 1] >= level > 0 and len(paragraphs[number - 1]) == 1:
        return False
    following = looks[number + 1]
    return following == 0 or following > level


def _block(paragraph: _Paragraph, level: int) -> Block:
    if level:
        title = " ".join(paragraph.lines[0].split())
        return Block("heading", paragraph.start, paragraph.end, level=level, title=title)
    kind: BlockKind = "prose"
    if is_list_item(paragraph.lines[0]):
        kind = "list"
    elif len(paragraph.lines) > 1 and all(_TABLE_ROW.fullmatch(line) for line in paragraph.lines):
        kind = "table"
    return Block(kind, paragraph.start, paragraph.end)
