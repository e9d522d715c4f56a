"""A quote and a text -> where the quote stands in the text, typography aside."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from localrag.text.span import Span

# One explicit list instead of NFKC, which would turn 10² into 102.
_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st", "…": "..."}
_DASHES = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-")
_SINGLE_QUOTES = dict.fromkeys("\u2018\u2019\u201a\u201b\u2039\u203a\u02bc", "'")
_DOUBLE_QUOTES = dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"')
_REPLACED = {**_LIGATURES, **_DASHES, **_SINGLE_QUOTES, **_DOUBLE_QUOTES}
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff"
_SOFT_HYPHENS = "\u00ad\u0002\ufffe"
"""PDFium writes U+0002 or U+FFFE for the hyphen at the end of a line."""
_HARD_HYPHENS = "-\u2010\u2011"

_SPECIAL = re.compile(
    rf"(?P<broken>(?<=[^\W\d_])[{_HARD_HYPHENS}][ \t\u00a0]*(?:\r\n?|\n|\f)\s*(?=[^\W\d_]))"
    rf"|(?P<wrapped>(?<=\S)[{_HARD_HYPHENS}][ \t\u00a0]*(?:\r\n?|\n|\f)\s*(?=\S))"
    rf"|(?P<soft>[{_SOFT_HYPHENS}](?:[ \t]*(?:\r\n?|\n|\f)\s*)?)"
    rf"|(?P<invisible>[{_INVISIBLE}]+)"
    r"|(?P<space>\s+)"
    rf"|(?P<replaced>[{''.join(_REPLACED)}])"
    r"|(?P<composed>\w[\u0300-\u036f]+)"
)
_BREAK = "\u0001"
"""Stands for a hyphen at a line's end, which may belong to the word or not."""
_MAX_CANDIDATES = 256
"""Places tried where hyphens at line ends make the match inexact; bounds the work (guess)."""


class Folded(NamedTuple):
    """A text with typography evened out, and the way back."""

    text: str
    starts: list[int]
    """Positions in ``text`` where a piece begins, ascending, first 0."""
    origins: list[tuple[int, int]]
    """For each piece the span it came from; a piece as long as its span maps character by character."""

    def origin(self, start: int, end: int) -> Span:
        """The span in the unfolded text behind ``text[start:end]``; not for empty spans."""
        return Span(self._first(start), self._last(end - 1))

    def _piece(self, position: int) -> tuple[int, int, int]:
        index = bisect_right(self.starts, position) - 1
        return self.starts[index], *self.origins[index]

    def _first(self, position: int) -> int:
        piece, start, end = self._piece(position)
        return start + (position - piece) if self._is_plain(piece, start, end) else start

    def _last(self, position: int) -> int:
        piece, start, end = self._piece(position)
        return start + (position - piece) + 1 if self._is_plain(piece, start, end) else end

    def _is_plain(self, piece: int, start: int, end: int) -> bool:
        index = bisect_right(self.starts, piece)
        following = self.starts[index] if index < len(self.starts) else len(self.text)
        return following - piece == end - start


def _replacement(match: re.Match[str]) -> str:
    match match.lastgroup:
        case "broken":
            return _BREAK
        case "wrapped":
            return "-"
        case "space":
            return " "
        case "replaced":
            return _REPLACED[match.group()]
        case "composed":
            return unicodedata.normalize("NFC", match.group())
        case _:
            return ""


def fold(text: str) -> Folded:
    """Even out what printing adds: ligatures, white space, soft hyphens, dashes, quotation marks.

    White space at both ends is dropped. A hyphen between letters at a line's end becomes one mark that
    stands for "a hyphen or nothing". Letters, digits, superscripts and case stay as they are.
    """
    pieces: list[str] = []
    starts: list[int] = []
    origins: list[tuple[int, int]] = []
    length = 0
    for piece, start, end in _pieces(text):
        if not piece or (piece == " " and (not pieces or pieces[-1] == " ")):
            continue
        pieces.append(piece)
        starts.append(length)
        origins.append((start, end))
        length += len(piece)
    if pieces and pieces[-1] == " ":
        pieces.pop()
        starts.pop()
        origins.pop()
    return Folded("".join(pieces), starts, origins)


