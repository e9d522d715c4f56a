"""QueryPlan + SecurityContext -> candidates, best first, that the asker may read and the plan wants."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from localrag.ports import Corpus, LoadsEmbedder
from localrag.records.ids import ChunkId
from localrag.records.plan import QueryPlan, RetrievalMode
from localrag.records.retrieval import EvidenceCandidate, RetrievalFilters, RetrievalPlan, Retrieved
from localrag.records.security import SecurityContext
from localrag.retrieve.boosts import boosted, boosts, missing
from localrag.retrieve.duplicates import collapse
from localrag.retrieve.fuse import fuse, ranked
from localrag.retrieve.ranks import Ranks
from localrag.retrieve.searching import Searching, encoding
from localrag.settings import RetrieveSettings
from localrag.text.holding import asks_whether_it_holds


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
    wanted = top_k or settings.candidate_k
    searching = Searching(
        plan,
        security,
        filters_of(plan),
        corpus,
        _runnable(plan.retrieval_mode),
        settings,
        max(settings.list_depth, wanted),
        encoding(plan, embedder),
    )
    ranks = Ranks({}, {}, set(), set(), set())
    scores = _scores(searching, ranks)
    best = [hit.chunk_id for hit in ranked(scores)[:wanted]]
    if not top_k:
        ranks.policy.update(searching.official_policy())
        ranks.record.update(searching.record())
    found = searching.scope.fetch(list(dict.fromkeys((*best, *ranks.policy, *ranks.record))))
    rules = boosts(plan, settings)
    scored = [ranks.described(one, boosted(one, scores.get(one.chunk_id, 0.0), rules)) for one in found]
    scored.sort(key=lambda one: (-one.score, one.chunk_id))
    keep_versions = plan.wants_history or searching.filters.in_force_until is not None
    kept = collapse(scored, keep_versions=keep_versions)
    candidates = [one.model_copy(update={"rank": rank}) for rank, one in enumerate(kept, 1)]
    return Retrieved(
        plan=RetrievalPlan(
            query=plan.normalized_query,
            mode=searching.mode,
            subqueries=plan.subqueries,
            top_k=top_k or settings.top_k,
            candidate_k=settings.candidate_k,
            filters=searching.filters,
            boost_rules=rules,
        ),
        candidates=tuple(candidates),
        permitted_count=corpus.scope(security, RetrievalFilters()).size,
        in_force_count=searching.scope.size,
        missing_sources=tuple(
            f"{one}, version {plan.named_version}" if plan.named_version else one
            for one in missing(plan.required_sources, candidates)
        ),
        notices=(*_withheld(searching, best[: settings.top_k], found), *_by_words_alone(searching)),
    )


def _scores(searching: Searching, ranks: Ranks) -> dict[ChunkId, float]:
    """The fused score of every passage that a list holds; notes in ``ranks`` where it stood."""
    scores: dict[ChunkId, float] = {}
    exact = searching.exact()
    for lists in searching.lists(found_exactly=bool(exact)):
        ranks.note(lists)
        fused = fuse(lists.lexical, lists.dense, lexical_weight=searching.settings.lexical_weight)
        for chunk_id, score in fused.items():
            scores[chunk_id] = max(scores.get(chunk_id, 0.0), score)
    for hit in exact:
        # An identifier that was asked for by name outranks whatever only resembles the question.
        scores[hit.chunk_id] = scores.get(hit.chunk_id, 0.0) + 1.0
        ranks.exact.add(hit.chunk_id)
    return scores


def _withheld(
    searching: Searching, best: Sequence[ChunkId], found: Sequence[EvidenceCandidate]
) -> tuple[str, ...]:
    """What is said where a passage that would have stood first has lost its file."""
    there = {one.chunk_id for one in found}
    lost = [chunk for chunk in best if chunk not in there]
    if not lost or "gone" not in searching.corpus.file_states(lost, searching.security).values():
        return ()
    return (
        "A document that fits is not used: its file is gone since it was indexed. "
        "Bring the index up to date with: localrag index",
    )


def _by_words_alone(searching: Searching) -> tuple[str, ...]:
    """What is said while passages that may be found have no vector yet."""
    scope = searching.scope
    if searching.mode == "lexical" or not scope.without_vectors:
        return ()
    return (
        f"The index is still being built: {scope.without_vectors:,} of {scope.size:,} passages have no vector"
        " yet and are found by their words alone. If no index run is on its way, start one: localrag index",
    )


def filters_of(plan: QueryPlan) -> RetrievalFilters:
    """What narrows the search: the day that matters unless history is wanted, and the case."""
    temporal = plan.temporal
    if plan.named_version is not None:
        return RetrievalFilters(version=plan.named_version, case_id=plan.case_id)
    if plan.required_sources and any(asks_whether_it_holds(part.text) for part in plan.parts):
        # A document that is asked after by name may have ended.
        return RetrievalFilters(case_id=plan.case_id)
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


def _runnable(mode: RetrievalMode) -> RetrievalMode:
    # No reranker is installed, so a mode that wants one runs as hybrid, and the trace shows it.
    return "hybrid" if mode == "hybrid_rerank" else mode
