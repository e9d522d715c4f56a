"""Numbers written out in words."""

from __future__ import annotations

import pytest

from localrag.text.number_words import spoken_numbers


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("one hundred and fifty-two thousand, three hundred", [152_300]),
        ("sixty thousand and five", [60_005]),
        ("one million two hundred thousand", [1_200_000]),
        ("two, three or four", [2, 3, 4]),
        ("twenty and thirty", [20, 30]),
        ("a dozen", [12]),
        ("an hour, a day", []),
        ("hundred people", []),
        ("", []),
    ],
)
def test_words_read_as_the_numbers_they_say(text: str, amounts: list[int]) -> None:
    assert [one.amount for one in spoken_numbers(text)] == amounts


@pytest.mark.parametrize(("text", "amount"), [("twenty-first", 21), ("twelfth", 12), ("fortieth", 40)])
def test_ordinals_are_told_apart(text: str, amount: int) -> None:
    assert [(one.amount, one.is_ordinal) for one in spoken_numbers(text)] == [(amount, True)]
