"""A few words -> parsed documents and a built index home, for the tests of every room."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from localrag.index.writer import open_writer
from localrag.ports import Embedder
from localrag.records.authority import Authority, Status
from localrag.records.documents import (
    DocumentMetadata,
    FileRecord,
    MediaType,
    Page,
    ParsedDocument,
    Passage,
    SourceRecord,
)
from localrag.records.ids import AclPolicyId, ChunkId, DocumentId, SourceId, TenantId, UserId
from localrag.records.index import Progress
from localrag.records.retrieval import RetrievalFilters
from localrag.records.security import RoleGrant, SecurityContext
from tests.fakes.hash_embedder import HashEmbedder

SEEN_AT = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
EVERYTHING = RetrievalFilters()
"""No filter: any status and validity."""
_PARAGRAPH = re.compile(r"[^\n]+(?:\n(?!\n)[^\n]*)*")


def document(
    text: str = "The appeal period is 14 calendar days.",
    *,
    uri: str = "manual.md",
    pages: Sequence[str] | None = None,
    title: str = "Manual",
    document_id: str | None = None,
    version: str | None = None,
    source_id: str = "rules",
    tenant_id: str = "local",
    source_type: str | None = None,
    authority: Authority = "user_upload",
    status: Status = "active",
    valid_from: str | date | None = None,
    valid_to: str | date | None = None,
    supersedes: Sequence[str] = (),
    classification: str | None = "internal",
    acl_policy_id: str | None = "staff",
    case_id: str | None = None,
    language: str | None = "en",
    media_type: MediaType = "markdown",
    headings: Sequence[str] = (),
) -> ParsedDocument:
    """One document of one passage a paragraph (blank lines part them).

    ``pages`` in place of ``text`` gives one numbered page each; dates may be ISO texts.
    """
    parts = list(pages) if pages is not None else [text]
    whole = "\n\n".join(parts)
    spans: list[Page] = []
    start = 0
    for number, part in enumerate(parts, 1):
        spans.append(Page(number=number, start_char=start, end_char=start + len(part)))
        start += len(part) + 2
    metadata = DocumentMetadata(
        document_id=DocumentId(document_id or f"{source_id}/{uri}"),
        version=version,
        source_id=SourceId(source_id),
        title=title,
        uri=uri,
        tenant_id=TenantId(tenant_id),
        source_type=source_type,
        authority=authority,
        status=status,
        valid_from=_day(valid_from),
        valid_to=_day(valid_to),
        supersedes=tuple(supersedes),
        classification=classification,
        acl_policy_id=AclPolicyId(acl_policy_id) if acl_policy_id is not None else None,
        case_id=case_id,
        language=language,
        media_type=media_type,
        content_hash=hashlib.sha256(whole.encode()).hexdigest(),
    )
    passages = tuple(
        _passage(metadata, whole, match.span(), spans if pages is not None else [], headings)
        for match in _PARAGRAPH.finditer(whole)
    )
    return ParsedDocument(metadata=metadata, text=whole, pages=tuple(spans), passages=passages)


def file_of(parsed: ParsedDocument) -> FileRecord:
    """What a run would have seen of the document's file."""
    return FileRecord(
        source_id=parsed.metadata.source_id,
        uri=parsed.metadata.uri,
        size=len(parsed.text.encode()),
        mtime_ns=1,
        inode=1,
        content_hash=parsed.metadata.content_hash,
        outcome="indexed",
        parser_version="test-1",
        seen_at=SEEN_AT,
    )


def source(source_id: str = "rules", tenant_id: str = "local") -> SourceRecord:
    """A source whose folder is not there."""
    return SourceRecord(
        source_id=SourceId(source_id),
        root=f"/nowhere/{source_id}",
        tenant_id=TenantId(tenant_id),
        last_indexed_at=SEEN_AT,
    )


def build_home(
    tmp_path: Path,
    documents: Sequence[ParsedDocument],
    *,
    embedder: Embedder | None = None,
    under_policy: bool = False,
) -> Path:
    """Index the documents in one run at ``tmp_path/home``; a second call adds to what is there."""
    home = tmp_path / "home"
    with open_writer(home, under_policy=under_policy, group=None) as writer:
        known = {record.source_id for record in writer.sources()}
        for parsed in documents:
            if parsed.metadata.source_id not in known:
                known.add(parsed.metadata.source_id)
                writer.register(source(parsed.metadata.source_id, parsed.metadata.tenant_id))
            writer.put(parsed, file_of(parsed))
        writer.publish(embedder or HashEmbedder(), untold)
    return home


def asker(
    *acls: str,
    classifications: Sequence[str] = ("public", "internal"),
    tenant_id: str = "local",
    denied: Sequence[str] = (),
) -> SecurityContext:
    """Someone of one role that may read these access lists; with no list: reads everything of the tenant."""
    if not acls:
        return SecurityContext(tenant_id=TenantId(tenant_id), user_id=UserId("anyone"), reads_everything=True)
    grant = RoleGrant(
        role="reader",
        acl_policy_ids=tuple(AclPolicyId(acl) for acl in acls),
        classifications=tuple(classifications),
    )
    return SecurityContext(
        tenant_id=TenantId(tenant_id),
        user_id=UserId("reader"),
        grants=(grant,),
        denied_acl_policy_ids=tuple(AclPolicyId(acl) for acl in denied),
        policy_version="test",
    )


def untold(_: Progress) -> None:
    """Nobody is told of progress."""


def _day(value: str | date | None) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) else value


def _passage(
    metadata: DocumentMetadata,
    whole: str,
    span: tuple[int, int],
    pages: Sequence[Page],
    headings: Sequence[str],
) -> Passage:
    start, end = span
    place = f"{metadata.source_id}/{metadata.uri}#{start}\n{whole[start:end]}"
    standing_on = [page.number for page in pages if page.start_char < end and start < page.end_char]
    return Passage(
        chunk_id=ChunkId(hashlib.sha256(place.encode()).hexdigest()[:24]),
        text=whole[start:end],
        start_char=start,
        end_char=end,
        page_start=standing_on[0] if standing_on else None,
        page_end=standing_on[-1] if standing_on else None,
        heading_path=tuple(headings),
        context="\n".join((metadata.title, *headings)),
    )
