"""The draft, its claims, and the answer that leaves the pipeline."""

from __future__ import annotations

from typing import Literal

from localrag.records.evidence import Conflict, Span
from localrag.records.ids import ChunkId, ClaimId, DocumentId, EvidenceId, RequestId, SourceId, TraceId
from localrag.records.plan import TemporalContext
from localrag.records.record import Record, UtcTime
from localrag.records.retrieval import EvidenceCandidate

SCHEMA_VERSION = "1"

AnswerStatus = Literal[
    "answered",
    "insufficient_evidence",
    "needs_clarification",
    "conflicting_evidence",
    "refused",
    "redirected",
    "escalated",
]
Disposition = Literal["answer", "block", "redirect", "abstain"]
Confidence = Literal["low", "medium", "high"]
SupportStatus = Literal["supported", "unsupported", "contradicted", "unclear"]
Generator = Literal["extractive", "llm"]

_DISPOSITIONS: dict[AnswerStatus, Disposition] = {
    "answered": "answer",
    "refused": "block",
    "redirected": "redirect",
    "escalated": "redirect",
}


def disposition_of(status: AnswerStatus) -> Disposition:
    """How evaluation counts a status; whatever neither answers, blocks nor redirects abstains."""
    return _DISPOSITIONS.get(status, "abstain")


class Citation(Record):
    """The passage behind one claim."""

    claim: ClaimId
    evidence_id: EvidenceId
    source_id: SourceId
    document_id: DocumentId
    version: str | None = None
    chunk_id: ChunkId
    page_start: int | None = None
    page_end: int | None = None
    page_label: str | None = None
    quote: str
    """Verbatim from the stored page."""
    answer_span: Span | None = None
    """The value inside the quote."""


class GeneratedClaim(Record):
    """One sentence of an answer."""

    claim_id: ClaimId
    text: str
    """Without citation marks."""
    cited_evidence_ids: tuple[EvidenceId, ...] = ()
    derived_from: tuple[ClaimId, ...] = ()
    """For a computed or composed sentence: the claims it follows from."""
    support_status: SupportStatus = "unclear"
    reason: str = ""


class DraftSentence(Record):
    """One sentence that an answer proposes, before validation."""

    claim_id: ClaimId
    text: str
    """Without citation marks; for extraction the quote as one line."""
    quotes: tuple[DraftQuote, ...] = ()
    """Empty only for computed sentences and headings."""
    derived_from: tuple[ClaimId, ...] = ()
    computation: str | None = None
    """Names the rule by which a computed sentence is computed again: ``days_between``."""
    operands: tuple[str, ...] = ()
    """What the rule is computed on, as text: ISO dates, numbers."""


class DraftQuote(Record):
    """A verbatim piece of evidence behind a draft sentence."""

    evidence_id: EvidenceId
    quote: str
    answer_span: Span | None = None


BlockKind = Literal[
    "paragraph", "bullets", "steps", "table", "verdict", "reasons", "next_action", "limitations"
]


class DraftBlock(Record):
    """Sentences shown together in one shape."""

    kind: BlockKind
    sentences: tuple[DraftSentence, ...]
    title: str | None = None
    """Shown above the block; says nothing that needs evidence."""
    columns: tuple[str, ...] = ()
    """Of a table: one sentence a cell, row by row."""


class Draft(Record):
    """An answer as proposed by a generator."""

    blocks: tuple[DraftBlock, ...]
    generator: Generator = "extractive"
    model: str | None = None
    notices: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[DraftSentence, ...]:
        """All sentences, in reading order."""
        return tuple(sentence for block in self.blocks for sentence in block.sentences)


class EntailmentResult(Record):
    """What a verifier says of claims against evidence."""

    supported: bool
    supporting_chunk_ids: tuple[ChunkId, ...] = ()
    unsupported_claims: tuple[ClaimId, ...] = ()
    confidence: float
    """0 to 1."""


class GuardDecision(Record):
    """What a guard decided, and what made it."""

    stage: Literal["input", "context", "output"]
    disposition: Disposition
    triggers: tuple[str, ...] = ()
    label: str | None = None
    """Of a classifier, where one was asked."""
    confidence: float | None = None
    """0 to 1; a decision input, not a probability of being right."""


class Validated(Record):
    """A draft after every sentence was checked."""

    blocks: tuple[DraftBlock, ...]
    """Only sentences that hold."""
    claims: tuple[GeneratedClaim, ...]
    """Every sentence of the draft, those that failed included."""
    citations: tuple[Citation, ...]
    """Of the sentences that hold."""
    unsupported_claims: tuple[ClaimId, ...] = ()
    grounding_supported: bool | None = None
    """Null: no verifier ran."""
    strayed: bool = False
    """Whether a quote stands in its passage but not on the stored page: one of the two was damaged."""

    @property
    def holds(self) -> bool:
        """Whether anything is left to say."""
        return any(block.sentences for block in self.blocks)


class RagAnswer(Record):
    """The answer, whatever its status."""

    schema_version: str = SCHEMA_VERSION
    request_id: RequestId
    trace_id: TraceId
    question: str
    understood_as: str
    asked_at: UtcTime
    status: AnswerStatus
    disposition: Disposition
    answer_markdown: str
    """Every sentence ends with its marks: ``... within 14 days. [E1]``."""
    citations: tuple[Citation, ...] = ()
    claims: tuple[GeneratedClaim, ...] = ()
    answerability: float = 0.0
    """0 to 1: the sufficiency score, for abstentions too."""
    confidence: Confidence = "low"
    unsupported_claims: tuple[ClaimId, ...] = ()
    missing_information: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    assumptions: tuple[str, ...] = ()
    follow_up_question: str | None = None
    next_actions: tuple[str, ...] = ()
    limitations: tuple[str, ...] = ()
    evidence_ids_used: tuple[EvidenceId, ...] = ()
    evidence: tuple[EvidenceCandidate, ...] = ()
    """What a reader needs to check the answer; every evidence_id in ``citations`` occurs here."""
    retrieved_chunk_ids: tuple[ChunkId, ...] = ()
    supporting_chunk_ids: tuple[ChunkId, ...] = ()
    grounding_supported: bool | None = None
    guards: tuple[GuardDecision, ...] = ()
    """What the guards noticed or decided, in the order of the stages."""
    guard_triggers: tuple[str, ...] = ()
    """Of these decisions, each once."""
    message: str | None = None
    """What whoever prepared the laptop says, where a guard decided; no statement of the documents."""
    temporal: TemporalContext
    marking: str | None = None
    """Highest classification among the evidence used."""
    notices: tuple[str, ...] = ()
    generator: Generator = "extractive"
    model: str | None = None
    indexed_at: UtcTime | None = None
    """Newest among the documents that the asker may read."""
    conversation_id: str | None = None
    """Null where the question was asked by itself."""
    case_id: str | None = None
    """Canonical; the case that the question was taken to be about."""
    timings_ms: dict[str, float] = {}


DraftSentence.model_rebuild()
