"""A question whether a document still holds -> what its text and its validity say of that."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from localrag.evidence.changes import Sentence, sentences_of
from localrag.evidence.editions import Edition, EditionsOf, editions_in_order
from localrag.evidence.keeping import keep
from localrag.records.authority import is_in_force
from localrag.records.evidence import EvidencePackage, Finding, FindingRole, Span
from localrag.records.ids import EvidenceId
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.holding import asks_whether_it_holds
from localrag.text.reading import one_line
from localrag.text.terms import terms

_ENDED = re.compile(
    r"^\W*(?:this|it|the)\b(?:\s+[\w-]+){0,4}?\s+(?:is|was|has been|have been|are|were)\s+(?:\w+\s+)?"
    r"(?:revoked|superseded|rescinded|repealed|withdrawn|replaced|terminated|cancelled"
    r"|no longer in (?:force|effect))",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"^\W*(?:this|it|the)\b(?:\s+[\w-]+){0,4}?\s+(?:remains?|stays?|is)\s+in\s+(?:effect|force)",
    re.IGNORECASE,
)
_ASKS_WHAT_IT_ENDS = re.compile(
    r"\b(?:does|did)\b.*\b(?:supersede|replace|revoke|rescind|repeal)\s*[?.]?$", re.I
)
_ENDS_ANOTHER = re.compile(r"\b(?:supersedes|replaces|revokes|rescinds|repeals)\b", re.IGNORECASE)
_LABEL = re.compile(
    r"@(\d+(?:\.\d+)*)\b|\b(\d{4}(?:[-.]\w+)*)\b|\b(?:version|edition|revision|issue|v)\.?\s*(\d[\w.-]*\w|\d)\b",
    re.IGNORECASE,
)
"""How a question names a version: "POL-212@2", "the 2023 manual", "version 2"."""
_OF_ANOTHER = re.compile(r"\b(?:supersed|revok|rescind|repeal|replac|withdr)\w*", re.IGNORECASE)
_MOST = 2
"""Sentences quoted of each kind (guess: they say it in one or two)."""


def standing(plan: QueryPlan, package: EvidencePackage, editions_of: EditionsOf) -> EvidencePackage:
    """Put in place of a part's findings what settles whether a document that it names holds.

    What the document says of itself ("This directive has been revoked") and what others say of it come
    first; where nothing is said, the days on which its versions are in force. A question that names no
    document of the evidence is left as it is.
    """
    for number, part in enumerate(plan.parts):
        if not asks_whether_it_holds(part.text):
            continue
        meant = _meant(plan, package, part.text)
        known = editions_of(meant.document_id) if meant else ()
        editions = editions_in_order(known, plan, also_of_no_day=True)
        own = [one for one in editions if meant and one.passages[0].document_id == meant.document_id]
        if meant is None or not own:
            package = _in_force(package, number, plan.temporal.asked_date)
            continue
        asked = _edition_asked(own, part.text, plan.temporal.asked_date)
        if asked is None:
            package = _replaced(package, number, ())
            continue
        settling = _said_of_it(part.text, asked, plan.temporal.asked_date)
        if not _ASKS_WHAT_IT_ENDS.search(part.text):
            settling += list(_said_elsewhere(package.selected_evidence, meant))[:_MOST]
        elif not settling:
            continue
        if settling:
            package = _replaced(package, number, [(one, "record") for one in settling])
            continue
        now = [one for one in own if is_in_force(one.passages[0].standing, plan.temporal.asked_date)]
        shown = list(dict.fromkeys([asked, *now[-1:]]))
        firsts: list[tuple[Sentence, FindingRole]] = [
            (sentences_of(one.passages)[0], "standing") for one in shown if sentences_of(one.passages)
        ]
        package = _replaced(package, number, firsts)
    return package


def _meant(plan: QueryPlan, package: EvidencePackage, text: str) -> EvidenceCandidate | None:
    """A passage of the document that is named: bound by the plan, or by every word of its title."""
    asked = set(terms(text))
    sources = {*plan.required_sources, *plan.preferred_sources}
    for one in package.selected_evidence:
        if one.document_id in sources:
            return one
    for one in package.selected_evidence:
        title = set(terms(one.source_title))
        bound = any(set(terms(source)) <= title for source in sources)
        if bound or (title and title <= asked):
            return one
    return None


def _edition_asked(own: Sequence[Edition], text: str, today: date) -> Edition | None:
    """The version that is named, null for one that is not there; else the one in force or the last."""
    words = [(marked or named, year) for marked, year, named in _LABEL.findall(text)]
    labels = {label or year for label, year in words}
    labelled = [one for one in own if one.passages[0].version in labels]
    if not labelled and any(label for label, _ in words):
        return None
    in_force = [one for one in own if is_in_force(one.passages[0].standing, today)]
    return (labelled or in_force or list(own))[-1]


def _in_force(package: EvidencePackage, part: int, day: date) -> EvidencePackage:
    """Without what a part found in documents that have ended: they were only looked through for one."""
    stands = {one.evidence_id for one in package.selected_evidence if is_in_force(one.standing, day)}
    return keep(
        package,
        {at for at, one in enumerate(package.findings) if one.part != part or one.evidence_id in stands},
    )


def _said_of_it(question: str, asked: Edition, today: date) -> list[Sentence]:
    """What a version says of itself: that it ended, that it holds where it does, or what it ends."""
    wanted = [_ENDED]
    if is_in_force(asked.passages[0].standing, today):
        wanted.append(_HOLDS)
    if _ASKS_WHAT_IT_ENDS.search(question):
        wanted = [_ENDS_ANOTHER]
    own = sentences_of(asked.passages)
    return [one for one in own if any(form.search(one_line(one.text)) for form in wanted)][:_MOST]


def _said_elsewhere(evidence: Iterable[EvidenceCandidate], meant: EvidenceCandidate) -> Iterator[Sentence]:
    """Sentences of other documents that end this one by its number: "supersedes BOD 15-01"."""
    numbers = re.findall(r"\b\d[\w]*(?:[-./]\w+)+", f"{meant.source_title} {meant.document_id}")
    for sentence in sentences_of(one for one in evidence if one.document_id != meant.document_id):
        names_it = any(re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", sentence.text) for one in numbers)
        if names_it and _OF_ANOTHER.search(sentence.text):
            yield sentence


def _replaced(
    package: EvidencePackage, part: int, said: Iterable[tuple[Sentence, FindingRole]]
) -> EvidencePackage:
    evidence = list(package.selected_evidence)
    findings = [one for one in package.findings if one.part != part]
    for sentence, role in said:
        at = next((n for n, one in enumerate(evidence) if one.chunk_id == sentence.candidate.chunk_id), None)
        if at is None:
            at = len(evidence)
            evidence.append(sentence.candidate.model_copy(update={"evidence_id": f"E{at + 1}"}))
        findings.append(
            Finding(
                evidence_id=EvidenceId(evidence[at].evidence_id or ""),
                span=Span(start=sentence.start, end=sentence.end),
                quote=sentence.text,
                role=role,
                part=part,
                score=1.0,
                reason=f"it settles whether {sentence.candidate.label} holds",
            )
        )
    return package.model_copy(
        update={"selected_evidence": tuple(evidence), "findings": tuple(findings), "verdicts": ()}
    )
