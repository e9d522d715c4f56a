"""What happened to one question, without the text of documents."""

from __future__ import annotations

from datetime import date

from localrag.records.answer import AnswerStatus, SupportStatus
from localrag.records.evidence import Sufficiency
from localrag.records.ids import ChunkId, RequestId, TenantId, TraceId, UserId
from localrag.records.plan import QueryType, RetrievalMode
from localrag.records.record import Record, UtcTime
from localrag.records.retrieval import RetrievalPlan


class UnsupportedClaim(Record):
    """A sentence that validation removed; its text is not kept."""

    claim_id: str
    kind: SupportStatus
    reason: str = ""
    """In words; what it quotes is left out, since that may be text of a document."""


class RagTrace(Record):
    """One link of the chain of traces."""

    trace_id: TraceId
    request_id: RequestId
    tenant_id: TenantId
    user_id: UserId
    roles: tuple[str, ...] = ()
    asked_at: UtcTime
    raw_query: str
    normalized_query: str
    as_of: date | None = None
    """As the asker named it."""
    case_id: str | None = None
    """As the asker named it."""
    query_type: QueryType | None = None
    """Null where the question did not get as far as planning."""
    retrieval_plan: RetrievalPlan | None = None
    retrieval_mode: RetrievalMode | None = None
    """The mode that really ran."""
    home_id: str | None = None
    """Of the index home that was asked; null where it had none yet."""
    index_generation: str | None = None
    policy_version: str | None = None
    embedder_hash: str | None = None
    model_hash: str | None = None
    candidate_chunk_ids: tuple[ChunkId, ...] = ()
    selected_chunk_ids: tuple[ChunkId, ...] = ()
    evidence_sufficiency: Sufficiency | None = None
    answer_status: AnswerStatus | None = None
    """Null where the question ended in an error."""
    error_code: str | None = None
    cited_chunk_ids: tuple[ChunkId, ...] = ()
    unsupported_claims: tuple[UnsupportedClaim, ...] = ()
    guard_triggers: tuple[str, ...] = ()
    timings_ms: dict[str, float] = {}
    """Wall time by stage."""
    token_usage: dict[str, int] = {}
    """``evidence``: tokens of the selected evidence; a language model adds ``prompt`` and ``completion``."""
    cost_estimate: float = 0.0
    """In currency units; 0 for local models."""
    previous_hash: str = ""
    hash: str = ""


class TraceCheck(Record):
    """What a check of the chain of traces found."""

    traces: int
    """Kept now, whoever asked."""
    faults: tuple[str, ...] = ()
    """In words; empty where the chain is whole."""
