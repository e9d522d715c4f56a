"""A text -> its sentences, headings, list items and table rows, as exact slices."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal, NamedTuple

from localrag.text.span import Span
from localrag.text.word_sets import word_set

SegmentKind = Literal["prose", "heading", "item", "step", "row", "code"]


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


_MARKER = re.compile(
    r"(?P<bullet>[-*+•‣▪◦–·●○■□➢✓](?:[ \t]+\[[ xX]\])?)[ \t]+(?=\S)"
    r"|(?P<number>(?:step[ \t]+)?\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})\)|(?:step[ \t]+)?\d{1,3}[.:])[ \t]+(?=\S)"
    r"|(?P<letter>[a-z]\.)[ \t]+(?=\S)",
    re.IGNORECASE,
)
_ATX = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_UNDERLINE = re.compile(r"(?:=+|-{2,}|_{3,}|\*{3,}|(?:[-*_] ){2,}[-*_])\s*$")
_ROW_RULE = re.compile(r"\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?\s*$")
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S")
"""Aligned columns of plain text."""
_ENTRY = re.compile(r"(?:\d{4}-\d{2}-\d{2}(?:[ T]\d{1,2}:\d{2})?|\d{1,2}:\d{2})(?::|\s)\s*\S")
"""A line that begins with a day or a time is an entry of its own."""
_FENCE = re.compile(r"(?:```|~~~)")
_SECTION = re.compile(
    r"(?:(?:section|chapter|part|annex|appendix|article|§)[ \t]+\S+|\d+(?:\.\d+)+\.?|\d+\.?|[IVX]+\.)[ \t]+\S"
)

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
_MAX_HEADING = 90
"""Characters of the longest line taken for a heading without a mark (guess)."""


def sentences(text: str) -> list[Span]:
    """Spans of sentences, headings, list items and table rows, in order, never overlapping.

    Markers of lists and headings, rules and fences stay outside the spans; table rows are kept whole.
    Lines that a paragraph was wrapped into are joined: a span may hold line breaks. An empty text has none.
    """
    return [Span(segment.start, segment.end) for segment in segments(text)]


def segments(text: str) -> list[Segment]:
    """As ``sentences``, each with its kind, marker, indentation and the number of its block."""
    found: list[Segment] = []
    for number, block in enumerate(_blocks(text)):
        if block.kind in ("heading", "row", "code"):
            found.append(Segment(block.start, block.end, block.kind, block.marker, block.depth, number))
            continue
        marker = block.marker
        for start, end in _split(text, block.start, block.end):
            found.append(Segment(start, end, block.kind, marker, block.depth, number))
            marker = ""
    return found


class _Block(NamedTuple):
    start: int
    end: int
    kind: SegmentKind
    marker: str
    depth: int


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


def _blocks(text: str) -> Iterator[_Block]:
    """Paragraphs, items, rows and headings, in order."""
    lines = list(_lines(text))
    open_block: _Block | None = None
    fenced = False
    for index, line in enumerate(lines):
        content = text[line.start : line.end]
        single: _Block | None = None
        begins: _Block | None = None
        if _FENCE.match(content):
            fenced = not fenced
        elif fenced and content:
            single = _Block(line.start, line.end, "code", "", line.depth)
        elif content and not _is_rule(content):
            quoted = len(content) - len(content.lstrip("> ")) if content.startswith(">") else 0
            start, content = line.start + quoted, content[quoted:]
            if not content:
                pass
            elif atx := _ATX.match(content):
                single = _Block(start + atx.start(2), start + atx.end(2), "heading", atx[1], line.depth)
            elif content.startswith("|") or content.count(" | ") >= 2 or _in_columns(text, lines, index):
                single = _Block(start, line.end, "row", "", line.depth)
            elif marker := _MARKER.match(content):
                kind: SegmentKind = "item" if marker.lastgroup == "bullet" else "step"
                begins = _Block(
                    start + marker.end(), line.end, kind, content[: marker.end()].strip(), line.depth
                )
                if kind == "step" and open_block and not _may_begin_item(text, open_block, begins.marker):
                    begins = None
            elif _ENTRY.match(content):
                begins = _Block(start, line.end, "item", "", line.depth)
            elif _is_heading(text, lines, index):
                single = _Block(start, line.end, "heading", "", line.depth)
            if single is None and begins is None and content:
                if open_block:
                    open_block = open_block._replace(end=line.end)
                    continue
                begins = _Block(start, line.end, "prose", "", line.depth)
        if open_block:
            yield open_block
        open_block = begins
        if single and single.end > single.start:
            yield single
    if open_block:
        yield open_block


def _in_columns(text: str, lines: list[_Line], index: int) -> bool:
    """Whether a line and one beside it are set in columns, as tables of plain text are."""
    around = (lines[at] for at in (index - 1, index + 1) if 0 <= at < len(lines))
    return bool(_COLUMNS.search(text, lines[index].start, lines[index].end)) and any(
        _COLUMNS.search(text, other.start, other.end) for other in around
    )


def _is_rule(content: str) -> bool:
    return bool(_UNDERLINE.match(content) or _ROW_RULE.match(content)) and not any(map(str.isalnum, content))


def _may_begin_item(text: str, block: _Block, marker: str) -> bool:
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
