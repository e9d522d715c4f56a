"""``eval CASES``: a file of cases -> a kept run and its report."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.eval_report import report_options, tell, wanted
from localrag.cli.invocation import Invocation, command
from localrag.cli.stdin import read_lines
from localrag.errors import UsageError
from localrag.text.display import safe_line

if TYPE_CHECKING:
    from localrag.cli.backend import Assistant
    from localrag.records.evaluation import CaseFile, CaseOutcome, EvalCase, Run
    from localrag.records.probes import ProbeReport
    from localrag.records.security import AccessTuple

_EXAMPLES = """
localrag eval cases.jsonl
localrag eval cases.jsonl --html report.html --fail-under macro_f1=0.8
localrag eval cases.jsonl --compare last
localrag eval run - --json < cases.jsonl
"""


@command(
    "run",
    help="Ask every question of a JSONL file of cases (- for standard input) and tell how the answers compare"
    " with what is expected. The run is kept, readable for you alone: it holds text of documents. Exit code:"
    " 0; 1 where a line is no case, a case could not be asked, or a threshold is missed.",
    example=_EXAMPLES,
)
@click.argument("cases")
@click.option("--save", metavar="FILE", help="Keep the run in this file in place of the state folder.")
@click.option(
    "--compare", "before", metavar="RUN", help="Tell what changed since a kept run: an id, last, a file."
)
@click.option(
    "--probes",
    is_flag=True,
    help="Also try secrets and hostile documents on a trial copy of the index (for administrators).",
)
@report_options
def run(
    invocation: Invocation,
    cases: str,
    save: str | None,
    before: str | None,
    probes: bool,
    html: str | None,
    no_round: bool,
    floors: tuple[str, ...],
    ceilings: tuple[str, ...],
) -> int:
    """Ask, keep, report."""
    from localrag.records.evaluation import Run

    gc.enable()
    asked_for = wanted(html, no_round, floors, ceilings)
    case_file, digest = _read(cases)
    kinds = _to_probe(invocation) if probes else None
    store = invocation.backend.runs(invocation.state())
    earlier = store.get(before) if before else None
    with ExitStack() as undo:
        assistant = undo.enter_context(invocation.open_assistant(will_ask=True))
        name = "standard input" if cases == "-" else Path(cases).name
        head = assistant.assessment.run_head(name, digest, len(case_file.cases))
        outcomes = store.keep(
            head, _asked(invocation, case_file, assistant, undo), to=Path(save) if save else None
        )
        made = Run(head=head, outcomes=tuple(outcomes))
        probed = None if kinds is None else _probed(invocation, made, kinds)
        return tell(
            invocation,
            assistant,
            made,
            asked_for,
            earlier=earlier,
            probed=probed,
            unread_lines=case_file.faults,
        )


def _read(name: str) -> tuple[CaseFile, str]:
    """The cases of a file, and its SHA-256; what is no case is said at once."""
    from localrag.evaluate.cases import read_cases

    lines = list(read_lines(name))
    found = read_cases(lines)
    for fault in found.faults:
        output.say(f"localrag: line {fault.line} is no case: {safe_line(fault.problem)}")
    for note in found.notes:
        output.say(f"localrag: {safe_line(note)}")
    if not found.cases:
        raise UsageError(f"{name} holds no case.", "Draft some from your documents: localrag eval new")
    return found, hashlib.sha256(b"\n".join(lines)).hexdigest()


def _asked(
    invocation: Invocation, case_file: CaseFile, assistant: Assistant, undo: ExitStack
) -> Iterator[CaseOutcome]:
    from localrag.cli.progress import show_progress
    from localrag.evaluate.run import run as outcomes_of
    from localrag.records.index import Progress

    with_all: tuple[str, ...] = ()
    assistants = {with_all: assistant}

    def answers_for(case: EvalCase) -> Assistant:
        """The assistant over the index that the case is asked over; opened when first needed."""
        if case.without not in assistants:
            assistants[case.without] = _assistant_without(invocation, case.without, undo)
        return assistants[case.without]

    total = len(case_file.cases)
    with show_progress(as_json=invocation.json) as on_progress:
        for done, outcome in enumerate(outcomes_of(case_file.cases, answers_for), 1):
            on_progress(Progress(phase="ask", done=done, total=total, current=outcome.case.id))
            yield outcome


def _to_probe(invocation: Invocation) -> list[AccessTuple]:
    from localrag.cli.eval_probes import kinds_of_access

    return kinds_of_access(invocation)


def _probed(invocation: Invocation, made: Run, kinds: list[AccessTuple]) -> ProbeReport:
    from localrag.cli.eval_probes import probes
    from localrag.cli.progress import show_progress

    with show_progress(as_json=invocation.json) as on_progress:
        return probes(invocation, made, kinds, on_progress)


def _assistant_without(invocation: Invocation, documents: tuple[str, ...], undo: ExitStack) -> Assistant:
    """An assistant over a trial copy that lacks documents; its traces go with the copy."""
    backend = invocation.backend
    trial = undo.enter_context(
        backend.trial(invocation.reading_home(), state=invocation.state(), without=documents)
    )
    return undo.enter_context(
        backend.open_assistant(trial.home, as_user=invocation.as_user, state=trial.state, will_ask=True)
    )
