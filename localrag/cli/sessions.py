"""``sessions``: conversations listed, shown, exported, renamed or deleted."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command, everywhere, examples
from localrag.cli.typed import text_argument
from localrag.text.display import safe_line
from localrag.text.wording import counted, moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localrag.cli.terminal import Terminal
    from localrag.records.session import Session, SessionSummary


@command(
    "list", help="List your conversations, the latest first.", example="localrag sessions list --limit 5"
)
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=20, metavar="N", help="At most N (default: 20)."
)
def _list(invocation: Invocation, limit: int) -> int:
    with invocation.open_assistant() as assistant:
        found = assistant.sessions(limit)
    if invocation.json:
        output.write_json(f'{{"sessions":[{",".join(one.model_dump_json() for one in found)}]}}')
    else:
        output.write("\n".join(map(_line, found)) or "No conversation is kept.")
    return 0


@command(
    "show",
    help="Print a conversation. An answer whose sources you may no longer read is left out.",
    example="localrag sessions show permits",
)
@click.argument("conversation_id", metavar="ID")
def _show(invocation: Invocation, conversation_id: str) -> int:
    with invocation.open_assistant() as assistant:
        session = assistant.session(text_argument(conversation_id))
    if invocation.json:
        output.write_json(session.model_dump_json())
    else:
        from localrag.cli.terminal import terminal_of

        output.write("\n".join(_lines(session, terminal_of(sys.stdout))))
    return 0


@command(
    "export",
    help="Write a conversation as Markdown, or with --json as JSON: quotes, where they stand, versions and"
    " marking. An answer whose sources you may no longer read is left out.",
    example="localrag sessions export permits > permits.md",
)
@click.argument("conversation_id", metavar="ID")
def _export(invocation: Invocation, conversation_id: str) -> int:
    with invocation.open_assistant() as assistant:
        session = assistant.session(text_argument(conversation_id))
    if invocation.json:
        output.write_json(session.model_dump_json())
    else:
        from localrag.sessions.export import markdown

        output.write(markdown(session))
    return 0


@command(
    "rename",
    help="Give a conversation another title; its id stays.",
    example='localrag sessions rename permits "Permit renewals"',
)
@click.argument("conversation_id", metavar="ID")
@click.argument("title")
def _rename(invocation: Invocation, conversation_id: str, title: str) -> int:
    name = text_argument(conversation_id)
    with invocation.open_assistant() as assistant:
        assistant.rename_session(name, text_argument(title))
    _told(invocation, name, "renamed")
    return 0


@command(
    "delete",
    help="Delete a conversation, its bytes included.",
    example="localrag sessions delete permits",
)
@click.argument("conversation_id", metavar="ID")
def _delete(invocation: Invocation, conversation_id: str) -> int:
    name = text_argument(conversation_id)
    with invocation.open_assistant() as assistant:
        assistant.delete_session(name)
    _told(invocation, name, "deleted")
    return 0


command_sessions = click.Group(
    "sessions",
    commands={"list": _list, "show": _show, "export": _export, "rename": _rename, "delete": _delete},
    params=everywhere(),
    help="Look at your conversations, or remove them.",
    epilog=examples("localrag sessions list\nlocalrag sessions export permits > permits.md"),
)


def _told(invocation: Invocation, conversation_id: str, done: str) -> None:
    if invocation.json:
        output.write_json(json.dumps({"conversation_id": conversation_id, "done": done}, ensure_ascii=False))
    else:
        output.write(f"The conversation {safe_line(conversation_id)} was {done}.")


def _line(one: SessionSummary) -> str:
    turns = counted(one.turns, "question")
    return f"{safe_line(one.conversation_id)}  {moment(one.last_at)}  {turns}  {safe_line(one.title)}"


def _lines(session: Session, terminal: Terminal) -> Iterator[str]:
    from localrag.cli.answer_text import answer_lines

    yield terminal.style(safe_line(session.title), "bold")
    if session.marking:
        yield f"Marking: {safe_line(session.marking)}."
    for turn in session.turns:
        yield ""
        yield from terminal.wrap(safe_line(turn.question), f"{moment(turn.asked_at)}  > ")
        yield ""
        if turn.answer is not None:
            yield from answer_lines(turn.answer, terminal)
        else:
            yield from terminal.wrap(turn.withheld or "")
