"""What an index run did, and what an index holds."""

from __future__ import annotations

from datetime import date
from typing import Literal

from localrag.records.authority import Authority, AuthorityMetadata, Status
from localrag.records.documents import FileRecord
from localrag.records.ids import DocumentId, SourceId
from localrag.records.models import EmbedderIdentity
from localrag.records.record import Record, UtcTime


class IndexOptions(Record):
    """How one ``index`` run is meant, beside its paths."""

    re_embed: bool = False
    """Encode every passage again, for another embedder."""
    rehash: bool = False
    """Compare the content of every file, whatever its size and times say."""
    allow_empty: bool = False
    """Whether a source whose folder is missing or empty has lost its documents for good."""
    dry_run: bool = False
    """Find out what would be done, and write nothing."""


AS_USUAL = IndexOptions()


class PlannedChange(Record):
    """What a run would do with one file."""

    source_id: SourceId
    uri: str
    """Relative to the source's root, with forward slashes."""
    change: Literal["add", "change", "remove"]


class PurgeSummary(Record):
    """What ``purge`` took out for good."""

    purged: tuple[str, ...] = ()
    """``SOURCE_ID/uri`` of each file, sorted."""
    passages: int = 0
    """Left in the index."""
    questions: int = 0
    """Of this account to this home, whose text was taken out of the traces: something they found is gone."""
    turns: int = 0
    """Taken out of this account's conversations for the same reason."""
    marks: int = 0
    """Of wrong answers, taken out for the same reason."""
    outcomes: int = 0
    """Taken out of the runs of evaluation in this account's state for the same reason."""
    warnings: tuple[str, ...] = ()


class RepairSummary(Record):
    """How an index was mended."""

    dry_run: bool = False
    """Nothing was changed: ``done`` is what would be done."""
    done: tuple[str, ...] = ()
    """In words; empty where nothing is wrong."""
    left: tuple[str, ...] = ()
    """What the index cannot mend from what it holds, with what to do about it."""


class SkippedFile(Record):
    """A file that is no document: its kind is not read, or it lies outside what may be read."""

    source_id: SourceId
    uri: str
    """Relative to the source's root, with forward slashes."""
    reason: str
    """A short code: ``unsupported``, ``link``, ``not_a_file``."""
    detail: str


class IndexSummary(Record):
    """Outcome of one ``index`` run."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    failed: tuple[FileRecord, ...] = ()
    """Every file on record as failed in the sources looked at, this run's and earlier ones'."""
    skipped: tuple[SkippedFile, ...] = ()
    """Files of the sources looked at that are no documents; not a fault."""
    warnings: tuple[str, ...] = ()
    passages: int = 0
    """In the whole index, after the run."""
    embedded: int = 0
    """Texts that had to be encoded in this run."""
    seconds: float = 0.0
    encode_seconds: float = 0.0
    """Of ``seconds``, inside the encoder."""
    generation: str | None = None
    dry_run: bool = False
    """Nothing was read further than to compare it, and nothing was written: the counts are what would be."""
    planned: tuple[PlannedChange, ...] = ()
    """Of a dry run: by source, removals last; a file that is added may still turn out to be unreadable."""

    @property
    def readable(self) -> int:
        """Files that are indexed after the run."""
        return self.added + self.changed + self.unchanged


class SourceStatus(Record):
    """One source, as far as the asker may read it."""

    source_id: SourceId
    documents: int
    passages: int
    last_indexed_at: UtcTime | None = None
    reachable: bool
    """Whether its root is there now."""


class PartialDocument(Record):
    """A document that is indexed without some of its parts."""

    title: str
    source_id: SourceId
    uri: str
    detail: str
    """Which parts show something and could not be read: ``4 of 6 pages have no text (pages 3-6)``."""


class IndexStatus(Record):
    """What the asker may know of the index."""

    generation: str
    documents: int
    passages: int
    indexed_at: UtcTime | None = None
    embedder: EmbedderIdentity | None = None
    sources: tuple[SourceStatus, ...] = ()
    partial: tuple[PartialDocument, ...] = ()
    """By source and uri."""


class DocumentView(Record):
    """One document as ``show`` gives it."""

    document_id: str
    version: str | None = None
    source_id: str
    title: str
    uri: str
    text: str
    page_numbers: tuple[int, ...] = ()


class DocumentEntry(Record):
    """One document version as a list of the readable ones has it."""

    source_id: SourceId
    document_id: DocumentId
    version: str | None = None
    title: str
    uri: str
    authority: Authority
    status: Status
    valid_from: date | None = None
    valid_to: date | None = None
    """As the document says, or the day before its readable successor starts, whichever is earlier."""
    classification: str | None = None
    case_id: str | None = None
    passages: int
    indexed_at: UtcTime

    @property
    def standing(self) -> AuthorityMetadata:
        """What the in-force rule and the order of authority judge."""
        return AuthorityMetadata(
            authority=self.authority, status=self.status, valid_from=self.valid_from, valid_to=self.valid_to
        )

    @property
    def label(self) -> str:
        """``document_id@version``, or the document_id where it has no version."""
        return f"{self.document_id}@{self.version}" if self.version else self.document_id


class Progress(Record):
    """A step of work on its way, for whoever shows it."""

    phase: str
    """``open``, ``scan``, ``read``, ``embed``, ``write`` while indexing; a stage's name while answering."""
    done: int = 0
    total: int | None = None
    current: str | None = None
