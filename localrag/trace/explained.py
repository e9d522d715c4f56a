"""What the stages gave -> an Explanation; nothing is looked up or judged again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from localrag.records.answer import RagAnswer, Validated
from localrag.records.evidence import EvidencePackage
from localrag.records.explanation import ExplainedCandidate, Explanation, Fate
from localrag.records.ids import EvidenceId
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate, Retrieved


class StageResults(NamedTuple):
    """What each stage gave; null for one that was not reached."""

    plan: QueryPlan
    retrieved: Retrieved | None
    package: EvidencePackage | None
    validated: tuple[Validated, ...]
    """In order; a second one where nothing of the first draft held."""


def explained(results: StageResults, answer: RagAnswer) -> Explanation:
    """How an answer came about, from what the stages gave on the way to it.

    Args:
        results: Of this question.
        answer: What left the pipeline.
    """
    found, package = results.retrieved, results.package
    explanation = Explanation(
        plan=results.plan, claims=answer.claims, guards=answer.guards, timings_ms=answer.timings_ms
    )
    if found is not None:
        explanation = explanation.model_copy(
            update={
                "retrieval": found.plan,
                "permitted_count": found.permitted_count,
                "in_force_count": found.in_force_count,
                "missing_sources": found.missing_sources,
            }
        )
    if found is not None and package is not None:
        explanation = explanation.model_copy(
            update={
                "candidates": tuple(_candidates(found.candidates, package, answer)),
                "context_policy_id": package.context_policy_id,
                "evidence_tokens": package.total_tokens,
                "sufficiency": package.sufficiency,
                "answerability": package.answerability,
                "reasons": package.reasons,
                "findings": package.findings,
                "computations": package.computations,
                "requirements": package.requirements,
                "verdict": package.verdicts[0] if package.verdicts else None,
            }
        )
    if len(results.validated) > 1:
        explanation = explanation.model_copy(update={"withdrawn_claims": results.validated[0].claims})
    return explanation


def _candidates(
    candidates: Iterable[EvidenceCandidate], package: EvidencePackage, answer: RagAnswer
) -> Iterable[ExplainedCandidate]:
    selected = {one.chunk_id: EvidenceId(one.evidence_id or "") for one in package.selected_evidence}
    for one in candidates:
        label = selected.get(one.chunk_id)
        fate: Fate
        if label is not None:
            fate = "cited" if label in answer.evidence_ids_used else "read"
        elif one.chunk_id in package.repeated_candidate_ids:
            fate = "repeated"
        elif one.chunk_id in package.omitted_candidate_ids:
            fate = "no_room"
        else:
            fate = "not_considered"
        yield ExplainedCandidate(
            rank=one.rank,
            chunk_id=one.chunk_id,
            evidence_id=label,
            fate=fate,
            source_id=one.source_id,
            document_id=one.document_id,
            version=one.version,
            title=one.source_title,
            uri=one.source_uri,
            heading_path=one.heading_path,
            page_start=one.page_start,
            page_end=one.page_end,
            page_label=one.page_label,
            authority=one.authority,
            status=one.status,
            valid_from=one.valid_from,
            valid_to=one.valid_to,
            score=one.score,
            retrieval_source=one.retrieval_source,
            lexical_rank=one.lexical_rank,
            lexical_score=one.lexical_score,
            dense_rank=one.dense_rank,
            dense_score=one.dense_score,
            also_in=one.also_in,
        )
