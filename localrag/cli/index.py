"""``index``: folders and files -> the index, with what was added, changed, left, removed and refused."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localrag.records.index import IndexSummary

EXIT_PARTLY = 9
EXIT_NOTHING_READABLE = 10
_SKIPPED_SHOWN = 10
"""Guess: a folder may hold thousands of pictures."""
_EXAMPLES = """
localrag index ~/policies ~/cases
localrag index
"""


@command(
    "index",
    help="Read folders or files into the index; without PATH, refresh what it already knows."
    " Exit code: 0 done, 9 partly (a file is listed as failed), 10 no readable document in the paths.",
    example=_EXAMPLES,
)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(path_type=Path))
@click.option("--re-embed", is_flag=True, help="Encode every passage again, for another embedder.")
def command_index(invocation: Invocation, paths: tuple[Path, ...], re_embed: bool) -> int:
    """Index; a document that could not be read never stops the others."""
    from localrag.cli.progress import show_progress

    gc.enable()
    home = invocation.own_home()
    with show_progress() as on_progress:
        summary = invocation.backend.index(paths, home=home, on_progress=on_progress, re_embed=re_embed)
    if invocation.json:
        output.write_json(summary.model_dump_json())
    else:
        output.write("\n".join(_lines(summary)))
    if summary.readable == 0:
        return EXIT_NOTHING_READABLE
    return EXIT_PARTLY if summary.failed else 0


def _lines(summary: IndexSummary) -> Iterator[str]:
    from localrag.cli.failures import failed_lines
    from localrag.cli.terminal import terminal_of
    from localrag.text.display import safe_line
    from localrag.text.wording import counted, duration

    terminal = terminal_of(sys.stdout)
    yield (
        f"{summary.added:,} added, {summary.changed:,} changed, {summary.unchanged:,} unchanged,"
        f" {summary.removed:,} removed, {len(summary.failed):,} failed"
    )
    if summary.failed:
        yield from failed_lines(summary.failed, terminal)
    if summary.skipped:
        yield f"{counted(len(summary.skipped), 'file')} left aside, no documents:"
        for file in summary.skipped[:_SKIPPED_SHOWN]:
            yield from terminal.wrap(safe_line(f"{file.source_id}/{file.uri}: {file.detail}"), "- ")
        if len(summary.skipped) > _SKIPPED_SHOWN:
            yield f"- and {len(summary.skipped) - _SKIPPED_SHOWN:,} more; --json lists them all"
    for warning in summary.warnings:
        yield from terminal.wrap(safe_line(warning), "Warning: ", "  ")
    if summary.readable == 0:
        yield "There is no readable document in these paths."
    yield (
        f"{counted(summary.passages, 'passage')} in the index, {summary.embedded:,} encoded;"
        f" {duration(summary.seconds)}"
    )
