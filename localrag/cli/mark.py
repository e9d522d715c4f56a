"""``mark``: wrong answers kept with what is wrong about them, listed, exported as cases, taken back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.grouping import GroupWithUsual
from localrag.cli.invocation import Invocation, command, everywhere, examples
from localrag.cli.typed import text_argument
from localrag.errors import NotFoundError
from localrag.text.display import safe_line

if TYPE_CHECKING:
    from localrag.cli.backend import Assistant
    from localrag.records.answer import Disposition
    from localrag.records.mark import Mark

_EXAMPLES = """
localrag mark last --wrong "The deadline is 14 days"
localrag mark 3f2a90b1c4d5e6f7 --wrong "Not in the policy" --expected abstain
localrag mark add last --wrong "It is in the manual" --document EPM
"""


@command(
    "add",
    help="Keep what is wrong with the answer to a question. TRACE is last or its trace id: localrag"
    " trace list.",
    example=_EXAMPLES,
)
@click.argument("trace_id", metavar="TRACE")
@click.option("--wrong", required=True, metavar="TEXT", help="What is wrong, in your words.")
@click.option(
    "--expected",
    type=click.Choice(["answer", "block", "redirect", "abstain"]),
    default="answer",
    help="What should have become of the question (default: answer).",
)
@click.option(
    "--contains", multiple=True, metavar="TEXT", help="The right answer holds this; may be repeated."
)
@click.option(
    "--document", "documents", multiple=True, metavar="NAME", help="It cites this; may be repeated."
)
def _add(
    invocation: Invocation,
    trace_id: str,
    wrong: str,
    expected: Disposition,
    contains: tuple[str, ...],
    documents: tuple[str, ...],
) -> int:
    with invocation.open_assistant() as assistant:
        kept = assistant.assessment.mark(
            _last(assistant) if trace_id == "last" else text_argument(trace_id),
            wrong=wrong,
            expected=expected,
            must_contain=contains,
            gold_documents=documents,
        )
    if invocation.json:
        output.write_json(kept.model_dump_json())
    else:
        output.write(f"Kept for this account alone: {_line(kept)}")
    return 0


@command("list", help="List what you marked, the oldest first.", example="localrag mark list")
def _list(invocation: Invocation) -> int:
    with invocation.open_assistant() as assistant:
        found = assistant.assessment.marks()
    if invocation.json:
        output.write_json(f'{{"marks":[{",".join(one.model_dump_json() for one in found)}]}}')
    else:
        output.write("\n".join(map(_line, found)) or "Nothing is marked.")
    return 0


@command(
    "export",
    help="Write your marks as cases for localrag eval, a JSON line each.",
    example="localrag mark export > marked.jsonl",
)
def _export(invocation: Invocation) -> int:
    from localrag.evaluate.cases import written
    from localrag.evaluate.marked import case_of

    with invocation.open_assistant() as assistant:
        found = assistant.assessment.marks()
    for mark in found:
        case = case_of(mark)
        if case is None:
            output.say(f"localrag: the question of {mark.trace.trace_id} was taken out; it makes no case")
        else:
            output.write_json(written(case))
    return 0


@command("remove", help="Take a mark back.", example="localrag mark remove 3f2a90b1c4d5e6f7")
@click.argument("trace_id", metavar="TRACE")
def _remove(invocation: Invocation, trace_id: str) -> int:
    name = text_argument(trace_id)
    with invocation.open_assistant() as assistant:
        assistant.assessment.unmark(name)
    if invocation.json:
        output.write_json(json.dumps({"trace_id": name, "done": "removed"}, ensure_ascii=False))
    else:
        output.write(f"The mark of {safe_line(name)} was taken back.")
    return 0


def _last(assistant: Assistant) -> str:
    """The trace of the asker's newest question."""
    found = list(assistant.traces(1))
    if not found:
        raise NotFoundError("No question of yours is kept.", "Ask one first: localrag ask QUESTION")
    return found[0].trace_id


def _line(mark: Mark) -> str:
    return f"{mark.trace.trace_id}  {safe_line(mark.trace.raw_query)}  ({safe_line(mark.wrong)})"


class _Mark(GroupWithUsual):
    usual = "add"


command_mark = _Mark(
    "mark",
    commands={"add": _add, "list": _list, "export": _export, "remove": _remove},
    params=everywhere(),
    help="Keep what is wrong with an answer: localrag mark TRACE --wrong TEXT is short for mark add.",
    epilog=examples(
        'localrag mark TRACE --wrong "The deadline is 14 days"\nlocalrag mark export > marked.jsonl'
    ),
)
