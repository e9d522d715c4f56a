"""Cases asked one after the other, whatever becomes of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.errors import AccessError, IndexDamagedError, LocalragError, ModelError, PolicyError
from localrag.evaluate.kept import passages_met, passages_shown
from localrag.evaluate.run import run
from localrag.records.evaluation import CaseOutcome
from tests.evaluate.making import case, outcome, ranked
from tests.fakes.scripted_backend import ScriptedAssistant, ScriptedBackend, answer


def outcomes(error: LocalragError | None = None) -> list[CaseOutcome]:
    assistant = ScriptedAssistant(ScriptedBackend(answers={"bad": error} if error else {}))
    return list(run([case("a", question="bad"), case("b")], lambda _: assistant))


def test_an_outcome_holds_the_answer_and_what_was_ranked_best_first() -> None:
    first, second = outcomes()
    assert (first.case.id, second.case.id) == ("a", "b")
    assert first.answer is not None
    assert [one.document_id for one in first.ranked] == ["appeals-policy", "appeals-policy"]
    assert first.ranked[0].authority == "official_policy"


def test_a_case_that_cannot_be_asked_is_an_outcome_and_the_next_is_asked() -> None:
    first, second = outcomes(AccessError("You may not act as chief."))
    assert (first.answer, first.error) == (None, "You may not act as chief.")
    assert second.answer is not None


def test_so_is_one_for_whom_nobody_answers() -> None:
    def nobody(_: object) -> ScriptedAssistant:
        raise AccessError("No copy.")

    assert [one.error for one in run([case()], nobody)] == ["No copy."]


@pytest.mark.parametrize(
    "error",
    [
        IndexDamagedError(Path("corpus.db"), "is cut"),
        PolicyError(Path("policy.toml"), "is broken"),
        ModelError("x"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_ends_every_question_ends_the_run(error: LocalragError) -> None:
    with pytest.raises(type(error)):
        outcomes(error)


def test_an_answer_shows_its_evidence_an_abstention_all_that_it_considered() -> None:
    retrieved = answer(retrieved_chunk_ids=("chunk-E1", "other"))
    assert passages_shown(outcome(given=retrieved)) == {"chunk-E1"}
    abstained = retrieved.model_copy(update={"status": "insufficient_evidence"})
    assert passages_shown(outcome(given=abstained)) == {"chunk-E1", "other"}


def test_a_kept_outcome_leans_on_all_that_was_ranked() -> None:
    made = outcome(given=answer(retrieved_chunk_ids=("other",)), ranking=[ranked("x")])
    assert passages_met(made) == {"chunk-E1", "other", "chunk-x-None"}
    assert passages_met(CaseOutcome(case=case(), error="No.", milliseconds=1)) == set()
