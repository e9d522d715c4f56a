"""A question which version applied -> findings that name the versions in force on the day that matters."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from localrag.records.authority import RULING
from localrag.records.evidence import EvidencePackage, Finding, Span
from localrag.records.ids import EvidenceId
from localrag.records.plan import QueryPlan, QuestionPart
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.sentences import sentences
from localrag.text.terms import content_terms

_MOST = 3
"""Documents named where the question names none (guess: more is no answer)."""


def applied_versions(plan: QueryPlan, package: EvidencePackage) -> EvidencePackage:
    """Put in place of a part's findings the versions that applied, where it asks for a version.

    Retrieval has kept to what was in force on the day that matters, so each document that the question
    names, or else the best few official ones, is the answer: its title, version and validity are facts of
    the index, and the sentence quoted shows what stands there.
    """
    findings = list(package.findings)
    for number, part in enumerate(plan.parts):
        if part.kind != "version":
            continue
        findings = [finding for finding in findings if finding.part != number]
        findings += [_finding(number, one) for one in _meant(part, plan, package.selected_evidence)]
    return package.model_copy(update={"findings": tuple(findings)})


def _meant(
    part: QuestionPart, plan: QueryPlan, evidence: Sequence[EvidenceCandidate]
) -> list[EvidenceCandidate]:
    first_of: dict[str, EvidenceCandidate] = {}
    for candidate in evidence:
        first_of.setdefault(candidate.label, candidate)
    asked = set(content_terms(part.text))
    sources = (*plan.required_sources, *plan.preferred_sources)
    named = [one for one in first_of.values() if one.document_id in sources or _is_named(one, asked)]
    if named and len({one.document_id for one in named}) == 1 and plan.temporal.effective_policy_end:
        # Over a stretch of days several versions of it may have applied.
        return sorted(named, key=lambda one: one.valid_from or date.min)
    if named:
        return named[:1] if len({one.document_id for one in named}) == 1 else named[:_MOST]
    # "Policy" means what makes rules where the question names no document.
    return [one for one in first_of.values() if one.authority in RULING][:_MOST]


def _is_named(candidate: EvidenceCandidate, asked: set[str]) -> bool:
    title = set(content_terms(candidate.source_title))
    return bool(title) and title <= asked


def _finding(part: int, candidate: EvidenceCandidate) -> Finding:
    start, end = next(((one.start, one.end) for one in sentences(candidate.text)), (0, len(candidate.text)))
    return Finding(
        evidence_id=EvidenceId(candidate.evidence_id or ""),
        span=Span(start=start, end=end),
        quote=candidate.text[start:end],
        role="version",
        part=part,
        value=candidate.version,
        score=1.0,
        reason=f"{candidate.label} was in force on the day that matters",
    )
