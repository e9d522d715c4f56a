"""Means with their intervals, and percentiles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.evaluate.intervals import difference, estimate, percentile

SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=50)


@given(SHARES)
def test_the_mean_lies_in_its_interval_and_the_interval_in_the_range(values: list[float]) -> None:
    found = estimate(values)
    assert min(values) - 1e-9 <= found.value <= max(values) + 1e-9
    assert 0 <= found.low <= found.high <= 1
    assert found == estimate(values)


def test_none_of_ten_is_no_certainty() -> None:
    found = estimate([0.0] * 10)
    assert (found.value, found.low, found.high) == pytest.approx((0, 0, 0.3))


def test_all_of_ten_is_no_certainty() -> None:
    found = estimate([1.0] * 10)
    assert (found.value, found.low, found.high) == pytest.approx((1, 0.7, 1))


def test_the_interval_of_a_half_of_100_is_about_a_tenth_wide_on_each_side() -> None:
    """Normal approximation: 1.96 * sqrt(.25 / 100) = .098."""
    found = estimate([0.0, 1.0] * 50)
    assert found.low == pytest.approx(0.402, abs=0.015)
    assert found.high == pytest.approx(0.598, abs=0.015)


def test_no_values_are_zeros_over_no_cases() -> None:
    assert estimate([]).cases == 0


def test_a_difference_is_paired() -> None:
    """Every case gained a tenth, so that there is no doubt, however much the cases differ."""
    found = difference([0.1, 0.5, 0.9], [0.2, 0.6, 1.0])
    assert (found.value, found.low, found.high) == pytest.approx((0.1, 0.1, 0.1))


def test_a_percentile_is_a_value_that_was_seen() -> None:
    values = [float(n) for n in range(1, 101)]
    assert [percentile(values, share) for share in (0.5, 0.9, 0.99, 1.0)] == [50, 90, 99, 100]
    assert percentile([7.0], 0.5) == 7


@given(SHARES, st.floats(0.01, 1))
def test_a_percentile_covers_its_share(values: list[float], share: float) -> None:
    found = percentile(values, share)
    assert sum(one <= found for one in values) >= share * len(values) - 1e-9
