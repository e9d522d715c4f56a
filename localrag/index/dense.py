"""A query vector -> the nearest permitted rows of all segments."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.faiss_index import FaissIndex
from localrag.index.bm25 import Hits


def dense_hits(
    segments: Sequence[tuple[FaissIndex, NDArray[np.bool_]]], vector: NDArray[np.float32], limit: int
) -> list[Hits]:
    """At least the best ``limit`` permitted rows by inner product, with all that tie with the last.

    The search is exact and always the same one, whatever share of the rows is permitted.
    """
    hits = []
    for number, (index, permitted) in enumerate(segments):
        rows, scores = _with_ties(index, vector, permitted, limit)
        hits.append(Hits(number, rows, scores.astype(np.float64)))
    every = np.concatenate([one.scores for one in hits]) if hits else np.empty(0)
    if len(every) <= limit:
        return hits
    least = np.partition(every, len(every) - limit)[len(every) - limit]
    return [Hits(one.segment, one.rows[one.scores >= least], one.scores[one.scores >= least]) for one in hits]


def _with_ties(
    index: FaissIndex, vector: NDArray[np.float32], permitted: NDArray[np.bool_], limit: int
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    # The library cuts ties where it pleases: more is asked for until the last score differs.
    wanted = limit + 1
    while True:
        rows, scores = index.search(vector, permitted, wanted)
        if len(rows) < wanted or scores[-1] < scores[limit - 1]:
            return rows, scores
        wanted *= 4
