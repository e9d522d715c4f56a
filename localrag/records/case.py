"""A case's timeline: its dated entries, each with where it stands."""

from __future__ import annotations

from datetime import date

from localrag.records.ids import ChunkId, DocumentId, SourceId
from localrag.records.record import Record


class TimelineEntry(Record):
    """One dated entry of a case's record."""

    day: date
    text: str
    """The entry without its date, on one line."""
    quote: str
    """Verbatim: the entry as the record writes it."""
    title: str
    """Of the document it stands in."""
    document_id: DocumentId
    version: str | None = None
    source_id: SourceId
    uri: str
    chunk_id: ChunkId
    page_start: int | None = None
    """Pages of the passage that it stands in."""
    page_end: int | None = None
    page_label: str | None = None
    heading_path: tuple[str, ...] = ()


class CaseTimeline(Record):
    """What the readable records of a case tell, day by day."""

    case_id: str
    """Canonical: ``case-8842``."""
    titles: tuple[str, ...]
    """Of its readable records, each once."""
    entries: tuple[TimelineEntry, ...]
    """Oldest first; those of one day as written, document by document."""
    marking: str | None = None
    """The highest classification among the records."""
