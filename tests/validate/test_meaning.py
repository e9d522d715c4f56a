"""Claims in other words, told by words and an embedder's comparison together."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.validate.claims import check
from localrag.validate.meaning import Similarity

RULE = "Recordings of the yard are erased after 30 days."
REWORDED = "Recordings of the yard are deleted from the storage system after 30 days."


def _always(share: float) -> Similarity:
    def similarity(_claim: str, sentences: Sequence[str]) -> list[float]:
        return [share] * len(sentences)

    return similarity


def test_a_near_meaning_makes_up_for_words_that_the_source_lacks() -> None:
    assert check(REWORDED, [RULE]).status == "unsupported"
    assert check(REWORDED, [RULE], _always(0.9)).status == "supported"


def test_a_claim_that_is_half_said_and_far_in_meaning_is_left_open() -> None:
    assert check(REWORDED, [RULE], _always(0.1)).status != "supported"


def test_no_nearness_makes_up_for_another_number() -> None:
    assert check(REWORDED.replace("30", "60"), [RULE], _always(1.0)).status == "contradicted"


def test_no_nearness_makes_up_for_a_name_that_the_source_lacks() -> None:
    assert check(f"{REWORDED[:-1]} by Judge Holt.", [RULE], _always(1.0)).status == "unsupported"


def test_no_nearness_makes_up_for_a_denial() -> None:
    assert check(REWORDED.replace("are", "are not"), [RULE], _always(1.0)).status == "contradicted"


def test_a_sentence_word_for_word_is_compared_with_nothing() -> None:
    def _never(_claim: str, _sentences: Sequence[str]) -> list[float]:
        raise AssertionError("compared")

    assert check(RULE, [RULE], _never).status == "supported"
