"""A sentence and the headings it stands under -> the conditions under which what it says holds."""

from __future__ import annotations

import re

from localrag.evidence.words import words
from localrag.text.values import values

_CONDITION = re.compile(
    r"\b(?:for|if|where|when(?:ever)?|in (?:the )?case of|in cases of|unless|except|during|provided that|as soon as"
    r"|once|only|other than)\s+(?P<words>[^,.;:()|]+)",
    re.IGNORECASE,
)
_SAME = 0.5
"""Share of the shorter condition's words that the other side must say too (guess)."""


def conditions(text: str, headings: str = "") -> frozenset[str]:
    """Roots of the words that limit a statement: "for contractors", "if the notice was sent by post".

    Numbers with their units are no condition, nor are function words.
    """
    found: set[str] = set()
    for part in (text, headings):
        taken = [(value.start, value.end) for value in values(part)]
        for match in _CONDITION.finditer(part):
            start, end = match.span("words")
            found |= {
                word.key
                for word in words(part)
                if word.is_content
                and start <= word.start < end
                and not any(first <= word.start < last for first, last in taken)
            }
    return frozenset(found)


def differ(one: frozenset[str], other: frozenset[str], known: frozenset[str]) -> bool:
    """Whether two statements hold under different conditions.

    Args:
        one: Of the first statement.
        other: Of the second.
        known: What the question itself says, and what both statements say: no condition of one alone.
    """
    mine, theirs = one - known, other - known
    if not mine and not theirs:
        return False
    if not mine or not theirs:
        return True
    return len(mine & theirs) / min(len(mine), len(theirs)) < _SAME
