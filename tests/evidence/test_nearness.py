"""How nearly a text says the words of a question."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np
import pytest
from numpy.typing import NDArray

from localrag.evidence.asked import Asked, asked
from localrag.evidence.nearness import RELATED, Nearness, share_of
from localrag.evidence.relevance import match
from localrag.evidence.units import units
from localrag.evidence.words import weigh_by_rarity
from localrag.records.plan import QuestionPart
from tests.evidence.making import passage


class PlaneOfWords:
    """Vectors in a plane: each known word points at an angle of its own, in degrees."""

    def __init__(self, **angles: float) -> None:
        self.angles = angles
        self.batches = 0

    def vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        self.batches += 1
        return np.array(
            [
                (np.cos(np.radians(self.angles[word])), np.sin(np.radians(self.angles[word])))
                if word in self.angles
                else (0.0, 0.0)
                for word in words
            ],
            dtype=np.float32,
        ).reshape(len(words), 2)

    def rank(self, word: str) -> int | None:
        del word
        return None


def wanted(text: str, *about: str) -> Asked:
    part = QuestionPart(text=text, kind="statement", about=about)
    return asked(part, weigh_by_rarity([]))


def test_a_word_and_its_inflection_are_said_in_full() -> None:
    said = Nearness(wanted("Who closes ledgers?", "closes", "ledgers")).says(
        "The clerk has closed the ledger."
    )
    assert set(said.values()) == {1.0}
    assert len(said) == 2


def test_a_related_word_is_nearly_said() -> None:
    said = Nearness(wanted("Which penalty?", "penalty")).says("The fine is paid at the desk.")
    assert list(said.values()) == [RELATED]


def test_a_word_near_in_meaning_counts_less_the_farther_it_is() -> None:
    words = PlaneOfWords(barge=0, ferry=35, canoe=60, otter=90)
    near = Nearness(wanted("Which barge?", "barge"), words)
    close, far, none = (sum(near.says(f"A {word} waits.").values()) for word in ("ferry", "canoe", "otter"))
    assert RELATED >= close > far > 0 == none


@pytest.mark.parametrize(("asked_word", "stated"), [("France", "germany"), ("three", "two")])
def test_names_and_numbers_are_near_to_nothing_but_themselves(asked_word: str, stated: str) -> None:
    words = PlaneOfWords(**{asked_word.lower(): 0.0, stated: 0.0})
    near = Nearness(wanted(f"What is in {asked_word}?", asked_word), words)
    assert near.says(f"It lies in {stated}.") == {}
    assert near.says(f"It lies in {asked_word}.")


def test_words_of_texts_learnt_together_are_compared_once() -> None:
    words = PlaneOfWords(barge=0, ferry=35)
    near = Nearness(wanted("Which barge?", "barge"), words)
    near.learn(["A ferry waits.", "A ferry sails."])
    before = words.batches
    assert near.says("A ferry waits.") == near.says("A ferry sails.")
    assert words.batches == before


def test_without_words_nothing_is_said() -> None:
    nothing = Nearness(wanted("What is it?"))
    assert nothing.says("The fine is paid.") == {}
    assert share_of({}, {}) == 0.0


def test_words_that_a_dated_passage_need_not_repeat_are_not_counted_for_it() -> None:
    part = QuestionPart(
        text="What was the fine in spring 2025?",
        kind="amount",
        about=("fine", "spring"),
        timeless="What was the fine?",
    )
    wanted = asked(part, weigh_by_rarity([]))
    dated = passage("In spring the penalty is EUR 50.", valid_from=date(2025, 1, 1))
    matches = match(wanted, units([dated]), [dated])
    assert matches[0].nearby == {"fin"}
