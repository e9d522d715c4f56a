"""A plan and its evidence package -> the package with what the evidence says on each part of the question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import date

from localrag.evidence.alike import worded_alike
from localrag.evidence.asked import Asked, asked
from localrag.evidence.casework import add_casework
from localrag.evidence.collecting import Collected
from localrag.evidence.exceptions import exceptions_to, referred_to
from localrag.evidence.kinds import VALUE_KINDS, values_in
from localrag.evidence.meaning import Similarity
from localrag.evidence.nearness import Nearness
from localrag.evidence.on_record import add_from_record
from localrag.evidence.relevance import FEATURES, LOOKED_AT, Match, match
from localrag.evidence.series import (
    Series,
    all_series,
    best_series,
    introduced_by,
    members_that_match,
)
from localrag.evidence.units import Unit, units
from localrag.evidence.verdicts import verdict_of
from localrag.evidence.words import DocumentFrequency, weigh_by_rarity
from localrag.ports import WordVectors
from localrag.records.authority import AUTHORITY_ORDER, Authority, outranks
from localrag.records.evidence import EvidencePackage, Finding, FindingRole, Span
from localrag.records.ids import EvidenceId
from localrag.records.plan import AnswerKind, QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.modality import modals
from localrag.text.on_record import asks_of_record

_KEPT = 0.6
"""Share of the best score from which a further sentence may answer too (guess; conflicts need both sides)."""
_RIVAL = 0.2
"""Share of the best score from which another document's sentence is compared with the answer (guess)."""
_RIVAL_ABOVE = 0.02
"""The same for a document of higher authority, whose wording must not cost it the word (guess)."""
_MOST_ABOVE = 3
"""Sentences of one such document that are compared: its best by words may be another rule (guess)."""
_MOST = 4
"""Sentences kept for one part, lists and steps aside (guess: more is padding)."""
_MOST_EXCEPTIONS = 2
_LIMIT_SHARE = 0.6
"""An exception's score as a share of its rule's (guess: below any other answer)."""
_SERIES: frozenset[AnswerKind] = frozenset(("steps", "list"))


def read(
    plan: QueryPlan,
    package: EvidencePackage,
    *,
    document_frequency: DocumentFrequency | None = None,
    passages: int | None = None,
    similarity: Similarity | None = None,
    authority_order: tuple[Authority, ...] = AUTHORITY_ORDER,
    vectors: WordVectors | None = None,
    holidays: Collection[date] = (),
) -> EvidencePackage:
    """Find what bears on each part of the question.

    Args:
        plan: Its parts say what is asked.
        package: Its evidence is read; earlier findings are replaced.
        document_frequency: Passages with a term, over the permitted set; the evidence where null.
        passages: In the permitted set; needed with ``document_frequency``.
        similarity: Of a question to a handful of sentences; words alone decide where null.
        authority_order: Highest first.
        vectors: Of words, to tell which say nearly the same; a list of related words alone where null.
        holidays: No working days, for windows of working days over a case's events.

    Returns:
        The package with findings, by part, best first; steps and items of one list keep its order. A
        rule's exceptions and the sentence that a pronoun points back to come right after it. Without
        evidence or parts there are none.
    """
    evidence = package.selected_evidence
    found = units(evidence)
    weigh = weigh_by_rarity(evidence, document_frequency, passages)
    collected = Collected(evidence)
    for number, part in enumerate(plan.parts):
        wanted = asked(part, weigh, case_id=plan.case_id, vectors=vectors)
        case_id = plan.case_id if part.kind == "yes_no" else None
        looked_at = LOOKED_AT if case_id is None else len(found)
        nearness = Nearness(wanted, vectors)
        matches = match(wanted, found, evidence, similarity, looked_at=looked_at, nearness=nearness)
        if case_id is not None and asks_of_record(part.text):
            add_from_record(number, part.text, case_id, found, collected, plan.temporal.asked_date)
            continue
        if case_id is not None:
            by_place = {(one.unit.at, one.unit.order): one for one in matches}
            add_casework(number, wanted, case_id, found, by_place, collected, authority_order, holidays)
        for finding in _of_part(number, wanted, matches, found, evidence, authority_order):
            collected.add(finding)
        if part.kind == "yes_no" and not any(one.part == number for one in collected.verdicts):
            rules = [
                (at, one)
                for at, one in enumerate(collected.findings)
                if one.part == number and one.role == "rule"
            ]
            verdict = verdict_of(wanted, rules)
            if verdict is not None:
                collected.verdicts.append(verdict.model_copy(update={"part": number}))
    return package.model_copy(
        update={
            "findings": tuple(collected.findings),
            "computations": tuple(collected.computations),
            "requirements": tuple(collected.requirements),
            "verdicts": tuple(collected.verdicts),
        }
    )


