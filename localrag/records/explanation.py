"""How an answer came about, stage by stage, told only of what the asker may read."""

from __future__ import annotations

from datetime import date
from typing import Literal

from localrag.records.answer import GeneratedClaim, GuardDecision
from localrag.records.authority import Authority, Status
from localrag.records.evidence import Computation, Finding, Requirement, Sufficiency, Verdict
from localrag.records.ids import ChunkId, DocumentId, EvidenceId, SourceId
from localrag.records.plan import QueryPlan
from localrag.records.record import Record
from localrag.records.retrieval import RetrievalPlan, RetrievalSource

Fate = Literal["cited", "read", "repeated", "no_room", "not_considered"]
"""What became of a candidate. ``read``: it was evidence, and nothing of it is in the answer; ``repeated``: a
better candidate says the same; ``no_room``: the token budget was spent on better ones; ``not_considered``:
ranked below the depth that is looked at. Rights are never among the reasons: what may not be read was
never a candidate."""


class ExplainedCandidate(Record):
    """Where one passage stood and what became of it; its text is not repeated here."""

    rank: int
    """From 1, best first."""
    chunk_id: ChunkId
    evidence_id: EvidenceId | None = None
    """Where it was selected."""
    fate: Fate
    source_id: SourceId
    document_id: DocumentId
    version: str | None = None
    title: str
    uri: str
    heading_path: tuple[str, ...] = ()
    page_start: int | None = None
    page_end: int | None = None
    page_label: str | None = None
    authority: Authority
    status: Status
    valid_from: date | None = None
    valid_to: date | None = None
    score: float
    """Fused and boosted; comparable only within one question."""
    retrieval_source: RetrievalSource
    lexical_rank: int | None = None
    lexical_score: float | None = None
    """BM25 over what the asker may read and the plan wants."""
    dense_rank: int | None = None
    dense_score: float | None = None
    """Cosine similarity, -1 to 1."""
    also_in: tuple[str, ...] = ()


class Explanation(Record):
    """What every stage did for one question. A stage that was not reached leaves its fields empty."""

    plan: QueryPlan
    retrieval: RetrievalPlan | None = None
    permitted_count: int | None = None
    """Passages that the asker may read at all."""
    in_force_count: int | None = None
    """Of these, passages that the plan's day and case leave."""
    missing_sources: tuple[str, ...] = ()
    """Required sources of which nothing was found."""
    candidates: tuple[ExplainedCandidate, ...] = ()
    """Best first."""
    context_policy_id: str | None = None
    """The rule of selection and its budget in tokens: ``best-first-1500``."""
    evidence_tokens: int | None = None
    sufficiency: Sufficiency | None = None
    answerability: float | None = None
    """0 to 1."""
    reasons: tuple[str, ...] = ()
    """Why the evidence is enough or not, in words."""
    findings: tuple[Finding, ...] = ()
    """What the evidence was read to say, each with its reason."""
    computations: tuple[Computation, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    verdict: Verdict | None = None
    withdrawn_claims: tuple[GeneratedClaim, ...] = ()
    """Of a first draft of which nothing held, so that the question was answered by what is missing."""
    claims: tuple[GeneratedClaim, ...] = ()
    """Of the draft that was answered with, what failed included; each with its status and reason."""
    guards: tuple[GuardDecision, ...] = ()
    """What the guards noticed or decided, in the order of the stages."""
    timings_ms: dict[str, float] = {}
    """Wall time by stage."""
