"""Blocks of a section -> pieces that are not cut any further, each with its tokens counted."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from localrag.ingest.context import Spans
from localrag.ingest.plain_text import is_list_item
from localrag.records.extract import Block, BlockKind
from localrag.text.sentences import sentences

_STRETCH_CHARS = 50_000
"""Given to the tokenizer at a time: ten megabytes at once would need gigabytes (guess)."""
_VISIBLE = re.compile(r"\S")


class Atom(NamedTuple):
    """A block, or a sentence, row or line of one that is too long."""

    start: int
    end: int
    """Span in the document's text, end exclusive, without white space at either end."""
    tokens: int
    kind: BlockKind
    block_start: int
    """Where its block starts; atoms of one block share it."""
    header_end: int
    """Where the header of its block, a table, ends; 0 where it has none."""
    leads_in: bool = False
    """Whether it ends in a colon: what it announces should not be cut off."""


def atoms(text: str, blocks: Sequence[Block], spans: Spans, room: int) -> list[Atom]:
    """The blocks, those of more than ``room`` tokens in parts; none has more tokens than that.

    Prose is cut between sentences, lists between items, tables and code between lines; what is still too
    long, between words, and words that long between tokens.
    """
    if not blocks:
        return []
    counted = TokenCounts(text, blocks[0].start, blocks[-1].end, spans)
    found = []
    for block in blocks:
        for start, end in _parts(text, block, counted, room):
            tokens = counted.between(start, end)
            leads_in = text[end - 1] in ":："
            found.append(Atom(start, end, tokens, block.kind, block.start, block.head_end, leads_in))
    return found


class TokenCounts:
    """Token counts of any part of a text, from one pass of the tokenizer in stretches it can hold."""

    def __init__(self, text: str, start: int, end: int, spans: Spans) -> None:
        self._starts = array("Q")
        while start < end:
            stop = _stretch_end(text, start, end)
            self._starts.extend(start + first for first, _ in spans(text[start:stop]))
            start = stop

    def between(self, start: int, end: int) -> int:
        """Tokens that begin in a part of the text."""
        return bisect_left(self._starts, end) - bisect_left(self._starts, start)

    def cut_after(self, start: int, tokens: int, end: int) -> int:
        """Where the token behind the next ``tokens`` tokens begins, at most ``end``."""
        at = bisect_left(self._starts, start) + tokens
        return min(self._starts[at], end) if at < len(self._starts) else end


def _stretch_end(text: str, start: int, end: int) -> int:
    """Where a stretch of text may end without cutting a word, unless the word is as long as a stretch."""
    if end - start <= _STRETCH_CHARS:
        return end
    stop = start + _STRETCH_CHARS
    space = max(text.rfind(" ", start + 1, stop), text.rfind("\n", start + 1, stop))
    return space if space > start else stop


def _parts(text: str, block: Block, counted: TokenCounts, room: int) -> Iterator[tuple[int, int]]:
    if counted.between(block.start, block.end) <= room:
        yield block.start, block.end
        return
    for start, end in _natural(text, block):
        if counted.between(start, end) <= room:
            yield start, end
        else:
            yield from _forced(text, start, end, counted, room)


def _natural(text: str, block: Block) -> Iterator[tuple[int, int]]:
    """Sentences, items, rows or lines; together they hold every character of the block but white space."""
    inside = text[block.start : block.end]
    if block.kind == "prose":
        starts = [0, *(span.end for span in sentences(inside)[:-1])]
    else:
        lines = [match.start() for match in re.finditer(r"^(?=.*\S)", inside, re.MULTILINE)]
        starts = [at for at in lines if block.kind != "list" or is_list_item(inside[at : at + 80])]
        starts = [0, *(at for at in starts if at > 0 and block.start + at >= block.head_end)]
    for start, end in pairwise([*starts, len(inside)]):
        piece = inside[start:end]
        if piece.strip():
            first = block.start + start + len(piece) - len(piece.lstrip())
            yield first, first + len(piece.strip())


def _forced(text: str, start: int, end: int, counted: TokenCounts, room: int) -> Iterator[tuple[int, int]]:
    while counted.between(start, end) > room:
        cut = counted.cut_after(start, room, end)
        space = max(text.rfind(" ", start + 1, cut), text.rfind("\n", start + 1, cut))
        # A word is cut only where the whole piece is one.
        behind = space + 1 if space > start else max(cut, start + 1)
        piece = text[start:behind]
        if piece.strip():
            yield start, start + len(piece.rstrip())
        visible = _VISIBLE.search(text, behind, end)
        start = visible.start() if visible else end
    if start < end:
        yield start, end
