"""A rule among the units of the evidence -> what limits it, and what it points back to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localrag.evidence.units import Unit
from localrag.evidence.words import words

_LIMITS = re.compile(
    r"\b(?:unless|except(?:ions?|ional\w*|ed)?|(?:does|do|shall|is|are) not apply"
    r"|not apply|however|only if|only where"
    r"|notwithstanding|in that (?:case|event)|(?:may|can) be (?:extended|shortened|waived"
    r"|lengthened)|instead of"
    r"|provided that|by way of exception|does not count|do not count|this extension)\b",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"(?:(?:it|they|he|she|this|these|that|those|such|its|their|the (?:above|former|latter|same|said))\b"
    r"|in (?:that|this|such) (?:case|event)|the (?:period|rule|limit|deadline|time) (?:is"
    r"|may|does|begins|ends)\b)",
    re.IGNORECASE,
)
_REACH = 6
"""Sentences after a rule in which its exceptions are looked for (guess: a long paragraph)."""


def limits_something(text: str) -> bool:
    """Whether a sentence is worded as an exception or a limit."""
    return bool(_LIMITS.search(text))


_MODIFIES = re.compile(
    r"\b(?:may|can|could) (?:\w+ ){0,2}?"
    r"(?P<verb>extend|shorten|lengthen|reduce|waive|increase|postpone|suspend)\w*"
    r"|\b(?P<noun>extension|reduction|waiver|postponement|exemption)s?\b",
    re.IGNORECASE,
)


def modifies_something(text: str, question: str) -> bool:
    """Whether a sentence changes a rule ("may extend the deadline") and the question asks for no change."""
    found = _MODIFIES.search(text)
    if found is None:
        return False
    word = (found["verb"] or found["noun"])[:5].lower()
    return word not in question.lower()


def exceptions_to(rule: Unit, found: Sequence[Unit], most: int) -> list[Unit]:
    """Sentences that limit a rule, nearest first, at most ``most``.

    They follow it in the same passage under the same heading, are worded as a limit, and share a content
    word with the rule or point back to it in the next sentence.
    """
    own = {word.key for word in words(rule.text) if word.is_content}
    limits = []
    for unit in found:
        distance = unit.order - rule.order
        if unit.at != rule.at or unit.heading != rule.heading or not 0 < distance <= _REACH:
            continue
        if not limits_something(unit.text):
            continue
        shares = own & {word.key for word in words(unit.text) if word.is_content}
        if shares or (distance == 1 and _POINTS_BACK.match(unit.text)):
            limits.append((distance, unit))
    return [unit for _, unit in sorted(limits)[:most]]


def referred_to(unit: Unit, found: Sequence[Unit]) -> Unit | None:
    """The sentence right before one that begins by pointing back; null where it stands on its own."""
    if not _POINTS_BACK.match(unit.text):
        return None
    return next((one for one in found if one.at == unit.at and one.order == unit.order - 1), None)
