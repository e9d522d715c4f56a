"""A question about a case -> whether rules alone settle it with yes or no."""

from __future__ import annotations

import re

_LEAVE = re.compile(
    r"\b(?:may|can|could|might)\s+(?!have\b|not\s+have\b)\w+"
    r"|\b(?:am|are|is)\s+(?:[\w-]+\s+){1,6}?(?:allowed|permitted|entitled|free)\b"
    r"|\b(?:ok|okay|fine|right|possible)\s+to\b"
    r"|\b(?:in|on|within)\s+(?:good\s+|the\s+)?time\b|\b(?:too\s+)?late\b",
    re.IGNORECASE,
)


def decides_by_rules(question: str) -> bool:
    """Whether it asks for leave to act ("May we close it?", "Is it allowed to ...?") or for a time kept.

    Not so where it asks what was done ("Has it been paid?") or has to be ("Must it be referred?"): that a
    rule stands in the way of something says neither yes nor no to it.
    """
    return _LEAVE.search(question) is not None
