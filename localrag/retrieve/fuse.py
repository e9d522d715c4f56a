"""Several rankings -> one, and priors added to it: pure arithmetic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from localrag.ports import Scored
from localrag.records.ids import ChunkId


def fuse(
    rankings: Sequence[Sequence[Scored]], weights: Sequence[float] | None = None
) -> dict[ChunkId, float]:
    """Combine rankings by their scores, each scaled to 0..1 over its own passages.

    Args:
        rankings: Best first; a passage may be absent from some of them. Scores of one ranking are
            comparable with each other only.
        weights: One a ranking, above zero; equal where left out.

    Returns:
        Passage -> weighted mean of its scaled scores, 0 to 1; a passage counts 0 in a ranking that
        lacks it. In first-seen order.

    Source:
        Min-max convex combination, Bruch, Gai and Ingber, ACM TOIS 42(1), 2023.
    """
    used = [1.0] * len(rankings) if weights is None else list(weights)
    total = sum(weight for weight, ranking in zip(used, rankings, strict=True) if ranking)
    fused: dict[ChunkId, float] = {}
    for weight, ranking in zip(used, rankings, strict=True):
        if not ranking:
            continue
        low, high = ranking[-1].score, ranking[0].score
        for passage in ranking:
            scaled = (passage.score - low) / (high - low) if high > low else 1.0
            fused[passage.chunk_id] = fused.get(passage.chunk_id, 0.0) + weight * scaled / total
    return fused


def ranked(scores: Mapping[ChunkId, float]) -> list[Scored]:
    """Best first; ties by chunk id, so that nothing but scores and ids decides."""
    return sorted(
        (Scored(chunk, score) for chunk, score in scores.items()), key=lambda one: (-one.score, one.chunk_id)
    )
