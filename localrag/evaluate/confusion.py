"""Pairs of expected and actual disposition -> confusion matrix, precision, recall, F1, macro-F1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from localrag.evaluate.intervals import CONFIDENCE, resamples
from localrag.records.answer import Disposition
from localrag.records.evaluation import DispositionFigures

DISPOSITIONS: tuple[Disposition, ...] = get_args(Disposition)
_PLACES = 2
"""To which F1 is rounded before the mean is taken, as tables of results are commonly read."""

Pair = tuple[Disposition, Disposition | None]
"""Expected, actual; null: the question could not be asked, so nothing was predicted."""


def matrix(pairs: Sequence[Pair]) -> dict[Disposition, dict[Disposition, int]]:
    """Counts by expected disposition, then by actual one; all four of both, failed questions left out."""
    counts = {row: dict.fromkeys(DISPOSITIONS, 0) for row in DISPOSITIONS}
    for expected, actual in pairs:
        if actual is not None:
            counts[expected][actual] += 1
    return counts


def figures(pairs: Sequence[Pair]) -> tuple[DispositionFigures, ...]:
    """Figures of all four dispositions; what is undefined is 0, a disposition that never occurs too."""
    table = _table(_codes(pairs)[np.newaxis, :])[0]
    support, predicted = table.sum(axis=1), table[:, :-1].sum(axis=0)
    hits = np.diagonal(table)
    return tuple(
        DispositionFigures(
            disposition=name,
            support=int(support[i]),
            predicted=int(predicted[i]),
            true_positives=int(hits[i]),
            precision=_share(int(hits[i]), int(predicted[i])),
            recall=_share(int(hits[i]), int(support[i])),
            f1=_share(2 * int(hits[i]), int(support[i] + predicted[i])),
        )
        for i, name in enumerate(DISPOSITIONS)
    )


def macro_f1(found: Sequence[DispositionFigures], *, rounded: bool) -> float:
    """Mean of F1 over all four dispositions, those that never occur included.

    Args:
        found: Of all four.
        rounded: Whether F1 is rounded to two places first, half to even in binary as Python rounds.
    """
    return sum(round(one.f1, _PLACES) if rounded else one.f1 for one in found) / len(DISPOSITIONS)


def macro_f1_interval(pairs: Sequence[Pair]) -> tuple[float, float]:
    """Ends of the 95 % bootstrap interval of the exact macro-F1, cases drawn with replacement.

    Empty input gives (0, 0). A disposition that a resample happens to lack counts as 0 in it, so the
    interval of few cases is low and wide.
    """
    if not pairs:
        return (0.0, 0.0)
    codes = _codes(pairs)
    tables = _table(codes[resamples(len(codes))])
    hits = np.diagonal(tables, axis1=1, axis2=2)
    total = tables.sum(axis=2) + tables[:, :, :-1].sum(axis=1)
    f1 = np.divide(2.0 * hits, total, out=np.zeros(hits.shape), where=total > 0)
    low, high = np.quantile(f1.mean(axis=1), [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return (float(low), float(high))


def _codes(pairs: Sequence[Pair]) -> NDArray[np.int64]:
    """Each pair as row * 5 + column; the fifth column is for what predicted nothing."""
    width = len(DISPOSITIONS) + 1
    return np.array(
        [
            DISPOSITIONS.index(expected) * width
            + (len(DISPOSITIONS) if actual is None else DISPOSITIONS.index(actual))
            for expected, actual in pairs
        ],
        dtype=np.int64,
    )


def _table(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Tables of shape (samples, 4, 5) from codes of shape (samples, cases)."""
    rows, columns = len(DISPOSITIONS), len(DISPOSITIONS) + 1
    samples = codes.shape[0]
    shifted = codes + (np.arange(samples, dtype=np.int64) * rows * columns)[:, np.newaxis]
    counted = np.bincount(shifted.ravel(), minlength=samples * rows * columns)
    return counted.reshape(samples, rows, columns).astype(np.int64)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
