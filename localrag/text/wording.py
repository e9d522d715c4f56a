"""What records hold -> the words in which every front end says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from localrag.text.display import safe_line

if TYPE_CHECKING:
    from datetime import date, datetime

    from localrag.records.answer import AnswerStatus
    from localrag.records.retrieval import EvidenceCandidate, SearchHit

STATUS_WORDS: dict[AnswerStatus, str] = {
    "answered": "Answered",
    "insufficient_evidence": "Not enough evidence",
    "needs_clarification": "Needs clarification",
    "conflicting_evidence": "Conflicting evidence",
    "refused": "Refused",
    "redirected": "Redirected",
    "escalated": "Escalated",
}
"""What an answer's status is called."""
PHASE_WORDS = {
    "ask": "Asking",
    "probe": "Probing",
    "open": "Opening the index",
    "scan": "Looking for files",
    "read": "Reading",
    "embed": "Encoding",
    "write": "Writing",
}
"""What a step of an index run is called."""


def moment(when: datetime) -> str:
    """A time where the reader is, to the minute: ``2026-01-31 14:05``."""
    return f"{when.astimezone():%Y-%m-%d %H:%M}"


def ago(then: datetime, now: datetime) -> str:
    """How long ago in words: ``just now``, ``5 minutes ago``, ``3 hours ago``, ``12 days ago``."""
    minutes = int((now - then).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    for unit, size in (("day", 1440), ("hour", 60), ("minute", 1)):
        if minutes >= size:
            count = minutes // size
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    raise AssertionError(minutes)


def duration(seconds: float) -> str:
    """Seconds in words a person says: ``4 s``, ``2 min 05 s``, ``1 h 12 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 file``, ``3 files``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def validity(evidence: EvidenceCandidate | SearchHit, today: date) -> str:
    """Whether a document version is in force, and since or until when, in words."""
    first, last = evidence.valid_from, evidence.valid_to
    if evidence.status == "draft":
        return "draft, not in force"
    if last is not None and last < today:
        return f"was in force {f'{first} to {last}' if first else f'until {last}'}"
    if last is None and evidence.status != "active":
        return f"{evidence.status}, not in force"
    if first is not None and first > today:
        return f"in force from {first}{f' to {last}' if last else ''}"
    if first is not None and last is not None:
        return f"in force {first} to {last}"
    if first is not None:
        return f"in force since {first}"
    if last is not None:
        return f"in force until {last}"
    return "validity not stated"


def pages(start: int | None, end: int | None, label: str | None) -> str:
    """Where a passage stands: ``p. 14``, ``pp. 14-15``; ``p. 14, sheet 16`` where the printed number differs.

    Args:
        start: First page, counted from 1 as the file has them; null where it has none.
        end: Last page, inclusive.
        label: Printed on the first page.

    Returns:
        Empty where the file has no pages.
    """
    if start is None:
        return ""
    many = end is not None and end > start
    sheets = f"{start}-{end}" if many else f"{start}"
    if label is None or label == str(start):
        return f"{'pp.' if many else 'p.'} {sheets}"
    return f"p. {safe_line(label)}, {'sheets' if many else 'sheet'} {sheets}"


def shortened(text: str, most: int) -> str:
    """A text of at most so many characters and `` ...``, cut between words where there are any."""
    if len(text) <= most:
        return text
    return text[:most].rsplit(" ", 1)[0] + " ..."
