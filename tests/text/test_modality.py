"""Words of duty and permission."""

from __future__ import annotations

import pytest

from localrag.text.modality import modals


@pytest.mark.parametrize(
    ("sentence", "senses"),
    [
        ("An appeal must be filed.", ["duty"]),
        ("A case must not be closed.", ["prohibition"]),
        ("No officer may close a case.", ["prohibition"]),
        ("Formal review is required.", ["duty"]),
        ("Formal review is not required.", ["release"]),
        ("A penalty need not be paid.", ["release"]),
        ("You don't have to pay.", ["release"]),
        ("Smoking is prohibited.", ["prohibition"]),
        ("It is not permitted.", ["prohibition"]),
        ("Officers should not wait.", ["warning"]),
        ("The Registrar may extend it.", ["permission"]),
        ("It cannot be waived.", ["prohibition"]),
        ("The case was closed in May 2024, on 3 May.", []),
        ("May I appeal?", ["permission"]),
        ("", []),
    ],
)
def test_a_sentence_says_what_is_owed_or_allowed(sentence: str, senses: list[str]) -> None:
    assert [modal.sense for modal in modals(sentence)] == senses
