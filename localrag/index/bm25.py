"""Query terms -> BM25 scores, with statistics of the permitted passages alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from localrag.index.lexicon import NOWHERE, Lexicon, Postings

K1 = 1.2
B = 0.4
"""Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009. Mean nDCG@10 on the development
halves of scifact, mtrag_govt, mtrag_fiqa and mtrag_clapnq: .469, with b .75 .462; k1 from .9 to 2 moves it
by less than a point (scripts/measure_index.py, 2026-11-30)."""
MAX_TERMS = 256
"""Distinct terms of a query that are looked up, in its order. Guess: any question, and a pasted page."""
_MIN_PART_CHARS = 6
"""A shorter unknown word is not looked for inside longer ones. Guess: compounds have long parts."""


class PermittedSegment(NamedTuple):
    """One segment and the rows of it that are permitted."""

    lexicon: Lexicon
    permitted: NDArray[np.bool_]
    all_permitted: bool


class Hits(NamedTuple):
    """Rows of one segment with their scores."""

    segment: int
    rows: NDArray[np.int64]
    scores: NDArray[np.float64]


class PermittedPassages:
    """The permitted rows of all segments, and the statistics over them.

    Statistics are whole numbers and every row is scored by itself in the order of the query's terms, so a
    score does not depend on how rows are spread over segments, nor on rows that are not permitted.
    """

    def __init__(self, segments: Sequence[PermittedSegment]) -> None:
        self._segments = segments
        self.size = sum(int(np.count_nonzero(one.permitted)) for one in segments)
        """Permitted passages."""
        self._total_length: int | None = None
        self._known: dict[str, list[Postings]] = {}

    def frequency(self, term: str) -> int:
        """Permitted passages with the term."""
        return sum(len(found.rows) for found in self._permitted_postings(term))

    def rows_with_all(self, terms: Sequence[str]) -> list[tuple[int, NDArray[np.int64]]]:
        """Permitted rows that hold every term, by segment; none for no term."""
        found = []
        for number in range(len(self._segments)):
            rows: NDArray[np.uint32] | None = None
            for term in terms:
                having = self._permitted_postings(term)[number].rows
                rows = having if rows is None else np.intersect1d(rows, having, assume_unique=True)
            if rows is not None and len(rows):
                found.append((number, rows.astype(np.int64)))
        return found

    def score(self, terms: Sequence[str], limit: int) -> list[Hits]:
        """At least the best ``limit`` rows that hold a term, with all that tie with the last of them.

        A term that is repeated counts as often. A long word that no permitted passage has is looked for
        inside longer words (``dienstanweisung`` in ``reisedienstanweisung``), which then count as one term.
        """
        wanted = list(Counter(terms).items())[:MAX_TERMS]
        found = [(weight, self._postings_or_compounds(term)) for term, weight in wanted]
        found = [(weight, postings) for weight, postings in found if any(len(one.rows) for one in postings)]
        if not found:
            return []
        average = self._length_in_all() / self.size
        hits = []
        for number, segment in enumerate(self._segments):
            scores = np.zeros(len(segment.permitted), dtype=np.float64)
            for weight, postings in found:
                rows, counts = postings[number]
                if not len(rows):
                    continue
                frequency = sum(len(one.rows) for one in postings)
                rarity = math.log(1 + (self.size - frequency + 0.5) / (frequency + 0.5))
                length = segment.lexicon.lengths[rows] * (K1 * B / average) + K1 * (1 - B)
                scores[rows] += (weight * rarity * (K1 + 1)) * (counts / (counts + length))
            scored = np.flatnonzero(scores)
            hits.append(Hits(number, scored, scores[scored]))
        return _best(hits, limit)

    def _postings_or_compounds(self, term: str) -> list[Postings]:
        postings = self._permitted_postings(term)
        if len(term) < _MIN_PART_CHARS or not term.isalpha() or any(len(one.rows) for one in postings):
            return postings
        return [_merged(self._within(segment, term)) for segment in self._segments]

    def _within(self, segment: PermittedSegment, term: str) -> list[Postings]:
        longer = [_restricted(found, segment) for found in segment.lexicon.postings_within(term)]
        return [found for found in longer if len(found.rows)]

    def _permitted_postings(self, term: str) -> list[Postings]:
        if term not in self._known:
            self._known[term] = [
                _restricted(segment.lexicon.postings(term), segment) for segment in self._segments
            ]
        return self._known[term]

    def _length_in_all(self) -> int:
        if self._total_length is None:
            self._total_length = sum(
                int(one.lexicon.lengths.sum(where=one.permitted, dtype=np.int64)) for one in self._segments
            )
        return self._total_length


def _restricted(postings: Postings, segment: PermittedSegment) -> Postings:
    if segment.all_permitted or not len(postings.rows):
        return postings
    kept = segment.permitted[postings.rows]
    return Postings(postings.rows[kept], postings.counts[kept])


def _merged(several: Sequence[Postings]) -> Postings:
    if not several:
        return NOWHERE
    rows, place = np.unique(np.concatenate([one.rows for one in several]), return_inverse=True)
    counts = np.zeros(len(rows), dtype=np.int64)
    np.add.at(counts, place, np.concatenate([one.counts for one in several]).astype(np.int64))
    return Postings(rows, np.minimum(counts, np.iinfo(np.uint16).max).astype(np.uint16))


def _best(hits: Sequence[Hits], limit: int) -> list[Hits]:
    """Drop what cannot be among the best; ties with the last one stay, whoever breaks them."""
    scores = np.concatenate([one.scores for one in hits])
    if len(scores) <= limit:
        return [one for one in hits if len(one.rows)]
    least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
    kept = [(one, one.scores >= least) for one in hits]
    return [Hits(one.segment, one.rows[keep], one.scores[keep]) for one, keep in kept if keep.any()]
