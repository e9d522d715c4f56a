"""What may be shown of a conversation now, and what a next question may lean on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from localrag.records.ids import ChunkId
from localrag.records.retrieval import EvidenceCandidate
from localrag.records.session import KeptTurn, Session, SessionSummary
from localrag.sessions.keeping import kept
from localrag.sessions.opening import WITHHELD, shown, turns_to_lean_on
from tests.fakes.listed_catalog import ListedCatalog
from tests.fakes.scripted_backend import ASKED_AT, answer, evidence

PASSAGE = evidence()


def _turn(question: str = "What is the deadline?", **changes: object) -> KeptTurn:
    given = answer(question)
    return KeptTurn(
        asked_at=ASKED_AT,
        question=question,
        understood_as=question,
        status=given.status,
        answer=kept(given, lambda _: ()),
    ).model_copy(update=changes)


def _shown(turns: Sequence[KeptTurn], readable: Sequence[EvidenceCandidate]) -> Session:
    def fetch(chunks: Sequence[ChunkId]) -> list[EvidenceCandidate]:
        return [one for one in readable if one.chunk_id in chunks]

    return shown(
        SessionSummary(
            conversation_id="c",
            title="T",
            turns=len(turns),
            started_at=ASKED_AT,
            last_at=ASKED_AT + timedelta(hours=1),
        ),
        turns,
        catalog=ListedCatalog(),
        fetch=fetch,
        asked_back=lambda turn: f"Which of today's, {turn.question}?",
        classifications=("public", "internal"),
    )


def test_an_answer_that_may_be_read_is_shown_with_the_marking_of_now() -> None:
    session = _shown([_turn()], [PASSAGE.model_copy(update={"classification": "public"})])
    assert session.marking == "public"
    assert session.turns[0].answer is not None
    assert session.turns[0].answer.marking == "public"


def test_an_answer_that_may_not_be_read_is_withheld_without_naming_its_source() -> None:
    session = _shown([_turn()], [])
    assert session.turns[0].answer is None
    assert session.turns[0].withheld == WITHHELD
    assert "Appeals" not in session.model_dump_json()
    assert session.marking is None


def test_what_was_asked_back_is_asked_again_of_the_documents_of_now() -> None:
    pending = answer(
        "Which?", status="needs_clarification", evidence=(), citations=(), follow_up_question="A?"
    )
    stored = kept(pending, lambda _: ())
    session = _shown([_turn("Which?", status="needs_clarification", answer=stored)], [])
    assert "A?" not in stored
    assert session.turns[0].answer is not None
    assert session.turns[0].answer.follow_up_question == "Which of today's, Which??"


def test_turns_to_lean_on_hold_questions_and_nothing_of_an_answer() -> None:
    (turn,) = turns_to_lean_on([_turn()], ListedCatalog())
    assert set(turn.model_dump(exclude_defaults=True)) == {"question", "understood_as", "status"}


def test_words_put_into_a_question_from_a_document_that_is_gone_are_taken_back() -> None:
    turn = _turn("the first one", understood_as="Who signs the Zebra Procedure?")
    (gone,) = turns_to_lean_on([turn], ListedCatalog())
    (there,) = turns_to_lean_on([turn], ListedCatalog(words="who signs zebra procedure"))
    assert gone.understood_as == "the first one"
    assert there.understood_as == "Who signs the Zebra Procedure?"


def test_words_typed_earlier_in_the_conversation_may_be_carried_on() -> None:
    first = _turn("What is the appeal deadline for permit holders?")
    then = _turn("and for contractors?", understood_as="What is the appeal deadline for contractors?")
    assert turns_to_lean_on([first, then], ListedCatalog())[1].understood_as == then.understood_as


def test_a_case_that_was_chosen_for_the_asker_is_forgotten_when_it_may_not_be_read() -> None:
    turn = _turn("the first one", case_id="case-8842")
    typed = _turn("8842", case_id="case-8842")
    assert turns_to_lean_on([turn], ListedCatalog())[0].case_id is None
    assert turns_to_lean_on([turn], ListedCatalog(cases=["case-8842"]))[0].case_id == "case-8842"
    assert turns_to_lean_on([typed], ListedCatalog())[0].case_id == "case-8842"
