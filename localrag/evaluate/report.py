"""A run's outcomes -> its report: matrix, figures with intervals, tags, latency, every case."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from localrag.evaluate import confusion
from localrag.evaluate.intervals import estimate, percentile
from localrag.evaluate.score import MEASURES
from localrag.records.answer import Confidence
from localrag.records.evaluation import (
    CaseFault,
    CaseScore,
    EvalReport,
    Latency,
    RunHead,
    TagFigures,
)

_CONFIDENCES: tuple[Confidence, ...] = ("high", "medium", "low")
METRICS = (
    "macro_f1",
    "unnecessary_abstentions",
    *MEASURES,
    *(f"{kind}:{name}" for name in confusion.DISPOSITIONS for kind in ("precision", "recall", "f1")),
)
"""Figures that ``metric`` knows by name."""


def report(
    head: RunHead,
    scores: Sequence[CaseScore],
    *,
    rounded: bool = True,
    unread_lines: Sequence[CaseFault] = (),
) -> EvalReport:
    """Sum up the scores of a run.

    Args:
        head: What the run was made with.
        scores: In the order of the cases.
        rounded: Whether macro-F1 is the mean of F1 rounded to two places, or of exact F1.
        unread_lines: Lines of the case file that are no cases.
    """
    pairs = [(one.expected, one.actual) for one in scores]
    figures = confusion.figures(pairs)
    return EvalReport(
        run=head,
        cases=len(scores),
        failed=sum(one.actual is None for one in scores),
        unread_lines=tuple(unread_lines),
        matrix=confusion.matrix(pairs),
        dispositions=figures,
        macro_f1=confusion.macro_f1(figures, rounded=rounded),
        macro_f1_of="rounded" if rounded else "exact",
        macro_f1_interval=confusion.macro_f1_interval(pairs),
        unnecessary_abstentions=sum(one.expected == "answer" and one.actual == "abstain" for one in scores),
        measures={
            name: estimate(found)
            for name in MEASURES
            if (found := [one.values[name] for one in scores if name in one.values])
        },
        confidence={
            name: estimate(found)
            for name in _CONFIDENCES
            if (found := [one.values["right"] for one in scores if one.confidence == name])
        },
        tags=_tags(scores),
        latency_ms=_latency([one.milliseconds for one in scores if one.actual is not None]),
        scores=tuple(scores),
    )


def metric(told: EvalReport, name: str) -> float | None:
    """One figure of a report by its name, one of ``METRICS``; null where no case has what it is taken of."""
    if name == "macro_f1":
        return told.macro_f1
    if name == "unnecessary_abstentions":
        return float(told.unnecessary_abstentions)
    kind, _, which = name.partition(":")
    for figures in told.dispositions:
        if figures.disposition == which and kind in ("precision", "recall", "f1"):
            return float(getattr(figures, kind))
    return told.measures[name].value if name in told.measures else None


def _tags(scores: Sequence[CaseScore]) -> tuple[TagFigures, ...]:
    by_tag: dict[str, list[CaseScore]] = defaultdict(list)
    for one in scores:
        for tag in dict.fromkeys(one.tags):
            by_tag[tag].append(one)
    return tuple(
        TagFigures(
            tag=tag,
            cases=len(found),
            right=estimate([one.values["right"] for one in found]),
            disposition_right=estimate([float(one.actual == one.expected) for one in found]),
        )
        for tag, found in sorted(by_tag.items())
    )


def _latency(milliseconds: Sequence[float]) -> Latency | None:
    if not milliseconds:
        return None
    return Latency(
        median=percentile(milliseconds, 0.5),
        p90=percentile(milliseconds, 0.9),
        p95=percentile(milliseconds, 0.95),
        p99=percentile(milliseconds, 0.99),
        worst=max(milliseconds),
    )
