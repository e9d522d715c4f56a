"""From a plan and rights to candidates."""

from __future__ import annotations

from datetime import date
from typing import Literal

from localrag.records.authority import Authority, AuthorityMetadata, Status
from localrag.records.ids import AclPolicyId, ChunkId, DocumentId, SourceId, TenantId
from localrag.records.plan import RetrievalMode, Subquery
from localrag.records.record import Record
from localrag.records.security import AccessTuple

RetrievalSource = Literal["lexical", "dense", "both", "exact", "policy", "case"]
"""``policy`` and ``case``: brought for what it is, official policy or the record of the case asked about,
however it ranks."""


class RetrievalFilters(Record):
    """Narrows what may be searched, beyond the asker's rights."""

    in_force_on: date | None = None
    """Null: history is wanted, any status and validity counts."""
    in_force_until: date | None = None
    """With in_force_on: anything in force on a day of this span, both ends inclusive."""
    ended_before: date | None = None
    """Only versions that are in force neither on this day nor later; drafts are none of them."""
    with_drafts: bool = False
    """Drafts count as well, whatever in_force_on says."""
    case_id: str | None = None
    """Case records are held to this case; documents that belong to no case stay."""
    document_ids: tuple[DocumentId, ...] = ()
    """Left empty: any."""
    version: str | None = None
    """Null: any; else the label, whatever the document."""
    authorities: tuple[Authority, ...] = ()
    """Left empty: any."""


class BoostRule(Record):
    """Added to the fused score where a candidate's field has the value."""

    field: Literal["authority", "status", "required_source", "preferred_source"]
    value: str
    amount: float
    """Share of the fused score's range."""


class RetrievalPlan(Record):
    """What retrieval was asked to do and what it ran."""

    query: str
    mode: RetrievalMode
    """The mode that really ran: a reranking mode falls back to hybrid where no reranker is installed."""
    subqueries: tuple[Subquery, ...]
    top_k: int
    candidate_k: int
    filters: RetrievalFilters
    boost_rules: tuple[BoostRule, ...] = ()
    required_metadata: tuple[str, ...] = ()
    index_names: tuple[str, ...] = ("lexical", "dense")


class EvidenceCandidate(Record):
    """A passage that may answer, with all that a citation needs."""

    evidence_id: str | None = None
    """``E1`` to ``En`` once selected."""
    chunk_id: ChunkId
    source_id: SourceId
    document_id: DocumentId
    version: str | None = None
    tenant_id: TenantId
    text: str
    """Verbatim slice of the stored document."""
    source_title: str
    source_uri: str
    """Relative to the source's root."""
    start_char: int
    end_char: int
    """Span in the document's text, end exclusive."""
    page_start: int | None = None
    page_end: int | None = None
    page_label: str | None = None
    heading_path: tuple[str, ...] = ()
    kind: Literal["prose", "list", "table"] = "prose"
    score: float
    """Fused and boosted; comparable only within one question."""
    rank: int
    """From 1, best first."""
    lexical_rank: int | None = None
    dense_rank: int | None = None
    lexical_score: float | None = None
    """BM25 over the permitted set."""
    dense_score: float | None = None
    """Cosine similarity, -1 to 1."""
    retrieval_source: RetrievalSource
    authority: Authority
    status: Status
    valid_from: date | None = None
    valid_to: date | None = None
    """As the document says, or the day before its readable successor starts, whichever is earlier."""
    classification: str | None = None
    acl_policy_id: AclPolicyId | None = None
    source_type: str | None = None
    case_id: str | None = None
    also_in: tuple[str, ...] = ()
    """``SOURCE_ID/uri`` of further places with the same passage, readable by the asker."""

    @property
    def standing(self) -> AuthorityMetadata:
        """What the in-force rule and the order of authority judge."""
        return AuthorityMetadata(
            authority=self.authority, status=self.status, valid_from=self.valid_from, valid_to=self.valid_to
        )

    @property
    def access(self) -> AccessTuple:
        """What the reading gate judges."""
        return AccessTuple(
            tenant_id=self.tenant_id,
            acl_policy_id=self.acl_policy_id,
            classification=self.classification,
            source_type=self.source_type,
        )

    @property
    def label(self) -> str:
        """``document_id@version``, or the document_id where it has no version."""
        return f"{self.document_id}@{self.version}" if self.version else self.document_id


class Retrieved(Record):
    """What retrieval gives the next stage."""

    plan: RetrievalPlan
    candidates: tuple[EvidenceCandidate, ...]
    """Best first."""
    permitted_count: int
    """Passages the asker may read at all, whatever their validity."""
    in_force_count: int
    """Of these, passages that the filters leave."""
    missing_sources: tuple[str, ...] = ()
    """Required sources of which nothing readable and in force was found."""
    notices: tuple[str, ...] = ()


class SearchHit(Record):
    """One line of ``search``."""

    chunk_id: ChunkId
    document_id: DocumentId
    version: str | None = None
    source_id: SourceId
    title: str
    uri: str
    page_start: int | None = None
    page_end: int | None = None
    page_label: str | None = None
    heading_path: tuple[str, ...] = ()
    authority: Authority
    status: Status
    valid_from: date | None = None
    valid_to: date | None = None
    classification: str | None = None
    rank: int
    text: str


class SearchResult(Record):
    """What ``search`` gives."""

    query: str
    hits: tuple[SearchHit, ...]
    notices: tuple[str, ...] = ()
