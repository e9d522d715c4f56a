"""A question for what stands under an identifier -> findings that are just that."""

from __future__ import annotations

import re
from collections.abc import Iterator

from localrag.records.evidence import EvidencePackage, Finding, Span
from localrag.records.ids import EvidenceId
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.sentences import Segment, segments

_MOST = 3
"""Sentences quoted of one place (guess: a numbered rule is rarely longer)."""
_OPENS = re.compile(
    r"\W{0,4}(?:section|rule|clause|paragraph|para|article|item|step|no\.?|§)?\s*", re.IGNORECASE
)


def looked_up(plan: QueryPlan, package: EvidencePackage) -> EvidencePackage:
    """Put what stands under the asked identifier in place of the findings of a plain look-up.

    A sentence, row or item that opens with the identifier comes with the sentences that follow it in the
    same paragraph; without one, the sentences that mention it count, and for a document's own id the first
    sentences of the document. Questions for a value under an identifier are left to reading.
    """
    if plan.query_type != "exact_lookup" or not plan.identifiers:
        return package
    parts = [number for number, part in enumerate(plan.parts) if part.kind == "statement"]
    findings = [
        finding
        for number in parts
        for identifier in plan.identifiers
        for finding in _under(identifier, number, package)
    ]
    replaced = {finding.part for finding in findings}
    kept = [finding for finding in package.findings if finding.part not in replaced]
    return package.model_copy(update={"findings": (*kept, *findings)})


def _under(identifier: str, part: int, package: EvidencePackage) -> Iterator[Finding]:
    whole = re.compile(rf"(?<![\w.-]){re.escape(identifier)}(?![\w-]|\.\d)", re.IGNORECASE)
    mentions: list[tuple[EvidenceCandidate, int, int]] = []
    for candidate in package.selected_evidence:
        found = segments(candidate.text)
        for at, segment in enumerate(found):
            said = candidate.text[segment.start : segment.end]
            place = whole.search(said) or whole.search(segment.marker)
            if place is None:
                continue
            opens = segment.marker and whole.search(segment.marker)
            if opens or _OPENS.fullmatch(said[: place.start()]):
                yield _finding(candidate, segment.start, _end_of_rule(found, at), part, identifier)
                return
            mentions.append((candidate, segment.start, segment.end))
    own = [one for one in package.selected_evidence if one.document_id.casefold() == identifier.casefold()]
    if own:
        first = min(own, key=lambda one: one.start_char)
        prose = [one for one in segments(first.text) if one.kind != "heading"][:_MOST]
        yield from (_finding(first, one.start, one.end, part, identifier) for one in prose)
        return
    yield from (_finding(*mention, part, identifier) for mention in mentions[:_MOST])


def _end_of_rule(found: list[Segment], at: int) -> int:
    """End of the last sentence of the same block, a few at most."""
    same = [one for one in found[at : at + _MOST] if one.block == found[at].block]
    return same[-1].end


def _finding(candidate: EvidenceCandidate, start: int, end: int, part: int, identifier: str) -> Finding:
    return Finding(
        evidence_id=EvidenceId(candidate.evidence_id or ""),
        span=Span(start=start, end=end),
        quote=candidate.text[start:end],
        role="record",
        part=part,
        score=1.0,
        reason=f"it stands under {identifier}",
    )
