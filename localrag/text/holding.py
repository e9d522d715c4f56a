"""The words of a question -> whether it asks if a document still holds."""

from __future__ import annotations

import re


def asks_whether_it_holds(text: str) -> bool:
    """Whether the question is if a document is in force, or was revoked, superseded and the like.

    Not where it asks that of a part ("is section 4 of the manual ..."): a part may have ended while the
    document holds. What is quoted asks nothing ("the then-currently applicable fees").
    """
    said = _QUOTED.sub(" ", text)
    return bool(_ASKS.search(said)) and not _OF_A_PART.search(said)


def expects_yes(text: str) -> bool:
    """Whether "yes" says that it holds: "is it still in force?", but not "has it been revoked?"."""
    return bool(_EXPECTS_YES.search(_QUOTED.sub(" ", text)))


_HOLDING = r"(?:in (?:force|effect)|valid|current|applicable|effective|appl(?:y|ies))\b"
_ASKS = re.compile(
    rf"\b(?:still|now|currently|yet)\b.*\b{_HOLDING}"
    r"|\b(?:in force|in effect)\s*[?.]?$"
    r"|\b(?:revoked?|superseded?|supersedes|rescind(?:ed)?|repealed?|withdrawn|replaced?|replaces)\b",
    re.IGNORECASE,
)
_EXPECTS_YES = re.compile(rf"^\W*(?:is|are|do|does)\b[^,;]*\b{_HOLDING}\W*$", re.IGNORECASE)
_OF_A_PART = re.compile(
    r"\b(?:section|rule|clause|paragraph|article|action|requirement|step|chapter|part|annex|appendix|item)s?"
    r"\s+\(?[\w.]+\)?\s+(?:of|in|to)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")
