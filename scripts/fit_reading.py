"""Development questions -> the weights in localrag/evidence/fitted.py, printed as they stand there.

    python scripts/fit_reading.py --data DIR [--sets squad2 xquad clapnq] [--words-alone] [--memory FILE]

Every question is read in up to three situations: with its passage given, with the passages that retrieval
finds for it among those of all sets, and with these when its own passage is withheld, which nothing then
answers. Sentences are ranked by a conditional logit (which of the sentences holds the answer), brought to the
scale of a chance by one logistic line over all sentences. Then what the best sentence has is turned into the
chance that it is right, by a logistic regression in which every set counts the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from haystack import Encoder, Haystack, Situation, situations
from measure_reading import ANSWERING, area_under_curve, contains, packed, plan_for, word_vectors
from numpy.typing import NDArray

from localrag.evidence import fitted
from localrag.evidence.asked import asked
from localrag.evidence.nearness import Nearness
from localrag.evidence.read import read
from localrag.evidence.relevance import FEATURES, match
from localrag.evidence.support import SIGNALS, support
from localrag.evidence.units import units
from localrag.evidence.words import weigh_by_rarity
from localrag.records.retrieval import EvidenceCandidate

UNTAUGHT = ("rank", "own_case", "quantity", "label", "shape", "modifies", "audience", "identified")
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


def rows_of(haystack: Haystack, found: Sequence[Situation], encoder: Encoder | None) -> list[Rows]:
    """Features of the sentences for every situation."""
    weigh = weigh_by_rarity([], haystack.frequencies.__getitem__, len(haystack.passages))
    vectors = word_vectors()
    made = []
    for one in found:
        wanted = asked(plan_for(one.example.question).parts[0], weigh, vectors=vectors)
        evidence = _evidence(one, encoder)
        matches = match(
            wanted,
            units(evidence),
            evidence,
            encoder.similarity if encoder else None,
            nearness=Nearness(wanted, vectors),
        )
        if not matches:
            continue
        features = np.array([each.features for each in matches])
        features[:, [FEATURES.index(name) for name in UNTAUGHT]] = 0.0
        holds = np.array([_is_right(one, each.unit.at, (each.unit.start, each.unit.end)) for each in matches])
        made.append(Rows(features, holds))
    return made


def _evidence(one: Situation, encoder: Encoder | None) -> list[EvidenceCandidate]:
    if encoder is not None:
        return list(one.evidence)
    return [passage.model_copy(update={"dense_score": None}) for passage in one.evidence]


def _is_right(one: Situation, at: int, span: tuple[int, int]) -> bool:
    return one.is_answerable and at == one.gold and contains(span, one.example.spans)


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


class Chosen(NamedTuple):
    """The best sentence of one situation."""

    signals: tuple[float, ...]
    is_right: bool
    set_name: str
    setting: str
    is_answerable: bool


def chosen_of(
    haystack: Haystack, found: Sequence[tuple[str, Situation]], encoder: Encoder | None
) -> list[Chosen]:
    """What the best sentence of every situation has, and whether it is right."""
    count = haystack.frequencies.__getitem__
    weigh = weigh_by_rarity([], count, len(haystack.passages))
    vectors = word_vectors()
    made = []
    for name, one in found:
        plan = plan_for(one.example.question)
        package = read(
            plan,
            packed(plan, _evidence(one, encoder)),
            document_frequency=count,
            passages=len(haystack.passages),
            similarity=encoder.similarity if encoder else None,
            vectors=vectors,
        )
        best = next((each for each in package.findings if each.role in ANSWERING), None)
        candidate = package.evidence(best.evidence_id) if best else None
        if best is None or candidate is None:
            continue
        wanted = asked(plan.parts[best.part], weigh, vectors=vectors)
        at = next(at for at, each in enumerate(one.evidence) if each.label == candidate.label)
        right = _is_right(one, at, (best.span.start, best.span.end))
        signals = support(wanted, best, candidate, Nearness(wanted, vectors)).signals
        made.append(Chosen(signals, right, name, one.setting, one.is_answerable))
    return made


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


def fit_chances(chosen: Sequence[Chosen]) -> NDArray[np.float64]:
    """Weights of CHANCE; each set and situation counts the same, the right and the wrong in it too."""
    groups: dict[tuple[str, str], list[int]] = {}
    for at, one in enumerate(chosen):
        groups.setdefault((one.set_name, one.setting.replace("withheld", "found")), []).append(at)
    truth = np.array([float(one.is_right) for one in chosen])
    shares = np.zeros(len(chosen))
    for places in groups.values():
        right = truth[places].mean()
        if 0 < right < 1:
            shares[places] = np.where(truth[places] == 1, 0.5 / right, 0.5 / (1 - right)) / len(places)
    return fit_chance(np.array([one.signals for one in chosen]), truth, shares)


def print_curves(chosen: Sequence[Chosen], weights: NDArray[np.float64]) -> None:
    """How well the chance tells right from wrong, by set and situation."""
    scores = np.array([one.signals for one in chosen]) @ weights[:-1] + weights[-1]
    for name in dict.fromkeys(one.set_name for one in chosen):
        for settings in (("given",), ("found", "withheld")):
            own = [at for at, one in enumerate(chosen) if one.set_name == name and one.setting in settings]
            right = [scores[at] for at in own if chosen[at].is_right]
            wrong = [scores[at] for at in own if not chosen[at].is_right]
            able = [scores[at] for at in own if chosen[at].is_answerable]
            unable = [scores[at] for at in own if not chosen[at].is_answerable]
            said = np.mean([score > 0 for score in right]) if right else 0.0
            fooled = np.mean([score > 0 for score in wrong]) if wrong else 0.0
            print(
                f"# {name} {settings[0]}: right from wrong {area_under_curve(right, wrong):.3f},"
                f" answerable from not {area_under_curve(able, unable):.3f};"
                f" over one half: right {said:.3f}, wrong {fooled:.3f}"
            )


def main() -> int:
    """Print fitted weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", nargs="*", default=["squad2", "xquad", "clapnq"])
    parser.add_argument("--words-alone", action="store_true", help="without the embedder")
    parser.add_argument("--memory", type=Path, help="keep vectors here for the next run")
    parser.add_argument("--most", type=int, help="questions of a set at most")
    parser.add_argument("--keep", type=Path, help="write what was fitted to here, for other models")
    arguments = parser.parse_args()
    encoder = Encoder(arguments.memory)
    haystack, found = situations(arguments.data, arguments.sets, "dev", encoder, arguments.most)
    used = None if arguments.words_alone else encoder
    rows = rows_of(haystack, [one for _, one in found], used)
    encoder.keep()
    weights = fit_choice(rows)
    scores = np.concatenate([one.features @ weights for one in rows])
    holds = np.concatenate([one.holds for one in rows]).astype(float)
    slope, offset = fit_scale(scores, holds)
    able = [one for one in rows if one.holds.any()]
    right = np.mean([one.holds[np.argmax(one.features @ weights)] for one in able])
    print(f"# {len(able)} questions, the right sentence first in {right:.3f}; {holds.mean():.3f} of all hold")
    table = fitted.READING_BY_MEANING if used else fitted.READING
    untaught = {name: table[name] for name in UNTAUGHT}
    table.update({name: float(slope * weight) for name, weight in zip(FEATURES, weights, strict=True)})
    table.update(untaught, bias=offset)
    print("".join(f'    "{name}": {value:.2f},\n' for name, value in table.items()))
    chosen = chosen_of(haystack, found, used)
    encoder.keep()
    chances = fit_chances(chosen)
    print_curves(chosen, chances)
    print(f'    "bias": {chances[-1]:.2f},')
    for name, weight in zip(SIGNALS, chances, strict=False):
        print(f'    "{name}": {weight:.2f},')
    if arguments.keep:
        import pickle

        arguments.keep.write_bytes(pickle.dumps((rows, chosen)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
