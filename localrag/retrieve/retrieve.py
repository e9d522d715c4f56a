"""QueryPlan + SecurityContext -> candidates, best first, that the asker may read and the plan wants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from localrag.ports import Corpus, LoadsEmbedder, Scope, Scored
from localrag.records.ids import ChunkId
from localrag.records.plan import QueryPlan, RetrievalMode, Subquery
from localrag.records.retrieval import (
    BoostRule,
    EvidenceCandidate,
    RetrievalFilters,
    RetrievalPlan,
    RetrievalSource,
    Retrieved,
)
from localrag.records.security import SecurityContext
from localrag.retrieve.duplicates import collapse
from localrag.retrieve.fuse import fuse, ranked
from localrag.settings import RetrieveSettings
from localrag.text.terms import content_terms, terms

_Encodes = Callable[[str], NDArray[np.float32]]


class _Lists(NamedTuple):
    """What one subquery found."""

    lexical: list[Scored]
    dense: list[Scored]
    exact: list[Scored]


def retrieve(
    plan: QueryPlan,
    security: SecurityContext,
    *,
    corpus: Corpus,
    embedder: LoadsEmbedder,
    settings: RetrieveSettings,
    top_k: int | None = None,
) -> Retrieved:
    """Search the permitted, in-force passages for every subquery of a plan.

    Args:
        plan: Its mode must not be ``none``.
        security: Rights; applied before anything is ranked or counted.
        corpus: The index generation to read.
        embedder: Gives the encoder that built the index.
        settings: Depths and boosts.
        top_k: In place of the settings' number of candidates; official policy then gets no places of its own.

    Returns:
        Candidates best first, at most ``top_k``, or ``candidate_k``, ``policy_k`` and the record of the case
        that the question is about; ties by chunk id.
        Empty where nothing is in scope. ``missing_sources`` names required sources of which nothing was
        found.
    """
    filters = filters_of(plan)
    scope = corpus.scope(security, filters)
    wanted = top_k or settings.candidate_k
    depth = max(settings.list_depth, wanted)
    mode = _runnable(plan.retrieval_mode)
    boosts = _boosts(plan, settings)
    encode = _encoding(plan, embedder)
    scores: dict[ChunkId, float] = {}
    ranks = _Ranks({}, {}, {}, set(), set())
    for subquery in plan.subqueries:
        within = (
            scope
            if subquery.case_id is None
            else corpus.scope(security, _records_of(subquery.case_id, filters))
        )
        lists = _search(subquery, plan, within, mode, depth, encode)
        ranks.note(lists)
        fused = fuse(lists.lexical, lists.dense, lexical_weight=settings.lexical_weight)
        for chunk_id, score in fused.items():
            scores[chunk_id] = max(scores.get(chunk_id, 0.0), score * subquery.weight)
        for hit in lists.exact:
            # An identifier that was asked for by name outranks whatever only resembles the question.
            scores[hit.chunk_id] = scores.get(hit.chunk_id, 0.0) + 1.0
    best = [hit.chunk_id for hit in ranked(scores)[:wanted]]
    official = [] if top_k else _official_policy(plan, security, corpus, filters, settings, encode, mode)
    ranks.policy.update(official)
    record = [] if top_k else _record(plan, security, corpus)
    ranks.record.update(record)
    found = scope.fetch(list(dict.fromkeys((*best, *official, *record))))
    scored = [ranks.described(one, _boosted(one, scores.get(one.chunk_id, 0.0), boosts)) for one in found]
    scored.sort(key=lambda one: (-one.score, one.chunk_id))
    kept = collapse(scored, keep_versions=plan.wants_history or filters.in_force_until is not None)
    candidates = [one.model_copy(update={"rank": rank}) for rank, one in enumerate(kept, 1)]
    return Retrieved(
        plan=RetrievalPlan(
            query=plan.normalized_query,
            mode=mode,
            subqueries=plan.subqueries,
            top_k=top_k or settings.top_k,
            candidate_k=settings.candidate_k,
            filters=filters,
            boost_rules=boosts,
        ),
        candidates=tuple(candidates),
        permitted_count=corpus.scope(security, RetrievalFilters()).size,
        in_force_count=scope.size,
        missing_sources=_missing(plan.required_sources, candidates),
        notices=_withheld(best[: settings.top_k], found),
    )


def _withheld(best: Sequence[ChunkId], found: Sequence[EvidenceCandidate]) -> tuple[str, ...]:
    """What is said where a passage that would have stood first has lost its file."""
    there = {one.chunk_id for one in found}
    if all(chunk in there for chunk in best):
        return ()
    return (
        "A document that fits is not used: its file is gone since it was indexed. "
        "Bring the index up to date with: localrag index",
    )


def filters_of(plan: QueryPlan) -> RetrievalFilters:
    """What narrows the search: the day that matters unless history is wanted, and the case."""
    temporal = plan.temporal
    if plan.editions is not None and temporal.effective_policy_date is None:
        return RetrievalFilters(
            in_force_on=date.min,
            in_force_until=date.max,
            with_drafts=plan.wants_drafts,
            case_id=plan.case_id,
        )
    if plan.wants_history and not plan.wants_drafts and temporal.effective_policy_date is None:
        return RetrievalFilters(ended_before=temporal.asked_date, case_id=plan.case_id)
    return RetrievalFilters(
        in_force_on=temporal.effective_policy_date or temporal.asked_date,
        in_force_until=temporal.effective_policy_end,
        with_drafts=plan.wants_drafts,
        case_id=plan.case_id,
    )


def _records_of(case_id: str, filters: RetrievalFilters) -> RetrievalFilters:
    return filters.model_copy(update={"case_id": case_id, "authorities": ("case_record",)})


class _Ranks(NamedTuple):
    """Where each passage stood in the lists that were fused."""

    lexical: dict[ChunkId, tuple[int, float]]
    dense: dict[ChunkId, tuple[int, float]]
    exact: dict[ChunkId, int]
    policy: set[ChunkId]
    record: set[ChunkId]

    def note(self, lists: _Lists) -> None:
        """Keep the best rank a passage had in any subquery's lists."""
        for kept, hits in ((self.lexical, lists.lexical), (self.dense, lists.dense)):
            for rank, hit in enumerate(hits, 1):
                if hit.chunk_id not in kept or rank < kept[hit.chunk_id][0]:
                    kept[hit.chunk_id] = (rank, hit.score)
        for rank, hit in enumerate(lists.exact, 1):
            self.exact.setdefault(hit.chunk_id, rank)

    def described(self, candidate: EvidenceCandidate, score: float) -> EvidenceCandidate:
        """The candidate with its score and where it was found."""
        chunk = candidate.chunk_id
        lexical, dense = self.lexical.get(chunk), self.dense.get(chunk)
        source: RetrievalSource
        if chunk in self.record:
            source = "case"
        elif chunk in self.exact:
            source = "exact"
        elif lexical and dense:
            source = "both"
        elif chunk in self.policy:
            source = "policy"
        else:
            source = "lexical" if lexical else "dense"
        return candidate.model_copy(
            update={
                "score": score,
                "lexical_rank": lexical[0] if lexical else None,
                "lexical_score": lexical[1] if lexical else None,
                "dense_rank": dense[0] if dense else None,
                "dense_score": dense[1] if dense else None,
                "retrieval_source": source,
            }
        )


