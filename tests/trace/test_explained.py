"""An explanation tells each candidate's fate from what the stages gave."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.records.answer import GeneratedClaim, Validated
from localrag.records.evidence import EvidencePackage
from localrag.records.explanation import Explanation
from localrag.records.ids import ChunkId, ClaimId, EvidenceId, RequestId
from localrag.records.plan import QueryPlan, Subquery, TemporalContext
from localrag.records.retrieval import RetrievalFilters, RetrievalPlan, Retrieved
from localrag.trace.explained import StageResults, explained
from tests.fakes.scripted_backend import answer, evidence

PLAN = QueryPlan(
    normalized_query="q",
    query_type="exact_lookup",
    retrieval_mode="hybrid",
    subqueries=(Subquery(text="q"),),
    temporal=TemporalContext(asked_date=date(2026, 6, 1), basis="asked on"),
)
FOUND = Retrieved(
    plan=RetrievalPlan(
        query="q",
        mode="hybrid",
        subqueries=PLAN.subqueries,
        top_k=8,
        candidate_k=60,
        filters=RetrievalFilters(),
    ),
    candidates=tuple(
        evidence(chunk_id=ChunkId(name), rank=rank)
        for rank, name in enumerate(("cited", "read", "twin", "long", "low"), 1)
    ),
    permitted_count=30,
    in_force_count=20,
)
PACKAGE = EvidencePackage(
    request_id=RequestId("r1"),
    query="q",
    selected_evidence=(
        evidence("E1", chunk_id=ChunkId("cited")),
        evidence("E2", chunk_id=ChunkId("read")),
    ),
    total_tokens=70,
    omitted_candidate_ids=(ChunkId("twin"), ChunkId("long")),
    repeated_candidate_ids=(ChunkId("twin"),),
    context_policy_id="best-first-1500",
    sufficiency="sufficient",
    reasons=("E1 says it.",),
)


def _explained(*validated: Validated) -> Explanation:
    results = StageResults(PLAN, FOUND, PACKAGE, validated)
    return explained(results, answer(evidence_ids_used=(EvidenceId("E1"),)))


@pytest.mark.parametrize(
    ("chunk", "fate"),
    [
        ("cited", "cited"),
        ("read", "read"),
        ("twin", "repeated"),
        ("long", "no_room"),
        ("low", "not_considered"),
    ],
)
def test_every_candidate_has_a_fate(chunk: str, fate: str) -> None:
    fates = {one.chunk_id: one.fate for one in _explained().candidates}
    assert fates[ChunkId(chunk)] == fate


def test_counts_and_reasons_are_the_stages_own() -> None:
    told = _explained()
    assert (told.permitted_count, told.in_force_count) == (30, 20)
    assert told.reasons == ("E1 says it.",)


def test_a_question_that_was_only_planned_has_a_plan_and_nothing_else() -> None:
    told = explained(StageResults(PLAN, None, None, ()), answer(claims=()))
    assert told.plan == PLAN
    assert (told.retrieval, told.candidates, told.sufficiency) == (None, (), None)


def test_a_draft_of_which_nothing_held_is_told_apart() -> None:
    lost = GeneratedClaim(claim_id=ClaimId("C1"), text="Ten days.", support_status="unsupported")
    first = Validated(blocks=(), claims=(lost,), citations=())
    second = Validated(blocks=(), claims=(), citations=())
    assert _explained(first, second).withdrawn_claims == (lost,)
    assert _explained(first).withdrawn_claims == ()
