"""Sentences that speak of the opposite."""

from __future__ import annotations

import pytest

from localrag.evidence.polarity import opposition


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        ("When was the lock opened?", "The lock was opened in May.", 0.0),
        ("What was not included?", "Tea was included.", 1.0),
        ("What happened before the war?", "After the war the quay was rebuilt.", 1.0),
        ("Which boat was the largest?", "The smallest boat was red.", 1.0),
        ("When was the lock opened?", "The lock was never opened.", 0.5),
        ("When does it end if nobody confirms it?", "It ends after a day unless it is confirmed.", 0.0),
        ("If no warden confirms it, when does it end?", "It ends after a day unless it is confirmed.", 0.0),
    ],
)
def test_opposites_and_denials_are_counted(question: str, sentence: str, expected: float) -> None:
    assert opposition(question, sentence) == expected


def test_a_denial_may_answer_a_question_for_yes_or_no() -> None:
    assert opposition("May dogs enter?", "Dogs must not enter.", may_deny=True) == 0.0


def test_a_word_beside_its_opposite_is_no_opposition() -> None:
    assert opposition("What is the first step?", "The first and the last step are free.") == 0.0
