"""Two passages -> whether the second says nothing new."""

from __future__ import annotations

import re
from typing import NamedTuple

_WORD = re.compile(r"\w+(?:[.,:/-]\w+)*")
_SHINGLE = 3
"""Words; guess: a reordered sentence still shares most of them, an unrelated one hardly any."""
_SAME = 0.8
"""Share of the smaller passage's shingles found in the other (guess)."""


class Fingerprint(NamedTuple):
    """What near-duplicates share."""

    shingles: frozenset[tuple[str, ...]]
    words: frozenset[str]
    """A copy with a word of its own says something else: "calendar" for "working", a number, a "not"."""


def fingerprint(text: str) -> Fingerprint:
    """The word triples and the words of a text; case aside."""
    words = [word.lower() for word in _WORD.findall(text)]
    shingles = frozenset(tuple(words[at : at + _SHINGLE]) for at in range(max(1, len(words) - _SHINGLE + 1)))
    return Fingerprint(shingles if words else frozenset(), frozenset(words))


def overlap(one: Fingerprint, other: Fingerprint) -> float:
    """Share of the smaller text's word triples that the other has too, 0 to 1; 0 for empty texts."""
    smaller = min(len(one.shingles), len(other.shingles))
    return len(one.shingles & other.shingles) / smaller if smaller else 0.0


def adds_nothing(new: Fingerprint, kept: Fingerprint) -> bool:
    """Whether ``new`` repeats ``kept``: nearly all of it is there, in the same order, without a word more.

    A longer text that contains ``kept`` adds something and is no repetition.
    """
    if not new.shingles:
        return True
    contained = len(new.shingles & kept.shingles) / len(new.shingles)
    return contained >= _SAME and new.words <= kept.words
