"""A home in memory and a folder of documents, for tests that index."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from localrag.ingest import run
from localrag.ingest.metadata import finish
from localrag.ingest.scan import scan
from localrag.ingest.source_metadata import SourceMetadata
from localrag.ingest.written import parse_written
from localrag.records.documents import DocumentMetadata, ParsedDocument
from localrag.records.ids import SourceId, TenantId
from localrag.records.index import AS_USUAL, IndexOptions, IndexSummary, Progress
from localrag.settings import IndexSettings
from tests.fakes.hash_embedder import HashEmbedder
from tests.fakes.memory_corpus import MemoryWriter
from tests.fakes.standing_clock import StandingClock

LEVELS = ("public", "internal", "confidential", "restricted")
NOISE = bytes(range(100))
"""No text, no PDF, nothing."""
START = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Desk:
    """A home and a way to index into it; files written through it are an hour old."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.writer = MemoryWriter()
        self.clock = StandingClock(START)
        self.embedder = HashEmbedder()
        self.settings = IndexSettings()

    def write(self, uri: str, content: str | bytes = "Some text.", *, age: float = 3600) -> Path:
        """Put a file there, ``age`` seconds old."""
        path = self.folder / uri
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        when = self.clock.moment.timestamp() - age
        os.utime(path, (when, when))
        return path

    def index(
        self,
        *paths: Path,
        has_policy: bool = False,
        options: IndexOptions = AS_USUAL,
        on_progress: Callable[[Progress], None] = lambda _: None,
    ) -> IndexSummary:
        """Index, a minute after the last time."""
        self.clock.moment += timedelta(minutes=1)
        return run.index(
            paths,
            # What a dry run tells its writer is forgotten.
            copy.deepcopy(self.writer) if options.dry_run else self.writer,
            self.embedder,
            settings=self.settings,
            classifications=LEVELS,
            clock=self.clock,
            has_policy=has_policy,
            options=options,
            on_progress=on_progress,
        )

    def judged(self, uri: str) -> tuple[DocumentMetadata, list[str]]:
        """What the metadata files make of a text, and the warnings, without indexing it."""
        source = SourceMetadata(self.folder, scan(self.folder), levels=LEVELS, name="docs")
        extract = parse_written("text", (self.folder / uri).read_bytes())
        resolved = source.resolve(uri, extract)
        metadata = finish(
            resolved,
            source_id=SourceId("docs"),
            tenant_id=TenantId("local"),
            uri=uri,
            where=f"docs/{uri}",
            media_type="text",
            content_hash="0" * 64,
            fallback_title=uri,
        )
        return metadata, [*source.warnings, *resolved.warnings]

    def metadata(self, uri: str, source_id: str = "docs") -> DocumentMetadata:
        """Of an indexed document."""
        return self.document(uri, source_id).metadata

    def document(self, uri: str, source_id: str = "docs") -> ParsedDocument:
        """An indexed document."""
        return self.writer.documents[source_id, uri]
