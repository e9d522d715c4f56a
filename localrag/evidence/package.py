"""Candidates -> the evidence package: best first, nothing twice, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import date

from localrag.evidence.case_needs import case_needs
from localrag.evidence.duplicates import Fingerprint, adds_nothing, fingerprint, overlap
from localrag.evidence.needs import NEEDS_FIRST, needed
from localrag.records.authority import AUTHORITY_ORDER, Authority
from localrag.records.evidence import EvidencePackage
from localrag.records.ids import RequestId
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate

_REDUNDANCY = 0.5
"""How much of its place in the ranking a passage loses where all of it is already selected (guess)."""
_SAME_SECTION = 0.5
"""Factor on the place of a passage from a section that already serves a need: a rule is read with its
section (guess)."""


def package(
    request_id: RequestId,
    plan: QueryPlan,
    candidates: Sequence[EvidenceCandidate],
    *,
    count_tokens: Callable[[str], int],
    budget: int,
    authority_order: tuple[Authority, ...] = AUTHORITY_ORDER,
    holidays: Collection[date] = (),
) -> EvidencePackage:
    """Select evidence for a question.

    Args:
        request_id: Of the question.
        plan: Its sub-queries say what must be represented before the rest fills up.
        candidates: Best first.
        count_tokens: Of a text, as the generator counts them.
        budget: In tokens, over title, headings and text of everything selected.
        authority_order: Highest first.
        holidays: No working days.

    Returns:
        Evidence in the candidates' order, labelled E1 to En. A passage that repeats a better one is
        left out (of equal texts the one of higher authority stays); so is one that does not fit, while
        smaller ones after it still may. All left out are named, in the candidates' order. Without
        candidates the package is empty.
    """
    prints = [fingerprint(candidate.text) for candidate in candidates]
    pool = _without_repetitions(candidates, prints, authority_order)
    costs: dict[int, int] = {}
    left = budget
    needs = case_needs(plan, candidates, pool, authority_order=authority_order, holidays=holidays)
    for at in _in_order_of_choice(plan, candidates, prints, pool, needs):
        counted = _as_counted(candidates[at])
        # A word is a token at least, so most of what does not fit is known without the tokenizer.
        if len(counted.split()) <= left and (cost := count_tokens(counted)) <= left:
            costs[at] = cost
            left -= cost
    chosen = sorted(costs)
    taken = set(chosen)
    kept = set(pool)
    rule = "needs-first" if plan.query_type in NEEDS_FIRST else "best-first"
    return EvidencePackage(
        request_id=request_id,
        query=plan.normalized_query,
        selected_evidence=tuple(
            candidates[at].model_copy(update={"evidence_id": f"E{number}"})
            for number, at in enumerate(chosen, start=1)
        ),
        total_tokens=budget - left,
        omitted_candidate_ids=tuple(
            candidate.chunk_id for at, candidate in enumerate(candidates) if at not in taken
        ),
        repeated_candidate_ids=tuple(
            candidate.chunk_id for at, candidate in enumerate(candidates) if at not in kept
        ),
        context_policy_id=f"{rule}-{budget}",
    )


def _as_counted(candidate: EvidenceCandidate) -> str:
    return "\n".join((candidate.source_title, *candidate.heading_path, candidate.text))


def _without_repetitions(
    candidates: Sequence[EvidenceCandidate], prints: Sequence[Fingerprint], order: tuple[Authority, ...]
) -> list[int]:
    """Positions that stay, ascending."""
    by_standing = sorted(range(len(candidates)), key=lambda at: (order.index(candidates[at].authority), at))
    kept: list[int] = []
    for at in by_standing:
        repeats = any(
            adds_nothing(prints[at], prints[other]) and _same_standing(candidates[at], candidates[other])
            for other in kept
        )
        if not repeats:
            kept.append(at)
    return sorted(kept)


def _same_standing(new: EvidenceCandidate, kept: EvidenceCandidate) -> bool:
    """Whether one may stand for the other: a case's record never stands for another's, nor old for new."""
    return new.case_id == kept.case_id and (
        new.document_id != kept.document_id or new.version == kept.version
    )


def _in_order_of_choice(
    plan: QueryPlan,
    candidates: Sequence[EvidenceCandidate],
    prints: Sequence[Fingerprint],
    pool: Sequence[int],
    needs: Sequence[int],
) -> list[int]:
    """What the case needs, then each sub-query, then best first with redundancy held back."""
    order = list(needs)
    if plan.case_id is not None:
        # What a record does not say tells only where all of it is read.
        order += [at for at in pool if candidates[at].case_id == plan.case_id and at not in needs]
    if plan.query_type in NEEDS_FIRST:
        order += needed(plan, candidates, [at for at in pool if at not in order])
    sections = {(candidates[at].label, candidates[at].heading_path) for at in order}
    nearest = {at: max((overlap(prints[at], prints[other]) for other in order), default=0.0) for at in pool}
    rest = [at for at in pool if at not in order]

    def _place(at: int) -> float:
        candidate = candidates[at]
        nearer = _SAME_SECTION if (candidate.label, candidate.heading_path) in sections else 1.0
        return (at + 1) * nearer * (1 + _REDUNDANCY * nearest[at])

    while rest:
        best = min(rest, key=_place)
        order.append(best)
        rest.remove(best)
        nearest = {at: max(nearest[at], overlap(prints[at], prints[best])) for at in rest}
    return order
