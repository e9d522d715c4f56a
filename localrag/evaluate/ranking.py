"""Ranked passages and the documents that should be among them -> recall@k, reciprocal rank, nDCG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from localrag.records.evaluation import RankedPassage

Ranking = Sequence[frozenset[str]]
"""Documents, best first, each once; each as the set of names that a case may call it by."""


def documents(passages: Iterable[RankedPassage]) -> list[frozenset[str]]:
    """The documents of ranked passages, each at the place of its best passage."""
    return list(dict.fromkeys(frozenset(one.names) for one in passages))


def recall_at(k: int, ranking: Ranking, gold: Sequence[str]) -> float:
    """Share of the gold documents among the first k documents; 0 without gold."""
    first = frozenset[str]().union(*ranking[:k])
    wanted = set(gold)
    return len(wanted & first) / len(wanted) if wanted else 0.0


def reciprocal_rank(ranking: Ranking, gold: Sequence[str]) -> float:
    """1 / rank of the first gold document; 0 where none was found."""
    wanted = set(gold)
    return next((1 / rank for rank, names in enumerate(ranking, 1) if wanted & names), 0.0)


def ndcg_at(k: int, ranking: Ranking, gold: Sequence[str]) -> float:
    """Normalised discounted cumulative gain of the first k documents, a gold one worth 1, others 0.

    A name that fits several versions of a document is found once: at the first of them.

    Source:
        Jarvelin and Kekalainen, ACM TOIS 2002, with the logarithm of base 2.
    """
    left = set(gold)
    ideal = sum(_discount(rank) for rank in range(1, min(k, len(left)) + 1))
    gained = 0.0
    for rank, names in enumerate(ranking[:k], 1):
        if left & names:
            left -= names
            gained += _discount(rank)
    return gained / ideal if ideal else 0.0


def _discount(rank: int) -> float:
    return 1 / math.log2(rank + 1)