def _encoding(plan: QueryPlan, embedder: LoadsEmbedder) -> _Encodes:
    """Vectors of a plan's subqueries, all encoded in one call when the first is asked for."""

    @cache
    def vectors() -> dict[str, NDArray[np.float32]]:
        texts = list(dict.fromkeys(subquery.text for subquery in plan.subqueries))
        return dict(zip(texts, embedder().embed(texts), strict=True))

    return lambda text: vectors()[text]


def _runnable(mode: RetrievalMode) -> RetrievalMode:
    # No reranker is installed, so a mode that wants one runs as hybrid, and the trace shows it.
    return "hybrid" if mode == "hybrid_rerank" else mode


def _search(
    subquery: Subquery, plan: QueryPlan, scope: Scope, mode: RetrievalMode, depth: int, encode: _Encodes
) -> _Lists:
    exact = [hit for identifier in plan.identifiers for hit in scope.containing(identifier, depth)]
    words = content_terms(subquery.text) or terms(subquery.text)
    lexical = [] if mode == "vector" else scope.lexical(words, depth)
    if mode == "lexical" and (lexical or exact):
        return _Lists(lexical, [], exact)
    if scope.size == 0:
        return _Lists(lexical, [], exact)
    return _Lists(lexical, scope.dense(encode(subquery.text), depth), exact)


