"""Files that could not be indexed -> lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from localrag.cli.terminal import Terminal
from localrag.text.display import safe_line
from localrag.text.wording import counted

if TYPE_CHECKING:
    from localrag.records.documents import FileRecord


def failed_lines(files: Sequence[FileRecord], terminal: Terminal) -> Iterator[str]:
    """A line for each file that could not be indexed: where it is and why."""
    if not files:
        yield "No file failed."
        return
    yield f"{counted(len(files), 'file')} could not be indexed:"
    for file in files:
        reason = safe_line(file.reason or "failed").replace("_", " ")
        detail = f" ({safe_line(file.detail)})" if file.detail else ""
        yield from terminal.wrap(f"{safe_line(f'{file.source_id}/{file.uri}')}: {reason}{detail}", "- ")
