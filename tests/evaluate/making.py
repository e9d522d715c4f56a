"""Cases, outcomes and runs in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from localrag.records.answer import RagAnswer
from localrag.records.evaluation import CaseOutcome, EvalCase, RankedPassage, Run, RunHead
from localrag.records.ids import ChunkId, DocumentId, SourceId
from tests.fakes.scripted_backend import ASKED_AT, answer


def case(name: str = "c1", **changes: Any) -> EvalCase:
    """A case that expects an answer."""
    return EvalCase.model_validate(
        {"id": name, "question": "What is the deadline?", "disposition": "answer", **changes}
    )


def ranked(name: str, version: str | None = None, **changes: Any) -> RankedPassage:
    """A passage of a document of the agency, official policy."""
    return RankedPassage.model_validate(
        {
            "chunk_id": ChunkId(f"chunk-{name}-{version}"),
            "document_id": DocumentId(name),
            "version": version,
            "source_id": SourceId("agency"),
            "uri": f"{name}.md",
            "authority": "official_policy",
            **changes,
        }
    )


def outcome(
    of: EvalCase | None = None, given: RagAnswer | None = None, ranking: Sequence[RankedPassage] = ()
) -> CaseOutcome:
    """A case that was asked: answered from the appeals policy where nothing else is said."""
    return CaseOutcome(case=of or case(), answer=given or answer(), ranked=tuple(ranking), milliseconds=12.0)


def run_of(*outcomes: CaseOutcome, **changes: Any) -> Run:
    """A run over these outcomes."""
    head = RunHead(
        run_id="run-1",
        made_at=ASKED_AT,
        localrag_version="1",
        cases_file="cases.jsonl",
        cases_sha256="0" * 64,
        cases=len(outcomes),
        generation="g1",
        asker="officer",
    ).model_copy(update=changes)
    return Run(head=head, outcomes=outcomes)
