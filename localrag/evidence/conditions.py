"""A sentence and the headings it stands under -> the conditions under which what it says holds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localrag.evidence.words import content_keys, words
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.values import values

_CONDITION = re.compile(
    r"\b(?:for|in (?:the )?case of|in cases of|except|during|only|other than|within)\s+"
    r"(?P<words>[^,.;:()|]+?)"
    r"(?=\s+(?:for|if|where|when|unless|except|within|after|before|must|may|shall|is|are)\b|[,.;:()|]|$)"
    r"|\b(?:if|where|when(?:ever)?|unless|provided that|as soon as|once)\s+(?P<clause>[^,.;:()|]+?)"
    r"(?=\s+(?:for|if|where|when|unless|except|within|after|before|must|may|shall)\b|[,.;:()|]|$)"
    r"|^\W*(?:in|on|at|under|outside|inside|with|without|above|below|between|among)\s+(?P<front>[^,.;:()|]{2,60}),"
    r"|(?<=\w)\s(?:that|which|who|whose)\s+(?P<relative>[^,.;:()|]+?)"
    r"(?=\s+(?:must|may|shall|should|can|needs?|has to|have to)\b)"
    r"|(?<=\w)\s(?:about|against|concerning|regarding|involving|without)\s+(?P<subject>[^,.;:()|]+?)"
    r"(?=\s+(?:must|may|shall|should|can|is|are)\b)"
    r"|(?<=\w)\sof\s+(?P<sort>[a-z-]+s)(?=\s+(?:must|may|shall|should|can|is|are)\b)",
    re.IGNORECASE,
)
_OF_HEADING = re.compile(r"\b(?:for|in cases of|during)\s+(?P<words>[^,.;:()|?]+)$", re.IGNORECASE)
_SAME = 0.5
"""Share of a condition's words that must be known, or said by the other side's condition (guess)."""


def conditions(text: str, headings: Sequence[str] = ()) -> tuple[frozenset[str], ...]:
    """What limits a statement, one set of roots a condition: "for contractors", "if it was sent by post".

    Numbers with their units are no condition, nor are function words. Of headings and titles only an
    ending such as "for contractors" counts, and nothing of a heading that is a question.
    """
    found = [_roots(text, *match.span(match.lastgroup or 0)) for match in _CONDITION.finditer(text)]
    for heading in headings:
        match = None if heading.rstrip().endswith("?") else _OF_HEADING.search(heading)
        if match:
            found.append(_roots(heading, *match.span("words")))
    return tuple(roots for roots in dict.fromkeys(found) if roots)


_CLAUSE = re.compile(
    r"\b(?:if|when(?:ever)?|unless|provided that|once)\s+[^,.;:()|]+"
    r"|(?<=\w)\s(?:that|which|who|whose)\s+(?:is|are|was|were|has|have|had)\s+[^,.;:()|]+?"
    r"(?=\s+(?:must|may|shall|should|can|is|are|was|were|has|have|needs?)\b)",
    re.IGNORECASE,
)


def within_condition(text: str, at: int) -> bool:
    """Whether a place stands in a clause that says when something holds: "paid within 10 days is reduced"."""
    return any(match.start() <= at < match.end() for match in _CLAUSE.finditer(text))


_AUDIENCE = re.compile(
    r"^\W*(?:\d[\d.]*\s+)?for (?:the |an? |all )?(?P<who>[a-z]+)\b[^,]{0,30},", re.IGNORECASE
)
_AUDIENCE_OF_TITLE = re.compile(r"\bfor (?:the |all )?(?P<who>[A-Z]?[a-z]+s)(?:\s*\([^)]*\))?$")


def is_for_others(text: str, candidate: EvidenceCandidate, question: str) -> bool:
    """Whether a sentence, its headings or title say for whom it is, and the question names none of them."""
    found = [match["who"] for match in (_AUDIENCE.search(text),) if match]
    for heading in (candidate.source_title, *candidate.heading_path):
        match = _AUDIENCE_OF_TITLE.search(heading)
        found += [match["who"]] if match else []
    return bool(found) and not any(content_keys(who) & content_keys(question) for who in found)


def differ(one: Sequence[frozenset[str]], other: Sequence[frozenset[str]], known: frozenset[str]) -> bool:
    """Whether two statements hold under different conditions.

    Args:
        one: Of the first statement.
        other: Of the second.
        known: What the question says and what both statements say; a condition made of it is none of one
            side alone.
    """
    mine = [roots for roots in one if not _mostly(roots, known)]
    theirs = [roots for roots in other if not _mostly(roots, known)]
    return any(not _has_match(roots, theirs) for roots in mine) or any(
        not _has_match(roots, mine) for roots in theirs
    )


def _mostly(roots: frozenset[str], known: frozenset[str]) -> bool:
    return len(roots & known) > _SAME * len(roots)


def _has_match(roots: frozenset[str], others: Sequence[frozenset[str]]) -> bool:
    return any(len(roots & other) >= _SAME * min(len(roots), len(other)) for other in others)


def _roots(text: str, start: int, end: int) -> frozenset[str]:
    taken = [(value.start, value.end) for value in values(text)]
    return frozenset(
        word.key
        for word in words(text)
        if word.is_content
        and start <= word.start < end
        and not any(first <= word.start < last for first, last in taken)
    )
