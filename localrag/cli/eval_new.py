"""``eval new``: the documents that the asker may read -> drafted cases, for a person to judge."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command
from localrag.errors import UsageError
from localrag.text.wording import counted

if TYPE_CHECKING:
    from localrag.records.index import DocumentEntry

_DEPTH = 20
"""Passages in which the answer to a question may not stand a second time. Guess."""


@command(
    "new",
    help="Draft cases from the documents that you may read, a JSON line each: questions whose answer stands"
    " in a sentence, and questions to documents that are left out of the index when they are asked. Read all"
    " of them before you keep them.",
    example="localrag eval new --count 40 > drafts.jsonl",
)
@click.option(
    "--count", type=click.IntRange(1, 10_000), default=20, metavar="N", help="At most N (default: 20)."
)
@click.option("--seed", type=int, default=1, metavar="N", help="Another number, another choice (default: 1).")
def new(invocation: Invocation, count: int, seed: int) -> int:
    """Draft, and say what was drafted."""
    from localrag.evaluate.cases import written
    from localrag.evaluate.drafting import draft_cases

    with invocation.open_assistant(will_ask=True) as assistant:
        may_leave_out = assistant.security().may_administer

        def text_of(entry: DocumentEntry) -> str:
            """Where two files claim one name, each has its own text."""
            return assistant.show(f"{entry.source_id}/{entry.uri}").text

        made = draft_cases(
            assistant.documents(),
            text_of=text_of,
            search=lambda question: assistant.search(question, top_k=_DEPTH).hits,
            today=date.today(),
            count=count,
            seed=seed,
            held_out=may_leave_out,
        )
    if not made:
        raise UsageError(
            "No sentence of the documents that you may read makes a question.",
            "Write cases by hand: docs/evaluation.md says how.",
        )
    for case in made:
        output.write_json(written(case))
    unanswerable = sum(case.disposition == "abstain" for case in made)
    output.say(
        f"localrag: {counted(len(made), 'draft')}, {unanswerable} of them with no answer."
        " Read every one before you keep it."
    )
    if not may_leave_out:
        output.say("localrag: drafts with no answer are for those who may administer this home")
    return 0
