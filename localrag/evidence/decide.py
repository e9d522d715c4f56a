"""A package with findings -> the verdict on it: is this enough to answer, why, and what is missing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from localrag.evidence.asked import asked
from localrag.evidence.bound import thing_bound, titles_bound
from localrag.evidence.keeping import keep
from localrag.evidence.kinds import VALUE_KINDS
from localrag.evidence.missing import found_instead, thing_asked
from localrag.evidence.nearness import Nearness
from localrag.evidence.support import Support, support
from localrag.evidence.unapproved import is_unapproved, tells_the_assistant, without_unapproved
from localrag.evidence.words import DocumentFrequency, Weigh, weigh_by_rarity
from localrag.ports import WordVectors
from localrag.records.evidence import EvidencePackage, Finding, Sufficiency
from localrag.records.plan import QueryPlan, QuestionPart
from localrag.text.composed import entry_on
from localrag.text.terms import fold

_ENOUGH = 0.45
"""Chance from which a finding answers: where retrieval finds the passages, 78 % of the answerable questions
of clapnq are answered then and 15 % of those whose passage is withheld (development split,
scripts/fit_reading.py, 2026-11-30)."""
_LEAST_COVERED = 0.5
"""Share of the question's weight that a finding and its introduction must say (guess)."""
_LEAST_BY_MEANING = 0.2
"""The same where the embedder compared them, and other words may say the same (guess: something of the
subject has to be named)."""
_LEAST_KIND = 0.35
"""Fit below which a finding does not hold the kind of thing asked for (guess: below every weak fit)."""
_ABSTAINING = 0.45
"""Factor on the chance where a verdict is insufficient: it stays below every answer's, and keeps its order
(guess)."""
_UNSETTLED = 0.3
"""Score where the evidence is conflicting or ambiguous (guess: in the lowest band)."""
_EQUAL = 0.97
"""Share of the best score from which another case's finding fits equally well (guess)."""
_GIVEN = ("version", "record", "edition", "standing")
"""Roles of findings that are the thing asked for by name, with nothing left to weigh."""
_ANSWERS = ("answer", "rule", "step", "item", "event")
_SETTLED = 0.9
"""Score of a question that counted days or a checklist settle (guess)."""
_QUOTED = 160
"""Characters of a sentence quoted in a reason (guess: two lines)."""


class _Verdict(NamedTuple):
    answered: bool
    score: float
    reason: str
    missing: str | None
    is_approved: bool = True
    """Whether what answers is no upload and no draft."""
    is_of_record: bool = False
    """Whether a case's record alone could have told."""


