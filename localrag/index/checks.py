"""An index home -> what is wrong with it, in words, without changing anything."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, cast

import numpy as np

from localrag.adapters.sqlite_reading import Row, Value
from localrag.errors import IndexDamagedError
from localrag.index.lexicon import Lexicon
from localrag.index.mapped import SEGMENT_FILES, listed_files
from localrag.index.rows import DOCUMENT_COLUMNS, PASSAGE_COLUMNS, STANDING_COLUMNS, TEXT_COLUMNS, stored_hash
from localrag.index.segments import DENSE, FOLDER, LEXICAL, MappedFile, SegmentFile, unpacked

_VECTORS_A_QUERY = 10_000
_DOCUMENTS = (
    f"SELECT document_key, document_hash, passage_count, {DOCUMENT_COLUMNS}, {STANDING_COLUMNS} "
    "FROM documents JOIN standings USING (standing_id) WHERE withdrawn = 0 ORDER BY document_key"
)
_DOCUMENT_WIDTH = len(DOCUMENT_COLUMNS.split(", "))


class Queries(Protocol):
    """A database that can be asked."""

    def rows(self, query: str, values: Sequence[Value] = ()) -> list[Row]:
        """All rows of a query."""
        ...


class DamagedDocument(NamedTuple):
    """A file of which something else is stored than was stored."""

    key: int
    source_id: str
    uri: str


def page_problems(database: Queries, *, full: bool) -> list[str]:
    """What SQLite says about its own pages, indexes and references."""
    check = "integrity_check" if full else "quick_check"
    found = [cast(str, row[0]) for row in database.rows(f"PRAGMA {check}") if row[0] != "ok"]
    if database.rows("PRAGMA foreign_key_check"):
        found.append("rows refer to rows that are gone")
    return [f"corpus.db: {problem}" for problem in found]


def damaged_documents(database: Queries) -> list[DamagedDocument]:
    """Documents whose stored columns, text or passages do not give the hash they were stored with."""
    found = []
    for key, known, count, *columns in database.rows(_DOCUMENTS):
        texts = database.rows(f"SELECT {TEXT_COLUMNS} FROM document_texts WHERE document_key = ?", (key,))
        passages = database.rows(
            f"SELECT {PASSAGE_COLUMNS} FROM passages WHERE document_key = ? ORDER BY position", (key,)
        )
        document, standing = columns[:_DOCUMENT_WIDTH], columns[_DOCUMENT_WIDTH:]
        text = texts[0] if texts else ()
        if len(passages) != count or stored_hash(document, standing, text, passages) != known:
            found.append(DamagedDocument(cast(int, key), str(document[0]), str(document[1])))
    return found


def damaged_vectors(database: Queries) -> list[int]:
    """Row ids of embeddings that do not match their checksum."""
    return [
        number
        for rows in _vector_rows(database)
        for number, vector, known in rows
        if not isinstance(vector, bytes) or zlib.crc32(vector) != known
    ]


def missing_vectors(database: Queries) -> int:
    """Published passages whose text has no vector, though their segment was built with vectors."""
    ((count,),) = database.rows(
        "SELECT count(*) FROM passages p JOIN documents d USING (document_key) WHERE d.published = 1 "
        "AND d.segment IN (SELECT segment FROM segment_files WHERE kind = ?) "
        "AND NOT EXISTS (SELECT 1 FROM embeddings e WHERE e.embedded_hash = p.embedded_hash)",
        (DENSE,),
    )
    return cast(int, count)


def segment_problems(database: Queries, home: Path, *, full: bool) -> list[str]:
    """Files of segments that are missing, of another size, or not what their checksum says.

    Args:
        database: Lists them.
        home: Folder of the index.
        full: SHA-256 in place of CRC-32, and whether each document's passages are all there.
    """
    found = []
    for name, files in listed_files(database.rows(SEGMENT_FILES)).items():
        problems = [problem for file in files if (problem := _file_problem(home, file, full=full))]
        found += problems
        if full and not problems:
            found += _row_problems(database, home, name, files)
    return found


def _vector_rows(database: Queries) -> Iterator[list[tuple[int, Value, Value]]]:
    last = 0
    while rows := database.rows(
        "SELECT rowid, vector, crc32 FROM embeddings WHERE rowid > ? ORDER BY rowid LIMIT ?",
        (last, _VECTORS_A_QUERY),
    ):
        yield cast("list[tuple[int, Value, Value]]", rows)
        last = cast(int, rows[-1][0])


def _file_problem(home: Path, listed: SegmentFile, *, full: bool) -> str | None:
    try:
        mapped = MappedFile(home / FOLDER, listed)
        if full:
            return None if mapped.has_listed_hash() else f"{listed.name} does not match its SHA-256"
        mapped.content()
    except FileNotFoundError:
        return f"{listed.name} is missing"
    except OSError as error:
        return f"{listed.name} cannot be read: {error.strerror}"
    except IndexDamagedError as error:
        return f"{listed.name} {error.problem}"
    return None


def _row_problems(database: Queries, home: Path, name: str, files: Sequence[SegmentFile]) -> list[str]:
    listed = next(file for file in files if file.kind == LEXICAL)
    lexicon = Lexicon(unpacked(MappedFile(home / FOLDER, listed).content()))
    keys, counts = np.unique(lexicon.documents, return_counts=True)
    held = dict(zip(keys.tolist(), counts.tolist(), strict=True))
    rows = database.rows(
        "SELECT document_key, passage_count FROM documents WHERE published = 1 AND segment = ?", (name,)
    )
    lost = sum(held.get(key) != count for key, count in rows)
    return [f"{name}: passages of {lost} documents are not all there"] if lost else []
