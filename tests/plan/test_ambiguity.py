"""What has to be asked back, what it is asked with, and what stands on its own."""

from __future__ import annotations

import pytest

from localrag.plan.ambiguity import ambiguity
from localrag.plan.question import read_question
from tests.fakes.listed_catalog import ListedCatalog
from tests.plan.asking import TODAY, ask


def back(question: str, **how: str) -> str | None:
    return ask(question, **how).clarification_question  # type: ignore[arg-type]


@pytest.mark.parametrize("question", ["", "   ", "???", "\u200b"])
def test_an_empty_question_is_asked_what_it_wants(question: str) -> None:
    planned = ask(question)
    assert planned.clarification_question == "What would you like to know?"
    assert planned.retrieval_mode == "none"


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Can it?", "it"),
        ("Is it allowed?", "it"),
        ("What about it?", "it"),
        ("Can I close it?", "it"),
        ("Can we close it without escalation?", "it"),
        ("Can they appeal?", "they"),
        ("Does this apply?", "this"),
        ("Is that still valid?", "that"),
        ("How big is it?", "it"),
    ],
)
def test_a_pronoun_that_refers_to_nothing_is_asked_back(question: str, word: str) -> None:
    assert back(question) == f'What does "{word}" refer to? Please name it.'


@pytest.mark.parametrize(
    "question",
    [
        "Is it allowed to fly drones over the site?",
        "How long does it take to renew a permit?",
        "Is it true that contractors pay more?",
        "If a notice is served late, can it be appealed?",
        "When a contractor objects, must they be heard?",
        "Does the rule that covers drones apply at night?",
        "May the owner of a dog bring it to the office?",
        "Is this notice valid?",
    ],
)
def test_a_pronoun_that_refers_to_something_in_the_question_is_clear(question: str) -> None:
    assert back(question) is None


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("What is the deadline?", "deadline"),
        ("What are the requirements?", "requirements"),
        ("How much is the fee?", "fee"),
        ("What is the policy?", "policy"),
    ],
)
def test_a_noun_that_fits_any_matter_is_asked_of_what(question: str, noun: str) -> None:
    assert back(question) == f'"{noun}" of what? Please name the matter it concerns.'


@pytest.mark.parametrize(
    ("question", "case_id"),
    [("What is the deadline?", "case-8842"), ("Can I close it?", "8842"), ("Is it allowed?", "8842")],
)
def test_within_a_case_the_case_is_the_subject(question: str, case_id: str) -> None:
    planned = ask(question, case_id=case_id)
    assert planned.clarification_question is None
    assert planned.case_id == "case-8842"


def test_a_case_that_is_not_named_is_asked_back_with_a_few_that_are_readable() -> None:
    assert back("May we close this case?") == "Which case do you mean? For example case-8842 or case-9001."
    many = ListedCatalog(cases=[f"case-{number}" for number in range(1000, 1100)])
    asked = ask("May we close this case?", catalog=many).clarification_question
    assert asked is not None
    assert asked.count("case-") == 5
    assert asked.endswith("or another one.")


def test_no_case_is_named_where_none_is_readable() -> None:
    nothing = ListedCatalog()
    assert ask("May we close this case?", catalog=nothing).clarification_question == "Which case do you mean?"


def test_a_case_may_be_named_by_its_title() -> None:
    assert ask("Can we close the Harbour Street case?").case_id == "case-8842"


def test_cases_whose_titles_fit_equally_are_asked_back() -> None:
    catalog = ListedCatalog(
        {"cases/case-1": "Harbour fire", "cases/case-2": "Harbour noise"}, cases=["case-1", "case-2"]
    )
    asked = ask("Can we close the harbour case?", catalog=catalog).clarification_question
    assert asked == "Which case do you mean? case-1 or case-2?"


@pytest.mark.parametrize(
    "question",
    [
        "What happens when a case is closed?",
        "Must the case officer sign the form?",
        "In case of fire, whom do we call?",
        "What is the worst case for a holder who does not pay?",
        "Is it the case that contractors pay more?",
    ],
)
def test_cases_in_general_need_no_case(question: str) -> None:
    assert back(question) is None


def test_the_test_can_be_asked_by_itself() -> None:
    unclear = ambiguity(read_question("What is the fee?", today=TODAY))
    assert unclear is not None
    assert unclear.reason == "nothing_named"
    assert ambiguity(read_question("What is the fee?", today=TODAY), has_subject=True) is None
    assert ambiguity(read_question("What is the fee for a permit?", today=TODAY)) is None


@pytest.mark.parametrize("question", ["What is the fee for form A?", "What is the limit in zone B?"])
def test_a_thing_told_by_its_letter_is_a_matter(question: str) -> None:
    assert not ask(question).needs_clarification
