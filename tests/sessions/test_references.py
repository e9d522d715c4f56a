"""Texts with references in place of what passages say."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from localrag.sessions.references import Passages, joined

_TEXTS = st.text(alphabet="ab AB_1.\n|é", max_size=40)


@given(_TEXTS, st.dictionaries(st.sampled_from("pq"), _TEXTS, max_size=2))
def test_what_was_cut_is_joined_again_exactly(text: str, passages: dict[str, str]) -> None:
    assert joined(Passages(passages).cut(text), passages) == text


@given(_TEXTS, _TEXTS)
def test_no_word_of_a_passage_is_left_literal(text: str, passage: str) -> None:
    pieces = Passages({"p": passage}).cut(text)
    literal = {word for piece in pieces if isinstance(piece, str) for word in re.findall(r"\w+", piece)}
    assert literal.isdisjoint(re.findall(r"\w+", passage))


def test_the_longest_run_is_taken_whole() -> None:
    pieces = Passages({"p": "Within 14 days.", "q": "An appeal: within 14 days."}).cut("within 14 days of it")
    assert pieces == [("q", 11, 25), " of it"]


def test_a_first_letter_of_the_other_case_is_no_hiding_place() -> None:
    assert Passages({"p": "Appeals may be made."}).cut("appeals") == [("p", 0, 7, 1)]
