from __future__ import annotations

import pytest

from localrag.text.stem import stem


@pytest.mark.parametrize(
    "forms",
    [
        ("appeal", "appeals", "appealed", "appealing"),
        ("policy", "policies"),
        ("notice", "notices", "noticed"),
        ("agree", "agrees", "agreed", "agreeing"),
        ("permit", "permits", "permitted", "permitting"),
        ("class", "classes"),
        ("regulate", "regulates", "regulated", "regulating"),
    ],
)
def test_inflected_forms_share_a_stem(forms: tuple[str, ...]) -> None:
    assert len({stem(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("status", "statu"), ("inspector", "inspection"), ("thing", "th"), ("bed", "b")]
)
def test_what_only_looks_inflected_stays_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize("word", ["is", "gas", "pol-358", "358s", "straßes", ""])
def test_short_words_and_other_letters_stay(word: str) -> None:
    assert stem(word) == word
