"""Short ways to plans, candidates and packages for the tests of this room."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from localrag.evidence.conflicts import conflicts
from localrag.evidence.decide import decide
from localrag.evidence.package import package
from localrag.evidence.read import read
from localrag.records.authority import Authority
from localrag.records.evidence import EvidencePackage, Finding
from localrag.records.ids import ChunkId, DocumentId, RequestId, SourceId, TenantId
from localrag.records.plan import AnswerKind, QueryPlan, QueryType, QuestionPart, Subquery, TemporalContext
from localrag.records.retrieval import EvidenceCandidate

_count = 0


def passage(
    text: str,
    *,
    document: str = "manual",
    title: str = "Manual",
    headings: Sequence[str] = (),
    authority: Authority = "official_policy",
    case: str | None = None,
    start: int = 0,
    valid_from: date | None = None,
    valid_to: date | None = None,
) -> EvidenceCandidate:
    """A candidate as retrieval gives it, with an id of its own."""
    global _count
    _count += 1
    return EvidenceCandidate(
        chunk_id=ChunkId(f"{document}-{_count}"),
        source_id=SourceId("source"),
        document_id=DocumentId(document),
        tenant_id=TenantId("local"),
        text=text,
        source_title=title,
        source_uri=f"{document}.md",
        start_char=start,
        end_char=start + len(text),
        heading_path=tuple(headings),
        score=1.0,
        rank=1,
        retrieval_source="both",
        authority=authority,
        status="active",
        case_id=case,
        valid_from=valid_from,
        valid_to=valid_to,
    )


def question(
    text: str,
    kind: AnswerKind,
    *about: str,
    query_type: QueryType = "policy_interpretation",
    case: str | None = None,
    subqueries: Sequence[Subquery] = (),
    identifiers: Sequence[str] = (),
) -> QueryPlan:
    """A plan with one part."""
    return QueryPlan(
        normalized_query=text,
        query_type=query_type,
        retrieval_mode="hybrid",
        subqueries=(Subquery(text=text), *subqueries),
        parts=(QuestionPart(text=text, kind=kind, about=about),),
        identifiers=tuple(identifiers),
        case_id=case,
        temporal=TemporalContext(asked_date=date(2026, 11, 30), basis="asked on"),
    )


def pack(plan: QueryPlan, candidates: Sequence[EvidenceCandidate], budget: int = 4000) -> EvidencePackage:
    """The evidence package, a token for every word."""
    return package(
        RequestId("request-1"), plan, candidates, count_tokens=lambda text: len(text.split()), budget=budget
    )


def findings_of(plan: QueryPlan, *candidates: EvidenceCandidate) -> EvidencePackage:
    """Packed and read."""
    return read(plan, pack(plan, candidates))


def judged(plan: QueryPlan, *candidates: EvidenceCandidate) -> EvidencePackage:
    """Packed, read, conflicts resolved and decided."""
    return decide(plan, conflicts(plan, findings_of(plan, *candidates)))


def said(found: EvidencePackage, *roles: str) -> list[str]:
    """Quotes of findings in these roles, in order."""
    return [finding.quote for finding in found.findings if finding.role in roles]


def marked(finding: Finding) -> str:
    """The value marked in a finding's quote."""
    assert finding.answer_span is not None
    return finding.quote[finding.answer_span.start : finding.answer_span.end]
