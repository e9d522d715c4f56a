"""A case's dated entries -> what of them a rule may speak of, in a few words each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from localrag.text.terms import content_terms

_MOST = 3
"""Searches that the record's entries add to a question (guess: each costs a passage of the budget)."""
_NAMED_BY = 2
"""Content words that an entry begins with and that two entries on one kind of event share (guess)."""
_HEAD = re.compile(r"[^:–—.;,|]{2,80}")


def told_of(events: Sequence[tuple[date, str]]) -> tuple[str, ...]:
    """How a record's entries begin, one a kind of event: those on several days first, then the latest.

    Args:
        events: The day of each entry, and the entry without it, oldest first.

    Returns:
        At most three; empty without entries. Ties keep the later entry first.
    """
    days: dict[tuple[str, ...], set[date]] = {}
    heads: dict[tuple[str, ...], str] = {}
    for day, text in events:
        match = _HEAD.match(text)
        head = match.group().strip() if match else ""
        kind = tuple(content_terms(head)[:_NAMED_BY])
        if kind:
            days.setdefault(kind, set()).add(day)
            heads[kind] = head
    latest_first = sorted(days, key=lambda kind: max(days[kind]), reverse=True)
    latest_first.sort(key=lambda kind: len(days[kind]) == 1)
    return tuple(heads[kind] for kind in latest_first[:_MOST])
