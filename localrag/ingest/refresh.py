"""One source: what lies there now and what is on record -> what is put, withdrawn or left in the index."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple

from localrag.ingest.ahead import ahead
from localrag.ingest.document import document_of
from localrag.ingest.parser_process import ParserProcess
from localrag.ingest.reading import Failed, Parsed, Reading, Same, Unread, Unsupported, read
from localrag.ingest.rounds import Rounds
from localrag.ingest.scan import FoundFile, Listing, under
from localrag.ingest.source_metadata import SourceMetadata
from localrag.ingest.tally import Tally
from localrag.ports import Clock, Embedder, OnProgress
from localrag.records.documents import (
    FileOutcome,
    FileRecord,
    SourceRecord,
)
from localrag.records.index import IndexOptions, PlannedChange, Progress, SkippedFile
from localrag.settings import IndexSettings
from localrag.stores import CorpusWriter

_LEAST_SHARE = 0.05
"""Of a file's bytes, what the index takes of it at least: a PDF is mostly pictures. Guess, low: nothing
that would have fitted is refused."""
_CLOSE_SECONDS = 2.0
"""A file changed so shortly before or after the last look may have changed again within its time stamp's
grain; two seconds on FAT."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What every source of a run is read with."""

    writer: CorpusWriter
    embedder: Embedder
    parser: ParserProcess
    settings: IndexSettings
    clock: Clock
    on_progress: OnProgress
    parser_version: str
    options: IndexOptions
    rounds: Rounds


class _Due(NamedTuple):
    """A file that has to be looked into."""

    file: FoundFile
    before: FileRecord | None
    fingerprint: str
    same_metadata: bool


