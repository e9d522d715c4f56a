"""A text -> its sentences, headings, list items and table rows, as exact slices."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from localrag.text.blocks import SegmentKind, blocks
from localrag.text.span import Span
from localrag.text.word_sets import word_set

__all__ = ["Segment", "SegmentKind", "segments", "sentences"]


class Segment(NamedTuple):
    """A sentence, heading, list item or table row: ``text[start:end]`` without its marker."""

    start: int
    end: int
    kind: SegmentKind
    marker: str = ""
    """What stood before it: ``##``, ``-``, ``3.``, ``(b)``; only the first sentence of an item has it."""
    depth: int = 0
    """Columns of indentation of the line it starts on."""
    block: int = 0
    """Counts paragraphs, items, rows and headings from 0: sentences of one paragraph share it."""


_ENDS = re.compile(r"[.!?…]+[\"'”’»)\]*_]*(?=\s|$)|[。！？｡।۔؟]+[」』”’）》\"')]*")
_OPENERS = "\"'“‘«([{*_•§#€$£-–—"
_ABBREVIATIONS = word_set(
    "e.g i.e cf vs viz approx ca no nos art arts sec secs sect para paras p pp fig figs vol ch chap ed eds"
    " par mr mrs ms dr prof st sr jr hon rev gen col sgt capt lt jan feb mar apr jun jul aug"
    " sep sept oct nov dec mon tue wed thu fri sat sun dept ref reg regs rel tel"
    " ext incl excl esp resp cl cll app appx ann est al op loc ibid nr bzw z.b d.h u.a ff"
)
"""Never end a sentence when a word follows."""
_MAYBE_ABBREVIATIONS = word_set(
    "etc inc ltd co corp bros llc plc a.m p.m u.s u.k u.n e.u u.s.a d.c ph.d b.a m.a b.c a.d min max"
)
"""End a sentence only before a word that likes to begin one."""
_STARTERS = word_set(
    "a an the this that these those it its he she they we you i in on at if when where while after before"
    " for from by with as to there however but and or no not all any each every some such his her their our"
    " your unless until since because although once both either neither during under upon who what why how"
    " which please do see then thus also only"
)
_ENUMERATION = re.compile(r"\W*(?:\d{1,3}|[a-zA-Z]|[ivx]+)[.)]\W*$")
_ORDINARY_WORDS = word_set("sat sun mar may art par fig ed col gen app")
"""Abbreviations that are words, too: they do end a sentence before a word that likes to begin one."""
_MAX_MARKER = 8
"""Characters of the longest "(iii)." taken for the number of what follows."""
_MAX_ABBREVIATION = 24
"""Characters looked at on either side of a full stop; longer words are no abbreviations."""
_MAX_BRACKET = 400
"""A bracket that closes later than this many characters does not hold a sentence together (guess)."""


def sentences(text: str) -> list[Span]:
    """Spans of sentences, headings, list items and table rows, in order, never overlapping.

    Markers of lists and headings, rules and fences stay outside the spans; table rows are kept whole.
    Lines that a paragraph was wrapped into are joined: a span may hold line breaks. An empty text has none.
    """
    return [Span(segment.start, segment.end) for segment in segments(text)]


def segments(text: str) -> list[Segment]:
    """As ``sentences``, each with its kind, marker, indentation and the number of its block."""
    found: list[Segment] = []
    for number, block in enumerate(blocks(text)):
        if block.kind in ("heading", "row", "code"):
            found.append(Segment(block.start, block.end, block.kind, block.marker, block.depth, number))
            continue
        marker = block.marker
        for start, end in _split(text, block.start, block.end):
            found.append(Segment(start, end, block.kind, marker, block.depth, number))
            marker = ""
    return found


def _split(text: str, start: int, end: int) -> Iterator[Span]:
    """Sentences of one paragraph."""
    brackets = _brackets(text, start, end)
    opened = [span.start for span in brackets]
    begin = start
    for match in _ENDS.finditer(text, start, end):
        following = match.end()
        while following < end and text[following].isspace():
            following += 1
        if following >= end:
            break
        around = bisect_right(opened, match.start()) - 1
        if around >= 0 and match.end() < brackets[around].end:
            continue
        if _ends_sentence(text, begin, match, following):
            yield Span(begin, match.end())
            begin = following
    length = len(text[begin:end].rstrip())
    if length:
        yield Span(begin, begin + length)


def _brackets(text: str, start: int, end: int) -> list[Span]:
    """Outermost pairs of brackets that hold a sentence together, in order."""
    pairs: list[Span] = []
    stack: list[tuple[str, int]] = []
    for match in re.finditer(r"[()\[\]]", text[start:end]):
        char, at = match.group(), start + match.start()
        if char in "([":
            stack.append((char, at))
        elif stack and stack[-1][0] == ("(" if char == ")" else "["):
            opened = stack.pop()[1]
            if at - opened <= _MAX_BRACKET:
                while pairs and pairs[-1].start > opened:
                    pairs.pop()
                pairs.append(Span(opened, at + 1))
    return pairs


def _ends_sentence(text: str, begin: int, match: re.Match[str], following: int) -> bool:
    stop = match.group()[0]
    if stop in "。！？｡।۔؟":
        return True
    after = text[following]
    if after.islower():
        return False
    if stop != ".":
        return True
    so_far = text[begin : match.start()]
    if _ENUMERATION.match(f"{so_far}.") and len(so_far) <= _MAX_MARKER:
        return False
    word = re.search(r"[^\W\d_][\w.]*$", so_far[-_MAX_ABBREVIATION:])
    if word is None:
        return after.isalnum() or after in _OPENERS or not after.isascii()
    last = word.group().lower()
    starter = re.match(r"[\"'“‘(\[*_]*([^\W\d_]+)", text[following : following + _MAX_ABBREVIATION])
    begins_anew = bool(starter) and starter is not None and starter[1].lower() in _STARTERS
    if last in ("no", "nos"):
        return not after.isdigit()
    if last in _MAYBE_ABBREVIATIONS or re.fullmatch(r"[a-z]", last):
        return begins_anew
    if last in _ABBREVIATIONS:
        return begins_anew and last in _ORDINARY_WORDS
    return True
