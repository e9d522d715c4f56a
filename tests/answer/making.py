"""Short ways to plans and packages whose findings are given, for the tests of answer and validate."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from localrag.records.answer import Draft, DraftBlock, DraftQuote, DraftSentence
from localrag.records.authority import Authority
from localrag.records.evidence import EvidencePackage, Finding, FindingRole, Span
from localrag.records.ids import ChunkId, ClaimId, DocumentId, EvidenceId, RequestId, SourceId, TenantId
from localrag.records.plan import AnswerKind, QueryPlan, QueryType, QuestionPart, Subquery, TemporalContext
from localrag.records.retrieval import EvidenceCandidate


def passage(
    text: str,
    number: int = 1,
    *,
    title: str = "Manual",
    version: str | None = None,
    headings: Sequence[str] = (),
    authority: Authority = "official_policy",
    valid_from: date | None = None,
) -> EvidenceCandidate:
    """A selected candidate, labelled ``E`` and its number, on page 3."""
    return EvidenceCandidate(
        evidence_id=f"E{number}",
        chunk_id=ChunkId(f"chunk-{number}"),
        source_id=SourceId("rules"),
        document_id=DocumentId(f"doc-{number}"),
        version=version,
        tenant_id=TenantId("local"),
        text=text,
        source_title=title,
        source_uri=f"doc-{number}.md",
        start_char=0,
        end_char=len(text),
        page_start=3,
        page_end=3,
        heading_path=tuple(headings),
        score=1.0,
        rank=number,
        retrieval_source="both",
        authority=authority,
        status="active",
        valid_from=valid_from,
    )


def finding(
    candidate: EvidenceCandidate,
    quote: str,
    role: FindingRole = "answer",
    *,
    part: int = 0,
    score: float = 0.9,
    value: str | None = None,
    marked: str | None = None,
) -> Finding:
    """A finding at the first place where the quote stands in the passage."""
    start = candidate.text.index(quote)
    at = quote.index(marked) if marked else 0
    return Finding(
        evidence_id=EvidenceId(candidate.evidence_id or ""),
        span=Span(start=start, end=start + len(quote)),
        quote=quote,
        role=role,
        part=part,
        answer_span=Span(start=at, end=at + len(marked)) if marked else None,
        value=value,
        score=score,
        reason="given",
    )


def package(
    candidates: Sequence[EvidenceCandidate], findings: Sequence[Finding] = (), **fields: object
) -> EvidencePackage:
    """A sufficient package, unless the fields say otherwise."""
    made = EvidencePackage(
        request_id=RequestId("request-1"),
        query="",
        selected_evidence=tuple(candidates),
        total_tokens=0,
        context_policy_id="all",
        sufficiency="sufficient",
        findings=tuple(findings),
    )
    return made.model_copy(update=fields)


def plan(
    *parts: tuple[str, AnswerKind],
    query_type: QueryType = "policy_interpretation",
    sides: Sequence[str] = (),
    about: Sequence[str] = (),
) -> QueryPlan:
    """A plan with these parts and sides; all parts are about the same."""
    question = " ".join(text for text, _ in parts)
    return QueryPlan(
        normalized_query=question,
        query_type=query_type,
        retrieval_mode="hybrid",
        subqueries=(
            Subquery(text=question),
            *(Subquery(text=side, role="side", side=side) for side in sides),
        ),
        parts=tuple(QuestionPart(text=text, kind=kind, about=tuple(about)) for text, kind in parts),
        temporal=TemporalContext(asked_date=date(2026, 11, 30), basis="asked on"),
    )


def draft(text: str, *quotes: tuple[str, str], **fields: object) -> Draft:
    """A draft of one sentence, C1, that cites (evidence id, quote) pairs."""
    sentence = DraftSentence(
        claim_id=ClaimId("C1"),
        text=text,
        quotes=tuple(DraftQuote(evidence_id=EvidenceId(label), quote=quote) for label, quote in quotes),
    ).model_copy(update=fields)
    return Draft(blocks=(DraftBlock(kind="paragraph", sentences=(sentence,)),))
