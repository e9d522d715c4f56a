"""A checked draft + what a verifier says of it -> only what the verifier bears out, or nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from localrag.records.answer import EntailmentResult, GeneratedClaim, Validated
from localrag.records.ids import ChunkId, ClaimId

THRESHOLD = 0.8
"""Confidence from which on a verifier counts (guess: none is shipped to measure)."""


class Verifier(Protocol):
    """A second opinion on what passages say."""

    def verify(
        self, claims: Mapping[ClaimId, str], passages: Mapping[ChunkId, str]
    ) -> EntailmentResult | None:
        """Whether the passages say all that is claimed, and which of them; null where it did not succeed."""
        ...


def grounded(
    checked: Validated,
    passages: Mapping[ChunkId, str],
    verifier: Verifier,
    *,
    threshold: float = THRESHOLD,
) -> Validated:
    """Hold a draft against a verifier.

    Args:
        checked: As validation left it.
        passages: Text of everything that was retrieved for it.
        verifier: Asked once, about every sentence that cites.
        threshold: Confidence from which on it counts.

    Returns:
        Accepted: citations are those whose passage the verifier accepted, and a sentence that lost all of
        its citations is gone, with what derives from it. Not accepted: nothing is left, and every claim says
        why. ``grounding_supported`` tells which. A draft without citations is returned as it is.
    """
    cited = {one.claim for one in checked.citations}
    if not cited:
        return checked
    claims = {one.claim_id: one.text for one in checked.claims if one.claim_id in cited}
    result = verifier.verify(claims, passages)
    problem = rejection(result, retrieved=passages.keys(), threshold=threshold)
    if result is None or problem is not None:
        return _keeping(checked, set(), set(), problem or "", is_supported=False)
    accepted = set(result.supporting_chunk_ids)
    borne = {one.claim for one in checked.citations if one.chunk_id in accepted}
    lost = cited - borne
    derived = {one.claim_id: set(one.derived_from) for one in checked.claims}
    while more := {claim for claim, sources in derived.items() if sources & lost} - lost:
        lost |= more
    stated = {one.claim_id for block in checked.blocks for one in block.sentences} - lost
    why = "the verifier names no passage that it cites"
    return _keeping(checked, stated, accepted, why, is_supported=True)


def rejection(
    result: EntailmentResult | None, *, retrieved: Collection[ChunkId], threshold: float
) -> str | None:
    """Why a verifier's result is no acceptance, in words; null where it is one."""
    if result is None:
        return "the verifier did not succeed"
    if not result.supported:
        return "the verifier does not find it in the passages"
    if not result.confidence >= threshold:
        return "the verifier is not sure enough"
    if result.unsupported_claims:
        return "the verifier finds a claim unsupported"
    if not result.supporting_chunk_ids:
        return "the verifier names no supporting passage"
    if not set(result.supporting_chunk_ids) <= set(retrieved):
        return "the verifier names a passage that was not retrieved"
    return None


def _keeping(
    checked: Validated, stated: set[ClaimId], accepted: set[ChunkId], why: str, *, is_supported: bool
) -> Validated:
    blocks = (
        block.model_copy(
            update={"sentences": tuple(one for one in block.sentences if one.claim_id in stated)}
        )
        for block in checked.blocks
        # A table that lost a cell is gone whole.
        if block.kind != "table" or all(one.claim_id in stated for one in block.sentences)
    )
    left = tuple(block for block in blocks if block.sentences)
    said = {one.claim_id for block in left for one in block.sentences}

    def _judged(claim: GeneratedClaim) -> GeneratedClaim:
        if claim.claim_id in said or claim.support_status != "supported":
            return claim
        return claim.model_copy(update={"support_status": "unclear", "reason": why})

    claims = tuple(_judged(one) for one in checked.claims)
    return checked.model_copy(
        update={
            "blocks": left,
            "claims": claims,
            "citations": tuple(
                one for one in checked.citations if one.claim in said and one.chunk_id in accepted
            ),
            "unsupported_claims": tuple(one.claim_id for one in claims if one.support_status != "supported"),
            "grounding_supported": is_supported,
        }
    )