def decide(
    plan: QueryPlan,
    package: EvidencePackage,
    *,
    missing_sources: Sequence[str] = (),
    document_frequency: DocumentFrequency | None = None,
    passages: int | None = None,
    vectors: WordVectors | None = None,
) -> EvidencePackage:
    """Judge whether the findings answer the question.

    Args:
        plan: What is asked.
        package: With findings, and conflicts resolved or not.
        missing_sources: Sources that the question binds the answer to and of which nothing was found.
        document_frequency: Passages with a term, over the permitted set; the evidence where null.
        passages: In the permitted set; needed with ``document_frequency``.
        vectors: Of words, as for reading.

    Returns:
        The package with its verdict. ``sufficient`` where at least one part is answered: the findings of
        parts that are not are taken out and what they lack is named. ``conflicting`` where sources of
        equal authority differ, ``ambiguous`` with a question back where two cases fit equally well. Every
        verdict has reasons; answerability is 0 to 1, below 0.45 where nothing is answered.
    """
    # What speaks to the assistant in an upload states nothing, whatever else the upload says.
    package = keep(
        package,
        {at for at, one in enumerate(package.findings) if not tells_the_assistant(one, package)},
    )
    if blocked := _blocked(plan, package, missing_sources):
        return _judged(package, "insufficient", 0.0, [blocked[0]], [blocked[1]])
    if question := _which_case(plan, package.findings, package):
        verdict = _judged(package, "ambiguous", _UNSETTLED, ["Several cases fit equally well."], [])
        return verdict.model_copy(update={"clarification_question": question})
    weigh = weigh_by_rarity(package.selected_evidence, document_frequency, passages)
    verdicts = [
        _of_part(number, part, package, weigh, plan.case_id, vectors)
        for number, part in enumerate(plan.parts)
    ]
    answered = {number for number, verdict in enumerate(verdicts) if verdict.answered}
    open_parts = {thing_asked(part) for number, part in enumerate(plan.parts) if number not in answered}
    # A difference on something that is not what was asked is no conflict of the question.
    told = tuple(one for one in package.conflicts if one.about not in open_parts)
    package = package.model_copy(update={"conflicts": told})
    unresolved = [conflict for conflict in told if conflict.winner is None]
    if unresolved:
        differ = [f"Sources differ on {one.about}. {one.rule}" for one in unresolved]
        return _judged(package, "conflicting", _UNSETTLED, differ, [])
    reasons = [verdict.reason for verdict in verdicts]
    titles = titles_bound(plan, package)
    missing = [
        verdict.missing if verdict.is_of_record else thing_bound(part, titles)
        for part, verdict in zip(plan.parts, verdicts, strict=True)
        if verdict.missing
    ]
    if not answered:
        best = max((verdict.score for verdict in verdicts), default=0.0)
        return _judged(package, "insufficient", _ABSTAINING * best, reasons, missing)
    package = keep(package, {at for at, one in enumerate(package.findings) if one.part in answered})
    settled = {number for number in answered if verdicts[number].is_approved}
    package = without_unapproved(package, set() if plan.names_its_source else settled)
    score = sum(verdicts[number].score for number in answered) / len(verdicts)
    return _judged(package, "sufficient", score, reasons, missing)


def _judged(
    package: EvidencePackage,
    sufficiency: Sufficiency,
    score: float,
    reasons: Sequence[str],
    missing: Sequence[str],
) -> EvidencePackage:
    return package.model_copy(
        update={
            "sufficiency": sufficiency,
            "answerability": round(score, 4),
            "reasons": (*package.reasons, *reasons),
            "missing_information": tuple(dict.fromkeys((*package.missing_information, *missing))),
        }
    )


def _blocked(
    plan: QueryPlan, package: EvidencePackage, missing_sources: Sequence[str]
) -> tuple[str, str] | None:
    """A reason and what is missing, where no finding can help."""
    wanted = "; ".join(thing_asked(part) for part in plan.parts) or plan.normalized_query
    if missing_sources:
        named = ", ".join(missing_sources)
        return f"Nothing in force and readable was found of {named}.", f"{wanted}, according to {named}"
    if not package.selected_evidence:
        return "No passage in force and readable was found on this.", wanted
    # A question on the rules that is only asked within a case need not have its record.
    is_of_case = plan.query_type in ("case_specific", "exact_lookup")
    if is_of_case and not any(one.case_id == plan.case_id for one in package.selected_evidence):
        return (
            f"No record of {plan.case_id} was found that may be read here.",
            f"anything about {plan.case_id}: no record of that case may be read here under that number",
        )
    texts = fold(" ".join(_identified(package)))
    for identifier in plan.identifiers:
        if fold(identifier) not in texts:
            return f"No passage found names {identifier}.", f"anything on {identifier}"
    return None


def _identified(package: EvidencePackage) -> list[str]:
    return [
        " ".join(
            (
                one.text,
                one.source_title,
                one.document_id,
                one.source_uri,
                *one.heading_path,
                one.case_id or "",
            )
        )
        for one in package.selected_evidence
    ]


