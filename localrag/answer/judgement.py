"""Findings on a question for yes or no -> verdict line, reasons, next action, limitations."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.answer.drafting import Drafting, block
from localrag.records.answer import DraftBlock, DraftQuote, DraftSentence
from localrag.records.evidence import Computation, EvidencePackage, Finding, Requirement, Verdict
from localrag.records.plan import QueryPlan
from localrag.text.composed import NEUTRAL_VERDICT, no_entry, record_line, verdict_line
from localrag.text.modality import modals
from localrag.text.reading import one_line

_REASONS = ("rule", "answer", "condition", "exception", "event", "item")
_MOST_REASONS = 6
"""Reasons shown besides those that decide (guess)."""
_NEARLY_AS_GOOD = 0.75
"""Share of the best rule's score from which a further one is a reason (guess)."""


def judgement(
    plan: QueryPlan, package: EvidencePackage, findings: Sequence[Finding], drafting: Drafting
) -> list[DraftBlock]:
    """The blocks that answer "may we?", in this order; each of them only where something stands in it.

    The verdict line derives from the reasons. Where the deciding rule's own words do not carry the
    verdict, or nothing decides, it says that the documents state conditions. Without a reason there is
    no verdict and no block.
    """
    verdict = package.verdict_on(findings[0].part) if findings else None
    reasons = _reasons(package, verdict, findings, drafting)
    if not reasons:
        return []
    actions = drafting.quotes([one for one in findings if one.role == "action"])
    actions = _demanded_by_rules(package, verdict, drafting) + actions
    limitations = _limitations(package, drafting)
    return [
        *block("verdict", [_verdict_line(plan, package, verdict, reasons, drafting)]),
        *block("reasons", reasons, "Reasons"),
        *block("next_action", actions, "Recommended next action"),
        *block("limitations", limitations, "Limitations"),
    ]


def _reasons(
    package: EvidencePackage, verdict: Verdict | None, findings: Sequence[Finding], drafting: Drafting
) -> list[DraftSentence]:
    deciding = [package.findings[at] for at in verdict.derived_from] if verdict else []
    made: list[DraftSentence] = []
    for finding in deciding:
        made += drafting.quotes([finding])
    if verdict is not None and verdict.is_of_record:
        return made
    for computation in package.computations:
        made += drafting.quotes([package.findings[at] for at in computation.derived_from])
        made.append(_computed(package, computation, drafting))
    decisive = len(made)
    unmet = {one.entry for one in package.requirements if one.entry is not None and one.state == "missing"}
    made += drafting.quotes([package.findings[at] for at in sorted(unmet)])
    if verdict is None or verdict.says != "no":
        there = [one.entry for one in package.requirements if one.entry is not None and one.state == "met"]
        made += drafting.quotes([package.findings[at] for at in there])
    further = [one for one in findings if one.role in _REASONS and one.role != "item"]
    best = max((one.score for one in further), default=0.0)
    made += drafting.quotes([one for one in further if _belongs(one, best, decisive)])
    return made[: max(decisive, 1) + _MOST_REASONS]


def _belongs(finding: Finding, best: float, decisive: int) -> bool:
    """Exceptions and conditions always; further rules where they are about as good, or nothing decides."""
    if finding.role in ("exception", "condition"):
        return True
    return finding.role in ("rule", "answer") and finding.score >= _NEARLY_AS_GOOD * best and not decisive


def _computed(package: EvidencePackage, computation: Computation, drafting: Drafting) -> DraftSentence:
    sources = [drafting.claim_of(package.findings[at]) for at in computation.derived_from]
    return drafting.composed(
        computation.text,
        computation.name,
        operands=computation.operands,
        derived_from=tuple(claim for claim in sources if claim),
    )


def _verdict_line(
    plan: QueryPlan,
    package: EvidencePackage,
    deciding: Verdict | None,
    reasons: Sequence[DraftSentence],
    drafting: Drafting,
) -> DraftSentence:
    claims = tuple(reason.claim_id for reason in reasons)
    if deciding is None or not deciding.derived_from:
        return drafting.composed(NEUTRAL_VERDICT, "verdict", operands=("depends",), derived_from=claims)
    rule = package.findings[deciding.derived_from[0]]
    if deciding.is_of_record:
        text = record_line(deciding.says)
    else:
        text = verdict_line(deciding.says, one_line(rule.quote), plan.normalized_query)
    says = "depends" if text == NEUTRAL_VERDICT else deciding.says
    stated = [drafting.claim_of(package.findings[at]) for at in deciding.derived_from]
    basis = tuple(claim for claim in stated if claim) if says != "depends" else claims
    return drafting.composed(text, "verdict", operands=(says,), derived_from=basis)


def _demanded_by_rules(
    package: EvidencePackage, verdict: Verdict | None, drafting: Drafting
) -> list[DraftSentence]:
    """Rules that say themselves what is to be done once their condition has come true, said again."""
    if verdict is None or verdict.says != "no":
        return []
    counted = {computation.derived_from[-1] for computation in package.computations}
    due = [package.findings[at] for at in verdict.derived_from if at in counted]
    said_by_others = {_document(package, one) for one in package.findings if one.role == "action"}
    return [
        drafting.again(one)
        for one in due
        if _document(package, one) not in said_by_others
        and any(modal.sense == "duty" for modal in modals(one.quote))
    ]


def _document(package: EvidencePackage, finding: Finding) -> str:
    candidate = package.evidence(finding.evidence_id)
    return candidate.label if candidate else finding.evidence_id


def _limitations(package: EvidencePackage, drafting: Drafting) -> list[DraftSentence]:
    made: list[DraftSentence] = []
    for requirement in package.requirements:
        if requirement.state != "no_entry":
            continue
        made.append(_without_entry(package, requirement, drafting))
    return made


def _without_entry(package: EvidencePackage, requirement: Requirement, drafting: Drafting) -> DraftSentence:
    demand = package.findings[requirement.finding]
    quote = DraftQuote(evidence_id=demand.evidence_id, quote=demand.quote)
    return drafting.composed(no_entry(one_line(demand.quote)), "no_entry", quotes=(quote,))
