"""When a verifier's word counts, and what it leaves of an answer: a test a rule."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from localrag.records.answer import (
    Citation,
    DraftBlock,
    DraftSentence,
    EntailmentResult,
    GeneratedClaim,
    Validated,
)
from localrag.records.ids import ChunkId, ClaimId
from localrag.validate.grounding import grounded
from tests.fakes.scripted_backend import citation

ONE, TWO, ELSEWHERE = ChunkId("chunk-E1"), ChunkId("chunk-E2"), ChunkId("chunk-E9")
PASSAGES = {ONE: "The limit is 14 days.", TWO: "The fee is EUR 250."}


class ScriptedVerifier:
    """Approves of what it was told to, and keeps what it was asked."""

    def __init__(self, result: EntailmentResult | None) -> None:
        self._result = result
        self.asked: list[Mapping[ClaimId, str]] = []

    def verify(
        self, claims: Mapping[ClaimId, str], passages: Mapping[ChunkId, str]
    ) -> EntailmentResult | None:
        assert passages == PASSAGES
        self.asked.append(claims)
        return self._result


def _result(*supports: ChunkId, supported: bool = True, confidence: float = 0.9) -> EntailmentResult:
    return EntailmentResult(supported=supported, supporting_chunk_ids=supports, confidence=confidence)


def _cited(claim: str, evidence_id: str) -> Citation:
    return citation(evidence_id, claim=ClaimId(claim))


def _checked(*citations: Citation, derived: str | None = None) -> Validated:
    """Two sentences with a passage each, and a third that follows from one of them where asked for."""
    names = ["C1", "C2", *(["C3"] if derived else [])]
    sources = {"C3": (ClaimId(derived),)} if derived else {}
    return Validated(
        blocks=(
            DraftBlock(
                kind="paragraph",
                sentences=tuple(DraftSentence(claim_id=ClaimId(one), text=one) for one in names),
            ),
        ),
        claims=tuple(
            GeneratedClaim(
                claim_id=ClaimId(one), text=one, support_status="supported", derived_from=sources.get(one, ())
            )
            for one in names
        ),
        citations=citations or (_cited("C1", "E1"), _cited("C2", "E2")),
    )


def _said(checked: Validated) -> list[str]:
    return [one.claim_id for block in checked.blocks for one in block.sentences]


def test_what_the_verifier_bears_out_stays_as_it_is() -> None:
    verifier = ScriptedVerifier(_result(ONE, TWO))
    left = grounded(_checked(), PASSAGES, verifier)
    assert left == _checked().model_copy(update={"grounding_supported": True})
    assert verifier.asked == [{"C1": "C1", "C2": "C2"}]


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (None, "did not succeed"),
        (_result(ONE, supported=False), "does not find it"),
        (_result(ONE, confidence=0.79), "not sure enough"),
        (_result(ONE, confidence=float("nan")), "not sure enough"),
        (_result(ONE).model_copy(update={"unsupported_claims": (ClaimId("C2"),)}), "claim unsupported"),
        (_result(), "no supporting passage"),
        (_result(ONE, ELSEWHERE), "was not retrieved"),
    ],
)
def test_without_every_condition_nothing_is_left(result: EntailmentResult | None, why: str) -> None:
    left = grounded(_checked(), PASSAGES, ScriptedVerifier(result))
    assert (left.holds, left.citations, left.grounding_supported) == (False, (), False)
    assert all(one.support_status == "unclear" and why in one.reason for one in left.claims)
    assert left.unsupported_claims == ("C1", "C2")


def test_confidence_at_the_threshold_is_enough() -> None:
    assert grounded(_checked(), PASSAGES, ScriptedVerifier(_result(ONE, TWO, confidence=0.8))).holds


def test_only_the_passage_that_the_verifier_approved_is_cited() -> None:
    left = grounded(_checked(), PASSAGES, ScriptedVerifier(_result(TWO)))
    assert {one.chunk_id for one in left.citations} == {TWO}
    assert _said(left) == ["C2"]
    assert left.unsupported_claims == ("C1",)


def test_a_sentence_with_one_approved_passage_of_two_keeps_that_one() -> None:
    checked = _checked(_cited("C1", "E1"), _cited("C1", "E2"), _cited("C2", "E2"))
    left = grounded(checked, PASSAGES, ScriptedVerifier(_result(TWO)))
    assert _said(left) == ["C1", "C2"]
    assert {one.chunk_id for one in left.citations} == {TWO}


@pytest.mark.parametrize(("source", "said"), [("C1", ["C2"]), ("C2", ["C2", "C3"])])
def test_what_derives_from_a_sentence_goes_with_it(source: str, said: list[str]) -> None:
    left = grounded(_checked(derived=source), PASSAGES, ScriptedVerifier(_result(TWO)))
    assert _said(left) == said


def test_a_draft_without_citations_is_not_verified() -> None:
    verifier = ScriptedVerifier(_result(ONE))
    checked = _checked().model_copy(update={"citations": ()})
    assert grounded(checked, PASSAGES, verifier) == checked
    assert verifier.asked == []
