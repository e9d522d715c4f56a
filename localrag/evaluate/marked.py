"""A mark of a wrong answer -> a case that asks the question again."""

from __future__ import annotations

from localrag.records.evaluation import EvalCase
from localrag.records.mark import Mark


def case_of(mark: Mark) -> EvalCase | None:
    """The case of a mark; null where the question's text was taken out by a purge.

    What should become of the question is what the person said; whose question it was is not carried along,
    since ids of users are not names that an evaluation may act as.
    """
    trace = mark.trace
    if not trace.raw_query:
        return None
    return EvalCase(
        id=f"marked-{trace.trace_id}",
        question=trace.raw_query,
        as_of=trace.as_of,
        case_id=trace.case_id,
        disposition=mark.expected,
        must_contain=mark.must_contain,
        gold_documents=mark.gold_documents,
        tags=("marked",),
        note=mark.wrong,
    )
