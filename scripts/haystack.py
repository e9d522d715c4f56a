"""Questions of public sets -> the passages that retrieval brings from all passages of the sets together."""

from __future__ import annotations

import math
import pickle
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from measure_reading import Example, load, passages_of, sampled
from numpy.typing import NDArray

from localrag.evidence.meaning import Similarity
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.terms import content_terms, terms
from localrag.wiring import shipped_embedder

DEPTH = 8
"""Passages given as evidence, as the product's settings have it."""
_DAMPING = 60


class Situation(NamedTuple):
    """One question with the evidence it is answered from."""

    example: Example
    evidence: tuple[EvidenceCandidate, ...]
    gold: int | None
    """Position of the passage that the question belongs to; null where it is not among the evidence."""
    setting: str
    """``given``: the passage alone; ``found``: what retrieval brings; ``withheld``: the same without it."""

    @property
    def is_answerable(self) -> bool:
        """Whether the evidence can hold the answer."""
        return self.example.is_answerable and self.gold is not None


class Encoder:
    """The shipped embedder with a memory that outlives the run."""

    def __init__(self, memory: Path | None = None) -> None:
        self._memory, self._embedder = memory, shipped_embedder()
        known = memory is not None and memory.exists()
        self._known: dict[str, NDArray[np.float32]] = (
            pickle.loads(memory.read_bytes()) if known and memory else {}
        )

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._embedder.embed(new), strict=True))
        return np.array([self._known[text] for text in texts])

    def similarity(self, question: str, sentences: Sequence[str]) -> list[float]:
        """Of a question to sentences."""
        vectors = self.vectors([question, *sentences])
        return [float(one) for one in vectors[1:] @ vectors[0]]

    def keep(self) -> None:
        """Write the memory."""
        if self._memory is not None:
            self._memory.write_bytes(pickle.dumps(self._known))


class Haystack:
    """All passages of some sets, searched by words and meaning."""

    def __init__(self, folders: Sequence[Path], encoder: Encoder) -> None:
        self.passages = [passage for folder in folders for passage in passages_of(folder)]
        self._at = {(one.source_id, one.chunk_id): at for at, one in enumerate(self.passages)}
        self._encoder = encoder
        self._vectors = encoder.vectors([one.text for one in self.passages])
        counts = [Counter(terms(f"{one.source_title} {one.text}")) for one in self.passages]
        self.frequencies: Counter[str] = Counter()
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for at, counted in enumerate(counts):
            self.frequencies.update(counted.keys())
            for term, count in counted.items():
                self._postings[term].append((at, count))
        self._lengths = np.array([sum(one.values()) for one in counts], dtype=float)

    def situations(self, example: Example) -> list[Situation]:
        """The question's passage alone, what is found, and, where it has an answer, the same without it."""
        meant = self._vectors @ self._encoder.vectors([example.question])[0]
        order = self._ranked(example.question, meant)
        own = self._at[example.passage.source_id, example.passage.chunk_id]
        chosen = [("given", [own]), ("found", order[:DEPTH])]
        if example.is_answerable:
            chosen.append(("withheld", [at for at in order if at != own][:DEPTH]))
        made = []
        for setting, places in chosen:
            evidence = tuple(
                self.passages[at].model_copy(update={"dense_score": float(meant[at]), "rank": rank})
                for rank, at in enumerate(places, start=1)
            )
            gold = places.index(own) if own in places else None
            made.append(Situation(example, evidence, gold, setting))
        return made

    def _ranked(self, question: str, meant: NDArray[np.float32]) -> list[int]:
        score = np.zeros(len(self.passages))
        average = self._lengths.mean()
        for term in set(content_terms(question)):
            count = self.frequencies[term]
            rarity = math.log(1 + (len(self.passages) - count + 0.5) / (count + 0.5))
            for at, times in self._postings.get(term, ()):
                score[at] += (
                    rarity * times * 2.2 / (times + 1.2 * (0.25 + 0.75 * self._lengths[at] / average))
                )
        fused = 1 / (_DAMPING + _ranks(-meant)) + np.where(score > 0, 1 / (_DAMPING + _ranks(-score)), 0.0)
        return [int(at) for at in np.argsort(-fused, kind="stable")[: DEPTH + 1]]


def _ranks(values: NDArray[np.float64] | NDArray[np.float32]) -> NDArray[np.float64]:
    ranks = np.empty(len(values))
    ranks[np.argsort(values, kind="stable")] = np.arange(1, len(values) + 1)
    return ranks


def similarity_of(encoder: Encoder | None) -> Similarity | None:
    """The encoder's comparison, or none."""
    return encoder.similarity if encoder else None


def situations(
    data: Path,
    sets: Sequence[str],
    split: str,
    encoder: Encoder,
    most: int | None = None,
    on_set: Callable[[str], None] = lambda _: None,
) -> tuple[Haystack, list[tuple[str, Situation]]]:
    """Every situation of every question with the name of its set, over one haystack of all the sets."""
    haystack = Haystack([data / name for name in sets], encoder)
    found = []
    for name in sets:
        on_set(name)
        for example in sampled(load(data / name, split), most).examples:
            found += [(name, one) for one in haystack.situations(example)]
    return haystack, found
