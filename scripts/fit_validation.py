"""Development claims -> the weights in localrag/validate/meaning.py, printed as they stand there.

    python scripts/fit_validation.py --data DIR

A logistic regression of "supported" on how much of a claim its evidence covers and how near it is in meaning.
Each set counts the same, and so do the supported and the other claims in it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from fit_reading import fit_chance
from measure_reading import embedder_similarity
from measure_validation import CLAIM_SETS, Claim, claims_of

from localrag.evidence.meaning import Similarity
from localrag.validate.coverage import backing
from localrag.validate.meaning import FEATURES, features
from localrag.validate.reading import read


def signals(claim: Claim, similarity: Similarity) -> list[float] | None:
    """The weakest of each feature over a claim's sentences; null where nothing of it is said."""
    sources = [one for one in read(claim.evidence) if not one.text.endswith("?")]
    found = [
        features(sentence, backed, sources, similarity)
        for sentence in read(claim.claim)
        if (backed := backing(sentence, sources)).sources
    ]
    return [min(column) for column in zip(*found, strict=True)] if found else None


def rows_of(data: Path, similarity: Similarity) -> tuple[list[list[float]], list[float], list[float]]:
    """Features, truth and share of every development claim."""
    made: list[list[float]] = []
    truth: list[float] = []
    shares: list[float] = []
    for name in CLAIM_SETS:
        known = [
            (found, one.supported)
            for one in claims_of(data, name, "dev")
            if (found := signals(one, similarity)) is not None
        ]
        counts = {said: sum(1 for _, own in known if own == said) for said in (True, False)}
        made += [found for found, _ in known]
        truth += [float(said) for _, said in known]
        shares += [1000 / counts[said] for _, said in known]
    return made, truth, shares


def _printed(weights: Sequence[float]) -> None:
    print(f'    "bias": {weights[-1]:.2f},')
    for name, weight in zip(FEATURES, weights, strict=False):
        print(f'    "{name}": {weight:.2f},')


def main() -> int:
    """Print fitted weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    made, truth, shares = rows_of(parser.parse_args().data, embedder_similarity())
    _printed([float(one) for one in fit_chance(np.array(made), np.array(truth), np.array(shares))])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
