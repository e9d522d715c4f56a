"""A text -> its blocks: paragraphs, headings, list items, table rows and lines of code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from localrag.text.word_sets import word_set

SegmentKind = Literal["prose", "heading", "item", "step", "row", "code"]


_MARKER = re.compile(
    r"(?P<bullet>[-*+•‣▪◦–·●○■□➢✓](?:[ \t]+\[[ xX]\])?)[ \t]+(?=\S)"
    r"|(?P<number>(?:step[ \t]+)?\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})\)|(?:step[ \t]+)?\d{1,3}[.:])[ \t]+(?=\S)"
    r"|(?P<letter>(?-i:[a-z])\.)[ \t]+(?=\S)",
    re.IGNORECASE,
)
_ATX = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_UNDERLINE = re.compile(r"(?:=+|-{2,}|_{3,}|\*{3,}|(?:[-*_] ){2,}[-*_])\s*$")
_ROW_RULE = re.compile(r"\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?\s*$")
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S")
"""Aligned columns of plain text."""
_ENDS_IN_VALUE = re.compile(
    r"(?:[A-Z]|\d)\S*[ \t].*?(?:\b[A-Z]{3}[ \t]|[€$£][ \t]?)?\d[\d.,]*"
    r"(?:[ \t]?(?:%|[A-Za-z²³°/]{1,9})(?:[ \t][a-z]{1,8})?)?$"
)
"""A line like ``PB-03 disobeying a stop order EUR 5,000``: what PDF leaves of a table's row."""
_ENTRY = re.compile(r"(?:\d{4}-\d{2}-\d{2}(?:[ T]\d{1,2}:\d{2})?|\d{1,2}:\d{2})(?::|\s)\s*\S")
"""A line that begins with a day or a time is an entry of its own."""
_FENCE = re.compile(r"(?:```|~~~)")
_SECTION = re.compile(
    r"(?:(?:section|chapter|part|annex|appendix|article|§)[ \t]+\S+|\d+(?:\.\d+)+\.?|\d+\.?|[IVX]+\.)[ \t]+\S"
)

_MAX_ROW = 100
"""Characters of the longest line taken for a row because it ends in a value (guess: a full line of prose)."""
_MAX_HEADING = 90
"""Characters of the longest line taken for a heading without a mark (guess)."""


class Block(NamedTuple):
    """One paragraph, item, row or heading: ``text[start:end]`` without its marker."""

    start: int
    end: int
    kind: SegmentKind
    marker: str
    """``##``, ``-``, ``3.``, ``(b)``; empty for prose and rows."""
    depth: int
    """Columns of indentation of its first line."""


class _Line(NamedTuple):
    start: int
    end: int
    """Without white space at either end."""
    depth: int


def _lines(text: str) -> Iterator[_Line]:
    for match in re.finditer(r"[^\n\f\r]*(?:\r\n|[\n\f\r]|$)", text):
        line = match.group()
        bare = line.strip()
        if not line:
            return
        lead = len(line) - len(line.lstrip()) if bare else 0
        start = match.start() + lead
        yield _Line(start, start + len(bare), len(line[:lead].expandtabs(4)))


def blocks(text: str) -> Iterator[Block]:
    """Paragraphs, items, rows, headings and lines of code, in order, never overlapping.

    Lines that a paragraph or an item was wrapped into are joined; rules, fences and blank lines are left
    out. What a line is decides its own look and the lines beside it.
    """
    lines = list(_lines(text))
    open_block: Block | None = None
    fenced = False
    for index, line in enumerate(lines):
        content = text[line.start : line.end]
        single: Block | None = None
        begins: Block | None = None
        if _FENCE.match(content):
            fenced = not fenced
        elif fenced and content:
            single = Block(line.start, line.end, "code", "", line.depth)
        elif content and not _is_rule(content):
            quoted = len(content) - len(content.lstrip("> ")) if content.startswith(">") else 0
            start, content = line.start + quoted, content[quoted:]
            if not content:
                pass
            elif atx := _ATX.match(content):
                single = Block(start + atx.start(2), start + atx.end(2), "heading", atx[1], line.depth)
            elif content.startswith("|") or content.count(" | ") >= 2 or _in_columns(text, lines, index):
                single = Block(start, line.end, "row", "", line.depth)
            elif marker := _MARKER.match(content):
                kind: SegmentKind = "item" if marker.lastgroup == "bullet" else "step"
                begins = Block(
                    start + marker.end(), line.end, kind, content[: marker.end()].strip(), line.depth
                )
                if kind == "step" and open_block and not _may_begin_item(text, open_block, begins.marker):
                    begins = None
            elif _ENTRY.match(content):
                begins = Block(start, line.end, "item", "", line.depth)
            elif _is_heading(text, lines, index):
                single = Block(start, line.end, "heading", "", line.depth)
            if single is None and begins is None and content:
                if open_block:
                    open_block = open_block._replace(end=line.end)
                    continue
                begins = Block(start, line.end, "prose", "", line.depth)
        if open_block:
            yield open_block
        open_block = begins
        if single and single.end > single.start:
            yield single
    if open_block:
        yield open_block


