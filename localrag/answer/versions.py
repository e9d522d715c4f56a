"""Findings of versions that applied -> sentences that name title, version and validity."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.answer.drafting import Drafting
from localrag.records.answer import DraftQuote, DraftSentence
from localrag.records.authority import is_in_force
from localrag.records.evidence import EvidencePackage, Finding
from localrag.records.plan import QueryPlan
from localrag.text.composed import version_applied, version_stands
from localrag.text.holding import expects_yes


def versions(
    plan: QueryPlan, package: EvidencePackage, findings: Sequence[Finding], drafting: Drafting
) -> list[DraftSentence]:
    """One sentence a version, citing a passage of that version; the day is the one that mattered."""
    day = plan.temporal.effective_policy_date
    made = []
    for finding in findings:
        candidate = package.evidence(finding.evidence_id)
        if finding.role != "version" or candidate is None:
            continue
        # Over a stretch of days a version applied from its own first day.
        began = max(filter(None, (day, candidate.valid_from)), default=None) if day else None
        operands = (began.isoformat(),) if began else ()
        text = version_applied(
            candidate.source_title, candidate.version, candidate.valid_from, candidate.valid_to, began
        )
        quote = DraftQuote(evidence_id=finding.evidence_id, quote=finding.quote)
        made.append(drafting.composed(text, "version_applied", operands=operands, quotes=(quote,)))
    return made


def standings(
    plan: QueryPlan, package: EvidencePackage, findings: Sequence[Finding], drafting: Drafting
) -> list[DraftSentence]:
    """Whether documents hold: what is said of it, quoted, or one sentence a version on the day of asking."""
    day = plan.temporal.asked_date
    made = drafting.quotes([one for one in findings if one.role == "record"])
    said = bool(made)
    for finding in findings:
        candidate = package.evidence(finding.evidence_id)
        if finding.role != "standing" or candidate is None:
            continue
        answers = not said and expects_yes(plan.parts[finding.part].text)
        text = version_stands(
            candidate.source_title,
            candidate.version,
            candidate.valid_from,
            candidate.valid_to,
            day,
            holds=is_in_force(candidate.standing, day),
            status=candidate.status,
            answers=answers,
        )
        quote = DraftQuote(evidence_id=finding.evidence_id, quote=finding.quote)
        operands = (day.isoformat(), "answers") if answers else (day.isoformat(),)
        made.append(drafting.composed(text, "version_stands", operands=operands, quotes=(quote,)))
        said = True
    return made
