"""``eval review`` and ``agreement``: a kept run -> what people say of its answers, how far they agree."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command
from localrag.text.display import safe_text
from localrag.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localrag.cli.backend import Assistant
    from localrag.records.evaluation import CaseOutcome, Run
    from localrag.records.review import Agreement, Label, LabelAgreement, Review

_KEYS: dict[str, bool | None] = {"y": True, "n": False, "?": None}
_Said = dict["Label", "bool | None"] | Literal["skip", "quit"]


@command(
    "review",
    help="Judge the answers of a kept run by a fixed rubric, one after the other: y, n, ? (cannot tell),"
    " s (skip this answer), q (stop). What was said is kept at once; called again, it goes on where it"
    " stopped.",
    example="localrag eval review last",
)
@click.argument("name", metavar="RUN")
def review(invocation: Invocation, name: str) -> int:
    """Ask, and keep what is said."""
    store = invocation.backend.runs(invocation.state())
    made = store.get(name)
    # Another run that is made meanwhile must not get these reviews.
    name = made.head.run_id if name == "last" else name
    kept = 0
    with invocation.open_assistant() as assistant:
        reviewer = f"person:{assistant.security().user_id}"
        done = {one.case_id for one in store.reviews(name) if one.reviewer == reviewer}
        waiting = list(_waiting(made, assistant, done))
        for place, outcome in enumerate(waiting, 1):
            said = _asked(outcome, f"{place} of {len(waiting)}")
            if said == "quit":
                break
            if said != "skip":
                store.add_review(name, _review(outcome, reviewer, said))
                kept += 1
    output.say(f"localrag: {counted(kept, 'answer')} reviewed, {len(waiting) - kept} left")
    return 0


@command(
    "agreement",
    help="Tell how far those who reviewed a run agree, label by label, with Cohen's kappa.",
    example="localrag eval agreement last",
)
@click.argument("name", metavar="RUN")
def agreement(invocation: Invocation, name: str) -> int:
    """Agreement of every pair of reviewers."""
    from localrag.evaluate.agreement import agreements

    store = invocation.backend.runs(invocation.state())
    store.get(name)
    found = agreements(store.reviews(name))
    if invocation.json:
        output.write_json(f'{{"agreements":[{",".join(one.model_dump_json() for one in found)}]}}')
    else:
        lines = [line for one in found for line in _lines(one)]
        output.write("\n".join(lines) or "Fewer than two reviewers: there is nothing to compare.")
    return 0


def _waiting(made: Run, assistant: Assistant, done: set[str]) -> Iterator[CaseOutcome]:
    """Answers that were not reviewed yet, and may be read now."""
    from localrag.evaluate.kept import passages_shown

    for outcome in made.outcomes:
        if outcome.answer is None or outcome.case.id in done:
            continue
        if assistant.assessment.may_show(passages_shown(outcome), outcome.case.as_user):
            yield outcome


def _asked(outcome: CaseOutcome, place: str) -> _Said:
    from localrag.cli.terminal import terminal_of
    from localrag.evaluate.rubric import QUESTIONS, shown

    assert outcome.answer is not None
    terminal = terminal_of(sys.stderr)
    output.say(f"\nAnswer {place}")
    for piece in shown(outcome.answer):
        for line in safe_text(piece).split("\n"):
            output.say("\n".join(terminal.wrap(line)))
    labels: dict[Label, bool | None] = {}
    for label, question in QUESTIONS.items():
        key = _key(f"{question} [y/n/?/s/q] ")
        if key in ("s", "q"):
            return "skip" if key == "s" else "quit"
        labels[label] = _KEYS[key]
    return labels


def _key(prompt: str) -> str:
    """One of y, n, ?, s and q; the end of standard input is q."""
    while True:
        output.say_part(prompt)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            output.say("")
            return "q"
        if line.strip().lower() in (*_KEYS, "s", "q"):
            return line.strip().lower()


def _review(outcome: CaseOutcome, reviewer: str, labels: dict[Label, bool | None]) -> Review:
    from datetime import UTC, datetime

    from localrag.records.review import Review

    return Review(case_id=outcome.case.id, reviewer=reviewer, reviewed_at=datetime.now(UTC), labels=labels)


def _lines(one: Agreement) -> Iterator[str]:
    from localrag.cli.eval_text import columns
    from localrag.text.display import safe_line

    yield f"{safe_line(one.first)} and {safe_line(one.second)}:"
    head = ("label", "cases", "both yes", "both no", "first only", "second only", "agreement", "kappa")
    yield from columns([head, *map(_row, one.labels)])


def _row(one: LabelAgreement) -> tuple[str, ...]:
    counts = (one.cases, one.both_yes, one.both_no, one.first_only, one.second_only)
    shares = ("-" if value is None else f"{value:.2f}" for value in (one.agreement, one.kappa))
    return (one.label, *map(str, counts), *shares)
