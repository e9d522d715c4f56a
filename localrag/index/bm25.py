"""Query terms -> BM25 scores, with statistics of the permitted passages alone."""

from __future__ import annotations

import math
import threading
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
_GROUP = 64
"""Scores looked at together when the best are sought: five times faster than sorting them out one by one."""
_MAX_KEPT_ROWS = 4_000_000
"""Postings that a scope remembers, of six bytes each. Guess: a conversation about a million passages."""
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
        self._compounds: dict[str, list[Postings]] = {}
        self._kept_rows = 0

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
        rarities = [weight * self._rarity(postings) * (K1 + 1) for weight, postings in found]
        average = self._length_in_all() / self.size
        hits: list[Hits] = []
        least = 0.0
        room = _room_for(max(len(one.permitted) for one in self._segments))
        for number, segment in enumerate(self._segments):
            terms_here = [
                (rarity, postings[number])
                for rarity, (_, postings) in zip(rarities, found, strict=True)
                if len(postings[number].rows)
            ]
            if terms_here:
                rows, scores = _scored(segment.lexicon.lengths, average, terms_here, least, room)
                hits.append(Hits(number, rows, scores))
                # No row below the last of the best so far can be among the best in the end.
                least = max(least, _last_of_best(scores, limit))
        least = _last_of_best(np.concatenate([one.scores for one in hits]), limit)
        return [Hits(one.segment, *_at_least(least, one)) for one in hits]

    def _rarity(self, postings: Sequence[Postings]) -> float:
        frequency = sum(len(one.rows) for one in postings)
        return math.log(1 + (self.size - frequency + 0.5) / (frequency + 0.5))

    def _postings_or_compounds(self, term: str) -> list[Postings]:
        postings = self._permitted_postings(term)
        if len(term) < _MIN_PART_CHARS or not term.isalpha() or any(len(one.rows) for one in postings):
            return postings
        if term not in self._compounds:
            self._compounds[term] = [_merged(self._within(segment, term)) for segment in self._segments]
        return self._compounds[term]

    def _within(self, segment: PermittedSegment, term: str) -> list[Postings]:
        longer = [_restricted(found, segment) for found in segment.lexicon.postings_within(term)]
        return [found for found in longer if len(found.rows)]

    def _permitted_postings(self, term: str) -> list[Postings]:
        if term in self._known:
            return self._known[term]
        found = [_restricted(segment.lexicon.postings(term), segment) for segment in self._segments]
        self._kept_rows += sum(len(one.rows) for one in found)
        if self._kept_rows > _MAX_KEPT_ROWS:
            self._known.clear()
            self._compounds.clear()
            self._kept_rows = 0
        self._known[term] = found
        return found

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


class _Room(NamedTuple):
    """Memory for one segment at a time, used again: fresh pages cost more than the arithmetic in them."""

    damping: NDArray[np.float64]
    gained: NDArray[np.float64]
    scores: NDArray[np.float64]


_rooms = threading.local()


def _room_for(count: int) -> _Room:
    """This thread's room, large enough for a segment of so many rows."""
    room: _Room | None = getattr(_rooms, "room", None)
    if room is None or len(room.scores) < count:
        room = _rooms.room = _Room(np.empty(count), np.empty(count), np.empty(count))
    return room


def _scored(
    lengths: NDArray[np.uint32],
    average: float,
    terms_here: Sequence[tuple[float, Postings]],
    least: float,
    room: _Room,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Rows of one segment that hold a term and reach the least score, rising, and their scores."""
    damping = np.multiply(lengths, K1 * B / average, out=room.damping[: len(lengths)])
    damping += K1 * (1 - B)
    scores = room.scores[: len(lengths)]
    scores.fill(0.0)
    for rarity, (rows, counts) in terms_here:
        gained = room.gained[: len(rows)]
        np.take(damping, rows, out=gained, mode="clip")
        gained += counts
        np.divide(counts, gained, out=gained)
        gained *= rarity
        np.add.at(scores, rows, gained)
    found = np.flatnonzero(scores >= least if least else scores > 0)
    return found, scores[found]


def _last_of_best(scores: NDArray[np.float64], limit: int) -> float:
    """The score of the last of the best ``limit``; 0 where there are not as many."""
    groups = len(scores) // _GROUP
    if groups >= limit:
        # As many groups as the limit hold a score at or above this bound, so the wanted one is no lower.
        highest = scores[: groups * _GROUP].reshape(_GROUP, groups).max(axis=0)
        scores = scores[scores >= np.partition(highest, groups - limit)[groups - limit]]
    if len(scores) < limit:
        return 0.0
    return float(np.partition(scores, len(scores) - limit)[len(scores) - limit])


def _at_least(least: float, hits: Hits) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    kept = hits.scores >= least
    return hits.rows[kept], hits.scores[kept]
