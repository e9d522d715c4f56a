"""Authority, status and sources that a plan names -> what is added to a candidate's score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from localrag.records.plan import QueryPlan
from localrag.records.retrieval import BoostRule, EvidenceCandidate
from localrag.settings import RetrieveSettings
from localrag.text.named import is_named


def boosts(plan: QueryPlan, settings: RetrieveSettings) -> tuple[BoostRule, ...]:
    """What a plan prefers, as rules that apply to a candidate's fields."""
    named = [
        BoostRule(field="required_source", value=name, amount=settings.named_source_boost)
        for name in plan.required_sources
    ]
    named += [
        BoostRule(field="preferred_source", value=name, amount=settings.named_source_boost / 2)
        for name in plan.preferred_sources
    ]
    if plan.wants_drafts:
        return (BoostRule(field="status", value="draft", amount=settings.named_source_boost), *named)
    if plan.query_type not in ("policy_interpretation", "case_specific", "procedural"):
        return tuple(named)
    return (
        BoostRule(field="authority", value="official_policy", amount=settings.official_policy_boost),
        BoostRule(field="status", value="active", amount=settings.active_boost),
        *named,
    )


def boosted(candidate: EvidenceCandidate, score: float, rules: Iterable[BoostRule]) -> float:
    """A candidate's score with all that applies to it added."""
    return score + sum(rule.amount for rule in rules if _applies(rule, candidate))


def _applies(rule: BoostRule, candidate: EvidenceCandidate) -> bool:
    match rule.field:
        case "authority":
            return candidate.authority == rule.value
        case "status":
            return candidate.status == rule.value
        case "required_source" | "preferred_source":
            return is_from(candidate, rule.value)


def is_from(candidate: EvidenceCandidate, source: str) -> bool:
    """Whether a candidate is from a source named in the question, by document id or by its title's words."""
    return is_named(source, document_id=candidate.document_id, title=candidate.source_title)


def missing(sources: Iterable[str], candidates: Sequence[EvidenceCandidate]) -> tuple[str, ...]:
    """Sources of which no candidate is, in order."""
    return tuple(source for source in sources if not any(is_from(one, source) for one in candidates))
