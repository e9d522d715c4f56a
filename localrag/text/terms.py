"""A text of any script -> the terms that lexical search counts: stems, identifiers whole and in parts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import zip_longest
from typing import NamedTuple

from localrag.text.stem import stem

MAX_TERM_CHARS = 64
"""A longer word is cut, a longer compound is known by its parts alone. Guess: above any identifier."""

# Scripts written without spaces between words: Thai, Lao, Myanmar, Khmer, kana, Han, Hangul.
_UNSPACED = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecd\u1000-\u109f\u1100-\u11ff\u1780-\u17d3"
    "\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
# Marks that continue a word though Python's \w leaves them out; joiners and the soft hyphen too.
_MARKS = (
    "\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a"
    "\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a"
    "\u07a6-\u07b0\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983"
    "\u09bc\u09be-\u09cd\u0a01-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a81-\u0a83\u0abc\u0abe-\u0acd"
    "\u0b01-\u0b03\u0b3c\u0b3e-\u0b57\u0b82\u0bbe-\u0bcd\u0c00-\u0c04\u0c3e-\u0c56\u0c81-\u0c83"
    "\u0cbc\u0cbe-\u0cd6\u0d00-\u0d03\u0d3e-\u0d4d\u0dca-\u0ddf\u0f71-\u0f84\u0f8d-\u0fbc"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ecd\u102b-\u103e\u17b4-\u17d3"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u200c\u200d\u20d0-\u20f0\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f"
)
_FIRST_UNSPACED = "\u0e01"
_TOKEN = re.compile(
    rf"[\w{_MARKS}]++(?:(?:[-./:'’&@\u2010\u2011]|(?<=\d),(?=\d))[\w{_MARKS}]++)*+"
    r"(?:\(\w{1,4}\))*+(?:(?:\+\+|\#)(?!\w))?+"
)
_PART = re.compile(r"[^-./:'’&@\u2010\u2011,()+#_]+")
"""What lies between the marks inside a token."""
_LETTERS_OR_DIGITS = re.compile(r"\d+|\D+")
_NOT = re.compile(r"\w+n['’]t", re.IGNORECASE)
_ENDINGS = frozenset(("s", "re", "ve", "ll", "d", "m"))
"""What follows the apostrophe in English possessives and contractions: no term of its own."""
_MAX_PIECES = 4
"""More changes between letters and digits are a hash or a key, not a name. Guess."""
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_INITIALS = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")

# What casefold and decomposition leave: letters without a decomposition, full-width forms, tatweel, joiners.
_FOLDED = str.maketrans(
    {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ı": "i", "’": "'", "‐": "-", "‑": "-"}
    | dict.fromkeys("\u00ad\u0640\u200c\u200d")
    | {chr(code): chr(code - 0xFEE0).lower() for code in range(0xFF10, 0xFF5B)}
)
_DROPPED_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]")

_FUNCTION_WORDS = (
    "a about above after again all also am an and any are as at be because been before being "
    "below between both but by can could did do does doing down during each few for from further "
    "had has have having he her here hers him his how i if in into is it its itself just me more "
    "most my no nor not now of off on once only or other our ours out over own same she should so "
    "some such than that the their theirs them then there these they this those through to too "
    "under until up very was we were what when where which while who whom why will with would you "
    "your yours arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt shouldnt wasnt "
    "werent wont wouldnt "
)
STOP_WORDS = frozenset(_FUNCTION_WORDS.split())
"""English function words; other languages have none of their own here."""


class Term(NamedTuple):
    """One term and the place it was read from."""

    text: str
    start: int
    end: int
    """Span in the text, end exclusive."""


def terms(text: str) -> list[str]:
    """The lexical terms of a text, in reading order, repeats kept.

    Words are case-folded, stripped of accents and lightly stemmed (English plurals, -ed and -ing). What
    is written with inner marks is given whole and in parts: ``POL-358`` -> ``pol-358``, ``pol``, ``358``.
    Scripts without spaces give every character and every pair of neighbours. Time is linear in the text.
    """
    found: list[str] = []
    for match in _TOKEN.finditer(text):
        token = match.group()
        found += _texts(token) if len(token) <= MAX_TERM_CHARS else [term.text for term in _analyse(token)]
    return found


def term_spans(text: str) -> list[Term]:
    """The terms of ``terms``, each with its span; a whole precedes its parts."""
    return list(_spans(text))


def content_terms(text: str) -> list[str]:
    """The terms of ``terms`` without the function words of ``STOP_WORDS``."""
    return [term.text for term in _spans(text) if _plain(text[term.start : term.end]) not in STOP_WORDS]


def fold(word: str) -> str:
    """A word without case, accents, Arabic and Hebrew points, soft hyphens; numbers are left as they are.

    Not NFKC: ``10²`` must not become ``102``.
    """
    folded = word.casefold()
    if folded.isascii():
        return folded
    bare = _DROPPED_MARKS.sub("", unicodedata.normalize("NFD", folded))
    return unicodedata.normalize("NFC", bare).translate(_FOLDED)


def _plain(word: str) -> str:
    return fold(word).replace("'", "")


def _spans(text: str) -> Iterator[Term]:
    for match in _TOKEN.finditer(text):
        token, start = match.group(), match.start()
        for term in _known(token) if len(token) <= MAX_TERM_CHARS else _analyse(token):
            yield Term(term.text, start + term.start, start + term.end)


@lru_cache(maxsize=1 << 16)
def _texts(token: str) -> tuple[str, ...]:
    return tuple(term.text for term in _analyse(token))


@lru_cache(maxsize=1 << 12)
def _known(token: str) -> tuple[Term, ...]:
    return tuple(_analyse(token))


def _analyse(token: str) -> Iterator[Term]:
    if token.isalpha() and token.isascii():
        yield Term(stem(token.casefold())[:MAX_TERM_CHARS], 0, len(token))
    elif max(token) < _FIRST_UNSPACED:
        yield from _spaced(token, 0)
    else:
        for piece in _scripts().finditer(token):
            if piece.lastgroup == "unspaced":
                yield from _pairs(piece.group(), piece.start())
            else:
                for part in _TOKEN.finditer(piece.group()):
                    yield from _spaced(part.group(), piece.start() + part.start())


def _spaced(token: str, offset: int) -> Iterator[Term]:
    """A token of a script with spaces: whole where it is a compound, then its parts."""
    whole = _whole(token)
    if whole is not None:
        yield Term(whole, offset, offset + len(token))
        if _NOT.fullmatch(token):
            return
    for part in _PART.finditer(token):
        word = fold(part.group())
        if not word or (word in _ENDINGS and part.start() and token[part.start() - 1] in "'’"):
            continue
        term = stem(word)[:MAX_TERM_CHARS]
        if term != whole:
            yield Term(term, offset + part.start(), offset + part.end())
        yield from _letters_and_digits(part.group(), offset + part.start())


def _whole(token: str) -> str | None:
    """The form under which a compound is known as one; null for a plain word or what is too long."""
    if len(token) > MAX_TERM_CHARS:
        return None
    if _THOUSANDS.fullmatch(token):
        return token.replace(",", "")
    word = fold(token.strip("_"))
    if _INITIALS.fullmatch(word):
        return word.replace(".", "")
    head, mark, tail = word.rpartition("'")
    if mark and tail in _ENDINGS and not _NOT.fullmatch(word):
        word = head
    if _PART.fullmatch(word) or not any(map(str.isalnum, word)):
        return None
    return word.replace("'", "")


def _letters_and_digits(part: str, offset: int) -> Iterator[Term]:
    """``iso27001`` -> ``iso``, ``27001``; nothing where a part is of one kind, or very mixed."""
    pieces = list(_LETTERS_OR_DIGITS.finditer(part))
    if not 1 < len(pieces) <= _MAX_PIECES or not all(
        piece.group().isalpha() or piece.group().isdecimal() for piece in pieces
    ):
        return
    for piece in pieces:
        yield Term(stem(fold(piece.group())), offset + piece.start(), offset + piece.end())


def _pairs(run: str, offset: int) -> Iterator[Term]:
    """Every character of an unspaced script with its marks, and every two neighbours."""
    units = [
        (offset + unit.start(), offset + unit.end(), fold(unit.group())) for unit in _units().finditer(run)
    ]
    for (start, end, one), following in zip_longest(units, units[1:]):
        yield Term(one, start, end)
        if following is not None:
            yield Term(one + following[2], start, following[1])


# Compiled when first needed: the ranges take 5 ms, which a question in English would feel.
@cache
def _scripts() -> re.Pattern[str]:
    return re.compile(rf"(?P<unspaced>[{_UNSPACED}][{_UNSPACED}{_MARKS}]*+)|[^{_UNSPACED}]++")


@cache
def _units() -> re.Pattern[str]:
    return re.compile(rf"(?s:.)[{_MARKS}]*+")
