"""An index in memory: a true writer without files, encoding or readers."""

from __future__ import annotations

from collections.abc import Mapping

from localrag.ports import Embedder, OnProgress
from localrag.records.documents import FileRecord, ParsedDocument, SourceRecord
from localrag.records.ids import SourceId
from localrag.records.index import Progress
from localrag.stores import Published


class MemoryWriter:
    """Stages as the real writer does; ``documents`` is what readers would see."""

    def __init__(self) -> None:
        self.documents: dict[tuple[str, str], ParsedDocument] = {}
        """By source id and uri."""
        self._staged: dict[tuple[str, str], ParsedDocument] = {}
        self._sources: dict[SourceId, SourceRecord] = {}
        self._files: dict[SourceId, dict[str, FileRecord]] = {}
        self._encoded: set[str] = set()
        self._generation = 0

    def sources(self) -> list[SourceRecord]:
        """By source id."""
        return [self._sources[source_id] for source_id in sorted(self._sources)]

    def register(self, source: SourceRecord) -> None:
        """Takes effect at once."""
        self._sources[source.source_id] = source

    def files(self, source_id: SourceId) -> Mapping[str, FileRecord]:
        """A copy, as a database would give."""
        return dict(self._files.get(source_id, {}))

    def check_room(self, wanted: float) -> None:
        """There is always room."""

    def put(self, document: ParsedDocument, file: FileRecord) -> None:
        """A document needs its source."""
        assert file.source_id in self._sources
        assert document.metadata.uri == file.uri
        self.seen(file)
        self._staged[file.source_id, file.uri] = document

    def fail(self, file: FileRecord) -> None:
        """Withdraws what was there."""
        assert file.source_id in self._sources
        self.seen(file)
        self._staged.pop((file.source_id, file.uri), None)

    def seen(self, file: FileRecord) -> None:
        """Takes effect at once."""
        self._files.setdefault(file.source_id, {})[file.uri] = file

    def remove(self, source_id: SourceId, uri: str) -> None:
        """Forgets the record, too."""
        self._files.get(source_id, {}).pop(uri, None)
        self._staged.pop((source_id, uri), None)

    def publish(self, embedder: Embedder, on_progress: OnProgress) -> Published:
        """Counts a generation only where something is different."""
        if self._staged != self.documents:
            self._generation += 1
        self.documents = dict(self._staged)
        passages = [passage for document in self.documents.values() for passage in document.passages]
        texts = {f"{passage.context}\n{passage.text}" for passage in passages}
        fresh = sorted(texts - self._encoded)
        embedder.embed(fresh)
        self._encoded.update(fresh)
        on_progress(Progress(phase="embed", done=len(fresh), total=len(fresh)))
        return Published(f"generation-{self._generation}", len(passages), len(fresh), 0.0)
