"""Cases and an assistant -> outcomes, one after the other, whatever becomes of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from localrag.errors import IndexUnusableError, LocalragError, ModelError, PolicyError
from localrag.records.evaluation import CaseOutcome, EvalCase, RankedPassage

if TYPE_CHECKING:
    from localrag.ports import OnExplained
    from localrag.records.answer import RagAnswer
    from localrag.records.explanation import Explanation

Ask = Callable[[EvalCase, "OnExplained"], "RagAnswer"]
"""Puts the question of a case through the whole pipeline."""


def run(cases: Sequence[EvalCase], ask: Ask) -> Iterator[CaseOutcome]:
    """The outcome of each case as soon as it is there, in the order of the cases.

    A case that cannot be asked (its ``as`` may not be used, say) is an outcome, too.

    Raises:
        IndexUnusableError, PolicyError, ModelError: No case can be asked any more.
    """
    for case in cases:
        yield _outcome(case, ask)


def _outcome(case: EvalCase, ask: Ask) -> CaseOutcome:
    told: list[Explanation] = []
    started = time.perf_counter()
    try:
        answer = ask(case, told.append)
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
