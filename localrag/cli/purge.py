"""``purge``: documents' names, or what was deleted from the sources -> gone for good, to the last byte."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localrag.records.index import PurgeSummary

_SHOWN = 50
"""Files that are listed: two screens. Guess."""
_EXAMPLES = """
localrag purge --deleted
localrag purge POL-212@2 uploads/notes.txt
"""


@command(
    "purge",
    help="Take documents out for good: no byte of their text stays in the index, nor in your own questions."
    " DOCUMENT is a document id, ID@VERSION, SOURCE/PATH, or a source id for all of it.",
    example=_EXAMPLES,
)
@click.argument("documents", nargs=-1, metavar="[DOCUMENT]...")
@click.option("--deleted", is_flag=True, help="Everything whose file was deleted (also without DOCUMENT).")
@click.option(
    "--allow-empty", is_flag=True, help="With --deleted: also where a whole folder is missing or empty."
)
def command_purge(
    invocation: Invocation, documents: tuple[str, ...], deleted: bool, allow_empty: bool
) -> int:
    """Purge, and tell what went."""
    from localrag.cli.progress import show_progress

    if documents and (deleted or allow_empty):
        raise click.UsageError("Name documents, or give --deleted, not both.")
    gc.enable()
    home = invocation.own_home()
    with show_progress(as_json=invocation.json) as on_progress:
        summary = invocation.backend.purge(
            documents, home=home, allow_empty=allow_empty, on_progress=on_progress
        )
    if invocation.json:
        output.write_json(summary.model_dump_json())
    else:
        output.write("\n".join(_lines(summary)))
    return 0


def _lines(summary: PurgeSummary) -> Iterator[str]:
    from localrag.cli.terminal import terminal_of
    from localrag.text.display import safe_line
    from localrag.text.wording import counted

    terminal = terminal_of(sys.stdout)
    if summary.purged:
        yield f"{counted(len(summary.purged), 'file')} purged:"
    else:
        yield "No file had to be taken out; what earlier runs took out is gone for good."
    for place in summary.purged[:_SHOWN]:
        yield from terminal.wrap(safe_line(place), "- ")
    if len(summary.purged) > _SHOWN:
        yield f"- and {len(summary.purged) - _SHOWN:,} more; --json lists them all"
    if summary.questions:
        yield f"The text of {counted(summary.questions, 'question')} was taken out of your traces."
    if summary.turns:
        yield f"{counted(summary.turns, 'question')} went out of your conversations."
    if summary.marks:
        yield f"{counted(summary.marks, 'mark')} of wrong answers went with them."
    if summary.outcomes:
        yield f"{counted(summary.outcomes, 'outcome')} went out of your runs of evaluation."
    for warning in summary.warnings:
        yield from terminal.wrap(safe_line(warning), "Warning: ", "  ")
    yield f"{counted(summary.passages, 'passage')} left in the index."
