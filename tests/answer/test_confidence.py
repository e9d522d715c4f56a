"""Score -> band."""

from __future__ import annotations

import pytest

from localrag.answer.confidence import confidence_of


@pytest.mark.parametrize(
    ("score", "band"), [(0.0, "low"), (0.44, "low"), (0.45, "medium"), (0.7, "high"), (1.0, "high")]
)
def test_three_bands_cover_all_scores(score: float, band: str) -> None:
    assert confidence_of(score) == band
