"""What the stages found -> the RagAnswer that leaves the pipeline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from localrag.answer.compose import markdown
from localrag.answer.confidence import confidence_of
from localrag.records.answer import AnswerStatus, Draft, RagAnswer, Validated, disposition_of
from localrag.records.evidence import EvidencePackage
from localrag.records.ids import TraceId
from localrag.records.marking import highest
from localrag.records.plan import QueryPlan
from localrag.records.request import UserRequest
from localrag.records.retrieval import EvidenceCandidate, Retrieved


class Circumstances(NamedTuple):
    """What is true of every answer to one question, whatever its status."""

    request: UserRequest
    trace_id: TraceId
    asked_at: datetime
    indexed_at: datetime | None
    """Newest among the documents that the asker may read."""
    classifications: tuple[str, ...]
    """Lowest first."""


def ask_back(now: Circumstances, plan: QueryPlan, question: str) -> RagAnswer:
    """An answer that asks for what is needed to answer."""
    return _without_evidence(now, plan, "needs_clarification").model_copy(
        update={"follow_up_question": question}
    )


def turn_away(now: Circumstances, plan: QueryPlan, status: AnswerStatus, message: str | None) -> RagAnswer:
    """An answer that says why the documents are not asked, in the words of whoever prepared the laptop."""
    return _without_evidence(now, plan, status).model_copy(update={"message": message})


def _without_evidence(now: Circumstances, plan: QueryPlan, status: AnswerStatus) -> RagAnswer:
    return RagAnswer(
        request_id=now.request.request_id,
        trace_id=now.trace_id,
        question=now.request.raw_query,
        understood_as=plan.normalized_query,
        asked_at=now.asked_at,
        status=status,
        disposition=disposition_of(status),
        answer_markdown="",
        assumptions=plan.assumptions,
        temporal=plan.temporal,
        indexed_at=now.indexed_at,
        conversation_id=now.request.conversation_id,
        case_id=plan.case_id,
    )


def assemble(
    now: Circumstances,
    plan: QueryPlan,
    retrieved: Retrieved,
    package: EvidencePackage,
    draft: Draft,
    validated: Validated,
    status: AnswerStatus,
) -> RagAnswer:
    """The answer from everything the stages found.

    Args:
        now: Of this question.
        plan: What was asked.
        retrieved: What was found.
        package: What was selected, and the verdict on it.
        draft: What was proposed.
        validated: What of it holds.
        status: As decided after validation.

    Returns:
        An answer whose ``evidence`` holds what its citations and conflicts name, and nothing else.
    """
    shown = _shown(package, validated)
    cited = tuple(dict.fromkeys(citation.evidence_id for citation in validated.citations))
    return RagAnswer(
        request_id=now.request.request_id,
        trace_id=now.trace_id,
        question=now.request.raw_query,
        understood_as=plan.normalized_query,
        asked_at=now.asked_at,
        status=status,
        disposition=disposition_of(status),
        answer_markdown=markdown(validated.blocks),
        citations=validated.citations,
        claims=validated.claims,
        answerability=package.answerability,
        confidence=confidence_of(package.answerability),
        unsupported_claims=validated.unsupported_claims,
        missing_information=package.missing_information,
        conflicts=package.conflicts,
        assumptions=(*plan.assumptions, *package.assumptions),
        follow_up_question=package.clarification_question,
        next_actions=_texts(validated, "next_action"),
        limitations=_texts(validated, "limitations"),
        evidence_ids_used=cited,
        evidence=shown,
        retrieved_chunk_ids=tuple(one.chunk_id for one in retrieved.candidates),
        supporting_chunk_ids=tuple(dict.fromkeys(citation.chunk_id for citation in validated.citations)),
        grounding_supported=validated.grounding_supported,
        temporal=plan.temporal,
        marking=highest((one.classification for one in shown), now.classifications),
        notices=tuple(
            dict.fromkeys(
                (
                    *retrieved.notices,
                    *package.notes,
                    *draft.notices,
                    *_out_of_force(shown, cited, plan.temporal.asked_date),
                )
            )
        ),
        generator=draft.generator,
        model=draft.model,
        indexed_at=now.indexed_at,
        conversation_id=now.request.conversation_id,
        case_id=plan.case_id,
    )


def _shown(package: EvidencePackage, validated: Validated) -> tuple[EvidenceCandidate, ...]:
    named = {citation.evidence_id for citation in validated.citations}
    named |= {side.evidence_id for conflict in package.conflicts for side in conflict.sides}
    return tuple(one for one in package.selected_evidence if one.evidence_id in named)


def _out_of_force(shown: Iterable[EvidenceCandidate], cited: Sequence[str], today: date) -> list[str]:
    """A line on every document quoted that is not simply in force: it never passes for the rule of today."""
    found = [(one, _standing(one, today)) for one in shown if one.evidence_id in cited]
    return [f"{one.source_title} ({one.label}) {said}." for one, said in found if said]


def _standing(candidate: EvidenceCandidate, today: date) -> str | None:
    """What to say of a document that is not in force today; null for one that is."""
    if candidate.status in _STANDING:
        return _STANDING[candidate.status]
    if candidate.valid_to is not None and candidate.valid_to < today:
        return f"was in force until {candidate.valid_to.isoformat()}: it is quoted as it stood"
    if candidate.valid_from is not None and candidate.valid_from > today:
        return f"is in force from {candidate.valid_from.isoformat()}"
    return None


_STANDING = {
    "draft": "is a draft: it is in force on no day",
    "superseded": "is superseded: it is quoted as it stood",
    "archived": "is archived: it is quoted as it stood",
}


def _texts(validated: Validated, kind: str) -> tuple[str, ...]:
    return tuple(
        sentence.text for block in validated.blocks if block.kind == kind for sentence in block.sentences
    )
