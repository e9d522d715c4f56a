"""``trace``: what happened to earlier questions, listed or one in full."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command, everywhere, examples
from localrag.cli.typed import text_argument
from localrag.text.display import safe_line
from localrag.text.wording import counted, shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localrag.records.trace import RagTrace

_QUESTION_CHARS = 60


@command("list", help="List your latest questions, newest first.", example="localrag trace list --limit 5")
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=20, metavar="N", help="At most N (default: 20)."
)
def _list(invocation: Invocation, limit: int) -> int:
    with invocation.open_assistant() as assistant:
        traces = assistant.traces(limit)
    if invocation.json:
        output.write_json(f'{{"traces":[{",".join(trace.model_dump_json() for trace in traces)}]}}')
    else:
        output.write("\n".join(map(_line, traces)) or "No trace is kept.")
    return 0


@command("show", help="Print one trace in full.", example="localrag trace show 0123456789abcdef --json")
@click.argument("trace_id")
def _show(invocation: Invocation, trace_id: str) -> int:
    with invocation.open_assistant() as assistant:
        trace = assistant.trace(text_argument(trace_id))
    if invocation.json:
        output.write_json(trace.model_dump_json())
    else:
        output.write("\n".join(_full_lines(trace)))
    return 0


@command(
    "verify",
    help="Check that no trace was changed, removed or put elsewhere. Exit code: 0 whole, 1 faults found.",
    example="localrag trace verify --json",
)
def _verify(invocation: Invocation) -> int:
    check = invocation.backend.verify_traces(invocation.state())
    if invocation.json:
        output.write_json(
            json.dumps({"sound": not check.faults, **check.model_dump(mode="json")}, ensure_ascii=False)
        )
    elif check.faults:
        advice = (
            "These traces prove nothing any more; keep a copy of traces.db and traces.head for whoever looks"
            " into it."
        )
        output.write("\n".join([*map(safe_line, check.faults), advice]))
    else:
        output.write(f"{counted(check.traces, 'trace')}, no fault found.")
    return 1 if check.faults else 0


command_trace = click.Group(
    "trace",
    commands={"list": _list, "show": _show, "verify": _verify},
    params=everywhere(),
    help="Look at what happened to earlier questions.",
    epilog=examples("localrag trace list\nlocalrag trace show 0123456789abcdef\nlocalrag trace verify"),
)


def _line(trace: RagTrace) -> str:
    question = shortened(safe_line(trace.raw_query), _QUESTION_CHARS)
    outcome = safe_line(trace.answer_status or f"error: {trace.error_code}")
    when = f"{trace.asked_at.astimezone():%Y-%m-%d %H:%M}"
    return f"{safe_line(trace.trace_id)}  {when}  {outcome}  {question}"


def _full_lines(trace: RagTrace) -> Iterator[str]:
    """Every field that holds something, one a line, nested ones indented."""
    yield from _field_lines(trace.model_dump(mode="json"), "")


def _field_lines(fields: dict[str, object], margin: str) -> Iterator[str]:
    for name, value in fields.items():
        shown = safe_line(str(name))
        if value is None or value == [] or value == {} or value == "":
            continue
        if isinstance(value, dict):
            yield f"{margin}{shown}:"
            yield from _field_lines(value, margin + "  ")
        elif isinstance(value, list):
            yield f"{margin}{shown}:"
            for item in value:
                if isinstance(item, dict):
                    yield from _item_lines(item, margin + "  ")
                else:
                    yield f"{margin}  - {safe_line(str(item))}"
        else:
            yield f"{margin}{shown}: {safe_line(str(value))}"


def _item_lines(item: dict[str, object], margin: str) -> Iterator[str]:
    for number, line in enumerate(_field_lines(item, "")):
        yield f"{margin}{'- ' if number == 0 else '  '}{line}"
