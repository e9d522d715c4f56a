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

    from localrag.cli.terminal import Terminal
    from localrag.records.index import IndexSummary

EXIT_PARTLY = 9
EXIT_NOTHING_READABLE = 10
_SKIPPED_SHOWN = 10
"""Guess: a folder may hold thousands of pictures."""
_CHANGES_SHOWN = 50
"""Of a dry run: two screens. Guess."""
_EXAMPLES = """
localrag index ~/policies ~/cases
localrag index
localrag index --dry-run
"""


@command(
    "index",
    help="Read folders or files into the index; without PATH, refresh what it already knows."
    " Exit code: 0 done, 9 partly (a file is listed as failed), 10 no readable document in the paths.",
    example=_EXAMPLES,
)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Tell what would be done; write nothing.")
@click.option("--rehash", is_flag=True, help="Compare every file's content, not only its size and times.")
@click.option(
    "--allow-empty",
    is_flag=True,
    help="Take the documents of a folder out that is missing or empty; without it they stay.",
)
@click.option("--re-embed", is_flag=True, help="Encode every passage again, for another embedder.")
def command_index(
    invocation: Invocation,
    paths: tuple[Path, ...],
    re_embed: bool,
    rehash: bool,
    allow_empty: bool,
    dry_run: bool,
) -> int:
    """Index; a document that could not be read never stops the others."""
    from localrag.cli.progress import show_progress
    from localrag.records.index import IndexOptions

    gc.enable()
    home = invocation.own_home()
    options = IndexOptions(re_embed=re_embed, rehash=rehash, allow_empty=allow_empty, dry_run=dry_run)
    with show_progress(as_json=invocation.json) as on_progress:
        summary = invocation.backend.index(paths, home=home, on_progress=on_progress, options=options)
    if invocation.json:
        output.write_json(summary.model_dump_json())
    else:
        output.write("\n".join(_lines(summary)))
    if summary.readable == 0 and not (summary.dry_run and summary.removed):
        return EXIT_NOTHING_READABLE
    return EXIT_PARTLY if summary.failed else 0


def _lines(summary: IndexSummary) -> Iterator[str]:
    from localrag.cli.failures import failed_lines
    from localrag.cli.terminal import terminal_of
    from localrag.text.display import safe_line
    from localrag.text.wording import counted, duration

    terminal = terminal_of(sys.stdout)
    if summary.dry_run:
        yield from _plan_lines(summary, terminal)
        return
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
    yield from _warning_lines(summary, terminal)
    if summary.readable == 0:
        yield "There is no readable document in these paths."
    yield (
        f"{counted(summary.passages, 'passage')} in the index, {summary.embedded:,} encoded;"
        f" {duration(summary.seconds)}"
    )


def _plan_lines(summary: IndexSummary, terminal: Terminal) -> Iterator[str]:
    """What a dry run found; nothing of it was done."""
    from localrag.text.display import safe_line

    yield (
        f"Would add {summary.added:,}, change {summary.changed:,}, remove {summary.removed:,} and leave"
        f" {summary.unchanged:,} as they are; nothing was written"
    )
    for change in summary.planned[:_CHANGES_SHOWN]:
        yield from terminal.wrap(safe_line(f"{change.source_id}/{change.uri}"), f"- {change.change} ")
    if len(summary.planned) > _CHANGES_SHOWN:
        yield f"- and {len(summary.planned) - _CHANGES_SHOWN:,} more; --json lists them all"
    if summary.failed:
        yield f"{len(summary.failed):,} cannot be read; see: localrag status --failed"
    yield from _warning_lines(summary, terminal)


def _warning_lines(summary: IndexSummary, terminal: Terminal) -> Iterator[str]:
    from localrag.text.display import safe_line

    for warning in summary.warnings:
        yield from terminal.wrap(safe_line(warning), "Warning: ", "  ")
