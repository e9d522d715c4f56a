"""Findings as they are made -> one list in which each sentence stands once, with its position."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.evidence.units import Unit
from localrag.records.evidence import (
    CaseEvent,
    Computation,
    Finding,
    FindingRole,
    Requirement,
    Span,
    Verdict,
    VerdictSays,
)
from localrag.records.ids import EvidenceId
from localrag.records.retrieval import EvidenceCandidate


class Collected:
    """What reading has found so far; the first role of a sentence stays."""

    def __init__(self, evidence: Sequence[EvidenceCandidate]) -> None:
        self.evidence = evidence
        self.findings: list[Finding] = []
        self.computations: list[Computation] = []
        self.requirements: list[Requirement] = []
        self.verdicts: list[Verdict] = []
        self._places: dict[tuple[str, int, int], int] = {}

    def add(self, finding: Finding) -> int:
        """Position of a finding, new or there before."""
        place = (finding.evidence_id, finding.span.start, finding.span.end)
        if place not in self._places:
            self._places[place] = len(self.findings)
            self.findings.append(finding)
        return self._places[place]

    def add_unit(self, unit: Unit, role: FindingRole, part: int, score: float, reason: str) -> int:
        """Position of a finding made from a quotable unit."""
        return self.add(
            Finding(
                evidence_id=EvidenceId(self.evidence[unit.at].evidence_id or ""),
                span=Span(start=unit.start, end=unit.end),
                quote=unit.text,
                role=role,
                part=part,
                score=round(score, 4),
                reason=reason,
            )
        )

    def settle(
        self,
        part: int,
        says: VerdictSays,
        derived_from: Sequence[int],
        reason: str,
        *,
        is_of_record: bool = False,
    ) -> None:
        """Keep a verdict on a part; without positions only a case's record can come to one: it is silent."""
        self.verdicts.append(
            Verdict(
                says=says,
                derived_from=tuple(dict.fromkeys(derived_from)),
                reason=reason,
                part=part,
                is_of_record=is_of_record,
            )
        )

    def add_event(self, event: CaseEvent, part: int, score: float, reason: str) -> int:
        """Position of a finding made from an entry of a case's record."""
        text = next(one.text for one in self.evidence if one.evidence_id == event.evidence_id)
        return self.add(
            Finding(
                evidence_id=event.evidence_id,
                span=event.span,
                quote=text[event.span.start : event.span.end],
                role="event",
                part=part,
                value=event.day.isoformat(),
                score=round(score, 4),
                reason=reason,
            )
        )
