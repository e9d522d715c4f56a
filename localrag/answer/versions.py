"""Findings of versions that applied -> sentences that name title, version and validity."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.answer.drafting import Drafting
from localrag.records.answer import DraftQuote, DraftSentence
from localrag.records.evidence import EvidencePackage, Finding
from localrag.records.plan import QueryPlan
from localrag.text.composed import version_applied


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
        text = version_applied(
            candidate.source_title, candidate.version, candidate.valid_from, candidate.valid_to, day
        )
        quote = DraftQuote(evidence_id=finding.evidence_id, quote=finding.quote)
        operands = (day.isoformat(),) if day else ()
        made.append(drafting.composed(text, "version_applied", operands=operands, quotes=(quote,)))
    return made
