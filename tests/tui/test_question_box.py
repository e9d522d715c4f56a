"""Names are offered while a question is typed."""

from __future__ import annotations

import pytest

from localrag.tui.widgets.question_box import completion

NAMES = ("Appeals Policy", "Case Closure Procedure", "case-8842")


@pytest.mark.parametrize(
    ("typed", "rest"),
    [
        ("what does the app", "eals Policy"),
        ("what does the Case Clo", "sure Procedure"),
        ("may we close case-8", "842"),
        ("what does the ap", ""),
        ("Appeals Policy", ""),
        ("", ""),
        ("nothing like it", ""),
    ],
)
def test_the_rest_of_a_begun_name_is_offered(typed: str, rest: str) -> None:
    assert completion(typed, NAMES) == rest


def test_nobody_is_offered_what_they_may_not_know() -> None:
    assert completion("what does the app", ()) == ""