class Refresh:
    """Brings one source up to date; ``tally`` counts."""

    def __init__(
        self, source: SourceRecord, listing: Listing, metadata: SourceMetadata, tools: Tools, tally: Tally
    ) -> None:
        self._source = source
        self._root = Path(source.root)
        self._listing = listing
        self._metadata = metadata
        self._tools = tools
        self._tally = tally
        self._records: Mapping[str, FileRecord] = tools.writer.files(source.source_id)
        self._is_registered = False
        self._now: datetime = tools.clock.now()

    def run(self) -> None:
        """Put what is new or changed, withdraw what is gone, list what failed and what is no document."""
        due = list(self._due())
        self._tools.writer.check_room(_LEAST_SHARE * sum(item.file.size for item in due))
        with contextlib.closing(ahead(due, self._read, self._tools.parser.close)) as readings:
            for number, (item, reading) in enumerate(readings):
                self._tell(number, len(due), f"{self._source.source_id}/{item.file.uri}")
                self._take(item, reading)
                self._tools.rounds.between_files()
        if due:
            self._tell(len(due), len(due), None)
        self._list_aside()
        self._note_unlisted()
        self._withdraw_gone()
        if self._records or self._is_registered:
            self._register()

    def _tell(self, done: int, total: int, current: str | None) -> None:
        self._tools.on_progress(Progress(phase="read", done=done, total=total, current=current))

    def _due(self) -> Iterator[_Due]:
        for file in self._listing.documents:
            before = self._records.get(file.uri)
            fingerprint = self._metadata.fingerprint(file.uri)
            same_metadata = (
                before is not None
                and before.metadata_hash == fingerprint
                and before.parser_version == self._tools.parser_version
            )
            if (
                before is not None
                and same_metadata
                and before.reason != "unreadable"
                and not self._tools.options.rehash
                and _looks_same(file, before)
            ):
                self._leave(before)
            else:
                yield _Due(file, before, fingerprint, same_metadata)

    def _read(self, item: _Due) -> Reading:
        known = item.before.content_hash if item.before is not None and item.same_metadata else None
        if item.before is not None and item.before.reason == "unreadable":
            known = None
        return read(
            self._root,
            item.file,
            None if self._tools.options.dry_run else self._tools.parser,
            max_bytes=self._tools.settings.max_file_bytes,
            known_hash=known,
            named=self._source.single_file is not None,
        )

    def _take(self, item: _Due, reading: Reading) -> None:
        match reading:
            case Same() if item.before is not None:
                record = self._record(
                    item,
                    item.before.content_hash,
                    item.before.reason,
                    item.before.detail,
                    outcome=item.before.outcome,
                )
                self._tools.writer.seen(record)
                self._leave(record)
            case Unsupported(detail=detail):
                self._skip(item.file.uri, "unsupported", detail)
                if item.before is not None:
                    self._remove(item.before)
            case Failed():
                self._fail(item, reading)
            case Parsed():
                self._put(item, reading)
            case Unread():
                self._count(item.before)
                self._plan(item.file.uri, "change" if _is_indexed(item.before) else "add")

    def _put(self, item: _Due, parsed: Parsed) -> None:
        where = f"{self._source.source_id}/{item.file.uri}"
        document = document_of(
            parsed,
            self._metadata.resolve(item.file.uri, parsed.extract),
            source=self._source,
            file=item.file,
            embedder=self._tools.embedder,
            settings=self._tools.settings,
        )
        if document is None:
            self._fail(item, Failed("no_text", "nothing in it can be quoted", parsed.content_hash))
            return
        self._tally.claim(document.metadata, where)
        self._register()
        partial = parsed.extract.partial or None
        record = self._record(
            item, parsed.content_hash, "partial" if partial else None, partial, outcome="indexed"
        )
        self._tools.writer.put(document, record)
        self._tally.warnings.extend(document.warnings)
        if document.metadata.acl_policy_id is None or document.metadata.classification is None:
            self._tally.closed.append(where)
        self._count(item.before)

    def _count(self, before: FileRecord | None) -> None:
        if _is_indexed(before):
            self._tally.changed += 1
        else:
            self._tally.added += 1

    def _plan(self, uri: str, change: Literal["add", "change", "remove"]) -> None:
        self._tally.planned.append(PlannedChange(source_id=self._source.source_id, uri=uri, change=change))

    def _fail(self, item: _Due, failed: Failed) -> None:
        record = self._record(item, failed.content_hash, failed.reason, failed.detail)
        self._note_failure(record, item.before)
        self._tally.warnings.extend(
            f"{self._source.source_id}/{item.file.uri}: {warning}" for warning in failed.warnings
        )

    def _note_failure(self, record: FileRecord, before: FileRecord | None) -> None:
        self._register()
        if before is not None and before.outcome == "failed":
            self._tools.writer.seen(record)
        else:
            self._tools.writer.fail(record)
        self._tally.failed.append(record)

    def _record(
        self,
        item: _Due,
        content_hash: str | None,
        reason: str | None,
        detail: str | None,
        *,
        outcome: FileOutcome = "failed",
    ) -> FileRecord:
        return FileRecord(
            source_id=self._source.source_id,
            uri=item.file.uri,
            size=item.file.size,
            mtime_ns=item.file.mtime_ns,
            inode=item.file.inode,
            metadata_hash=item.fingerprint,
            content_hash=content_hash,
            outcome=outcome,
            reason=reason,
            detail=detail,
            parser_version=self._tools.parser_version,
            seen_at=self._now,
        )

    def _leave(self, record: FileRecord) -> None:
        if record.outcome == "failed":
            self._tally.failed.append(record)
        else:
            self._tally.unchanged += 1

    def _skip(self, uri: str, reason: str, detail: str) -> None:
        source_id = self._source.source_id
        self._tally.skipped.append(SkippedFile(source_id=source_id, uri=uri, reason=reason, detail=detail))

    def _list_aside(self) -> None:
        for aside in self._listing.aside:
            self._skip(aside.uri, aside.reason, aside.detail)

    def _note_unlisted(self) -> None:
        """Folders that cannot be listed are failures; what was indexed below them stays."""
        for uri in self._listing.unlisted:
            item = _Due(FoundFile(uri, (), 0, 0, 0), self._records.get(uri), "", same_metadata=False)
            record = self._record(item, None, "unreadable", "the folder cannot be listed")
            self._note_failure(record, item.before)

    def _withdraw_gone(self) -> None:
        there = {file.uri for file in self._listing.documents} | set(self._listing.unlisted)
        for uri, record in self._records.items():
            if uri in there:
                continue
            if under(uri, self._listing.unlisted):
                self._leave(record)
            else:
                self._remove(record)

    def _remove(self, record: FileRecord) -> None:
        self._tools.writer.remove(record.source_id, record.uri)
        if _is_indexed(record):
            self._tally.removed += 1
            self._plan(record.uri, "remove")

    def _register(self) -> None:
        if not self._is_registered:
            self._is_registered = True
            self._tools.writer.register(self._source.model_copy(update={"last_indexed_at": self._now}))


def _is_indexed(record: FileRecord | None) -> bool:
    return record is not None and record.outcome == "indexed"


def _looks_same(file: FoundFile, record: FileRecord) -> bool:
    """Whether a file needs no second look: nothing about it moved, and its time stamp is not too fresh."""
    if (file.size, file.mtime_ns, file.inode) != (record.size, record.mtime_ns, record.inode):
        return False
    return abs(file.mtime_ns / 1e9 - record.seen_at.timestamp()) > _CLOSE_SECONDS
