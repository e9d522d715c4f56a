"""A report or a comparison of runs -> lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from localrag.evaluate.score import MEASURES
from localrag.text.display import safe_line
from localrag.text.wording import counted, moment

if TYPE_CHECKING:
    from localrag.cli.terminal import Terminal
    from localrag.records.evaluation import CaseChange, Comparison, Estimate, EvalReport, RunHead, TagFigures
    from localrag.records.probes import ProbeReport

SHOWN = 30
"""Cases and changes that are listed: two screens. Guess."""


def report_lines(told: EvalReport, terminal: Terminal) -> Iterator[str]:
    """The whole report; of the cases those that are not as expected."""
    yield from _head(told)
    yield ""
    yield from _matrix(told)
    yield ""
    yield from _dispositions(told)
    yield ""
    measures = {MEASURES[name]: one for name, one in told.measures.items()}
    yield from columns([("measure", "mean", "95 %", "cases"), *_estimates(measures)])
    if told.confidence:
        yield ""
        bands = {f"right of answers with {name} confidence": one for name, one in told.confidence.items()}
        yield from columns([("answers", "mean", "95 %", "cases"), *_estimates(bands)])
    if told.tags:
        yield ""
        yield from columns([("tag", "cases", "right", "95 %", "disposition"), *map(_tag, told.tags)])
    if told.latency_ms is not None:
        late = told.latency_ms
        yield ""
        yield (
            f"Milliseconds a question: median {late.median:.0f}, p90 {late.p90:.0f}, p95 {late.p95:.0f},"
            f" p99 {late.p99:.0f}, worst {late.worst:.0f}."
        )
    yield from _not_as_expected(told, terminal)


def comparison_lines(told: Comparison, terminal: Terminal) -> Iterator[str]:
    """What changed between two runs."""
    yield f"Before: {_made(told.before)}. After: {_made(told.after)}."
    if told.cases_differ:
        yield "The two runs were made over different case files; cases are matched by id."
    kinds = [one.kind for one in told.changes]
    counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    yield f"Changed: {counts or 'nothing'}; {told.unchanged} as before."
    for change in told.changes[:SHOWN]:
        yield from _change(change, terminal)
    if len(told.changes) > SHOWN:
        yield f"and {len(told.changes) - SHOWN} more; --json lists them all"
    moved = {MEASURES[name]: one for name, one in told.differences.items() if one.value}
    if moved:
        yield ""
        yield from columns([("measure", "change", "95 %", "cases"), *_estimates(moved, signed=True)])


def probe_lines(told: ProbeReport, terminal: Terminal) -> Iterator[str]:
    """What secrets and hostile documents brought about in a trial copy."""
    from localrag.evaluate.probe_words import sentences

    yield "Probes on a trial copy of the index:"
    for sentence in sentences(told):
        yield from terminal.wrap(safe_line(sentence), "- ")


def _head(told: EvalReport) -> Iterator[str]:
    yield f"{counted(told.cases, 'case')} of {safe_line(told.run.cases_file)}, asked as {_made(told.run)}."
    if told.failed:
        yield f"{counted(told.failed, 'case')} could not be asked; they count as missed."
    for fault in told.unread_lines[:SHOWN]:
        yield f"Line {fault.line} is no case: {safe_line(fault.problem)}."
    if len(told.unread_lines) > SHOWN:
        yield f"and {len(told.unread_lines) - SHOWN} more lines; --json lists them all"


def _made(head: RunHead) -> str:
    policy = f", policy {safe_line(head.policy_version)}" if head.policy_version else ""
    return f"{safe_line(head.asker)} in run {head.run_id} ({moment(head.made_at)}{policy})"


def _matrix(told: EvalReport) -> Iterator[str]:
    names = [str(name) for name in told.matrix]
    rows: list[tuple[str, ...]] = [("expected \\ actual", *names)]
    rows += [(row, *(str(count) for count in counts.values())) for row, counts in told.matrix.items()]
    yield from columns(rows)


def _dispositions(told: EvalReport) -> Iterator[str]:
    rows: list[tuple[str, ...]] = [
        ("disposition", "support", "predicted", "true positives", "precision", "recall", "F1")
    ]
    rows += [
        (
            one.disposition,
            str(one.support),
            str(one.predicted),
            str(one.true_positives),
            *map(_two, (one.precision, one.recall, one.f1)),
        )
        for one in told.dispositions
    ]
    yield from columns(rows)
    low, high = told.macro_f1_interval
    digits = 4 if told.macro_f1_of == "rounded" else 6
    yield (
        f"Macro-F1 over all four: {told.macro_f1:.{digits}f} (mean of {told.macro_f1_of} F1;"
        f" 95 % {low:.2f} to {high:.2f})."
    )
    expected = sum(told.matrix["answer"].values())
    yield f"Unnecessary abstentions: {told.unnecessary_abstentions} of {expected} that expect an answer."


def _not_as_expected(told: EvalReport, terminal: Terminal) -> Iterator[str]:
    wrong = [one for one in told.scores if one.faults]
    if not wrong:
        return
    yield ""
    yield f"Not as expected ({len(wrong)}):"
    for one in wrong[:SHOWN]:
        yield from terminal.wrap(f"{safe_line(one.id)}: {safe_line(one.question)}", "- ")
        for fault in one.faults:
            yield from terminal.wrap(safe_line(fault), "    ")
    if len(wrong) > SHOWN:
        yield f"and {len(wrong) - SHOWN} more; --json and --html list them all"


def _tag(one: TagFigures) -> tuple[str, ...]:
    right, disposition = one.right, one.disposition_right
    return (safe_line(one.tag), str(one.cases), _two(right.value), _interval(right), _two(disposition.value))


def _change(change: CaseChange, terminal: Terminal) -> Iterator[str]:
    status = f"{change.before or 'nothing'} -> {change.after or 'nothing'}"
    what = f"{change.kind}: {safe_line(change.id)}: {safe_line(change.question)} ({status})"
    yield from terminal.wrap(what, "- ")
    for fault in change.faults_after:
        yield from terminal.wrap(safe_line(fault), "    now ")
    for fault in change.faults_before:
        yield from terminal.wrap(safe_line(fault), "    before ")


def _estimates(found: dict[str, Estimate], *, signed: bool = False) -> list[tuple[str, ...]]:
    value = "{:+.3f}" if signed else "{:.3f}"
    return [
        (name, value.format(one.value), _interval(one, signed=signed), str(one.cases))
        for name, one in found.items()
    ]


def _interval(one: Estimate, *, signed: bool = False) -> str:
    return f"{one.low:+.3f} to {one.high:+.3f}" if signed else f"{one.low:.3f} to {one.high:.3f}"


def _two(value: float) -> str:
    return f"{value:.2f}"


def columns(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Lines of a table: the first column to the left, the others to the right."""
    from localrag.cli.terminal import cells

    widths = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        line = first + " " * (widths[0] - cells(first))
        for text, width in zip(others, widths[1:], strict=True):
            line += "  " + " " * (width - cells(text)) + text
        yield line.rstrip()
