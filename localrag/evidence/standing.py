"""A question whether a document still holds -> what its text and its validity say of that."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from localrag.evidence.changes import Sentence, sentences_of
from localrag.evidence.editions import Edition, EditionsOf, editions_in_order
from localrag.records.authority import is_in_force
from localrag.records.evidence import EvidencePackage, Finding, FindingRole, Span
from localrag.records.ids import EvidenceId
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.reading import one_line
from localrag.text.terms import terms

_ASKS = re.compile(
    r"\b(?:still|now|currently|yet)\b.*"
    r"\b(?:in (?:force|effect)|valid|current|applicable|effective|appl(?:y|ies))\b"
    r"|\b(?:in force|in effect)\s*[?.]?$"
    r"|\b(?:revoked?|superseded?|supersedes|rescind(?:ed)?|repealed?|withdrawn|replaced?|replaces)\b",
    re.IGNORECASE,
)
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
    r"\b(\d{4}(?:[-.]\w+)*)\b|\b(?:version|edition|revision|issue|v)\.?\s*(\d[\w.-]*\w|\d)\b", re.IGNORECASE
)
"""How a question names a version: "version 2", "the 2023 manual"."""
_OF_A_PART = re.compile(
    r"\b(?:section|rule|clause|paragraph|article|action|requirement|step|chapter|part|annex|appendix|item)s?"
    r"\s+\(?[\w.]+\)?\s+(?:of|in|to)\b",
    re.IGNORECASE,
)
"""A part of a document may have ended while the document holds: only its text can tell."""
_QUOTED = re.compile(r"[\"“][^\"“”]*[\"”]")
"""What is quoted asks nothing: "the then-currently applicable fees"."""
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
        said = _QUOTED.sub(" ", part.text)
        asks = _ASKS.search(said) and not _OF_A_PART.search(said)
        meant = _meant(plan, package, part.text) if asks else None
        if meant is None:
            continue
        known = editions_in_order(editions_of(meant.document_id), plan)
        own = [one for one in known if one.passages[0].document_id == meant.document_id]
        if not own:
            continue
        asked = _edition_asked(own, part.text, plan.temporal.asked_date)
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


def _edition_asked(own: Sequence[Edition], text: str, today: date) -> Edition:
    """The version that the question names, else the one in force, else the last."""
    words = {year or label for year, label in _LABEL.findall(text)}
    labelled = [one for one in own if one.passages[0].version in words]
    in_force = [one for one in own if is_in_force(one.passages[0].standing, today)]
    return (labelled or in_force or list(own))[-1]


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
