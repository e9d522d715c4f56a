"""Development questions -> the weights in localrag/evidence/fitted.py, printed as they stand there.

    python scripts/fit_reading.py --data DIR [--sets squad2 xquad clapnq] [--embedder]

Sentences are ranked by a conditional logit (which of a passage's sentences holds the answer), then brought
to the scale of a chance by one logistic line over all sentences, those of unanswerable questions included.
Each question's passage stands among the three others that share most words with it.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from measure_reading import (
    ANSWERING,
    Example,
    QuestionSet,
    area_under_curve,
    contains,
    embedder_similarity,
    load,
    packed,
    placed,
    plan_for,
)
from numpy.typing import NDArray

from localrag.evidence.asked import asked
from localrag.evidence.meaning import Similarity
from localrag.evidence.read import read
from localrag.evidence.relevance import FEATURES, match
from localrag.evidence.support import SIGNALS, support
from localrag.evidence.units import units
from localrag.evidence.words import Weigh, weigh_by_rarity
from localrag.records.ids import ChunkId
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.terms import content_terms, terms

OTHERS = 3
UNTAUGHT = ("rank", "own_case", "quantity", "label", "shape", "modifies", "audience")
"""Features on which public paragraphs say nothing; their weights are guesses."""
STEPS = 3000
RATE = 0.05
RIDGE = 1e-3


class Rows(NamedTuple):
    """The sentences of one question."""

    features: NDArray[np.float64]
    """One row a sentence."""
    holds: NDArray[np.bool_]
    """Whether it holds a gold answer."""


def rows_of(questions: QuestionSet, similarity: Similarity | None) -> list[Rows]:
    """Features of the sentences for every question of a set."""
    weigh = weigh_by_rarity([], questions.frequencies.__getitem__, questions.passages)
    passages = {one.passage.chunk_id: one.passage for one in questions.examples}
    word_sets = {name: set(terms(passage.text)) for name, passage in passages.items()}
    found = []
    for example in questions.examples:
        evidence = [example.passage, *_others(example, passages, word_sets, weigh)]
        if similarity is not None:
            scores = similarity(example.question, [one.text for one in evidence])
            evidence = [
                one.model_copy(update={"dense_score": score})
                for one, score in zip(evidence, scores, strict=True)
            ]
        wanted = asked(plan_for(example.question).parts[0], weigh)
        matches = match(wanted, units(evidence), evidence, similarity)
        if not matches:
            continue
        features = np.array([one.features for one in matches])
        features[:, [FEATURES.index(name) for name in UNTAUGHT]] = 0.0
        holds = np.array(
            [
                one.unit.at == 0
                and example.is_answerable
                and contains((one.unit.start, one.unit.end), example.spans)
                for one in matches
            ]
        )
        found.append(Rows(features, holds))
    return found


def _others(
    example: Example,
    passages: Mapping[ChunkId, EvidenceCandidate],
    word_sets: Mapping[ChunkId, set[str]],
    weigh: Weigh,
) -> list[EvidenceCandidate]:
    wanted = set(content_terms(example.question))
    ranked = sorted(
        (-sum(weigh(term) for term in wanted & held), name)
        for name, held in word_sets.items()
        if name != example.passage.chunk_id
    )
    return [passages[name] for _, name in ranked[:OTHERS]]


def fit_choice(rows: Sequence[Rows]) -> NDArray[np.float64]:
    """Weights that make the answering sentence the likeliest of its question's, by Adam."""
    useful = [one for one in rows if one.holds.any() and not one.holds.all()]
    lengths = np.array([len(one.holds) for one in useful])
    features = np.vstack([one.features for one in useful])
    holds = np.concatenate([one.holds for one in useful]).astype(float)
    starts = np.concatenate([[0], lengths.cumsum()[:-1]])
    weights = np.zeros(features.shape[1])
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        scores = features @ weights
        scores -= np.repeat(np.maximum.reduceat(scores, starts), lengths)
        chance = np.exp(scores)
        chance /= np.repeat(np.add.reduceat(chance, starts), lengths)
        right = chance * holds
        right /= np.repeat(np.add.reduceat(right, starts), lengths)
        gradient = features.T @ (chance - right) / len(useful) + RIDGE * weights
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        weights -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def fit_scale(scores: NDArray[np.float64], holds: NDArray[np.float64]) -> tuple[float, float]:
    """Slope and offset of the logistic line from scores to chances, by Newton's method."""
    design = np.column_stack([scores, np.ones_like(scores)])
    line = np.zeros(2)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ line))
        hessian = (design * (chance * (1 - chance))[:, None]).T @ design + 1e-6 * np.eye(2)
        line += np.linalg.solve(hessian, design.T @ (holds - chance))
    return float(line[0]), float(line[1])


