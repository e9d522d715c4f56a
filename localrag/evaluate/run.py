"""Cases and an assistant -> outcomes, one after the other, whatever becomes of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from localrag.errors import IndexUnusableError, LocalragError, ModelError, PolicyError
from localrag.records.evaluation import CaseOutcome, EvalCase, RankedPassage

if TYPE_CHECKING:
    from datetime import date

    from localrag.ports import OnExplained
    from localrag.records.answer import RagAnswer
    from localrag.records.explanation import Explanation
    from localrag.records.request import Channel, RiskLevel


class Answers(Protocol):
    """What puts questions through the whole pipeline."""

    def ask(
        self,
        question: str,
        *,
        as_of: date | None = None,
        case_id: str | None = None,
        risk_level: RiskLevel = "low",
        locale: str | None = None,
        channel: Channel = "api",
        as_user: str | None = None,
        on_explained: OnExplained | None = None,
    ) -> RagAnswer:
        """The answer, whatever its status."""
        ...


def run(cases: Sequence[EvalCase], answers_for: Callable[[EvalCase], Answers]) -> Iterator[CaseOutcome]:
    """The outcome of each case as soon as it is there, in the order of the cases.

    A case that cannot be asked (its ``as`` may not be used, say) is an outcome, too.

    Args:
        cases: Each is asked by itself, in no conversation.
        answers_for: Who answers a case; its errors are those of the case.

    Raises:
        IndexUnusableError, PolicyError, ModelError: No case can be asked any more.
    """
    for case in cases:
        yield _outcome(case, answers_for)


def _outcome(case: EvalCase, answers_for: Callable[[EvalCase], Answers]) -> CaseOutcome:
    told: list[Explanation] = []
    started = time.perf_counter()
    try:
        asker = answers_for(case)
        started = time.perf_counter()
        answer = asker.ask(
            case.question,
            as_of=case.as_of,
            case_id=case.case_id,
            risk_level=case.risk_level,
            locale=case.locale,
            channel="batch",
            as_user=case.as_user,
            on_explained=told.append,
        )
    except (IndexUnusableError, PolicyError, ModelError):
        raise
    except LocalragError as error:
        return CaseOutcome(case=case, error=error.message, milliseconds=_since(started))
    took = _since(started)
    return CaseOutcome(case=case, answer=answer, ranked=_ranked(told), milliseconds=took)


def _ranked(told: Sequence[Explanation]) -> tuple[RankedPassage, ...]:
    return tuple(
        RankedPassage(
            chunk_id=one.chunk_id,
            document_id=one.document_id,
            version=one.version,
            source_id=one.source_id,
            uri=one.uri,
            authority=one.authority,
        )
        for explanation in told
        for one in explanation.candidates
    )


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
