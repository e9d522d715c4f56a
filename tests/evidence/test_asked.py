"""What a sentence has to say to answer a part of a question."""

from __future__ import annotations

import pytest

from localrag.evidence.asked import asked
from localrag.evidence.words import content_keys
from localrag.records.plan import QuestionPart


@pytest.mark.parametrize(
    ("text", "is_light"),
    [
        ("How long does a permit holder have to appeal?", True),
        ("How many days did a permit holder have to appeal?", True),
        ("How long is the appeal of a permit holder?", False),
    ],
)
def test_who_has_to_act_in_time_weighs_less_than_what_has_to_be_done(text: str, is_light: bool) -> None:
    wanted = asked(QuestionPart(text=text, kind="deadline", about=("permit holder", "appeal")), lambda _: 1.0)
    (holder,), (appeal,) = content_keys("holder"), content_keys("appeal")
    assert (wanted.weights[holder] < wanted.weights[appeal]) == is_light
