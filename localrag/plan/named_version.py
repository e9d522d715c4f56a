"""A question's text -> the version of a document that it names, and the text without it."""

from __future__ import annotations

import re
from typing import NamedTuple

from localrag.records.plan import QueryPlan


class NamedVersion(NamedTuple):
    """A version as a question names it."""

    label: str
    text: str
    """The question without the version."""
    identifier: str | None = None
    """What it stands right behind: ``POL-212`` of ``POL-212@2``."""


def named_version(text: str) -> NamedVersion | None:
    """``POL-212@2``, "version 2 of the policy"; null for none, several, or a question whether it holds."""
    if _ASKS_OF_IT.search(text):
        return None
    found = [match for form in _FORMS for match in form.finditer(text)]
    if len(found) != 1:
        return None
    start, end = found[0].span()
    behind = _IDENTIFIER_BEFORE.search(text, 0, start) if text[start] == "@" else None
    return NamedVersion(found[0]["label"], text[:start] + text[end:], behind[0] if behind else None)


def bound_to_version(plan: QueryPlan, label: str, text: str) -> QueryPlan:
    """A plan that only this version of its required sources answers, whatever day it was in force."""
    temporal = plan.temporal.model_copy(
        update={
            "effective_policy_date": None,
            "effective_policy_end": None,
            "prefer_current": False,
            "basis": f"version {label} named",
        }
    )
    changed = {
        "normalized_query": text,
        "wants_history": True,
        "named_version": label,
        "temporal": temporal,
    }
    return plan.model_copy(update=changed)


_IDENTIFIER_BEFORE = re.compile(r"[\w./-]+$")
_LABEL = r"(?P<label>\d+(?:\.\d+)*)"
_NOUN = r"(?:version|edition|revision|rev\.?|v\.?)"
_FORMS = (
    re.compile(rf"(?<=\w)@{_LABEL}\b"),
    re.compile(rf"\b(?:the\s+)?{_NOUN}\s?{_LABEL}\s+of\s+", re.IGNORECASE),
    re.compile(rf"\b(?:the\s+)?{_LABEL}\s+(?:version|edition|revision)\s+of\s+", re.IGNORECASE),
    re.compile(rf"(?:,?\s+\(?)\b{_NOUN}\s?{_LABEL}\b\)?(?!\s+of\b)", re.IGNORECASE),
)
_ASKS_OF_IT = re.compile(
    r"\b(?:still|in force|in effect|supersede\w*|replace\w*|revoke\w*|withdrawn|repeal\w*|rescind\w*"
    r"|change[ds]?|differ\w*|compare\w*)\b",
    re.IGNORECASE,
)
"""What a version is asked about for itself: whether it holds, or what it has changed."""
