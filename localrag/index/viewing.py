"""A passage or a document's name -> stored text, within the documents an asker may read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import cast

from localrag.adapters.sqlite_reading import ReadingDatabase, Row
from localrag.errors import NotFoundError
from localrag.index.permitted import Claims
from localrag.records.ids import ChunkId
from localrag.records.index import DocumentView, PartialDocument
from localrag.records.security import DocumentAccess

_DOCUMENTS = (
    "SELECT document_key, document_id, version, source_id, title, uri FROM documents "
    "JOIN standings USING (standing_id) WHERE +published = 1 AND {} "
    "ORDER BY status <> 'active', valid_from IS NULL, valid_from DESC, version DESC, source_id, uri"
)


_PARTIAL = (
    "SELECT d.document_key, d.title, d.source_id, d.uri, f.detail FROM files f JOIN documents d "
    "ON d.source_id = f.source_id AND d.uri = f.uri WHERE f.reason = 'partial' AND +d.published = 1"
)


def page_text(database: ReadingDatabase, chunk_id: ChunkId, readable: Claims) -> str:
    """The stored text of the page or pages a passage stands on; of a file without pages, all of it.

    Raises:
        NotFoundError: There is no such passage that may be read.
    """
    key, _, start, end = _passage(database, chunk_id, readable)
    ((text, pages),) = database.rows("SELECT text, pages FROM document_texts WHERE document_key = ?", (key,))
    with database.values():
        spans = [(page[2], page[3]) for page in json.loads(cast(str, pages))]
    touched = [span for span in spans if span[0] < end and start < span[1]]
    if not touched:
        return cast(str, text)
    return cast(str, text)[touched[0][0] : touched[-1][1]]


def passages_around(database: ReadingDatabase, chunk_id: ChunkId, readable: Claims) -> tuple[str, str]:
    """Text of the passages before and after in the same document, empty at its ends.

    Raises:
        NotFoundError: There is no such passage that may be read.
    """
    key, position, _, _ = _passage(database, chunk_id, readable)
    rows = database.rows(
        "SELECT position, text FROM passages WHERE document_key = ? AND position IN (?, ?)",
        (key, position - 1, position + 1),
    )
    found = {place: cast(str, text) for place, text in rows}
    return found.get(position - 1, ""), found.get(position + 1, "")


def partial_documents(
    database: ReadingDatabase, readable: Claims, chunk_ids: Sequence[ChunkId] | None = None
) -> list[PartialDocument]:
    """Readable documents of which parts could not be read, by source and uri.

    Args:
        database: Of the index.
        readable: Documents that may be read, by key.
        chunk_ids: Only documents of these passages; all where left out.
    """
    if chunk_ids is None:
        rows = database.rows(f"{_PARTIAL} ORDER BY d.source_id, d.uri")
    else:
        those = "SELECT document_key FROM passages WHERE chunk_id IN ({})"
        among = f"{_PARTIAL} AND d.document_key IN ({those})"
        rows = sorted(database.rows_among(among, list(chunk_ids)), key=lambda row: (row[2], row[3]))
    return [
        PartialDocument.model_validate({"title": title, "source_id": source, "uri": uri, "detail": detail})
        for key, title, source, uri, detail in dict.fromkeys(rows)
        if readable[cast(int, key)]
    ]


def find_document(database: ReadingDatabase, name: str, readable: Claims) -> DocumentView:
    """A document by chunk id, document id, ``document_id@version`` or ``SOURCE_ID/uri``.

    Of several: an active one, then the one that starts last, then the last version in the alphabet.

    Raises:
        NotFoundError: There is none that may be read.
    """
    document_id, _, version = name.rpartition("@")
    source_id, _, uri = name.partition("/")
    for condition, values in (
        ("document_key IN (SELECT document_key FROM passages WHERE chunk_id = ?)", (name,)),
        ("document_id = ?", (name,)),
        ("document_id = ? AND version = ?", (document_id, version)),
        ("source_id = ? AND uri = ?", (source_id, uri)),
    ):
        rows = database.rows(_DOCUMENTS.format(condition), values)
        for row in rows:
            if readable[cast(int, row[0])]:
                return _view(database, row)
    raise NotFoundError(f"There is no document {name}.", "Find one with: localrag search WORDS")


def document_accesses(database: ReadingDatabase) -> list[DocumentAccess]:
    """Where every published document version is and who may read it, by place; no text."""
    rows = database.rows(
        "SELECT document_id, version, source_id, uri, title, tenant_id, acl_policy_id, classification, "
        "source_type FROM documents JOIN standings USING (standing_id) WHERE published = 1 "
        "ORDER BY source_id, uri, version"
    )
    named = ("document_id", "version", "source_id", "uri", "title")
    judged = ("tenant_id", "acl_policy_id", "classification", "source_type")
    with database.values():
        return [
            DocumentAccess.model_validate(
                {**dict(zip(named, row[:5], strict=True)), "access": dict(zip(judged, row[5:], strict=True))}
            )
            for row in rows
        ]


def _view(database: ReadingDatabase, row: Row) -> DocumentView:
    key, document_id, version, source_id, title, uri = row
    ((text, pages),) = database.rows("SELECT text, pages FROM document_texts WHERE document_key = ?", (key,))
    with database.values():
        return DocumentView.model_validate(
            {
                "document_id": document_id,
                "version": version,
                "source_id": source_id,
                "title": title,
                "uri": uri,
                "text": text,
                "page_numbers": [number for number, *_ in json.loads(cast(str, pages))],
            }
        )


def _passage(database: ReadingDatabase, chunk_id: ChunkId, readable: Claims) -> tuple[int, int, int, int]:
    """Document key, position and span of a readable passage; of several, that of the smaller place."""
    rows = database.rows(
        "SELECT document_key, position, start_char, end_char FROM passages "
        "JOIN documents USING (document_key) WHERE chunk_id = ? AND +published = 1 "
        "ORDER BY source_id, uri, version, position",
        (chunk_id,),
    )
    for row in rows:
        if readable[cast(int, row[0])]:
            return cast("tuple[int, int, int, int]", row)
    raise NotFoundError(f"There is no passage {chunk_id}.", "Find one with: localrag search WORDS")
