"""Words + SecurityContext -> SearchResult: passages without an answer."""

from __future__ import annotations

from localrag.errors import UsageError
from localrag.pipeline import Tools
from localrag.records.plan import QueryPlan, Subquery, TemporalContext
from localrag.records.retrieval import EvidenceCandidate, SearchHit, SearchResult
from localrag.records.security import SecurityContext, may_read
from localrag.retrieve.retrieve import retrieve
from localrag.text.identifiers import find_identifiers

MAX_HITS = 1000
"""More than anyone reads; keeps one call's memory bounded."""


def search(query: str, security: SecurityContext, tools: Tools, *, top_k: int | None = None) -> SearchResult:
    """Passages for a query, best first, from what the asker may read and what is in force today.

    Args:
        query: Words to look for; an empty one finds nothing.
        security: Rights; applied before ranking.
        tools: What the stages need.
        top_k: 1 to 1000; the settings' number where left out.

    Raises:
        UsageError: top_k is out of range.
    """
    if top_k is not None and not 1 <= top_k <= MAX_HITS:
        raise UsageError(f"--top-k is {top_k}, but 1 to {MAX_HITS} hits can be asked for.")
    words = " ".join(query.split())
    if not words:
        return SearchResult(query=query, hits=())
    today = tools.clock.today()
    wanted = QueryPlan(
        normalized_query=words,
        query_type="exact_lookup",
        retrieval_mode="hybrid",
        subqueries=(Subquery(text=words),),
        identifiers=find_identifiers(words),
        temporal=TemporalContext(asked_date=today, effective_policy_date=today, basis="asked on"),
    )
    found = retrieve(
        wanted,
        security,
        corpus=tools.corpus,
        embedder=tools.embedder,
        settings=tools.settings.retrieve,
        top_k=top_k or tools.settings.retrieve.top_k,
    )
    # The second gate, as for an answer.
    readable = (one for one in found.candidates if may_read(security, one.access))
    return SearchResult(query=query, hits=tuple(_hit(one) for one in readable), notices=found.notices)


def _hit(candidate: EvidenceCandidate) -> SearchHit:
    return SearchHit(
        chunk_id=candidate.chunk_id,
        document_id=candidate.document_id,
        version=candidate.version,
        source_id=candidate.source_id,
        title=candidate.source_title,
        uri=candidate.source_uri,
        page_start=candidate.page_start,
        page_end=candidate.page_end,
        page_label=candidate.page_label,
        heading_path=candidate.heading_path,
        authority=candidate.authority,
        status=candidate.status,
        valid_from=candidate.valid_from,
        valid_to=candidate.valid_to,
        classification=candidate.classification,
        rank=candidate.rank,
        text=candidate.text,
    )
