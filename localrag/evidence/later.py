"""What was found for a day that has passed -> whether the documents on it only start later."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.evidence.editions import EditionsOf, editions_in_order
from localrag.evidence.keeping import keep
from localrag.evidence.missing import thing_asked
from localrag.records.authority import INFORMAL, RULING, Authority, outranks
from localrag.records.evidence import EvidencePackage
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.composed import starts_later, states_no_days

_NEAREST = 5
"""Passages of today's rules looked at, best first (guess: a document on the matter is among them)."""


def asks_of_earlier_days(plan: QueryPlan, package: EvidencePackage) -> bool:
    """Whether nothing was found on days that have passed."""
    return package.sufficiency == "insufficient" and _is_past(plan)


def rests_on_undated(plan: QueryPlan, package: EvidencePackage) -> bool:
    """Whether all that answers for days that have passed stands where no day is stated, and is no record.

    A document without a first day counts as in force on every day, so it may answer for a time long before
    it was written.
    """
    found = _answering(package)
    return (
        package.sufficiency in ("sufficient", "conflicting")
        and _is_past(plan)
        and bool(found)
        and all(one.valid_from is None and one.authority in _UNDATED for one in found)
    )


def without_undated(
    plan: QueryPlan,
    package: EvidencePackage,
    today: EvidencePackage,
    editions_of: EditionsOf,
    authority_order: tuple[Authority, ...],
) -> EvidencePackage:
    """Withhold an answer that lower sources win only because they state no days.

    Args:
        plan: With the days.
        package: That rests on undated sources.
        today: What the same question comes to under today's rules.
        editions_of: Gives a document's versions.
        authority_order: Highest first.

    Returns:
        Insufficient, with a note from when the higher source holds, where one that answers today only
        starts after the days asked about; else as it was, with a note on what states no days.
    """
    undated = _answering(package)
    lowest = min(undated, key=lambda one: authority_order.index(one.authority))
    said = tuple(dict.fromkeys(states_no_days(one.source_title) for one in undated))
    for candidate in _answering(today) if today.sufficiency in ("sufficient", "conflicting") else ():
        if not outranks(candidate.authority, lowest.authority, authority_order):
            continue
        note = _starts_later(plan, candidate, editions_of)
        if note is None:
            continue
        withheld = keep(package, ()).model_copy(update={"conflicts": (), "sufficiency": "insufficient"})
        missing = tuple(thing_asked(part) for part in plan.parts)
        return withheld.model_copy(
            update={
                "notes": (note, *said),
                "answerability": 0.0,
                "missing_information": missing,
                "reasons": (*package.reasons, f"Only sources without a first day speak of it. {note}"),
            }
        )
    return package.model_copy(update={"notes": (*package.notes, *said)})


def _answering(package: EvidencePackage) -> list[EvidenceCandidate]:
    """The passages that findings stand in, in the findings' order."""
    found = (package.evidence(one.evidence_id) for one in package.findings)
    return [one for one in found if one is not None]


def _is_past(plan: QueryPlan) -> bool:
    day = plan.temporal.effective_policy_end or plan.temporal.effective_policy_date
    return day is not None and day < plan.temporal.asked_date


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
    for candidate in today[:_NEAREST]:
        note = _starts_later(plan, candidate, editions_of)
        if note is not None:
            return package.model_copy(update={"notes": (*package.notes, note)})
    return package


def _starts_later(plan: QueryPlan, candidate: EvidenceCandidate, editions_of: EditionsOf) -> str | None:
    """What is said where a document's first version starts after the days asked about."""
    last = plan.temporal.effective_policy_end or plan.temporal.effective_policy_date
    known = editions_in_order(editions_of(candidate.document_id), plan)
    first = known[0].passages[0] if known else candidate
    if last is None or first.valid_from is None or first.valid_from <= last:
        return None
    return starts_later(first.source_title, first.version, first.valid_from)


_UNDATED = (*RULING, *INFORMAL)
"""Rules and what stands for them; a case record tells the days of its events itself."""