def signals_of(
    questions: QuestionSet, similarity: Similarity | None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the best sentence of each question has, and whether the question is answerable."""
    weigh = weigh_by_rarity([], questions.frequencies.__getitem__, questions.passages)
    signals, answerable = [], []
    for example in questions.examples:
        plan = plan_for(example.question)
        found = read(
            plan,
            packed(plan, [placed(example, similarity)]),
            document_frequency=questions.frequencies.__getitem__,
            passages=questions.passages,
            similarity=similarity,
        )
        best = next((one for one in found.findings if one.role in ANSWERING), None)
        if best is not None:
            signals.append(support(asked(plan.parts[0], weigh), best, example.passage).signals)
            answerable.append(float(example.is_answerable))
    return np.array(signals), np.array(answerable)


def fit_chance(
    signals: NDArray[np.float64], answerable: NDArray[np.float64], shares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Weights of a logistic regression, the offset last, by Newton's method with a small ridge."""
    design = np.column_stack([signals, np.ones(len(signals))])
    weights = np.zeros(design.shape[1])
    ridge = 1e-3 * shares.sum() * np.diag([1.0] * signals.shape[1] + [0.0])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ weights))
        hessian = (design * (shares * chance * (1 - chance))[:, None]).T @ design + ridge
        gradient = design.T @ (shares * (answerable - chance)) - ridge @ weights
        weights += np.linalg.solve(hessian, gradient)
    return weights


def print_chances(data: Path, sets: Sequence[str], similarity: Similarity | None) -> None:
    """Print the weights of ANSWERABLE; each set counts the same, and so do its two kinds of question."""
    parts = [signals_of(load(data / name, "dev"), similarity) for name in sets]
    parts = [(signals, answerable) for signals, answerable in parts if 0 < answerable.mean() < 1]
    shares = np.concatenate(
        [
            np.where(answerable == 1, 0.5 / answerable.mean(), 0.5 / (1 - answerable.mean()))
            / len(answerable)
            for _, answerable in parts
        ]
    )
    signals = np.vstack([one for one, _ in parts])
    answerable = np.concatenate([one for _, one in parts])
    weights = fit_chance(signals, answerable, shares)
    for one, truth in parts:
        scores = one @ weights[:-1]
        print(f"# area under the curve {area_under_curve(scores[truth == 1], scores[truth == 0]):.3f}")
    print(f'    "bias": {weights[-1]:.2f},')
    for name, weight in zip(SIGNALS, weights, strict=False):
        print(f'    "{name}": {weight:.2f},')


def main() -> int:
    """Print fitted weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="*", default=["squad2", "xquad", "clapnq"])
    parser.add_argument("--embedder", action="store_true")
    parser.add_argument(
        "--answerable", action="store_true", help="fit the chance that a question is answered"
    )
    arguments = parser.parse_args()
    similarity = embedder_similarity() if arguments.embedder else None
    if arguments.answerable:
        print_chances(arguments.data, arguments.sets, similarity)
        return 0
    rows = [one for name in arguments.sets for one in rows_of(load(arguments.data / name, "dev"), similarity)]
    weights = fit_choice(rows)
    scores = np.concatenate([one.features @ weights for one in rows])
    holds = np.concatenate([one.holds for one in rows]).astype(float)
    slope, offset = fit_scale(scores, holds)
    chosen = [one for one in rows if one.holds.any()]
    right = np.mean([one.holds[np.argmax(one.features @ weights)] for one in chosen])
    print(
        f"# {len(chosen)} questions, the right sentence first in {right:.3f}; {holds.mean():.3f} of all hold"
    )
    print(f'    "bias": {offset:.2f},')
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f'    "{name}": {slope * weight:.2f},')
    return 0 if not math.isnan(slope) else 1


if __name__ == "__main__":
    raise SystemExit(main())
