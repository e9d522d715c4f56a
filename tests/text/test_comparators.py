"""Words around a value -> how it is compared."""

from __future__ import annotations

import pytest

from localrag.text.comparators import comparator_after, comparator_before


@pytest.mark.parametrize(
    ("before", "comparator"),
    [
        ("within a period of ", "within"),
        ("not later than ", "at most"),
        ("no fewer than ", "at least"),
        ("later than ", "over"),
        ("must not exceed ", "at most"),
        ("discover ", None),
        ("", None),
    ],
)
def test_the_words_before_a_value_compare_it(before: str, comparator: str | None) -> None:
    assert comparator_before(f"{before}14", len(before)) == comparator


@pytest.mark.parametrize(
    ("after", "nouns", "comparator"),
    [
        (" or more", 0, "at least"),
        (" at the latest", 0, "at most"),
        (" persons or fewer", 2, "at most"),
        (" persons or fewer", 0, None),
        (" or so", 2, None),
    ],
)
def test_the_words_after_a_value_compare_it(after: str, nouns: int, comparator: str | None) -> None:
    assert comparator_after(f"14{after}", 2, nouns=nouns) == comparator
