"""Counts, times and failures -> words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from localrag.cli.terminal import Terminal
from localrag.text.display import safe_line

if TYPE_CHECKING:
    from localrag.records.documents import FileRecord


def moment(when: datetime) -> str:
    """A time where the reader is, to the minute: ``2026-01-31 14:05``."""
    return f"{when.astimezone():%Y-%m-%d %H:%M}"


def ago(then: datetime, now: datetime) -> str:
    """How long ago in words: ``just now``, ``5 minutes ago``, ``3 hours ago``, ``12 days ago``."""
    minutes = int((now - then).total_seconds() // 60)
    if minutes < 1:
        return "just now"
    for unit, size in (("day", 1440), ("hour", 60), ("minute", 1)):
        if minutes >= size:
            count = minutes // size
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    raise AssertionError(minutes)


def duration(seconds: float) -> str:
    """Seconds in words a person says: ``4 s``, ``2 min 05 s``, ``1 h 12 min``."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


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


def counted(number: int, noun: str) -> str:
    """A number with its noun: ``1 file``, ``3 files``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
