"""What a check of one claim comes to: a support status and the reason in words."""

from __future__ import annotations

from typing import NamedTuple

from localrag.records.answer import SupportStatus


class Verdict(NamedTuple):
    """Whether a claim is backed, and why."""

    status: SupportStatus
    reason: str
    """In words, for ``--explain``."""


_WORST_FIRST: tuple[SupportStatus, ...] = ("contradicted", "unsupported", "unclear", "supported")


def worst(verdicts: list[Verdict]) -> Verdict:
    """The verdict that decides over several parts of one claim; the first of equals. Not for none."""
    return min(verdicts, key=lambda verdict: _WORST_FIRST.index(verdict.status))
