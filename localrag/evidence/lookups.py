"""A question for what stands under an identifier -> findings that are just that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from localrag.evidence.keeping import keep
from localrag.records.evidence import EvidencePackage, Finding, Span
from localrag.records.ids import EvidenceId
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.identifiers import canonical_case, identifier_mentions
from localrag.text.sentences import Segment, segments

_MOST = 3
"""Sentences quoted of one place (guess: a numbered rule is rarely longer)."""
_MOST_ITEMS = 8
"""Items of a rule, or entries of a record, quoted with it (guess: more is a page to open)."""
_OPENS = re.compile(
    r"\W{0,4}(?:section|rule|clause|paragraph|para|article|item|step|no\.?|§)?\s*", re.IGNORECASE
)
_RULED_OFF = re.compile(r"\s*\|?\s*:?-{3,}")
"""Behind the names of a table's columns."""


def looked_up(plan: QueryPlan, package: EvidencePackage) -> EvidencePackage:
    """Put what stands under the asked identifier in place of the findings of a plain look-up.

    A sentence, row or item that opens with the identifier comes with the sentences that follow it in the
    same paragraph, and with the items that it introduces, or the one that is asked for ("4.2(b)"); without
    one, the sentences that mention it count. A document's own id gives its first sentences, a case's number
    the first entries of its record. Where a document and a place are named ("POL-358 section 4.2"), the
    place in that document. Questions for a value under an identifier are left to reading.
    """
    if plan.query_type != "exact_lookup" or not plan.identifiers:
        return package
    own = {one: found for one in plan.identifiers if (found := _of_its_own(one, plan, package))}
    places = [one for one in plan.identifiers if one not in own]
    within = [one for found in own.values() for one in found] or list(package.selected_evidence)
    findings: list[Finding] = []
    replaced = set()
    for number, part in enumerate(plan.parts):
        if part.kind != "statement":
            continue
        items = _items(part.text)
        under = [one for place in places for one in _under(place, items.get(place), number, within)]
        if not places:
            under = [one for name, documents in own.items() for one in _opening(documents, number, name)]
        if under or (own and places):
            replaced.add(number)
        findings += under
    kept = {at for at, one in enumerate(package.findings) if one.part not in replaced}
    package = keep(package, kept)
    return package.model_copy(update={"findings": (*package.findings, *findings)})


def _of_its_own(identifier: str, plan: QueryPlan, package: EvidencePackage) -> list[EvidenceCandidate]:
    """The passages of the document, or of the record of the plan's case, that an identifier is the id of."""
    name = identifier.casefold()
    evidence = package.selected_evidence
    own = [one for one in evidence if one.document_id.casefold() == name]
    if own or plan.case_id is None or canonical_case(identifier) != plan.case_id:
        return own
    of_case = [one for one in evidence if one.case_id == plan.case_id and one.authority == "case_record"]
    # The record itself rather than a note on it.
    return [one for one in of_case if one.document_id == plan.case_id] or of_case


def _items(text: str) -> dict[str, str]:
    """Of places with an item behind them the item: ``4.2`` -> ``b`` for "section 4.2(b)"."""
    found = {}
    for one in identifier_mentions(text):
        item = re.search(r"\(\s*(\w{1,4})\s*\)\s*$", one.text)
        if item and not one.searched.endswith(")"):
            found[one.searched] = item[1].lower()
    return found


def _under(
    identifier: str, item: str | None, part: int, evidence: Sequence[EvidenceCandidate]
) -> Iterator[Finding]:
    whole = re.compile(rf"(?<![\w.-]){re.escape(identifier)}(?![\w-]|\.\d)", re.IGNORECASE)
    mentions: list[tuple[EvidenceCandidate, int, int]] = []
    for candidate in evidence:
        found = segments(candidate.text)
        for at, segment in enumerate(found):
            said = candidate.text[segment.start : segment.end]
            place = whole.search(said) or whole.search(segment.marker)
            if place is None or segment.kind == "heading":
                continue
            opens = segment.marker and whole.search(segment.marker)
            if opens or _OPENS.fullmatch(said[: place.start()]):
                yield _finding(candidate, segment.start, _end_of_rule(found, at), part, identifier)
                for one in _introduced(found, at, item):
                    start = candidate.text.rindex(one.marker, 0, one.start)
                    yield _finding(candidate, start, one.end, part, identifier)
                return
            mentions.append((candidate, segment.start, segment.end))
    if item is None:
        yield from (_finding(*mention, part, identifier) for mention in mentions[:_MOST])


def _introduced(found: Sequence[Segment], at: int, item: str | None) -> list[Segment]:
    """The items right behind a rule that introduces them, or the one of them that is asked for."""
    behind = [one for one in found[at + 1 :] if one.block > found[at].block]
    end = next((place for place, one in enumerate(behind) if not one.marker or one.kind == "heading"), None)
    items = behind[:end]
    if item is None:
        return items[:_MOST_ITEMS]
    return [one for one in items if one.marker.strip("().").lower() == item]


def _opening(documents: Sequence[EvidenceCandidate], part: int, identifier: str) -> Iterator[Finding]:
    """How a document begins: its first sentences, or the first entries of a record."""
    first = min(documents, key=lambda one: one.start_char)
    most = _MOST_ITEMS if first.authority == "case_record" else _MOST
    prose = [
        one
        for one in segments(first.text)
        if one.kind != "heading" and not _RULED_OFF.match(first.text, one.end)
    ][:most]
    yield from (_finding(first, one.start, one.end, part, identifier) for one in prose)


def _end_of_rule(found: Sequence[Segment], at: int) -> int:
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