def _in_columns(text: str, lines: list[_Line], index: int) -> bool:
    """Whether a line and one beside it are set in columns, or end in a value each, as rows of tables do."""
    around = [lines[at] for at in (index - 1, index + 1) if 0 <= at < len(lines)]
    return any(
        looks_so(text, lines[index]) and any(looks_so(text, other) for other in around)
        for looks_so in (_has_columns, _ends_in_value)
    )


def _has_columns(text: str, line: _Line) -> bool:
    return bool(_COLUMNS.search(text, line.start, line.end))


def _ends_in_value(text: str, line: _Line) -> bool:
    """Whether a short line begins like a row and ends in an amount, without the end of a sentence."""
    if line.end - line.start > _MAX_ROW or line.end == line.start or text[line.end - 1] in ".,;:":
        return False
    return bool(_ENDS_IN_VALUE.match(text, line.start, line.end))


def _is_rule(content: str) -> bool:
    return bool(_UNDERLINE.match(content) or _ROW_RULE.match(content)) and not any(map(str.isalnum, content))


def _may_begin_item(text: str, block: Block, marker: str) -> bool:
    """Whether a line that starts like "4. The" after this block is an item, not a wrapped line."""
    if block.kind in ("item", "step") or text[block.end - 1] in ".:;!?)":
        return True
    return marker.strip("().:").lower() in ("1", "a", "i", "step 1")


def _is_heading(text: str, lines: list[_Line], index: int) -> bool:
    """A line on its own that does not end like a sentence, as headings of plain text and PDF do."""
    line = lines[index]
    content = text[line.start : line.end]
    if (
        len(content) > _MAX_HEADING
        or content[-1] in ".,;:!?…-‐|。！？"
        or not (content[0].isalnum() or content[0] in "§*")
    ):
        return False
    before = lines[index - 1] if index else None
    after = lines[index + 1] if index + 1 < len(lines) else None
    apart_before = before is None or before.start == before.end or text[before.end - 1] in ".!?:"
    apart_after = after is None or after.start == after.end
    if after is not None and not apart_after:
        following = text[after.start : after.end]
        if _is_rule(following) and not following.startswith("|"):
            return True
    if not apart_before or not (content[0].isupper() or content[0].isdigit() or content[0] in "§*"):
        return False
    if before is None and apart_after:
        return _looks_titled(content)
    if apart_after:
        return (before is None or before.start == before.end) and (
            _looks_titled(content) or (len(content) <= _MAX_HEADING // 2 and not _has_verb(content))
        )
    following = text[after.start : after.end] if after else ""
    starts_anew = following[:1].isupper() or following[:1].isdigit()
    return starts_anew and _looks_titled(content)


_VERBS = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|must|may|shall|should|will|can|could|would|does|do|did)\b",
    re.I,
)
_SMALL_WORDS = word_set(
    "a an and as at but by for from in into nor of on or per the to under via with within"
)


def _has_verb(content: str) -> bool:
    return bool(_VERBS.search(content))


def _looks_titled(content: str) -> bool:
    """Capitals on every word that carries meaning, or a section number in front, and no plain verb."""
    if _has_verb(content):
        return False
    if _SECTION.match(content):
        return True
    words = [word for word in re.findall(r"[^\W\d_][\w'’-]*", content) if word.lower() not in _SMALL_WORDS]
    return bool(words) and all(word[0].isupper() for word in words)
