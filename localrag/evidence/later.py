"""Nothing found for a day that has passed -> whether the documents on it only start later."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.evidence.editions import EditionsOf, editions_in_order
from localrag.records.evidence import EvidencePackage
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.composed import starts_later

_NEAREST = 5
"""Passages of today's rules looked at, best first (guess: a document on the matter is among them)."""


def asks_of_earlier_days(plan: QueryPlan, package: EvidencePackage) -> bool:
    """Whether nothing was found on days that have passed."""
    day = plan.temporal.effective_policy_end or plan.temporal.effective_policy_date
    return package.sufficiency == "insufficient" and day is not None and day < plan.temporal.asked_date


def add_later(
    plan: QueryPlan, package: EvidencePackage, today: Sequence[EvidenceCandidate], editions_of: EditionsOf
) -> EvidencePackage:
    """Add a note where a document on the matter has no version as old as the days asked about.

    Args:
        plan: With the days.
        package: Insufficient for them.
        today: What the same question finds under today's rules, best first.
        editions_of: Gives a document's versions.
    """
    last = plan.temporal.effective_policy_end or plan.temporal.effective_policy_date
    for candidate in today[:_NEAREST]:
        known = editions_in_order(editions_of(candidate.document_id), plan)
        first = known[0].passages[0] if known else candidate
        if last is None or first.valid_from is None or first.valid_from <= last:
            continue
        note = starts_later(first.source_title, first.version, first.valid_from)
        return package.model_copy(update={"notes": (*package.notes, note)})
    return package
