"""A file as read: metadata, pages and passages, ready for the index."""

from __future__ import annotations

from datetime import date
from typing import Literal

from localrag.records.authority import Authority, AuthorityMetadata, Status
from localrag.records.ids import AclPolicyId, ChunkId, DocumentId, SourceId, TenantId
from localrag.records.record import Record, UtcTime
from localrag.records.security import AccessTuple

MediaType = Literal["markdown", "text", "pdf", "docx", "html", "csv", "xlsx", "eml"]
PassageKind = Literal["prose", "list", "table"]


class DocumentMetadata(Record):
    """What is known about one version of one document."""

    document_id: DocumentId
    version: str | None = None
    source_id: SourceId
    title: str
    uri: str
    """Relative to the source's root, with forward slashes."""
    tenant_id: TenantId
    source_type: str | None = None
    authority: Authority = "user_upload"
    status: Status = "active"
    valid_from: date | None = None
    """Inclusive."""
    valid_to: date | None = None
    """Inclusive."""
    supersedes: tuple[str, ...] = ()
    """Each ``document_id`` or ``document_id@version``."""
    classification: str | None = None
    """Null: missing or broken, readable by nobody under a policy."""
    acl_policy_id: AclPolicyId | None = None
    """Null: missing or broken, readable by nobody under a policy."""
    case_id: str | None = None
    """Canonical: ``case-8842``."""
    category: str | None = None
    language: str | None = None
    media_type: MediaType
    content_hash: str
    """SHA-256 of the file, in hexadecimal."""

    @property
    def access(self) -> AccessTuple:
        """What the reading gate judges."""
        return AccessTuple(
            tenant_id=self.tenant_id,
            acl_policy_id=self.acl_policy_id,
            classification=self.classification,
            source_type=self.source_type,
        )

    @property
    def standing(self) -> AuthorityMetadata:
        """What the in-force rule and the order of authority judge."""
        return AuthorityMetadata(
            authority=self.authority, status=self.status, valid_from=self.valid_from, valid_to=self.valid_to
        )


class Page(Record):
    """One page of a document's text; a file without pages has one."""

    number: int
    """From 1, in file order (the sheet)."""
    label: str | None = None
    """As printed on the page, where the file says so: ``iv``, ``12``."""
    start_char: int
    end_char: int
    """Span in the document's text, end exclusive."""


class Passage(Record):
    """A piece of a document that is searched and quoted: exactly ``text[start_char:end_char]``."""

    chunk_id: ChunkId
    text: str
    start_char: int
    end_char: int
    """Span in the document's text, end exclusive."""
    page_start: int | None = None
    page_end: int | None = None
    """Page numbers, both inclusive; null where the file has no pages."""
    page_label: str | None = None
    """Printed label of page_start."""
    heading_path: tuple[str, ...] = ()
    """Outermost first."""
    kind: PassageKind = "prose"
    context: str = ""
    """Title and headings, put before the text when it is embedded or scored, never quoted; no title where the
    document has none but its file's name."""


class ParsedDocument(Record):
    """One file, read."""

    metadata: DocumentMetadata
    text: str
    """The whole text, as quotes are located in it."""
    pages: tuple[Page, ...]
    passages: tuple[Passage, ...]
    warnings: tuple[str, ...] = ()


FileOutcome = Literal["indexed", "failed"]


class FileRecord(Record):
    """What the last run saw of one file."""

    source_id: SourceId
    uri: str
    """Relative to the source's root, with forward slashes."""
    size: int
    """In bytes."""
    mtime_ns: int
    inode: int
    metadata_hash: str = ""
    """Over what else decided its metadata: sidecar and ``_source.toml`` files."""
    content_hash: str | None = None
    """Null where the file could not be read at all."""
    outcome: FileOutcome
    reason: str | None = None
    """A short code where it failed (``encrypted``, ``damaged``, ``no_text``, ``unreadable``; docs/formats.md
    lists them), or ``partial`` where it is indexed and ``detail`` says which parts could not be read."""
    detail: str | None = None
    parser_version: str
    seen_at: UtcTime


class SourceRecord(Record):
    """A folder, or a single file, that is kept indexed."""

    source_id: SourceId
    root: str
    """Absolute path on this machine."""
    single_file: str | None = None
    """Name below root where only one file is meant."""
    tenant_id: TenantId
    last_indexed_at: UtcTime | None = None


class IndexedFile(Record):
    """The file that a published document was read from, as the index knows it."""

    source_id: SourceId
    uri: str
    """Relative to the source's root, with forward slashes."""
    root: str
    """Absolute path of the source's folder on this machine."""
    content_hash: str
    """SHA-256 of what was indexed."""
    size: int | None = None
    mtime_ns: int | None = None
    inode: int | None = None
    """As the last run saw the file; null where it saw other content since."""


FileState = Literal["as_indexed", "changed", "gone", "unreachable"]
"""``gone``: the file is not there, while its source is; ``unreachable``: nothing can be said of it now."""
