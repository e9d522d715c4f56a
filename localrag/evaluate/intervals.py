"""Values of cases -> their mean with a bootstrap interval, the same in every run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from localrag.records.evaluation import Estimate

CONFIDENCE = 0.95
SEED = 8842
"""Fixed, so that the same outcomes give the same interval; any number would do."""
RESAMPLES = 2000
"""Enough for the ends of a 95 % interval (Efron and Tibshirani 1993, section 14.3, ask for 1,000 or more)."""
_RULE_OF_THREE = 3.0
"""Hanley and Lippman-Hand, JAMA 1983: with 0 of n seen, the 95 % upper bound is about 3 / n."""


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of values from 0 to 1 and its 95 % percentile bootstrap interval.

    Where all values are 0 or all are 1, drawing them again says nothing; the rule of three gives the other
    end then, so that 0 of 10 is not taken for certainty.

    Args:
        values: One a case; empty gives zeros over 0 cases.

    Source:
        Efron, Annals of Statistics 1979 (bootstrap).
    """
    if not values:
        return Estimate(value=0.0, low=0.0, high=0.0, cases=0)
    sample = np.asarray(values, dtype=np.float64)
    mean, count = float(sample.mean()), len(values)
    if (sample == 0.0).all():
        return Estimate(value=0.0, low=0.0, high=min(1.0, _RULE_OF_THREE / count), cases=count)
    if (sample == 1.0).all():
        return Estimate(value=1.0, low=max(0.0, 1.0 - _RULE_OF_THREE / count), high=1.0, cases=count)
    low, high = _ends(sample)
    return Estimate(value=mean, low=low, high=high, cases=count)


def difference(before: Sequence[float], after: Sequence[float]) -> Estimate:
    """Mean change of paired values, after less before, with its 95 % bootstrap interval over the pairs.

    Args:
        before: One a case.
        after: Of the same cases, in the same order.
    """
    if not before:
        return Estimate(value=0.0, low=0.0, high=0.0, cases=0)
    sample = np.asarray(after, dtype=np.float64) - np.asarray(before, dtype=np.float64)
    low, high = _ends(sample)
    return Estimate(value=float(sample.mean()), low=low, high=high, cases=len(before))


def resamples(count: int) -> NDArray[np.int64]:
    """Indices drawn with replacement, of shape (RESAMPLES, count), the same for the same count."""
    return np.random.default_rng(SEED).integers(0, count, size=(RESAMPLES, count))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed (nearest rank).

    Args:
        values: At least one.
        share: Above 0, at most 1.
    """
    ordered = sorted(values)
    return ordered[max(0, int(np.ceil(share * len(ordered))) - 1)]


def _ends(sample: NDArray[np.float64]) -> tuple[float, float]:
    means = sample[resamples(len(sample))].mean(axis=1)
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)