def _pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """What each stretch of a text is folded into, with its span."""
    position = 0
    for match in _SPECIAL.finditer(text):
        if match.start() > position:
            yield text[position : match.start()], position, match.start()
        yield _replacement(match), match.start(), match.end()
        position = match.end()
    if position < len(text):
        yield text[position:], position, len(text)


def even(text: str) -> str:
    """The text on one line as a reader would type it: folded, words broken at a line's end joined."""
    return fold(text).text.replace(_BREAK, "")


def locate(quote: str, text: str) -> Span | None:
    """Where a quote first stands in a text, differences of typography aside.

    Args:
        quote: What should stand there; case counts.
        text: The stored text, for example of a page.

    Returns:
        The span in ``text``, or null where it does not stand there. Whole words only: ``4 days`` does
        not stand in ``14 days``. A quote without any visible character stands nowhere. Time grows with
        the sum of the two lengths.
    """
    bare = quote.strip()
    at = _find_whole(bare, text) if bare else -1
    if at >= 0:
        return Span(at, at + len(bare))
    wanted = fold(quote)
    if not wanted.text:
        return None
    stored = fold(text)
    if _BREAK in wanted.text or _BREAK in stored.text:
        return _locate_broken(wanted, stored)
    at = _find_whole(wanted.text, stored.text)
    return stored.origin(at, at + len(wanted.text)) if at >= 0 else None


def _find_whole(wanted: str, text: str, start: int = 0) -> int:
    """First place from ``start`` on where ``wanted`` cuts no word of ``text``; -1 where there is none."""
    at = text.find(wanted, start)
    while at >= 0 and not _is_whole(text, at, at + len(wanted)):
        at = text.find(wanted, at + 1)
    return at


def _is_whole(text: str, start: int, end: int) -> bool:
    cut_left = start > 0 and _joined(text[start - 1], text[start])
    return not cut_left and not (end < len(text) and _joined(text[end - 1], text[end]))


def _joined(left: str, right: str) -> bool:
    """Whether two characters side by side belong to one word; CJK writes words without a space."""
    if not (left.isalnum() and right.isalnum()):
        return False
    return not (_is_cjk(left) or _is_cjk(right))


def _is_cjk(char: str) -> bool:
    return "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af"


class _Skeleton(NamedTuple):
    letters: str
    places: list[int]
    """Position of each letter in the folded text."""
    before: bytes
    """What stood before each letter: 0 nothing, 1 a hyphen, 2 a hyphen at a line's end."""


def _skeleton(text: str) -> _Skeleton:
    letters: list[str] = []
    places: list[int] = []
    before = bytearray()
    mark = 0
    for position, char in enumerate(text):
        if char == _BREAK:
            mark = 2
        elif char == "-":
            mark = max(mark, 1)
        else:
            letters.append(char)
            places.append(position)
            before.append(mark)
            mark = 0
    return _Skeleton("".join(letters), places, bytes(before))


def _agree(wanted: bytes, stored: bytes) -> bool:
    return wanted == stored or all(
        one == other or 2 in (one, other) for one, other in zip(wanted, stored, strict=True)
    )


def _locate_broken(wanted: Folded, stored: Folded) -> Span | None:
    needle, hay = _skeleton(wanted.text), _skeleton(stored.text)
    size = len(needle.letters)
    if not size:
        return None
    at = hay.letters.find(needle.letters)
    for _ in range(_MAX_CANDIDATES):
        if at < 0:
            return None
        # A dash before the first letter belongs to the quote only where the quote has it.
        first_agrees = not needle.before[0] or hay.before[at] != 0
        whole = _is_whole(stored.text, hay.places[at], hay.places[at + size - 1] + 1)
        if whole and first_agrees and _agree(needle.before[1:], hay.before[at + 1 : at + size]):
            start = hay.places[at] - (1 if needle.before[0] else 0)
            return stored.origin(start, hay.places[at + size - 1] + 1)
        at = hay.letters.find(needle.letters, at + 1)
    return None
