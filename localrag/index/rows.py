"""Records <-> rows of corpus.db."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import cast

from localrag.adapters.sqlite_reading import Row, Value
from localrag.records.documents import DocumentMetadata, FileRecord, ParsedDocument, Passage, SourceRecord
from localrag.text.terms import content_terms

_TITLE_START = 16
"""Characters by which a title is known again: a long one is cut short in a context. Guess."""
FILE_COLUMNS = (
    "source_id, uri, size, mtime_ns, inode, metadata_hash, content_hash, outcome, reason, detail, "
    "parser_version, seen_at"
)
SOURCE_COLUMNS = "source_id, root, single_file, tenant_id, last_indexed_at"
DOCUMENT_COLUMNS = (
    "source_id, uri, document_id, version, title, supersedes, case_id, category, language, media_type, "
    "content_hash"
)
TEXT_COLUMNS = "text, pages, warnings"
PASSAGE_COLUMNS = (
    "position, chunk_id, text, start_char, end_char, page_start, page_end, page_label, heading_path, kind, "
    "context, embedded_hash, text_hash"
)
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


def document_row(document: ParsedDocument) -> dict[str, Value]:
    """What ``documents`` keeps of a file's content: DOCUMENT_COLUMNS."""
    metadata = document.metadata
    return {
        "source_id": metadata.source_id,
        "uri": metadata.uri,
        "document_id": metadata.document_id,
        "version": metadata.version,
        "title": metadata.title,
        "supersedes": _json(metadata.supersedes),
        "case_id": metadata.case_id,
        "category": metadata.category,
        "language": metadata.language,
        "media_type": metadata.media_type,
        "content_hash": metadata.content_hash,
    }


def text_row(document: ParsedDocument) -> dict[str, Value]:
    """What ``document_texts`` keeps; pages as [number, label, start_char, end_char]."""
    pages = [[page.number, page.label, page.start_char, page.end_char] for page in document.pages]
    return {"text": document.text, "pages": _json(pages), "warnings": _json(document.warnings)}


def passage_row(passage: Passage, position: int) -> dict[str, Value]:
    """What ``passages`` keeps: PASSAGE_COLUMNS."""
    return {
        "position": position,
        "chunk_id": passage.chunk_id,
        "text": passage.text,
        "start_char": passage.start_char,
        "end_char": passage.end_char,
        "page_start": passage.page_start,
        "page_end": passage.page_end,
        "page_label": passage.page_label,
        "heading_path": _json(passage.heading_path),
        "kind": passage.kind,
        "context": passage.context,
        "embedded_hash": hash_of(scored_text(passage.context, passage.text)),
        "text_hash": hash_of(passage.text),
    }


def stored_hash(
    document: Iterable[Value],
    standing: Iterable[Value],
    text: Iterable[Value],
    passages: Iterable[Iterable[Value]],
) -> str:
    """SHA-256 over all that is stored of a file: equal means that nothing about it changed.

    Values in the order of DOCUMENT_COLUMNS, STANDING_COLUMNS, TEXT_COLUMNS and PASSAGE_COLUMNS.
    """
    whole = [[*document], [*standing], [*text], [[*passage] for passage in passages]]
    return hashlib.sha256(json.dumps(whole, ensure_ascii=False, default=bytes.hex).encode()).hexdigest()


def scored_text(context: str, text: str) -> str:
    """What of a passage is embedded: its title and headings, then its text."""
    return f"{context}\n{text}"


def worded_text(title: str, context: str, text: str) -> str:
    """What of a passage is scored by its words: what is embedded, and a title that is not (a file's name)."""
    scored = scored_text(context, text)
    return scored if context.startswith(title[:_TITLE_START]) else f"{title}\n{scored}"


def hash_of(text: str) -> bytes:
    """SHA-256 of a text."""
    return hashlib.sha256(text.encode()).digest()


def _json(values: Sequence[object]) -> str:
    return json.dumps(values, ensure_ascii=False)


def title_words(title: str, document_id: str) -> Sequence[str]:
    """Terms under which a document is found by name, each once."""
    return list(dict.fromkeys(content_terms(f"{title}\n{document_id}")))
