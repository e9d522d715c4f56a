"""``status``: what the index holds, as far as the asker may know."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.failures import failed_lines
from localrag.cli.invocation import Invocation, command
from localrag.text.display import safe_line
from localrag.text.wording import counted, moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localrag.records.index import IndexStatus

_EXAMPLES = """
localrag status
localrag status --failed --json
"""


@command("status", help="Tell what the index holds, as far as you may know.", example=_EXAMPLES)
@click.option("--failed", is_flag=True, help="List the files that could not be indexed (for administrators).")
def command_status(invocation: Invocation, failed: bool) -> int:
    """Tell it."""
    with invocation.open_assistant() as assistant:
        files = assistant.failed() if failed else ()
        status = assistant.status()
    if invocation.json:
        record = status.model_dump(mode="json")
        if failed:
            record["failed"] = [file.model_dump(mode="json") for file in files]
        output.write_json(json.dumps(record, ensure_ascii=False))
        return 0
    from localrag.cli.terminal import terminal_of

    terminal = terminal_of(sys.stdout)
    lines = [*_status_lines(status)]
    if failed:
        lines += ["", *failed_lines(files, terminal)]
    output.write("\n".join(lines))
    return 0


def _status_lines(status: IndexStatus) -> Iterator[str]:
    yield f"{counted(status.documents, 'document')}, {counted(status.passages, 'passage')} that you may read"
    if status.indexed_at is not None:
        yield f"Indexed {moment(status.indexed_at)}, generation {safe_line(status.generation)}"
    if status.embedder is not None:
        yield f"Embedder {safe_line(status.embedder.model_id)}, {status.embedder.sha256[:12]}"
    for source in status.sources:
        there = "" if source.reachable else "; its folder is not there now, its documents still answer"
        when = f"; indexed {moment(source.last_indexed_at)}" if source.last_indexed_at else ""
        counts = f"{counted(source.documents, 'document')}, {counted(source.passages, 'passage')}"
        yield f"- {safe_line(source.source_id)}: {counts}{when}{there}"
    if status.partial:
        yield f"{counted(len(status.partial), 'document')} not read in full:"
        for one in status.partial:
            yield f"- {safe_line(f'{one.source_id}/{one.uri}')}: partial: {safe_line(one.detail)}"
