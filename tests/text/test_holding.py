"""Questions whether a document still holds."""

from __future__ import annotations

import pytest

from localrag.text.holding import asks_whether_it_holds, expects_yes


@pytest.mark.parametrize(
    ("text", "is_asked", "is_yes"),
    [
        ("Is notice 2022-11 still in force?", True, True),
        ("Does the manual still apply?", True, True),
        ("Has the manual been revoked?", True, False),
        ("Is the manual superseded?", True, False),
        ("What does the manual supersede?", True, False),
        ("Is section 4 of the manual still in force?", False, True),
        ('Fill in: "the then-currently applicable ____ is in force"', False, False),
        ("What is the fee?", False, False),
    ],
)
def test_whether_it_holds_is_asked_and_which_way(text: str, is_asked: bool, is_yes: bool) -> None:
    assert asks_whether_it_holds(text) == is_asked
    assert expects_yes(text) == is_yes
