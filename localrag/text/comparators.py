"""The words around a value -> how it is compared: "no later than" is at most, "or more" is at least."""

from __future__ import annotations

import re
from typing import Literal

Comparator = Literal[
    "within",
    "at least",
    "at most",
    "over",
    "under",
    "every",
    "about",
    "after",
    "before",
    "by",
    "until",
    "from",
]

_FILLER = (
    r"(?:[\s(]+(?:a|an|the|of|period|first|initial|next|following|last|past|previous|total|maximum|minimum"
    r"|further|another|any|limit|sum))*[\s(]*$"
)
_MORE = "more|greater|longer|older|later|heavier|higher|larger|bigger"
_LESS = "less|fewer|shorter|younger|earlier|lighter|lower|smaller"
_BEFORE: tuple[tuple[Comparator, str], ...] = (
    ("at least", rf"at\s+least|(?:no|not)\s+(?:{_LESS})\s+than|minimum(?:\s+of)?|≥|>=|not\s+(?:under|below)"),
    (
        "at most",
        rf"at\s+(?:the\s+)?most|(?:no|not)\s+(?:{_MORE})\s+than|up\s+to|maximum(?:\s+of)?|≤|<="
        r"|not\s+(?:to\s+)?exceed(?:ing)?|not\s+(?:over|above)",
    ),
    ("over", rf"(?:{_MORE})\s+than|over|above|exceed(?:s|ing|ed)?|>|in\s+excess\s+of|beyond"),
    ("under", rf"(?:{_LESS})\s+than|under|below|<"),
    ("within", r"within|inside"),
    ("every", r"every|each"),
    ("about", r"about|around|approximately|roughly|nearly|almost|circa|~|≈"),
    ("after", r"after|following"),
    ("before", r"before|prior\s+to"),
    ("by", r"by"),
    ("until", r"until|till"),
    ("from", r"from|since|starting|beginning|effective"),
)
_COMPARATOR = re.compile(
    "(?:"
    + "|".join(rf"(?P<c{index}>(?<![\w-])(?:{pattern}))" for index, (_, pattern) in enumerate(_BEFORE))
    + ")"
    + _FILLER,
    re.IGNORECASE,
)
_OR_MORE = re.compile(
    r",?\s+(?:or|and)\s+(?:more|above|over|longer|older|greater)\b|\s+minimum\b|\+(?!\d)", re.IGNORECASE
)
_OR_LESS = re.compile(
    r",?\s+or\s+(?:less|fewer|under|below|shorter|younger)\b|\s+(?:maximum|at\s+(?:the\s+)?(?:most|latest))\b",
    re.IGNORECASE,
)
_CONTEXT = 56
"""Characters looked at before a value (guess: longer than the longest phrase)."""


def comparator_before(text: str, position: int) -> Comparator | None:
    """How the value that starts at a position is compared, from the words right before it."""
    match = _COMPARATOR.search(text, max(0, position - _CONTEXT), position)
    return _BEFORE[int(match.lastgroup[1:])][0] if match and match.lastgroup else None


_NOUN = re.compile(r"[ \t\u00a0]+[a-z]+(?<!\bor)")


def comparator_after(text: str, position: int, *, nouns: int = 0) -> Comparator | None:
    """How the value that ends at a position is compared, from the words after it and so many nouns."""
    for _ in range(nouns + 1):
        if _OR_MORE.match(text, position):
            return "at least"
        if _OR_LESS.match(text, position):
            return "at most"
        noun = _NOUN.match(text, position)
        if noun is None:
            return None
        position = noun.end()
    return None
