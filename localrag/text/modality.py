"""A sentence -> its words of duty and permission, and whether each is denied."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Sense = Literal["duty", "prohibition", "advice", "warning", "permission", "release"]
"""What is said: must, must not (or may not), should, should not, may, need not."""


class Modal(NamedTuple):
    """One word of duty, advice or permission at ``text[start:end]``."""

    sense: Sense
    start: int
    end: int


_NOT = r"(?:\s+(?:not|never)\b|n['’]t\b)?"
_MODAL = re.compile(
    rf"(?P<must>\b(?:must|shall){_NOT})"
    r"|(?P<need>\b(?:has|have|had|needs?)\s+to\b|\bneeds?\s+not\b|\bneedn['’]t\b"
    r"|\b(?:required|obliged|obligated|mandatory|compulsory|obligatory|necessary|needed)\b)"
    rf"|(?P<should>\b(?:should|ought){_NOT}|\b(?:recommended|advised|advisable|expected|encouraged)\b)"
    rf"|(?P<may>\bcannot\b|\b(?:may|might|could|can){_NOT}"
    r"|\b(?:allowed|permitted|entitled|authori[sz]ed|optional|free\s+to|at\s+liberty)\b)"
    r"|(?P<forbidden>\b(?:prohibited|forbidden|banned|unlawful|illegal)\b)",
    re.IGNORECASE,
)
_DENIED_INSIDE = re.compile(r"not$|never$|n['’]t$", re.IGNORECASE)
_SENSES: dict[str, tuple[Sense, Sense]] = {
    "must": ("duty", "prohibition"),
    "need": ("duty", "release"),
    "should": ("advice", "warning"),
    "may": ("permission", "prohibition"),
    "forbidden": ("prohibition", "permission"),
}
"""By kind of word: plain, and denied."""
_DENIED_BEFORE = re.compile(
    r"(?:\b(?:not|never|no\s+longer|hardly|nor|does\s+not|do\s+not|did\s+not|cannot)|n['’]t)(?:\s+(?:be|been|being|have"
    r"|generally|normally|usually|also|yet))*\s*$",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"(?:^|[,;:(]\s*|\b(?:and|but|or|that|if)\s+)(?:no(?!,)|none|nobody|neither|nothing)\b[^.;:!?]*$", re.I
)
_MONTH = re.compile(
    r"(?:\b\d{1,2}(?:st|nd|rd|th)?|\b(?:in|since|until|from|by|before|after|of|early|late|mid))\s*$", re.I
)


def modals(text: str) -> list[Modal]:
    """Words of duty and permission in reading order; the month of May is none. Empty text has none."""
    return [
        Modal(_SENSES[match.lastgroup or "may"][_is_denied(text, match)], match.start(), match.end())
        for match in _MODAL.finditer(text)
        if not _is_month(text, match)
    ]


def _is_month(text: str, match: re.Match[str]) -> bool:
    if match.group() != "May":
        return False
    return bool(_MONTH.search(text[max(0, match.start() - 16) : match.start()])) or bool(
        re.match(r"\s+\d|\s*$|\s*[,.;)]", text[match.end() :])
    )


def _is_denied(text: str, match: re.Match[str]) -> bool:
    if _DENIED_INSIDE.search(match.group()):
        return True
    before = text[max(0, match.start() - 120) : match.start()]
    return bool(_DENIED_BEFORE.search(before) or _NOBODY.search(before))
