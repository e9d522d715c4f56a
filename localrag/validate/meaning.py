"""A claim's backing and an embedder's comparison -> the chance that the sources say the claim."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from localrag.validate.coverage import HARDLY, Backing
from localrag.validate.reading import Reading
from localrag.validate.verdict import Verdict

Similarity = Callable[[str, Sequence[str]], Sequence[float]]
"""Of a claim to sentences, -1 to 1 each, in their order."""

COMPARED = 60
"""Source sentences compared for one claim at most; an answer cites one or two (guess at what it may cost)."""
FEATURES = ("covered", "best_covered", "nearest", "nearest_three")
WEIGHTS: dict[str, float] = {
    "bias": -3.59,
    "covered": 1.67,
    "best_covered": 1.51,
    "nearest": 1.30,
    "nearest_three": 1.38,
}
"""A logistic regression; printed 2026-12-01 by ``scripts/fit_validation.py`` from the development splits of
attributionbench, wice and scifact, each set and each answer counting the same."""
_ENOUGH = 0.5
"""Chance from which a claim counts as said (the fit counts said and unsaid alike)."""
_HARDLY_A_CHANCE = 0.35
"""Chance below which the source is about something else, rather than unclear (guess)."""


def features(
    claim: Reading, backed: Backing, sources: Sequence[Reading], similarity: Similarity
) -> list[float]:
    """What the chance is computed from, in the order of FEATURES; each at most 1."""
    near = sorted(similarity(claim.text, [one.text for one in sources[:COMPARED]]), reverse=True)[:3]
    return [backed.covered, backed.best_covered, near[0], math.fsum(near) / len(near)]


def check_meaning(
    claim: Reading, backed: Backing, sources: Sequence[Reading], similarity: Similarity
) -> Verdict | None:
    """A verdict where words and meaning together leave it open whether the sources say a claim.

    Names are not judged here. Without sources there is nothing to compare: not for none.
    """
    found = features(claim, backed, sources, similarity)
    total = WEIGHTS["bias"] + math.fsum(
        WEIGHTS[name] * value for name, value in zip(FEATURES, found, strict=True)
    )
    chance = 1 / (1 + math.exp(-total))
    if chance >= _ENOUGH:
        return None
    unsaid = ", ".join(f"“{word.text}”" for word in backed.missing)
    if chance < _HARDLY_A_CHANCE or backed.covered < HARDLY:
        return Verdict("unsupported", f"the source does not say {unsaid or 'it'}")
    return Verdict("unclear", f"the source may not say {unsaid or 'it'}")
