"""Words and their keys."""

from __future__ import annotations

import pytest

from localrag.text.inflection import family_key, inflection_key


@pytest.mark.parametrize(
    "forms",
    [
        "file files filed filing",
        "stop stops stopped stopping",
        "apply applies applied applying",
        "pay paid paying pays",
        "agree agreed agrees agreeing",
        "die died dying",
        "policy policies policy's",
        "travel travelled traveling",
        "criterion criteria",
        "need needed needs",
    ],
)
def test_inflected_forms_share_a_key(forms: str) -> None:
    assert len({inflection_key(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    "words",
    ["officer office", "inspector inspection", "policy police", "need nee", "appeal appear", "news new"],
)
def test_different_words_have_different_keys(words: str) -> None:
    assert len({inflection_key(word) for word in words.split()}) == 2


@pytest.mark.parametrize(
    "forms",
    [
        "close closure closing",
        "decide decision decided",
        "receive receipt received",
        "comply compliance compliant",
        "occur occurrence",
        "permit permission permitted",
        "extend extension",
        "pay payment",
        "apply application",
    ],
)
def test_a_word_family_shares_a_looser_key(forms: str) -> None:
    assert len({family_key(form) for form in forms.split()}) == 1


def test_persons_are_no_family_of_what_they_do() -> None:
    assert family_key("officer") != family_key("office")
    assert family_key("inspector") != family_key("inspection")


def test_case_and_possessives_do_not_count_and_numbers_stay() -> None:
    assert inflection_key("Officer’s") == inflection_key("officer")
    assert inflection_key("38.101") == "38.101"
