"""Questions that ask several things: one part each, every part a question that stands alone."""

from __future__ import annotations

import pytest

from localrag.records.plan import AnswerKind
from tests.plan.asking import ask

PARTS: dict[str, tuple[tuple[AnswerKind, str], ...]] = {
    "Tell me the fee for a stall and the opening hours of the market.": (
        ("amount", "What is the fee for a stall?"),
        ("statement", "What is the opening hours of the market?"),
    ),
    "Who approves travel, and how far in advance?": (
        ("person", "Who approves travel?"),
        ("number", "How far in advance (about approves travel)?"),
    ),
    "How do I report a spill and what happens afterwards?": (
        ("steps", "How do I report a spill?"),
        ("statement", "What happens afterwards (about report a spill)?"),
    ),
    "What is the deadline to appeal an enforcement notice and who signs it?": (
        ("deadline", "What is the deadline to appeal an enforcement notice?"),
        ("person", "Who signs the enforcement notice?"),
    ),
    "When and where must the notice be served?": (
        ("deadline", "When must the notice be served?"),
        ("place", "Where must the notice be served?"),
    ),
    "What are the deadline and the fee for an appeal?": (
        ("deadline", "What is the deadline for an appeal?"),
        ("amount", "What is the fee for an appeal?"),
    ),
    "Is a permit required for drones and how much does it cost?": (
        ("yes_no", "Is a permit required for drones?"),
        ("amount", "How much does the permit cost?"),
    ),
    "How do I renew a permit, what does it cost, and how long does it take?": (
        ("steps", "How do I renew a permit?"),
        ("amount", "What does the permit cost?"),
        ("duration", "How long does it take to renew a permit?"),
    ),
    "What is the closure procedure? Who approves it?": (
        ("steps", "What is the closure procedure?"),
        ("person", "Who approves the closure procedure?"),
    ),
    "Can contractors appeal and why?": (
        ("yes_no", "Can contractors appeal?"),
        ("reason", "Why can contractors appeal?"),
    ),
    "What is the deadline to appeal, and is there a fee?": (
        ("deadline", "What is the deadline to appeal?"),
        ("yes_no", "Is there a fee to appeal?"),
    ),
    "May contractors enter and may they drive?": (
        ("yes_no", "May contractors enter?"),
        ("yes_no", "May contractors drive?"),
    ),
    "What is a formal review and when is it required?": (
        ("definition", "What is a formal review?"),
        ("statement", "When is the formal review required?"),
    ),
    "Who signs the form and who archives it?": (
        ("person", "Who signs the form?"),
        ("person", "Who archives the form?"),
    ),
    "what is the deadline and who signs?": (
        ("deadline", "What is the deadline?"),
        ("person", "Who signs?"),
    ),
}


@pytest.mark.parametrize(("question", "parts"), PARTS.items())
def test_each_thing_asked_is_a_part_that_stands_alone(
    question: str, parts: tuple[tuple[AnswerKind, str], ...]
) -> None:
    planned = ask(question)
    assert tuple((part.kind, part.text) for part in planned.parts) == parts
    assert [one.text for one in planned.subqueries if one.role == "part"] == [text for _, text in parts]


@pytest.mark.parametrize(
    "question",
    [
        "Can we close the case and archive the file of case 8842?",
        "Which people who live here and who work here need a permit?",
        "What is the fine for littering and for dumping waste?",
        "Who or what is a duty holder?",
        "What are the terms and conditions for contractors?",
        "If and when must we report accidents?",
    ],
)
def test_and_within_one_question_makes_no_second_one(question: str) -> None:
    assert len(ask(question).parts) == 1


def test_what_is_told_first_goes_with_every_part() -> None:
    parts = ask("The holder paid late. May we renew the permit, and what is the penalty?").parts
    assert [part.text.startswith("The holder paid late. ") for part in parts] == [True, True]


def test_a_questionnaire_is_cut() -> None:
    question = " ".join(f"What is the fee for form {letter}?" for letter in "BCDEFGHJKL")
    assert len(ask(question).parts) == 6


def test_one_thing_asked_keeps_the_whole_text() -> None:
    question = "Dear all, could you please tell me what the deadline for an appeal is?"
    assert [part.text for part in ask(question).parts] == [question]
