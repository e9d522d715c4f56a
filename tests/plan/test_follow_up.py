"""Follow-ups and replies within a conversation, as questions that stand alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.plan.follow_up import standalone
from localrag.records.conversation import Turn
from tests.plan.asking import TODAY

HOLDERS = "What is the appeal deadline for permit holders?"
NOTICE = "What is the deadline to appeal an enforcement notice?"
RENEW = "How do I renew a permit?"
FINE = "Can contractors appeal a fine?"


def after(*questions: str, case_id: str | None = None) -> list[Turn]:
    return [Turn(question=one, understood_as=one, status="answered", case_id=case_id) for one in questions]


def asked_back(question: str, back: str, case_id: str | None = None) -> list[Turn]:
    return [
        Turn(
            question=question,
            understood_as=question,
            status="needs_clarification",
            clarification_question=back,
            case_id=case_id,
        )
    ]


@pytest.mark.parametrize(
    ("before", "question", "understood"),
    [
        (HOLDERS, "and for contractors?", "What is the appeal deadline for contractors?"),
        (HOLDERS, "What about contractors?", "What is the appeal deadline for contractors?"),
        (
            "What is the deadline for an appeal against a decision?",
            "and for contractors?",
            "What is the deadline for an appeal against a decision for contractors?",
        ),
        ("May a contractor sign a report?", "what about an apprentice?", "May an apprentice sign a report?"),
        ("Are dogs allowed in the reserve?", "Cats too?", "Are cats allowed in the reserve?"),
        ("Is a helmet required in the yard?", "and in the office?", "Is a helmet required in the office?"),
        (
            "What is the penalty for illegal dumping?",
            "Is it higher for companies?",
            "Is the penalty for illegal dumping higher for companies?",
        ),
        (
            "What is the penalty for illegal dumping?",
            "and the second time?",
            "What is the penalty for illegal dumping the second time?",
        ),
        ("Can case 8842 be closed?", "And case 9105?", "Can case 9105 be closed?"),
        (
            "What is the fee for a diving permit?",
            "How do I pay it?",
            "How do I pay the fee for a diving permit?",
        ),
        (
            "How long is a certificate valid?",
            "And when does it have to be renewed?",
            "And when does the certificate have to be renewed?",
        ),
        (
            "What training does a diver need?",
            "is there an exam?",
            "Is there an exam (about training does a diver)?",
        ),
        (HOLDERS, "And the fee?", "What is the appeal fee for permit holders?"),
        (HOLDERS, "Can it be extended?", "Can the appeal deadline for permit holders be extended?"),
        (NOTICE, "Who signs it?", "Who signs the enforcement notice?"),
        (NOTICE, "What is the fee?", "What is the fee to appeal an enforcement notice?"),
        (NOTICE, "And in 2024?", "What is the deadline to appeal an enforcement notice in 2024?"),
        (HOLDERS, "May I miss it?", "May I miss the appeal deadline for permit holders?"),
        (NOTICE, "what about a warning?", "What is the deadline to appeal a warning?"),
        (
            NOTICE,
            "And if it was sent by email?",
            "What is the deadline to appeal an enforcement notice if it was sent by email?",
        ),
        (NOTICE, "who decides?", "Who decides (about appeal an enforcement notice)?"),
        (RENEW, "What about a licence?", "How do I renew a licence?"),
        (RENEW, "How much does it cost?", "How much does the permit cost?"),
        (RENEW, "How long does it take?", "How long does it take to renew a permit?"),
        (RENEW, "Which documents do I need?", "Which documents do I need to renew a permit?"),
        (RENEW, "and online?", "How do I renew a permit online?"),
        (RENEW, "Who approves it?", "Who approves the permit?"),
        (FINE, "What about employees?", "Can employees appeal a fine?"),
        (FINE, "Why?", "Why can contractors appeal a fine?"),
        (FINE, "Do they have to pay?", "Do contractors have to pay?"),
        (FINE, "and a warning?", "Can contractors appeal a warning?"),
        ("What was the limit in 2024?", "and in 2025?", "What was the limit in 2025?"),
        ("What was the limit in 2024?", "And before 2023?", "What was the limit before 2023?"),
        ("Are drones allowed on site?", "At night?", "Are drones allowed on site at night?"),
        ("Are drones allowed on site?", "And kites?", "Are kites allowed on site?"),
        ("What is ground water?", "Can it be cleaned up?", "Can ground water be cleaned up?"),
        ("What is the distance to the Sun?", "How big is it?", "How big is the Sun?"),
        (
            "Who signs the closure form?",
            "Does this also apply to warnings?",
            "Who signs the closure form for warnings?",
        ),
        ("May we close case 8842?", "And without escalation?", "May we close case 8842 without escalation?"),
        ("How do I appeal a fine?", "I am in Graz.", "How do I appeal a fine (I am in Graz)?"),
    ],
)
def test_a_follow_up_is_completed_from_what_was_asked_before(
    before: str, question: str, understood: str
) -> None:
    found = standalone(question, after(before), today=TODAY)
    assert found.text == understood
    assert found.leans_on == "question"


@pytest.mark.parametrize(
    "question",
    [
        "What is a formal review?",
        RENEW,
        "Who may enter the evidence room?",
        "Is it allowed to fly drones over the site?",
        "May we close case 9001?",
        "POL-358",
        "enterprise value",
        "Tell me about the training handbook.",
    ],
)
def test_a_question_with_a_subject_of_its_own_stays_itself(question: str) -> None:
    found = standalone(question, after(NOTICE), today=TODAY)
    assert (found.text, found.leans_on, found.case_id) == (question, "nothing", None)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ("May contractors enter?", "Is it allowed?"),
        ("Which forms apply to contractors?", "Who signs it?"),
    ],
)
def test_a_question_that_nothing_said_before_fits_is_left_as_it_is(before: str, question: str) -> None:
    found = standalone(question, after(before), today=TODAY)
    assert (found.text, found.leans_on) == (question, "nothing")


@pytest.mark.parametrize(
    ("before", "question", "understood"),
    [
        (
            "What must be checked before an inspection?",
            "what about contractors?",
            "What must be checked before an inspection for contractors?",
        ),
        (
            "Were contractor permits given in 2024?",
            "And who may give one?",
            "And who may give contractor permits?",
        ),
        (
            "When was case 8842 opened?",
            "What about the inspection report?",
            "The inspection report (about case 8842 opened)?",
        ),
    ],
)
def test_a_thing_never_stands_in_for_a_time_or_a_case(before: str, question: str, understood: str) -> None:
    assert standalone(question, after(before), today=TODAY).text == understood


def test_the_first_question_stays_itself_in_normal_form() -> None:
    assert standalone("  and\tfor contractors? ", [], today=TODAY).text == "and for contractors?"


def test_a_chain_leans_on_what_was_understood_before() -> None:
    first = standalone("and for contractors?", after(HOLDERS), today=TODAY)
    turns = [
        *after(HOLDERS),
        Turn(question="and for contractors?", understood_as=first.text, status="answered"),
    ]
    assert standalone("And the fee?", turns, today=TODAY).text == "What is the appeal fee for contractors?"


def test_a_turn_without_a_subject_is_passed_over() -> None:
    turns = [*after(HOLDERS), *asked_back("And then?", "What would you like to know?")]
    assert standalone("and for contractors?", turns, today=TODAY).text == (
        "What is the appeal deadline for contractors?"
    )


@pytest.mark.parametrize(
    ("question", "understood"),
    [
        ("Can it be reopened?", "Can case-8842 be reopened?"),
        ("When was it opened?", "When was case-8842 opened?"),
        ("Can we reopen this case later?", "Can we reopen this case later?"),
    ],
)
def test_the_case_goes_along(question: str, understood: str) -> None:
    found = standalone(question, after("May we close case 8842?", case_id="case-8842"), today=TODAY)
    assert (found.text, found.case_id) == (understood, "case-8842")


WHICH_CASE = "Which case do you mean? For example case-8842 or case-9001."
WHICH_DOCUMENT = 'Which "site procedure" do you mean: Site Safety Procedure or Site Access Procedure?'
WHICH_DAY = (
    'The record of case-8842 has several entries for "inspection". Do you mean 2 May 2026 or 19 June 2026?'
)
WHAT_IS_IT = 'What does "it" refer to? Please name it.'


@pytest.mark.parametrize(
    ("question", "back", "reply", "understood"),
    [
        ("May we close this case?", WHICH_CASE, "case 8842", "May we close case-8842?"),
        ("May we close this case?", WHICH_CASE, "8842", "May we close case-8842?"),
        ("May we close this case?", WHICH_CASE, "the second one", "May we close case-9001?"),
        (
            "Can I close it?",
            'What does "it" refer to? Please name it.',
            "Case No. 8842",
            "Can I close case-8842?",
        ),
        (
            "What is the deadline?",
            '"deadline" of what? Please name the matter it concerns.',
            "Appeals",
            "What is the deadline for appeals?",
        ),
        (
            "What is the deadline?",
            '"deadline" of what? Please name the matter it concerns.',
            "to appeal a fine",
            "What is the deadline to appeal a fine?",
        ),
        (
            "Is it allowed?",
            'What does "it" refer to? Please name it.',
            "Flying drones",
            "Is flying drones allowed?",
        ),
        (
            "According to the site procedure, may visitors enter?",
            WHICH_DOCUMENT,
            "the second one",
            "According to the Site Access Procedure, may visitors enter?",
        ),
        (
            "What was the limit at the time of the inspection?",
            WHICH_DAY,
            "the first",
            "What was the limit on 2 May 2026?",
        ),
        (
            "What is the limit on 31 February 2024?",
            "31 February 2024 does not exist. Which day do you mean?",
            "28 February 2024",
            "What is the limit on 28 February 2024?",
        ),
    ],
)
def test_a_reply_completes_what_was_asked_back(question: str, back: str, reply: str, understood: str) -> None:
    found = standalone(reply, asked_back(question, back), today=TODAY)
    assert found.text == understood
    assert found.leans_on == "clarification"


def test_a_new_question_in_place_of_a_reply_is_a_new_question() -> None:
    found = standalone(RENEW, asked_back("May we close this case?", WHICH_CASE), today=TODAY)
    assert (found.text, found.leans_on) == (RENEW, "nothing")


@given(st.text(max_size=80), st.text(max_size=80), st.sampled_from(["answered", "needs_clarification"]))
def test_any_two_texts_give_some_question(question: str, before: str, status: str) -> None:
    turn = Turn(question=before, understood_as=before, status=status, clarification_question=before)  # type: ignore[arg-type]
    assert isinstance(standalone(question, [turn], today=TODAY).text, str)
