"""Authority, status and validity of a document version -> who outranks whom, what is in force when."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Literal, get_args

from localrag.records.record import Record

Authority = Literal["official_policy", "approved_procedure", "case_record", "faq", "draft", "user_upload"]
"""Declared highest first."""
Status = Literal["active", "draft", "superseded", "archived"]

AUTHORITY_ORDER: tuple[Authority, ...] = get_args(Authority)
"""Highest first."""

UNAPPROVED: tuple[Authority, ...] = ("draft", "user_upload")
"""What stands in them answers only where nothing approved does."""
RULING: tuple[Authority, ...] = ("official_policy", "approved_procedure")
"""What makes rules."""
INFORMAL: tuple[Authority, ...] = ("faq", *UNAPPROVED)
"""What speaks of rules and makes none: it stands only where what makes them says nothing of it."""


class AuthorityMetadata(Record):
    """What decides which of two statements stands, and on which days."""

    authority: Authority
    status: Status
    valid_from: date | None = None
    """First day in force, inclusive; null is unbounded."""
    valid_to: date | None = None
    """Last day in force, inclusive; null is unbounded."""


def outranks(one: Authority, other: Authority, order: tuple[Authority, ...] = AUTHORITY_ORDER) -> bool:
    """Whether ``one`` stands strictly above ``other`` in the order of authority."""
    return order.index(one) < order.index(other)


def last_day_in_force(metadata: AuthorityMetadata, successor_starts: date | None = None) -> date | None:
    """The last day a version can be in force, inclusive; null where nothing ends it.

    A stated valid_to and the day before the successor's first day both end it; the earlier counts.
    """
    ends = [metadata.valid_to] if metadata.valid_to else []
    if successor_starts is not None and successor_starts > date.min:
        ends.append(successor_starts - timedelta(days=1))
    return min(ends) if ends else None


def is_in_force(metadata: AuthorityMetadata, day: date, successor_starts: date | None = None) -> bool:
    """Whether a version is in force on a day.

    Args:
        metadata: The version's own claims.
        day: The day asked about.
        successor_starts: First day of the version that follows it, where one counts.

    Returns:
        False for drafts on every day, and for superseded or archived versions whose end nothing states.
    """
    if metadata.status == "draft":
        return False
    last = last_day_in_force(metadata, successor_starts)
    if metadata.status in ("superseded", "archived") and last is None:
        return False
    if metadata.valid_from is not None and day < metadata.valid_from:
        return False
    return last is None or day <= last
