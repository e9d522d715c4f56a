"""Chunk ids -> evidence candidates with all that a citation needs, from the permitted documents alone."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date
from pathlib import Path
from typing import cast

from localrag.adapters.sqlite_reading import ReadingDatabase, Row
from localrag.errors import IndexDamagedError
from localrag.index.files_behind import files_behind
from localrag.index.permitted import Claims, Permitted, standing_of
from localrag.index.rows import STANDING_COLUMNS, hash_of
from localrag.ports import SourceFiles
from localrag.records.ids import ChunkId
from localrag.records.retrieval import EvidenceCandidate

MAX_ALSO_IN = 20
"""Further places named of one passage. Guess: more is not read."""

_PASSAGE = (
    "p.chunk_id, p.document_key, p.text, p.text_hash, p.start_char, p.end_char, p.page_start, p.page_end, "
    "p.page_label, p.heading_path, p.kind"
)
_DOCUMENT = "d.source_id, d.document_id, d.version, d.title, d.uri, d.case_id"
_CANDIDATES = (
    f"SELECT {_PASSAGE}, {_DOCUMENT}, {', '.join('s.' + name for name in STANDING_COLUMNS.split(', '))} "
    "FROM passages p JOIN documents d USING (document_key) JOIN standings s USING (standing_id) "
    "WHERE +d.published = 1 AND p.chunk_id IN ({})"
)
_SAME_TEXT = (
    "SELECT p.text_hash, p.document_key, d.source_id, d.uri "
    "FROM passages p JOIN documents d USING (document_key) WHERE +d.published = 1 AND p.text_hash IN ({})"
)


class Candidates:
    """Reads passages of permitted documents."""

    def __init__(
        self,
        database: ReadingDatabase,
        path: Path,
        permitted: Permitted,
        documents: Claims,
        on: date | None,
        files: SourceFiles | None,
    ) -> None:
        """Fetch within ``documents``; validity is shown as it stands on the day ``on``."""
        self._database = database
        self._path = path
        self._permitted = permitted
        self._documents = documents
        self._on = on
        self._files = files

    def fetch(self, chunk_ids: Sequence[ChunkId]) -> list[EvidenceCandidate]:
        """In the order of the ids, score 0, rank from 1; ids that are not permitted are left out.

        So are passages whose file is gone while its source is there.

        Raises:
            IndexDamagedError: A passage is not what was indexed.
        """
        rows = self._database.rows_among(_CANDIDATES, list(dict.fromkeys(chunk_ids)))
        # Two places never share an id; should one claim another's, the smaller place is given.
        rows.sort(key=lambda row: (str(row[11]), str(row[15]), str(row[13])))
        known: dict[str, Row] = {}
        for row in rows:
            if self._documents[cast(int, row[1])]:
                known.setdefault(cast(str, row[0]), row)
        for chunk_id in self.gone(known):
            del known[chunk_id]
        places = self._places([cast(bytes, row[3]) for row in known.values()])
        wanted = [known[chunk_id] for chunk_id in dict.fromkeys(chunk_ids) if chunk_id in known]
        with self._database.values():
            return [
                self._candidate(row, rank, places.get(cast(bytes, row[3]), ()))
                for rank, row in enumerate(wanted, 1)
            ]

    def gone(self, chunk_ids: Collection[str]) -> list[str]:
        """Permitted passages among these whose file is gone while its source is there."""
        if self._files is None:
            return []
        behind = files_behind(self._database, [ChunkId(one) for one in chunk_ids], self._documents)
        gone = {file for file in set(behind.values()) if self._files.is_gone(file)}
        return [chunk_id for chunk_id, file in behind.items() if file in gone]

    def _places(self, text_hashes: Sequence[bytes]) -> dict[bytes, list[str]]:
        """Where the same texts stand within the permitted documents, sorted."""
        places: dict[bytes, set[str]] = defaultdict(set)
        for text_hash, key, source_id, uri in self._database.rows_among(
            _SAME_TEXT, list(dict.fromkeys(text_hashes))
        ):
            if self._documents[cast(int, key)]:
                places[cast(bytes, text_hash)].add(f"{cast(str, source_id)}/{cast(str, uri)}")
        return {text_hash: sorted(found) for text_hash, found in places.items()}

    def _candidate(self, row: Row, rank: int, places: Sequence[str]) -> EvidenceCandidate:
        chunk_id, key, text, text_hash, start, end, page_start, page_end, label, headings, kind = row[:11]
        source_id, document_id, version, title, uri, case_id = row[11:17]
        standing = standing_of(row[17:])
        if hash_of(cast(str, text)) != text_hash:
            raise IndexDamagedError(self._path, "holds a passage that is not what was indexed")
        here = f"{cast(str, source_id)}/{cast(str, uri)}"
        return EvidenceCandidate.model_validate(
            {
                "chunk_id": chunk_id,
                "source_id": source_id,
                "document_id": document_id,
                "version": version,
                "tenant_id": standing.access.tenant_id,
                "text": text,
                "source_title": title,
                "source_uri": uri,
                "start_char": start,
                "end_char": end,
                "page_start": page_start,
                "page_end": page_end,
                "page_label": label,
                "heading_path": json.loads(cast(str, headings)),
                "kind": kind,
                "score": 0.0,
                "rank": rank,
                "retrieval_source": "lexical",
                "authority": standing.authority.authority,
                "status": standing.authority.status,
                "valid_from": standing.authority.valid_from,
                "valid_to": self._permitted.ends(cast(int, key), standing.authority, self._on),
                "classification": standing.access.classification,
                "acl_policy_id": standing.access.acl_policy_id,
                "source_type": standing.access.source_type,
                "case_id": case_id,
                "also_in": [place for place in places if place != here][:MAX_ALSO_IN],
            }
        )
