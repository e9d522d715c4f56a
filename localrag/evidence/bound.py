"""Findings -> those alone that stand in the sources a question binds its answer to, or may take it from."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from localrag.evidence.keeping import keep
from localrag.evidence.missing import thing_asked
from localrag.records.evidence import EvidencePackage
from localrag.records.plan import QueryPlan, QuestionPart
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.named import is_named


def held_to_sources(plan: QueryPlan, package: EvidencePackage) -> EvidencePackage:
    """Leave out what documents say that the question does not ask: "according to the closure procedure".

    The record of the plan's case stays, since a rule is applied to it. Without required sources the package
    is as it was.
    """
    if not plan.required_sources:
        return package
    read = {one.evidence_id for one in package.selected_evidence if _may_answer(one, plan)}
    return keep(package, {at for at, one in enumerate(package.findings) if one.evidence_id in read})


def held_to_rules(plan: QueryPlan, package: EvidencePackage) -> EvidencePackage:
    """Leave out what happened in cases where a rule is asked for; a rule is never what a case came to."""
    if not plan.asks_for_rule:
        return package
    records = {one.evidence_id for one in package.selected_evidence if one.authority == "case_record"}
    return keep(package, {at for at, one in enumerate(package.findings) if one.evidence_id not in records})


def titles_bound(plan: QueryPlan, package: EvidencePackage) -> tuple[str, ...]:
    """Titles of the required sources, in the question's order; as it names them where none is selected."""
    titles: list[str] = []
    for source in plan.required_sources:
        named = [one.source_title for one in package.selected_evidence if _is_of(one, (source,))]
        titles += dict.fromkeys(named) if named else [source]
    return tuple(dict.fromkeys(titles))


def thing_bound(part: QuestionPart, titles: Sequence[str]) -> str:
    """What a part asks, as ``thing_asked`` words it: "the deadline for appeals, according to Closing Cases".

    The titles stand in place of the words that bind the part to a source; where it has none, it is as it was.
    """
    text = _CLOSING.sub("", _OPENING.sub("", part.text))
    if text == part.text or not titles:
        return thing_asked(part)
    return f"{thing_asked(part.model_copy(update={'text': text}))}, according to {' or '.join(titles)}"


def _may_answer(candidate: EvidenceCandidate, plan: QueryPlan) -> bool:
    is_of_the_case = plan.case_id is not None and candidate.case_id == plan.case_id
    return is_of_the_case or _is_of(candidate, plan.required_sources)


def _is_of(candidate: EvidenceCandidate, sources: Collection[str]) -> bool:
    return any(
        is_named(source, document_id=candidate.document_id, title=candidate.source_title)
        for source in sources
    )


_BINDS = r"(?:according to|in accordance with|in line with|pursuant to|based on|as per|per)"
_OPENING = re.compile(rf"^\W*{_BINDS}\s[^,]*,\s*", re.IGNORECASE)
_CLOSING = re.compile(rf",?\s+{_BINDS}\s[^,?]*(?=\s*\??\s*$)", re.IGNORECASE)
