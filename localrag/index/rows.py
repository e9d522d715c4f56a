"""Records <-> rows of corpus.db."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import cast

from localrag.adapters.sqlite_reading import Row, Value
from localrag.records.documents import DocumentMetadata, FileRecord, ParsedDocument, Passage, SourceRecord
from localrag.text.terms import content_terms

FILE_COLUMNS = (
    "source_id, uri, size, mtime_ns, inode, metadata_hash, content_hash, outcome, reason, detail, "
    "parser_version, seen_at"
)
SOURCE_COLUMNS = "source_id, root, single_file, tenant_id, last_indexed_at"
STANDING_COLUMNS = (
    "tenant_id, acl_policy_id, classification, source_type, authority, status, valid_from, valid_to"
)


def file_row(file: FileRecord) -> dict[str, Value]:
    """Columns of ``files``."""
    row = cast(dict[str, Value], file.model_dump(mode="json"))
    # A file number can pass 64 bits on Windows.
    return row | {"inode": str(file.inode)}


def file_of(row: Row) -> FileRecord:
    """A row of FILE_COLUMNS, read back."""
    values = dict(zip(FILE_COLUMNS.split(", "), row, strict=True))
    return FileRecord.model_validate(values)


def source_row(source: SourceRecord) -> dict[str, Value]:
    """Columns of ``sources``; when it was published is not among them."""
    return cast(dict[str, Value], source.model_dump(mode="json"))


def source_of(row: Row) -> SourceRecord:
    """A row of SOURCE_COLUMNS, read back."""
    return SourceRecord.model_validate(dict(zip(SOURCE_COLUMNS.split(", "), row, strict=True)))


def standing_values(metadata: DocumentMetadata) -> tuple[str | None, ...]:
    """Values of STANDING_COLUMNS: what decides who may read a document, and when it is in force."""
    return (
        metadata.tenant_id,
        metadata.acl_policy_id,
        metadata.classification,
        metadata.source_type,
        metadata.authority,
        metadata.status,
        metadata.valid_from.isoformat() if metadata.valid_from else None,
        metadata.valid_to.isoformat() if metadata.valid_to else None,
    )


def document_row(
    document: ParsedDocument, document_hash: str, standing_id: int, file: FileRecord
) -> dict[str, Value]:
    """Columns of ``documents`` for a version that readers do not see yet."""
    metadata = document.metadata
    return {
        "source_id": metadata.source_id,
        "uri": metadata.uri,
        "document_id": metadata.document_id,
        "version": metadata.version,
        "title": metadata.title,
        "standing_id": standing_id,
        "supersedes": json.dumps(metadata.supersedes, ensure_ascii=False),
        "case_id": metadata.case_id,
        "category": metadata.category,
        "language": metadata.language,
        "media_type": metadata.media_type,
        "content_hash": metadata.content_hash,
        "document_hash": document_hash,
        "indexed_at": file.seen_at.isoformat(),
        "passage_count": len(document.passages),
    }


def pages_json(document: ParsedDocument) -> str:
    """Pages as [number, label, start_char, end_char]."""
    return json.dumps([[page.number, page.label, page.start_char, page.end_char] for page in document.pages])


def passage_row(passage: Passage, document_key: int, position: int) -> dict[str, Value]:
    """Columns of ``passages``."""
    return {
        "document_key": document_key,
        "position": position,
        "chunk_id": passage.chunk_id,
        "text": passage.text,
        "start_char": passage.start_char,
        "end_char": passage.end_char,
        "page_start": passage.page_start,
        "page_end": passage.page_end,
        "page_label": passage.page_label,
        "heading_path": json.dumps(passage.heading_path, ensure_ascii=False),
        "kind": passage.kind,
        "context": passage.context,
        "embedded_hash": hash_of(scored_text(passage.context, passage.text)),
        "text_hash": hash_of(passage.text),
    }


def document_hash(document: ParsedDocument) -> str:
    """SHA-256 over all that was read of a file: equal means nothing about it changed."""
    return hashlib.sha256(document.model_dump_json().encode()).hexdigest()


def scored_text(context: str, text: str) -> str:
    """What of a passage is embedded and scored: its title and headings, then its text."""
    return f"{context}\n{text}"


def hash_of(text: str) -> bytes:
    """SHA-256 of a text."""
    return hashlib.sha256(text.encode()).digest()


def title_words(title: str, document_id: str) -> Sequence[str]:
    """Terms under which a document is found by name, each once."""
    return list(dict.fromkeys(content_terms(f"{title}\n{document_id}")))
