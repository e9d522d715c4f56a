"""``repair``: the index's own records -> its derived files, built again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command
from localrag.text.display import safe_line

if TYPE_CHECKING:
    from localrag.records.index import RepairSummary

EXIT_FAULTS = 1
EXIT_PARTLY = 9
_EXAMPLES = """
localrag repair --dry-run
localrag repair
"""


@command(
    "repair",
    help="Mend the index from what it still holds; no file is read, and only what is lost is encoded again."
    " Exit code: 0 sound, 9 a document has to be read again by index; with --dry-run 1 where there is"
    " something to mend.",
    example=_EXAMPLES,
)
@click.option("--dry-run", is_flag=True, help="Tell what would be done; change nothing.")
def command_repair(invocation: Invocation, dry_run: bool) -> int:
    """Mend it, and tell what was done."""
    home = invocation.reading_home() if dry_run else invocation.own_home()
    summary = invocation.backend.repair(home, dry_run=dry_run)
    if invocation.json:
        output.write_json(summary.model_dump_json())
    else:
        output.write("\n".join(map(safe_line, _lines(summary))))
    if dry_run:
        return EXIT_FAULTS if summary.done else 0
    return EXIT_PARTLY if summary.left else 0


def _lines(summary: RepairSummary) -> Iterator[str]:
    if not summary.done:
        yield "Nothing needs mending."
        return
    yield "Repair would, changing nothing now:" if summary.dry_run else "Mended:"
    yield from (f"- {step}" for step in summary.done)
    if summary.left:
        yield "Not to be mended from the index alone:"
        yield from (f"- {step}" for step in summary.left)
