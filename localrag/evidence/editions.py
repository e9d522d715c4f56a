"""A question over several days or editions -> what each version of the document says, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from localrag.evidence.changes import Sentence, changes, nearest_to, plain, sentences_of
from localrag.records.authority import is_in_force
from localrag.records.evidence import EditionRow, EvidencePackage, Finding, Span
from localrag.records.ids import DocumentId, EvidenceId
from localrag.records.plan import EditionTime, QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.terms import content_terms

EditionsOf = Callable[[DocumentId], Sequence[EvidenceCandidate]]
"""Passages of every readable version of a document, by first day, version and place."""
_TRIED = 4
"""Documents looked at, best first (guess: the right one is among the first)."""
_MOST_CHANGES = 6
"""Changed sentences shown where whole editions are compared (guess: more is for a diff)."""
_MOST_VERSIONS = 4
"""Wordings shown of one rule, the last ones (guess: more is no answer)."""
_ENOUGH = 0.5
"""Score from which a sentence is on what is asked (guess, as in ``decide``)."""


_KINDS_OF_DOCUMENT = set(
    content_terms(
        "manual policy procedure handbook guideline document rule regulation directive standard page"
    )
)
"""Words that name a kind of document and no matter."""


class Edition(NamedTuple):
    """One version of a document."""

    label: str
    passages: tuple[EvidenceCandidate, ...]

    @property
    def first(self) -> date:
        """First day in force."""
        return self.passages[0].valid_from or date.min

    @property
    def last(self) -> date:
        """Last day in force."""
        return self.passages[0].valid_to or date.max


def by_edition(plan: QueryPlan, package: EvidencePackage, editions_of: EditionsOf) -> EvidencePackage:
    """Put what each version says in place of the findings, where versions differ over the days asked about.

    Over a stretch of days the versions in force on any of them count; for a comparison those that the
    question names. Left as it is where one version holds throughout, where all say the same, and where
    nothing is asked over time. Drafts take no part unless they are asked for.
    """
    temporal = plan.temporal
    if plan.editions is not None:
        return _compared(plan, package, editions_of)
    first, last = temporal.effective_policy_date, temporal.effective_policy_end
    if first is None or last is None or not package.findings:
        return package
    for number, part in enumerate(plan.parts):
        anchors = _anchors(package, number)
        if part.kind == "version" or not anchors:
            continue
        finding, candidate = anchors[0]
        held = [
            one
            for one in editions_in_order(editions_of(candidate.document_id), plan)
            if one.first <= last and first <= one.last
        ]
        rows = _alike(held, finding.quote)
        if len(rows) > 1:
            package = _with(package, number, [rows])
    return package


def _compared(plan: QueryPlan, package: EvidencePackage, editions_of: EditionsOf) -> EvidencePackage:
    compared = plan.editions
    if compared is None:
        return package
    about = set(content_terms(compared.about))
    anchors = _anchors(package, 0)
    for document_id in _documents(plan, package, about, anchors):
        known = editions_in_order(editions_of(document_id), plan)
        meant = _meant(known, compared.times)
        if len(meant) < 2:
            continue
        titles = {
            term for one in known for term in content_terms(f"{one.passages[0].source_title} {document_id}")
        }
        matter = about - titles - _KINDS_OF_DOCUMENT
        tried = [_alike(_between(known, meant), finding.quote) for finding, _ in anchors if matter]
        # What changed is asked for; that nothing did is said where no sentence on it changed.
        told = [rows for rows in tried if len(rows) > 1] or [
            rows for rows in tried if rows and len(rows[0]) > 1
        ]
        if told:
            return _with(package, 0, [told[0]])
        if not matter:
            return _whole(package, meant[0], meant[-1])
    return package


def _whole(package: EvidencePackage, old: Edition, new: Edition) -> EvidencePackage:
    """Two editions as a whole: the sentences that changed, and those that stand in one alone."""
    found = changes(old.passages, new.passages)
    shown = found[:_MOST_CHANGES]
    if not shown:
        return package
    package = _with(package, 0, [[[one] for one in change if one] for change in shown])
    left = len(found) - len(shown)
    said = f"{left} more differences between {old.label} and {new.label} are not shown." if left else ""
    return package.model_copy(update={"notes": (*package.notes, said)}) if said else package


def _anchors(package: EvidencePackage, part: int) -> list[tuple[Finding, EvidenceCandidate]]:
    """The findings on a part that stand in a document with validity, best first, each with its passage."""
    found = [
        (finding, candidate)
        for finding in package.findings
        if finding.part == part
        and finding.role in ("answer", "rule", "item")
        and finding.score >= _ENOUGH
        and (candidate := package.evidence(finding.evidence_id)) is not None
        and (candidate.valid_from or candidate.valid_to)
    ]
    return sorted(found, key=lambda one: -one[0].score)


def _documents(
    plan: QueryPlan,
    package: EvidencePackage,
    about: set[str],
    anchors: Sequence[tuple[Finding, EvidenceCandidate]],
) -> list[DocumentId]:
    """Documents that may be meant: named by title, else the one with the best sentence, else the nearest."""
    evidence = package.selected_evidence
    named = [one for one in evidence if about and _shares(one, about)]
    named.sort(key=lambda one: -_shares(one, about))
    fitting = [one for one in named if set(content_terms(one.source_title)) <= about]
    best = [candidate for _, candidate in anchors]
    sources = (*plan.required_sources, *plan.preferred_sources)
    bound = [one for one in evidence if one.document_id in sources]
    order = [one.document_id for one in (*bound, *fitting, *best, *named, *evidence)]
    return list(dict.fromkeys(order))[:_TRIED]


def _shares(candidate: EvidenceCandidate, about: set[str]) -> int:
    return len(about & set(content_terms(candidate.source_title)))


def editions_in_order(
    passages: Iterable[EvidenceCandidate], plan: QueryPlan, *, also_of_no_day: bool = False
) -> list[Edition]:
    """Versions by first day; those in force on no day are left out unless they are wanted, too."""
    kept = [
        one
        for one in passages
        if (plan.wants_drafts or one.status != "draft")
        and (one.status == "draft" or also_of_no_day or _has_days(one))
    ]
    found = [Edition(label, tuple(group)) for label, group in groupby(kept, key=lambda one: one.label)]
    return sorted(found, key=lambda one: (one.first, one.last))


def _has_days(candidate: EvidenceCandidate) -> bool:
    return is_in_force(candidate.standing, candidate.valid_from or candidate.valid_to or date.min)


def _meant(known: Sequence[Edition], times: Sequence[EditionTime]) -> list[Edition]:
    """The editions that times mean, the earlier first; fewer where one means none or the same as another."""
    found: list[Edition] = []
    for time in times:
        one = _of_time(known, time)
        if one is not None:
            found.append(one)
    if any(time.version is None and time.first is None for time in times):
        # The one before the other.
        other = found[-1] if found else None
        before = known[: known.index(other)] if other in known else known[:-1]
        found += before[-1:]
    return sorted(dict.fromkeys(found), key=lambda one: (one.first, one.last))


def _of_time(known: Sequence[Edition], time: EditionTime) -> Edition | None:
    labelled = [one for one in known if time.version and one.passages[0].version == time.version]
    if labelled:
        return labelled[0]
    if time.first is None or time.last is None:
        return None
    inside = [one for one in known if one.first <= time.last and time.first <= one.last]
    return inside[-1] if inside else None


def _between(known: Sequence[Edition], meant: Sequence[Edition]) -> Sequence[Edition]:
    """All editions from the first to the last that are meant: a rule may turn more than once."""
    return known[known.index(meant[0]) : known.index(meant[-1]) + 1]


def _alike(held: Sequence[Edition], quote: str) -> list[list[Sentence]]:
    """The wordings that editions have of a sentence, oldest first, each in its first and last edition.

    Editions that say nothing like it are passed over; the same wording in a row counts once.
    """
    said = [found for one in held if (found := nearest_to(quote, sentences_of(one.passages))) is not None]
    runs = [list(group) for _, group in groupby(said, key=lambda one: plain(one.text))]
    return [[run[0], run[-1]] if len(run) > 1 else run for run in runs[-_MOST_VERSIONS:]]


def _with(
    package: EvidencePackage, part: int, rows: Sequence[Sequence[Sequence[Sentence]]]
) -> EvidencePackage:
    """The package with these rows of wordings as the only findings of a part, and where they stand."""
    evidence = list(package.selected_evidence)
    by_chunk = {one.chunk_id: at for at, one in enumerate(evidence)}

    def _finding(sentence: Sentence) -> Finding:
        chunk = sentence.candidate.chunk_id
        if chunk not in by_chunk:
            by_chunk[chunk] = len(evidence)
            evidence.append(sentence.candidate.model_copy(update={"evidence_id": f"E{len(evidence) + 1}"}))
        return Finding(
            evidence_id=EvidenceId(evidence[by_chunk[chunk]].evidence_id or ""),
            span=Span(start=sentence.start, end=sentence.end),
            quote=sentence.text,
            role="edition",
            part=part,
            score=1.0,
            reason=f"it is what {sentence.candidate.label} says",
        )

    made = [
        EditionRow(part=part, wordings=tuple(tuple(_finding(one) for one in wording) for wording in row))
        for row in rows
    ]
    others = tuple(one for one in package.findings if one.part != part)
    own = tuple(one for row in made for wording in row.wordings for one in wording)
    return package.model_copy(
        update={
            "selected_evidence": tuple(evidence),
            "findings": (*others, *own),
            "editions": (*package.editions, *made),
        }
    )
