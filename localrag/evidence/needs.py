"""A plan's sub-queries and the candidates -> the candidates that must be among the evidence."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from localrag.evidence.words import Weigh, terms_of, weigh_by_rarity
from localrag.records.plan import QueryPlan, Subquery
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.modality import modals
from localrag.text.terms import content_terms

NEEDS_FIRST = ("case_specific", "comparison", "policy_interpretation", "procedural", "troubleshooting")
"""Query types whose sub-queries ask for different things."""

_STRUCTURE = 0.15
"""How much of the best overlap a passage gains by having the structure its need looks for (guess)."""
_LISTED = re.compile(r"^\s*(?:[-*+•]|\(?\d{1,3}[.)]|\|)\s*\S", re.MULTILINE)
_PERIOD = re.compile(r"\b(?:days?|weeks?|months?|years?)\b")
_EXCEPTION = re.compile(
    r"\b(?:unless|except\w*|only if|does not apply|do not apply|does not count)\b", re.IGNORECASE
)


def needed(plan: QueryPlan, candidates: Sequence[EvidenceCandidate], pool: Sequence[int]) -> list[int]:
    """One candidate for each sub-query that any serves, in the sub-queries' order.

    Args:
        plan: Events and other parts of a case's record come from that case alone; its rules, procedures
            and checklists do not.
        candidates: Best first.
        pool: Positions that may be chosen.

    Returns:
        Positions, each once: the candidate that shares most with the sub-query by rarity of words, with a
        little for the structure looked for (duties and periods for a rule, items for a checklist); ties
        go to the better rank. A sub-query without a candidate gives none.
    """
    weigh = weigh_by_rarity(candidates)
    order: list[int] = []
    for subquery in plan.subqueries:
        fitting = [at for at in pool if at not in order and _may_serve(subquery, plan, candidates[at])]
        best = _best(subquery, candidates, fitting, weigh)
        if best is not None:
            order.append(best)
    return order


def _best(
    subquery: Subquery, candidates: Sequence[EvidenceCandidate], fitting: Sequence[int], weigh: Weigh
) -> int | None:
    wanted = set(content_terms(subquery.side or subquery.text))
    shared = {at: math.fsum(weigh(term) for term in wanted & _terms_of(candidates[at])) for at in fitting}
    most = max(shared.values(), default=0.0)
    if not most and subquery.role != "events":
        return None
    gain = _STRUCTURE * most
    return max(
        fitting,
        key=lambda at: (shared[at] + gain * _has_structure(subquery, candidates[at].text), -at),
        default=None,
    )


def _terms_of(candidate: EvidenceCandidate) -> frozenset[str]:
    """Of title, headings and text; function words do no harm, no need looks for them."""
    above = "\n".join((candidate.source_title, *candidate.heading_path))
    return terms_of(above) | terms_of(candidate.text)


def _may_serve(subquery: Subquery, plan: QueryPlan, candidate: EvidenceCandidate) -> bool:
    """Whether a candidate is of the sort that a sub-query looks for."""
    if subquery.case_id is not None or subquery.role == "events":
        return candidate.case_id == (subquery.case_id or plan.case_id)
    if subquery.role in ("rule", "conditions", "exceptions", "checklist", "steps"):
        return plan.case_id is None or candidate.case_id is None
    return True


def _has_structure(subquery: Subquery, text: str) -> bool:
    """Whether a passage is built like what a sub-query looks for."""
    match subquery.role:
        case "rule" | "conditions":
            return bool(_PERIOD.search(text)) and any(modal.sense == "duty" for modal in modals(text))
        case "exceptions":
            return bool(_EXCEPTION.search(text))
        case "checklist" | "steps":
            return len(_LISTED.findall(text)) > 1
        case _:
            return False