def _official_policy(
    plan: QueryPlan,
    security: SecurityContext,
    corpus: Corpus,
    filters: RetrievalFilters,
    settings: RetrieveSettings,
    encode: _Encodes,
    mode: RetrievalMode,
) -> list[ChunkId]:
    if settings.policy_k == 0 or mode == "lexical":
        return []
    scope = corpus.scope(security, filters.model_copy(update={"authorities": ("official_policy",)}))
    if scope.size == 0:
        return []
    lists = _search(plan.subqueries[0], plan, scope, mode, settings.policy_k, encode)
    fused = fuse(lists.lexical, lists.dense, lexical_weight=settings.lexical_weight)
    return [hit.chunk_id for hit in ranked(fused)[: settings.policy_k]]


def _record(plan: QueryPlan, security: SecurityContext, corpus: Corpus) -> list[ChunkId]:
    """The record of the case asked about, all of it: what it does not say tells only where all is read."""
    if plan.case_id is None or plan.query_type != "case_specific":
        return []
    return [one.chunk_id for one in corpus.case_records(plan.case_id, security)][:_MOST_OF_A_RECORD]


_MOST_OF_A_RECORD = 200
"""Passages of one case's record (guess: several hundred pages of entries)."""


def _boosts(plan: QueryPlan, settings: RetrieveSettings) -> tuple[BoostRule, ...]:
    named = [
        BoostRule(field="required_source", value=name, amount=settings.named_source_boost)
        for name in plan.required_sources
    ]
    named += [
        BoostRule(field="preferred_source", value=name, amount=settings.named_source_boost / 2)
        for name in plan.preferred_sources
    ]
    if plan.wants_drafts:
        return (BoostRule(field="status", value="draft", amount=settings.named_source_boost), *named)
    if plan.query_type not in ("policy_interpretation", "case_specific", "procedural"):
        return tuple(named)
    return (
        BoostRule(field="authority", value="official_policy", amount=settings.official_policy_boost),
        BoostRule(field="status", value="active", amount=settings.active_boost),
        *named,
    )


def _boosted(candidate: EvidenceCandidate, score: float, boosts: Iterable[BoostRule]) -> float:
    return score + sum(rule.amount for rule in boosts if _applies(rule, candidate))


def _applies(rule: BoostRule, candidate: EvidenceCandidate) -> bool:
    match rule.field:
        case "authority":
            return candidate.authority == rule.value
        case "status":
            return candidate.status == rule.value
        case "required_source" | "preferred_source":
            return is_from(candidate, rule.value)


def is_from(candidate: EvidenceCandidate, source: str) -> bool:
    """Whether a candidate is from a source named in the question, by document id or by its title's words."""
    if candidate.document_id == source:
        return True
    wanted = set(terms(source))
    return bool(wanted) and wanted <= set(terms(candidate.source_title))


def _missing(sources: Iterable[str], candidates: Sequence[EvidenceCandidate]) -> tuple[str, ...]:
    return tuple(source for source in sources if not any(is_from(one, source) for one in candidates))
