"""Words for what the evidence lacks."""

from __future__ import annotations

import pytest

from localrag.evidence.missing import thing_asked
from localrag.records.plan import AnswerKind, QuestionPart


@pytest.mark.parametrize(
    ("text", "kind", "about", "thing"),
    [
        ("What is the deadline for filing an appeal?", "deadline", ("filing", "appeal"),
         "the deadline for filing an appeal"),
        ("What's the fee for a permit?", "amount", ("fee", "permit"), "the fee for a permit"),
        ("How long is a permit valid?", "duration", ("permit", "valid"),
         "the length of time: how long is a permit valid"),
        ("Tell me the rules on noise", "statement", ("rules", "noise"), "the rules on noise"),
        ("May dogs swim here?", "yes_no", ("dogs", "swim"), "a rule that settles: may dogs swim here"),
        ("What does COC stand for?", "definition", ("COC",), "a definition of COC"),
    ],
)  # fmt: skip
def test_a_question_becomes_a_noun_phrase(
    text: str, kind: AnswerKind, about: tuple[str, ...], thing: str
) -> None:
    assert thing_asked(QuestionPart(text=text, kind=kind, about=about)) == thing


def test_a_name_keeps_its_capital() -> None:
    part = QuestionPart(text="Ambry opening hours?", kind="statement", about=("Ambry",))
    assert "Ambry" in thing_asked(part)