def _of_part(
    number: int,
    part: QuestionPart,
    package: EvidencePackage,
    weigh: Weigh,
    case_id: str | None,
    vectors: WordVectors | None,
) -> _Verdict:
    wanted = asked(part, weigh, case_id=case_id, vectors=vectors)
    nearness = Nearness(wanted, vectors)
    thing = thing_asked(part)
    judged = []
    for finding in package.findings:
        candidate = package.evidence(finding.evidence_id)
        may = finding.part == number and finding.role in _ANSWERS
        if may and candidate is not None:
            judged.append((support(wanted, finding, candidate, nearness), finding))
    given = [one for one in package.findings if one.part == number and one.role in _GIVEN]
    if given:
        return _Verdict(
            True, _SETTLED, f"{given[0].evidence_id} is what is asked for: {given[0].reason}.", None
        )
    settled = package.verdict_on(number)
    if settled is not None and settled.is_of_record and not settled.derived_from:
        nothing = entry_on(case_id or "the case", thing_asked(part).rpartition(": ")[2])
        return _Verdict(False, 0.0, f"The record is silent: {settled.reason}.", nothing, is_of_record=True)
    if settled is not None and (settled.is_of_record or settled.says != "depends"):
        return _Verdict(True, _SETTLED, f"The case is settled: {settled.reason}.", None)
    if not judged:
        return _Verdict(False, 0.0, f"Nothing found says anything on {thing}.", thing)
    approved = [one for one in judged if not is_unapproved(one[1], package)]
    if any(_fault(one, part) is None for one, _ in approved):
        judged = approved
    best, finding = max(judged, key=lambda one: (_fault(one[0], part) is None, one[0].score))
    where = package.evidence(finding.evidence_id)
    source = f"{finding.evidence_id}, {where.source_title}" if where else finding.evidence_id
    fault = _fault(best, part)
    if fault is None:
        kind = (
            "" if part.kind == "statement" else f" and holds the {part.kind.replace('_', ' or ')} asked for"
        )
        reason = f"{source} is about what is asked{kind}."
        return _Verdict(True, best.score, reason, None, not is_unapproved(finding, package))
    if fault == "kind":
        reason = f'{source} says "{_shortened(finding.quote)}", but {found_instead(part)}.'
    elif fault == "label":
        reason = f"{source} speaks of others, not of {best.mislabelled}."
    else:
        lacking = ", ".join(best.missing[:3])
        reason = (
            f"{source} is nearest, but nothing in it speaks of {lacking}."
            if lacking
            else (f"{source} is nearest, but does not answer clearly.")
        )
    return _Verdict(False, best.score, reason, thing)


def _fault(found: Support, part: QuestionPart) -> str | None:
    """What keeps a finding from answering; null where nothing does."""
    if found.mislabelled is not None:
        return "label"
    least = _LEAST_COVERED if found.similarity is None else _LEAST_BY_MEANING
    if found.covered < least or found.named < least:
        return "subject"
    if _needs_its_kind(part) and found.kind < _LEAST_KIND:
        return "kind"
    return "score" if found.score < _ENOUGH else None


def _needs_its_kind(part: QuestionPart) -> bool:
    """Whether only a sentence of the kind asked for can answer: values, reasons, plain "what is X?"."""
    if part.kind == "definition":
        return not _ATTRIBUTE.search(part.text)
    return part.kind in VALUE_KINDS or part.kind == "reason"


_ATTRIBUTE = re.compile(
    r"['’]s\b|\b(?:of|for|in|on|to|used|that|which|called|known|another|name)\b", re.IGNORECASE
)
"""What shows that "what is ...?" asks for something of a thing and not for what it is."""


def _which_case(plan: QueryPlan, findings: Sequence[Finding], package: EvidencePackage) -> str | None:
    """What to ask back where findings of several cases answer equally well and none is named."""
    if plan.case_id is not None:
        return None
    for number in range(len(plan.parts)):
        scores: dict[str, float] = {}
        others = 0.0
        for finding in findings:
            candidate = package.evidence(finding.evidence_id)
            if finding.part != number or finding.role not in _ANSWERS or candidate is None:
                continue
            if candidate.case_id is None:
                others = max(others, finding.score)
            else:
                scores[candidate.case_id] = max(scores.get(candidate.case_id, 0.0), finding.score)
        best = max(scores.values(), default=0.0)
        equal = sorted(case for case, score in scores.items() if score >= _EQUAL * best)
        if len(equal) > 1 and best > others:
            return f"Which case do you mean: {', '.join(equal[:-1])} or {equal[-1]}?"
    return None


def _shortened(quote: str) -> str:
    line = " ".join(quote.split())
    return line if len(line) <= _QUOTED else line[: _QUOTED - 1].rsplit(" ", 1)[0] + "…"
