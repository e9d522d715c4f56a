"""Runs of numbers in words."""

from __future__ import annotations

import pytest

from localrag.text.ranges import number_ranges


@pytest.mark.parametrize(
    ("numbers", "words"), [([], ""), ([4], "4"), ([3, 4, 5, 6], "3-6"), ([1, 3, 4, 9], "1, 3-4, 9")]
)
def test_runs_are_written_from_to(numbers: list[int], words: str) -> None:
    assert number_ranges(numbers) == words
