"""Conditions that a rule states and a claim about it leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from localrag.text.modality import modals
from localrag.validate.coverage import says
from localrag.validate.reading import Reading, Word, words_between
from localrag.validate.verdict import Verdict

_OPENS = re.compile(
    r"\b(?:if|unless|except|provided(?:\s+that)?|only\s+(?:if|when|where|after|for|with|in)|as\s+long\s+as|in\s+case"
    r"|subject\s+to|on\s+condition|until|before|after|once|upon|when|where|during|from\s+the|without)\b",
    re.IGNORECASE,
)
_CLOSES = re.compile(r"[,;:.!?()]|\b(?:and|or|but)\b", re.IGNORECASE)
_STATED = 0.34
"""Share of a condition's content words from which a claim states it (guess: one word in three)."""


def check_conditions(claim: Reading, source: Reading) -> Verdict | None:
    """A verdict where a claim drops a condition of the rule it is backed by; null otherwise.

    Only for sentences that lay down a duty, a permission or a compared value: what is told as a fact may
    be told with less detail.
    """
    if not _is_rule(source):
        return None
    for text, opener, content in _conditions(source):
        stated = sum(says(claim, word) for word in content)
        if content and stated / len(content) < _STATED:
            return Verdict("unsupported", f"it leaves out “{text}”")
        if not content and _count(opener, claim) < _count(opener, source):
            return Verdict("unsupported", f"it leaves out “{text}”")
    return None


def _count(opener: str, reading: Reading) -> int:
    return len(re.findall(rf"\b{opener}\b", reading.lowered))


def _is_rule(source: Reading) -> bool:
    deadlines = ("within", "at most", "at least", "under", "over")
    return bool(modals(source.text)) or any(value.comparator in deadlines for value in source.values)


def _conditions(source: Reading) -> Iterator[tuple[str, str, list[Word]]]:
    """Each condition as written, the word that opens it, and its words that the rule says nowhere else."""
    for match in _OPENS.finditer(source.text):
        closing = _CLOSES.search(source.text, match.end() + 1)
        end = closing.start() if closing else len(source.text)
        inside = words_between(source.words, match.start(), end)
        elsewhere = {word.key for word in source.words if word not in inside}
        own = [word for word in inside if (word.is_content or word.in_value) and word.key not in elsewhere]
        yield source.text[match.start() : end].strip(), match.group().lower().split()[0], own