def _of_part(
    number: int,
    wanted: Asked,
    matches: Sequence[Match],
    found: Sequence[Unit],
    evidence: Sequence[EvidenceCandidate],
    authority_order: tuple[Authority, ...],
) -> Iterator[Finding]:
    known = all_series(found)
    series = best_series(wanted, matches, known) if wanted.kind in _SERIES else None
    if series is not None:
        yield from _listed(number, wanted, *series, matches, evidence)
        return
    chosen = _chosen(wanted, matches)
    for one in chosen:
        holds_it = one.place is not None and wanted.kind in VALUE_KINDS
        opens = one.unit.text.rstrip().endswith(":") and not holds_it
        behind = introduced_by(one.unit, known) if opens else None
        if behind is not None:
            yield from _opened(number, wanted, one, behind, matches, evidence)
            continue
        yield _finding(number, wanted, one, "rule" if wanted.kind == "yes_no" else "answer", evidence)
        antecedent = referred_to(one.unit, found)
        if antecedent is not None:
            reason = "what the sentence after it refers to"
            yield _beside(number, one, antecedent, "context", reason, evidence)
        for limit in exceptions_to(one.unit, found, _MOST_EXCEPTIONS):
            yield _beside(number, one, limit, "exception", "limits the rule before it", evidence)
    for one in _rivals(wanted, matches, chosen, evidence, authority_order):
        yield _finding(number, wanted, one, "rival", evidence)
    for one, unit in worded_alike(chosen, found, evidence):
        yield _beside(number, one, unit, "rival", "worded alike, with another value", evidence)


def _listed(
    number: int,
    wanted: Asked,
    series: Series,
    best: Match,
    matches: Sequence[Match],
    evidence: Sequence[EvidenceCandidate],
) -> Iterator[Finding]:
    """The members of a list, all of them; of a table the rows that match."""
    if series.is_table:
        own = members_that_match(series, matches, frozenset())
        for one in own or [best]:
            yield _finding(number, wanted, one, "item", evidence)
        return
    for unit in series.members:
        member = best._replace(unit=unit, place=None, similarity=best.similarity)
        yield _finding(number, wanted, member, "step" if wanted.kind == "steps" else "item", evidence)


def _opened(
    number: int,
    wanted: Asked,
    lead: Match,
    series: Series,
    matches: Sequence[Match],
    evidence: Sequence[EvidenceCandidate],
) -> Iterator[Finding]:
    """What a sentence that ends in a colon introduces: the members that match, else all, and the sentence."""
    own = members_that_match(series, matches, lead.covered)
    role: FindingRole = "rule" if wanted.kind == "yes_no" else "answer"
    for one in own:
        yield _finding(number, wanted, one, role, evidence)
    if not own:
        for unit in series.members:
            yield _finding(number, wanted, lead._replace(unit=unit, place=None), "item", evidence)
    yield _beside(number, lead, lead.unit, "context", "introduces the list", evidence)


