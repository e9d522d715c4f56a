"""A run -> its report in the terminal, as JSON and as a page; ``eval show``, ``compare`` and ``list``."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, ParamSpec, TypeVar

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command
from localrag.errors import StorageError, UsageError
from localrag.text.wording import counted, moment

if TYPE_CHECKING:
    from localrag.cli.backend import Assistant
    from localrag.records.evaluation import CaseFault, CaseOutcome, CaseScore, Comparison, EvalReport, Run
    from localrag.records.probes import ProbeReport

_Options = ParamSpec("_Options")
_Given = TypeVar("_Given")


class Threshold(NamedTuple):
    """What a measure of a report is held against."""

    measure: str
    value: float
    is_floor: bool
    """Whether the measure has to reach the value; else it must not pass it."""


class Wanted(NamedTuple):
    """How a report is wanted."""

    html: str | None
    """File for the page; null: none."""
    rounded: bool
    """Whether macro-F1 is the mean of rounded F1."""
    thresholds: tuple[Threshold, ...]


def report_options(function: Callable[_Options, _Given]) -> Callable[_Options, _Given]:
    """The options with which every report comes."""
    options = [
        click.option(
            "--html", metavar="FILE", help="Write the report as one page that loads nothing from elsewhere."
        ),
        click.option(
            "--no-round", is_flag=True, help="Take macro-F1 of exact F1 in place of F1 rounded to two places."
        ),
        click.option(
            "--fail-under",
            "floors",
            multiple=True,
            metavar="MEASURE=VALUE",
            help="Exit 1 where a measure is below: macro_f1, right, recall:answer, citation_precision, ...",
        ),
        click.option(
            "--fail-over",
            "ceilings",
            multiple=True,
            metavar="MEASURE=VALUE",
            help="Exit 1 where a measure is above: unnecessary_abstentions, wrong_version, forbidden, ...",
        ),
    ]
    for option in reversed(options):
        function = option(function)
    return function


def wanted(html: str | None, no_round: bool, floors: Sequence[str], ceilings: Sequence[str]) -> Wanted:
    """What the options of ``report_options`` ask for. UsageError for a threshold that is none."""
    thresholds = [
        *(_threshold(one, is_floor=True) for one in floors),
        *(_threshold(one, is_floor=False) for one in ceilings),
    ]
    return Wanted(html, not no_round, tuple(thresholds))


def tell(
    invocation: Invocation,
    assistant: Assistant,
    made: Run,
    asked_for: Wanted,
    *,
    earlier: Run | None = None,
    probed: ProbeReport | None = None,
    unread_lines: Sequence[CaseFault] = (),
) -> int:
    """Write the report of a run in every form asked for; the exit code."""
    from localrag.evaluate.compare import compare
    from localrag.evaluate.report import report

    scores = _scored(made, assistant)
    told = report(made.head, scores, rounded=asked_for.rounded, unread_lines=unread_lines)
    missed = _missed(told, asked_for.thresholds)
    changed = compare((earlier.head, _scored(earlier, assistant)), (made.head, scores)) if earlier else None
    if asked_for.html is not None:
        from localrag.evaluate.page import page

        _write_private(Path(asked_for.html), page(told, changed, probed))
    if invocation.json:
        compared = changed.model_dump_json() if changed else "null"
        tried = probed.model_dump_json() if probed else "null"
        output.write_json(f'{{"report":{told.model_dump_json()},"comparison":{compared},"probes":{tried}}}')
    else:
        output.write("\n".join(_lines(told, changed, probed)))
    missed += probed.faults if probed else ()
    for problem in missed:
        output.say(f"localrag: {problem}")
    return 1 if missed or told.failed or unread_lines else 0


@command(
    "show",
    help="Tell a kept run again. RUN is an id, last or a file. An answer whose sources you may no longer read"
    " is left out.",
    example="localrag eval show last --html report.html",
)
@click.argument("name", metavar="RUN")
@report_options
def show(
    invocation: Invocation,
    name: str,
    html: str | None,
    no_round: bool,
    floors: tuple[str, ...],
    ceilings: tuple[str, ...],
) -> int:
    """Report of a kept run."""
    asked_for = wanted(html, no_round, floors, ceilings)
    made = invocation.backend.runs(invocation.state()).get(name)
    with invocation.open_assistant() as assistant:
        return tell(invocation, assistant, made, asked_for)


@command(
    "compare",
    help="Tell what changed between two kept runs, case by case: after a change of policy, settings or"
    " documents, say.",
    example="localrag eval compare 20261201-101500-3f2a last",
)
@click.argument("before", metavar="BEFORE")
@click.argument("after", metavar="AFTER")
def compare_runs(invocation: Invocation, before: str, after: str) -> int:
    """Comparison of two kept runs."""
    from localrag.cli.eval_text import comparison_lines
    from localrag.cli.terminal import terminal_of
    from localrag.evaluate.compare import compare

    store = invocation.backend.runs(invocation.state())
    old, new = store.get(before), store.get(after)
    with invocation.open_assistant() as assistant:
        changed = compare((old.head, _scored(old, assistant)), (new.head, _scored(new, assistant)))
    if invocation.json:
        output.write_json(changed.model_dump_json())
    else:
        output.write("\n".join(comparison_lines(changed, terminal_of(sys.stdout))))
    return 0


@command("list", help="List the kept runs, the newest first.", example="localrag eval list")
def list_runs(invocation: Invocation) -> int:
    """Kept runs."""
    found = invocation.backend.runs(invocation.state()).latest()
    if invocation.json:
        output.write_json(f'{{"runs":[{",".join(one.model_dump_json() for one in found)}]}}')
        return 0
    from localrag.text.display import safe_line

    lines = [
        f"{safe_line(one.name)}  {moment(one.head.made_at)}  {counted(one.head.cases, 'case')}"
        f"  {safe_line(one.head.cases_file)}"
        for one in found
    ]
    output.write("\n".join(lines) or "No run is kept.")
    return 0


def _scored(made: Run, assistant: Assistant) -> list[CaseScore]:
    """Scores, with the text of those answers alone that may be read now."""
    from localrag.evaluate.kept import passages_shown
    from localrag.evaluate.score import scored

    def may_show(outcome: CaseOutcome) -> bool:
        """Rights are judged now, not as they were when the run was made."""
        return assistant.assessment.may_show(passages_shown(outcome), outcome.case.as_user)

    return scored(made, may_show=may_show)


def _lines(told: EvalReport, changed: Comparison | None, probed: ProbeReport | None) -> list[str]:
    from localrag.cli.eval_text import comparison_lines, probe_lines, report_lines
    from localrag.cli.terminal import terminal_of

    terminal = terminal_of(sys.stdout)
    lines = [*report_lines(told, terminal)]
    if changed is not None:
        lines += ["", *comparison_lines(changed, terminal)]
    if probed is not None:
        lines += ["", *probe_lines(probed, terminal)]
    return lines


def _threshold(text: str, *, is_floor: bool) -> Threshold:
    from localrag.evaluate.report import METRICS

    measure, equals, value = text.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not measure or not equals or not math.isfinite(number):
        raise UsageError(f"{text!r} is no threshold.", "Write MEASURE=VALUE, as in macro_f1=0.8")
    if measure not in METRICS:
        raise UsageError(f"There is no measure {measure}.", f"There are: {', '.join(METRICS)}")
    return Threshold(measure, number, is_floor)


def _missed(told: EvalReport, thresholds: Sequence[Threshold]) -> list[str]:
    """Thresholds that a report misses, in words. UsageError for a measure that does not apply."""
    from localrag.evaluate.report import metric

    missed = []
    for one in thresholds:
        found = metric(told, one.measure)
        if found is None:
            raise UsageError(f"No case has what the measure {one.measure} is taken of.")
        if one.is_floor and found < one.value:
            missed.append(f"{one.measure} is {found:.4g}, below {one.value:.4g}")
        elif not one.is_floor and found > one.value:
            missed.append(f"{one.measure} is {found:.4g}, above {one.value:.4g}")
    return missed


def _write_private(path: Path, text: str) -> None:
    """Write a file that nobody else can open: a report holds text of documents."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            path.chmod(0o600)
            stream.write(text)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror or error}.") from error
