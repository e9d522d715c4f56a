"""Conflicting evidence -> the statements side by side, with date, authority and what would decide."""

from __future__ import annotations

from localrag.answer.drafting import Drafting, block
from localrag.records.answer import Draft, DraftBlock
from localrag.records.evidence import Conflict, ConflictSide, EvidencePackage, Finding, Span
from localrag.records.plan import QueryPlan


def side_by_side(plan: QueryPlan, package: EvidencePackage) -> Draft:
    """A table a conflict, one column a side, best evidence first, and below it the rule in words."""
    del plan
    drafting = Drafting(package)
    blocks: list[DraftBlock] = []
    for conflict in package.conflicts:
        if conflict.winner is not None:
            continue
        blocks += _table(conflict, package, drafting)
        rule = drafting.composed(conflict.rule, "conflict_rule", operands=(conflict.about,))
        blocks += block("paragraph", [rule])
    return Draft(blocks=tuple(blocks))


def _table(conflict: Conflict, package: EvidencePackage, drafting: Drafting) -> list[DraftBlock]:
    columns: list[str] = []
    cells = []
    for side in conflict.sides:
        cell = drafting.quote(_finding(side, package))
        if cell is not None:
            cells.append(cell)
            columns.append(_heading(side, package))
    if not cells:
        return []
    return [DraftBlock(kind="table", sentences=tuple(cells), columns=tuple(columns), title=conflict.about)]


def _heading(side: ConflictSide, package: EvidencePackage) -> str:
    """Whose statement it is: title, version, authority and first day in force."""
    candidate = package.evidence(side.evidence_id)
    named = side.evidence_id if candidate is None else candidate.source_title
    version = f", version {candidate.version}" if candidate and candidate.version else ""
    since = f", in force from {side.valid_from.isoformat()}" if side.valid_from else ""
    return f"{named}{version} ({side.authority.replace('_', ' ')}{since})"


def _finding(side: ConflictSide, package: EvidencePackage) -> Finding:
    """The finding behind a side, or one made from its quote."""
    for finding in package.findings:
        if finding.evidence_id == side.evidence_id and finding.quote == side.quote:
            return finding
    candidate = package.evidence(side.evidence_id)
    start = max(0, candidate.text.find(side.quote)) if candidate else 0
    return Finding(
        evidence_id=side.evidence_id,
        span=Span(start=start, end=start + len(side.quote)),
        quote=side.quote,
        role="answer",
        value=side.value,
        score=0.0,
        reason="one side of a conflict",
    )