def _chosen(wanted: Asked, matches: Sequence[Match]) -> list[Match]:
    """The sentences that may answer: of the kind asked for where one is, and nearly as good as the best."""
    # Where the thing told apart by a letter is spoken of, sentences on another one do not answer.
    label = FEATURES.index("label")
    named = any(one.features[label] > 0 for one in matches)
    # A question in a document answers none.
    fitting = [
        one
        for one in matches
        if (not named or one.features[label] >= 0) and not one.unit.text.rstrip().endswith("?")
    ]
    of_kind = [one for one in fitting if one.place is not None and wanted.kind in VALUE_KINDS]
    pool = of_kind or fitting
    if not pool:
        return []
    least = _KEPT * pool[0].score
    kept = [one for one in pool if one.score >= least][:_MOST]
    return kept if wanted.kind in VALUE_KINDS or wanted.kind == "yes_no" else kept[:2]


def _rivals(
    wanted: Asked,
    matches: Sequence[Match],
    chosen: Sequence[Match],
    evidence: Sequence[EvidenceCandidate],
    authority_order: tuple[Authority, ...],
) -> list[Match]:
    """The best rule, or sentence with a value of the kind asked for, of each document not among the chosen.

    A stronger source may word its rule less like the question than a weaker one does.
    """
    if not chosen:
        return []
    sorts = {value.kind for one in chosen for value in values_in(one.unit.text)}
    seen = Counter({evidence[one.unit.at].label: _MOST_ABOVE for one in chosen})
    lowest = max((evidence[one.unit.at].authority for one in chosen), key=authority_order.index)
    rivals = []
    for one in matches:
        label = evidence[one.unit.at].label
        stands_above = outranks(evidence[one.unit.at].authority, lowest, authority_order)
        if wanted.kind in VALUE_KINDS and not stands_above:
            tells = one.place is not None
        elif wanted.kind == "yes_no":
            tells = bool(modals(one.unit.text))
        else:
            tells = one.place is not None or any(value.kind in sorts for value in values_in(one.unit.text))
        least = (_RIVAL_ABOVE if stands_above else _RIVAL) * chosen[0].score
        if tells and seen[label] < (_MOST_ABOVE if stands_above else 1) and one.score >= least:
            seen[label] += 1
            rivals.append(one)
    return rivals


def _finding(
    number: int, wanted: Asked, one: Match, role: FindingRole, evidence: Sequence[EvidenceCandidate]
) -> Finding:
    place = one.place
    marked = place if place and (place.start, place.end) != (0, len(one.unit.text)) else None
    return Finding(
        evidence_id=EvidenceId(evidence[one.unit.at].evidence_id or ""),
        span=Span(start=one.unit.start, end=one.unit.end),
        quote=one.unit.text,
        role=role,
        part=number,
        answer_span=Span(start=marked.start, end=marked.end) if marked else None,
        value=place.normal if place else None,
        score=round(one.score, 4),
        similarity=one.similarity,
        reason=_reason(wanted, one),
    )


def _beside(
    number: int,
    one: Match,
    unit: Unit,
    role: FindingRole,
    reason: str,
    evidence: Sequence[EvidenceCandidate],
) -> Finding:
    return Finding(
        evidence_id=EvidenceId(evidence[unit.at].evidence_id or ""),
        span=Span(start=unit.start, end=unit.end),
        quote=unit.text,
        role=role,
        part=number,
        score=round(one.score * _LIMIT_SHARE, 4),
        reason=reason,
    )


def _reason(wanted: Asked, one: Match) -> str:
    said = [wanted.written.get(key, key) for key in wanted.weights if key in one.covered]
    around = [wanted.written.get(key, key) for key in wanted.weights if key in one.nearby]
    parts = [f"says {', '.join(said)}" if said else "", f"stands under {', '.join(around)}" if around else ""]
    kind = wanted.kind.replace("_", " or ")
    if wanted.kind in _SERIES:
        parts.append("part of a list")
    elif one.place is None:
        parts.append(f"holds no {kind}")
    elif wanted.kind != "statement":
        written = one.unit.text[one.place.start : one.place.end]
        parts.append(f"holds a {kind}" + (f": {written}" if len(written) < 60 else ""))
    return "; ".join(part for part in parts if part)
