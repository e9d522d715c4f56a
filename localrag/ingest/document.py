"""A parsed file and what its source says of it -> the document that the index stores."""

from __future__ import annotations

from pathlib import Path

from localrag.ingest.metadata import Resolved, finish
from localrag.ingest.passages import passages
from localrag.ingest.reading import Parsed
from localrag.ingest.scan import FoundFile
from localrag.ports import Embedder
from localrag.records.documents import Page, ParsedDocument, SourceRecord
from localrag.settings import IndexSettings


def document_of(
    parsed: Parsed,
    resolved: Resolved,
    *,
    source: SourceRecord,
    file: FoundFile,
    embedder: Embedder,
    settings: IndexSettings,
) -> ParsedDocument | None:
    """A file's metadata, text, pages and passages; null where nothing in it can be quoted.

    Args:
        parsed: What the parser read of the file.
        resolved: Its metadata, from itself and from files beside it.
        source: Where it lies.
        file: As listed; its name is the title of a document without one.
        embedder: Counts tokens.
        settings: How long passages are.
    """
    where = f"{source.source_id}/{file.uri}"
    metadata = finish(
        resolved,
        source_id=source.source_id,
        tenant_id=source.tenant_id,
        uri=file.uri,
        where=where,
        media_type=parsed.media_type,
        content_hash=parsed.content_hash,
        fallback_title=parsed.extract.title or Path(file.parts[-1]).stem,
    )
    cut = passages(
        parsed.extract,
        metadata,
        embedder,
        title=metadata.title if _is_titled(resolved, parsed) else "",
        target_tokens=settings.target_tokens,
        overlap_tokens=settings.overlap_tokens,
    )
    if not cut:
        return None
    return ParsedDocument(
        metadata=metadata,
        text=parsed.extract.text,
        pages=_pages(parsed),
        passages=cut,
        warnings=(*(f"{where}: {warning}" for warning in parsed.warnings), *resolved.warnings),
    )


def _is_titled(resolved: Resolved, parsed: Parsed) -> bool:
    """Whether a document's title is more than its file's name."""
    return bool(parsed.extract.title) or isinstance(resolved.values.get("title"), str)


def _pages(parsed: Parsed) -> tuple[Page, ...]:
    if not parsed.extract.pages:
        return (Page(number=1, start_char=0, end_char=len(parsed.extract.text)),)
    return tuple(
        Page(number=page.number, label=page.label, start_char=page.start, end_char=page.end)
        for page in parsed.extract.pages
    )
