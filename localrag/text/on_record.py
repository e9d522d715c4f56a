"""A question for yes or no -> whether it asks what has happened or is on file, or what has to be done."""

from __future__ import annotations

import re

_DUTY = re.compile(
    r"^\W*(?:must|shall|should)\b"
    r"|\b(?:has|have|had|need|needs|needed) to\b"
    r"|^\W*(?:is|are|was|were)\b.*\b(?:required|obliged|necessary|needed|mandatory|due to be)\b"
    r"|^\W*do(?:es)?\b.*\b(?:require|need)\b",
    re.IGNORECASE,
)
_PAST = re.compile(r"^\W*(?:has|have|had|was|were|did)\b", re.IGNORECASE)
_IS = re.compile(r"^\W*(?:is|are)\b", re.IGNORECASE)
_STATE = re.compile(
    r"\b(?:on (?:the )?(?:file|record)|in the (?:file|record)|closed|open|pending|suspended|settled|resolved"
    r"|finished|archived|paid|unpaid|missing|outstanding|complete|incomplete|present|available|attached|enclosed|received"
    r"|signed|submitted|filed|recorded|confirmed|imposed|issued|served|done|still|already|yet)\b",
    re.IGNORECASE,
)
_JUDGED = re.compile(
    r"\b(?:allowed|permitted|entitled|free to|able to|right to|lawful|legal|valid|correct|proper|enough"
    r"|sufficient|possible|supposed|meant|exempt|eligible|in (?:good |the )?time|on time|late"
    r"|overdue)\b"
    r"|\b(?:within|days?|weeks?|months?|years?)\b"
    r"|\b(?:deadline|limit|window|period|term|criteri(?:on|a)|condition|threshold)s?\b.*"
    r"\b(?:pass(?:ed)?|expired?|exceed(?:ed)?|end(?:ed)?|elapsed?|over|up|kept|met|observed|missed|fulfilled"
    r"|reached)\b",
    re.IGNORECASE,
)
"""What rules have to be held against, and no record tells by itself."""


_CONDITIONAL = re.compile(r"\b(?:if|when|where|unless|after|before|without)\b", re.IGNORECASE)


def asks_of_record(question: str) -> bool:
    """Whether a question for yes or no asks what a record tells: what was done, what is on file or open.

    Not so where a rule decides: leave, a duty, a time kept, a limit passed.
    """
    if _DUTY.search(question) or _JUDGED.search(question):
        return False
    return bool(
        _PAST.search(question)
        or (_IS.search(question) and _STATE.search(question) and not _CONDITIONAL.search(question))
    )


def asks_of_duty(question: str) -> bool:
    """Whether a question for yes or no asks if something has to be done or is required."""
    return _DUTY.search(question) is not None
