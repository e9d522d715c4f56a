"""Findings on the sides of a comparison -> a table with one column a side."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.answer.drafting import Drafting
from localrag.records.answer import DraftBlock, DraftSentence
from localrag.records.evidence import EvidencePackage, Finding
from localrag.records.plan import QueryPlan
from localrag.text.terms import content_terms

_ROWS = 3
"""Sentences shown of each side at most (guess: more is no comparison)."""


def pair(plan: QueryPlan, package: EvidencePackage, drafting: Drafting) -> list[DraftBlock]:
    """One column a side with what the evidence says of it, best first; none where a side has nothing.

    A finding belongs to the side whose words it, its headings or its title hold most; one that fits
    several sides equally belongs to the side of its part, else to none.
    """
    sides = list(dict.fromkeys(query.side for query in plan.subqueries if query.side))
    if len(sides) < 2:
        return []
    of_side: dict[str, list[Finding]] = {side: [] for side in sides}
    for finding in package.findings:
        side = _side_of(finding, sides, plan, package)
        if side is not None and finding.role != "context":
            of_side[side].append(finding)
    if not all(of_side.values()):
        return []
    rows = min(_ROWS, *(len(found) for found in of_side.values()))
    made: list[DraftSentence] = []
    for row in range(rows):
        cells = [drafting.quote(of_side[side][row]) for side in sides]
        if not all(cells):
            break
        made += [cell for cell in cells if cell]
    return [DraftBlock(kind="table", sentences=tuple(made), columns=tuple(sides))] if made else []


def _side_of(finding: Finding, sides: Sequence[str], plan: QueryPlan, package: EvidencePackage) -> str | None:
    candidate = package.evidence(finding.evidence_id)
    around = " ".join((candidate.source_title, *candidate.heading_path)) if candidate else ""
    words = {side: set(content_terms(side)) for side in sides}
    shared = set.intersection(*words.values())
    in_quote, in_titles = set(content_terms(finding.quote)), set(content_terms(around))
    scores = {
        side: 2 * len((own - shared) & in_quote) + len((own - shared) & in_titles)
        for side, own in words.items()
    }
    best = max(scores.values())
    leaders = [side for side in sides if scores[side] == best]
    if len(leaders) == 1:
        return leaders[0]
    if len(plan.parts) == len(sides):
        return sides[finding.part]
    return None
