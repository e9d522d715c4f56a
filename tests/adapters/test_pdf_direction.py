"""Letters in the order in which they are read."""

from __future__ import annotations

import pytest

from localrag.adapters.pdf_direction import in_reading_order

WORD = "שלום"


@pytest.mark.parametrize(
    ("line", "lefts", "expected"),
    [
        (f"a {WORD[::-1]} b", list(range(8)), f"a {WORD} b"),
        (f"a {WORD} b", [0, 1, 5, 4, 3, 2, 6, 7], f"a {WORD} b"),
        (f"{WORD[::-1]} {WORD[::-1]}", list(range(9)), f"{WORD} {WORD}"),
        ("left to right", list(range(13)), "left to right"),
        (f"{WORD[::-1]}", [None] * 4, WORD[::-1]),
    ],
)
def test_a_run_drawn_from_left_to_right_is_turned_round(
    line: str, lefts: list[float | None], expected: str
) -> None:
    assert in_reading_order(line, lefts.__getitem__) == expected
