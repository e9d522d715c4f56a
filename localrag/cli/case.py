"""``case``: a case's number -> its timeline, each dated entry with its source."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command
from localrag.cli.typed import text_argument

if TYPE_CHECKING:
    from localrag.cli.terminal import Terminal
    from localrag.records.case import CaseTimeline, TimelineEntry

_EXAMPLES = """
localrag case 8842
localrag case case-8842 --json
"""
_MARGIN = " " * len("2026-01-31  ")


@command("case", help="Show what the record of a case tells, day by day, with the source.", example=_EXAMPLES)
@click.argument("case_id", metavar="ID")
def command_case(invocation: Invocation, case_id: str) -> int:
    """Print the timeline; a case that is not there and one that may not be read look the same."""
    with invocation.open_assistant() as assistant:
        found = assistant.case(text_argument(case_id))
    if invocation.json:
        output.write_json(found.model_dump_json())
        return 0
    from localrag.cli.terminal import terminal_of

    output.write("\n".join(_lines(found, terminal_of(sys.stdout))))
    return 0


def _lines(found: CaseTimeline, terminal: Terminal) -> Iterator[str]:
    from localrag.text.display import safe_line

    yield from terminal.wrap(terminal.style(safe_line(found.case_id), "bold"))
    for title in found.titles:
        yield from terminal.wrap(safe_line(title), "  ")
    yield ""
    if not found.entries:
        yield "No entry with a date."
    place = ""
    for entry in found.entries:
        yield from terminal.wrap(safe_line(entry.text), f"{entry.day.isoformat()}  ")
        here = _place(entry)
        if here != place:
            yield from terminal.wrap(terminal.style(here, "dim"), _MARGIN)
        place = here
    if found.marking:
        yield ""
        yield f"Marking: {safe_line(found.marking)}."


def _place(entry: TimelineEntry) -> str:
    from localrag.text.display import safe_line
    from localrag.text.wording import pages

    headings = " > ".join(entry.heading_path)
    where = (entry.title, headings, pages(entry.page_start, entry.page_end, entry.page_label))
    return safe_line("; ".join(part for part in where if part))
