"""The fixed rubric: what each label asks, in the same words for people and for a judge."""

from __future__ import annotations

from collections.abc import Iterator

from localrag.evaluate.texts import said
from localrag.records.answer import RagAnswer
from localrag.records.review import Label

QUESTIONS: dict[Label, str] = {
    "appropriate": "Was it right to answer (or not to answer) on this evidence?",
    "grounded": "Does everything that is said stand in the quoted passages?",
    "relevant": "Is it what the question asks for?",
    "complete": "Is nothing that was asked left out?",
}


def shown(answer: RagAnswer) -> Iterator[str]:
    """What a reviewer sees, a piece each: question, status, answer, what is missing, passages."""
    yield f"Question: {answer.question}"
    yield f"Status: {answer.status}"
    yield f"Answer: {said(answer) or '(none)'}"
    yield from (f"Missing: {one}" for one in answer.missing_information)
    for one in answer.evidence:
        yield f"Passage {one.evidence_id}, {one.source_title} ({one.authority}): {one.text}"
