"""An index home -> one published generation, read with the asker's rights judged by every method."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections import OrderedDict
from collections.abc import Collection, Sequence
from datetime import datetime
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.faiss_index import load_library
from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.errors import IndexDamagedError, IndexMissingError
from localrag.index.candidates import Candidates
from localrag.index.counts import Count, document_counts, newest_of, source_statuses
from localrag.index.facts import published_facts
from localrag.index.files_behind import files_behind
from localrag.index.listing import documents
from localrag.index.mapped import SEGMENT_FILES, Segment, open_segments
from localrag.index.naming import documents_named
from localrag.index.permitted import Claims, DocumentTable, Permitted
from localrag.index.rows import FILE_COLUMNS, file_of
from localrag.index.schema import DATABASE, EMBEDDER, GENERATION, HOME_ID, UNDER_POLICY
from localrag.index.scope import PermittedScope
from localrag.index.viewing import (
    document_accesses,
    find_document,
    page_text,
    partial_documents,
    passages_around,
)
from localrag.ports import Scope, SourceFiles, TitledDocument
from localrag.records.documents import FileRecord, FileState
from localrag.records.ids import ChunkId, DocumentId
from localrag.records.index import DocumentEntry, DocumentView, IndexStatus, PartialDocument
from localrag.records.models import EmbedderIdentity
from localrag.records.retrieval import EvidenceCandidate, RetrievalFilters
from localrag.records.security import DocumentAccess, SecurityContext

_KEPT_SCOPES = 32
"""A question asks for three or four; a batch of many askers shares most. Guess."""
_TRIES = 3
"""A file only goes missing while opening if a writer ran in between: the next try sees its work."""


def open_corpus(
    home: Path, *, expect_dense: bool = False, files: SourceFiles | None = None
) -> PublishedCorpus:
    """The newest published generation; loads neither faiss nor the model.

    What it shows stays the same until it is closed, whatever writers do meanwhile. Nothing is written,
    on read-only media least of all.

    Args:
        home: Folder of the index.
        expect_dense: Start loading faiss beside other work, so that the first dense search need not wait.
        files: Tells what has become of the files that were indexed; null: they are not looked at.

    Raises:
        IndexMissingError: Nothing was published here yet.
        IndexDamagedError: A file is missing, has another size, or is no database.
        IndexVersionError: Another version of localrag wrote it.
        StorageError: The system does not let it be read.
    """
    path = home / DATABASE
    if expect_dense:
        # A daemon: a command that ends before it is done does not wait for it.
        threading.Thread(target=load_library, daemon=True).start()
    for last_try in (False,) * (_TRIES - 1) + (True,):
        if not path.is_file():
            raise IndexMissingError(home)
        with contextlib.ExitStack() as undo:
            database = ReadingDatabase(path)
            undo.callback(database.close)
            try:
                corpus = PublishedCorpus(home, database, files)
            except FileNotFoundError as error:
                if last_try:
                    raise IndexDamagedError(Path(error.filename), "is missing") from error
                continue
            undo.pop_all()
            return corpus
    raise IndexMissingError(home)


class PublishedCorpus:
    """One generation of an index."""

    def __init__(self, home: Path, database: ReadingDatabase, files: SourceFiles | None) -> None:
        self._files = files
        self._path = home / DATABASE
        self._database = database
        self._meta = published_facts(database, home)
        self._segments = open_segments(home, database.rows(SEGMENT_FILES))
        self._scopes: OrderedDict[tuple[SecurityContext, RetrievalFilters], PermittedScope] = OrderedDict()
        self._permitted: dict[SecurityContext, Permitted] = {}

    @property
    def generation(self) -> str:
        """Random name of this generation."""
        return self._meta[GENERATION]

    @property
    def home_id(self) -> str | None:
        """Random name of the home; null where its last writer gave none yet."""
        return self._meta.get(HOME_ID)

    @property
    def embedder(self) -> EmbedderIdentity | None:
        """Which embedder built it; null where nothing was embedded yet."""
        known = self._meta.get(EMBEDDER)
        with self._database.values():
            return EmbedderIdentity.model_validate_json(known) if known else None

    @property
    def built_under_policy(self) -> bool:
        """Whether any run that built it had a policy."""
        return self._meta.get(UNDER_POLICY) == "1"

    def scope(self, security: SecurityContext, filters: RetrievalFilters) -> Scope:
        """What this asker may search under these filters; kept, so asking again costs nothing."""
        wanted = (security, filters)
        if wanted in self._scopes:
            self._scopes.move_to_end(wanted)
            return self._scopes[wanted]
        permitted = self._permitted_for(security)
        documents = permitted.filtered(filters)
        scope = PermittedScope(
            self._database,
            self._segments,
            lambda segment: _of_documents(segment, documents),
            Candidates(self._database, self._path, permitted, documents, filters.in_force_on, self._files),
            self._table.passages_of(documents),
        )
        self._scopes[wanted] = scope
        while len(self._scopes) > _KEPT_SCOPES:
            self._scopes.popitem(last=False)
        return scope

    def documents_named(self, words: Sequence[str], security: SecurityContext) -> list[TitledDocument]:
        """Readable documents of any status whose title or document id shares a word, most shared first.

        One entry a document id, under the title that shares most and has fewest words besides.
        """
        return documents_named(self._database, words, self._readable(security))

    def cases(self, security: SecurityContext) -> list[str]:
        """Canonical ids of the cases with a readable document, sorted."""
        return self._table.cases(self._readable(security))

    def case_records(self, case_id: str, security: SecurityContext) -> list[EvidenceCandidate]:
        """Readable passages of a case's own records, by document and place in it."""
        rows = self._database.rows(
            "SELECT p.chunk_id FROM passages p JOIN documents d USING (document_key) "
            "JOIN standings s USING (standing_id) "
            "WHERE +d.published = 1 AND d.case_id = ? AND s.authority = 'case_record' "
            "ORDER BY d.source_id, d.uri, p.start_char, p.chunk_id",
            (case_id,),
        )
        everything = self.scope(security, RetrievalFilters())
        return everything.fetch([ChunkId(cast(str, chunk_id)) for (chunk_id,) in rows])

    def editions(self, document_id: DocumentId, security: SecurityContext) -> list[EvidenceCandidate]:
        """Readable passages of every version of a document and of those linked to it by ``supersedes``.

        By first day, then version, then place; empty where nothing is readable.
        """
        keys = self._permitted_for(security).editions(document_id)
        rows = self._database.rows_among(
            "SELECT p.chunk_id, d.version, d.uri, p.start_char, s.valid_from FROM passages p "
            "JOIN documents d USING (document_key) JOIN standings s USING (standing_id) "
            "WHERE +d.published = 1 AND p.document_key IN ({})",
            keys,
        )
        rows.sort(key=lambda row: (str(row[4] or ""), str(row[1] or ""), str(row[2]), cast(int, row[3])))
        return self.scope(security, RetrievalFilters()).fetch([ChunkId(cast(str, row[0])) for row in rows])

    def page_text(self, chunk_id: ChunkId, security: SecurityContext) -> str:
        """The stored text of the page or pages a passage stands on. NotFoundError where not readable."""
        return page_text(self._database, chunk_id, self._readable(security))

    def neighbours(self, chunk_id: ChunkId, security: SecurityContext) -> tuple[str, str]:
        """Text of the passages before and after in the same document, empty at its ends.

        Raises:
            NotFoundError: There is no such passage that the asker may read.
        """
        return passages_around(self._database, chunk_id, self._readable(security))

    def show(self, name: str, security: SecurityContext) -> DocumentView:
        """A document by chunk id, document id, ``document_id@version`` or ``SOURCE_ID/uri``.

        Of several versions: one that is active, then the one that starts last.

        Raises:
            NotFoundError: There is none that the asker may read.
        """
        return find_document(self._database, name, self._readable(security))

    def documents(self, security: SecurityContext) -> tuple[DocumentEntry, ...]:
        """Every readable document version, by document id, then by the day it starts."""
        return documents(self._database, self._permitted_for(security))

    def indexed_at(self, security: SecurityContext) -> datetime | None:
        """When the newest of the readable documents was indexed; null where nothing is readable."""
        return newest_of(self._counts, self._permitted_for(security).standings)

    def status(self, security: SecurityContext) -> IndexStatus:
        """Counts over what the asker may read; sources of which nothing is readable are not named."""
        standings = self._permitted_for(security).standings
        sources = source_statuses(self._database, self._counts, standings)
        return IndexStatus(
            generation=self.generation,
            documents=sum(one.documents for one in sources),
            passages=sum(one.passages for one in sources),
            indexed_at=newest_of(self._counts, standings),
            embedder=self.embedder,
            sources=sources,
            partial=tuple(partial_documents(self._database, self._readable(security))),
        )

    def partial(self, chunk_ids: Collection[ChunkId], security: SecurityContext) -> list[PartialDocument]:
        """Readable documents of these passages of which parts could not be read, by source and uri."""
        return partial_documents(self._database, self._readable(security), list(chunk_ids))

    def readable(self, chunk_ids: Collection[ChunkId], security: SecurityContext) -> set[ChunkId]:
        """Which of these passages the asker may read now, whatever their validity."""
        readable = self._readable(security)
        rows = self._database.rows_among(
            "SELECT p.chunk_id, p.document_key FROM passages p JOIN documents d USING (document_key) "
            "WHERE +d.published = 1 AND p.chunk_id IN ({})",
            list(chunk_ids),
        )
        return {ChunkId(cast(str, chunk_id)) for chunk_id, key in rows if readable[cast(int, key)]}

    def file_states(
        self, chunk_ids: Collection[ChunkId], security: SecurityContext
    ) -> dict[ChunkId, FileState]:
        """How the files behind readable passages stand to what was indexed; others are left out."""
        if self._files is None:
            return {}
        behind = files_behind(self._database, chunk_ids, self._readable(security))
        states = {file: self._files.state(file) for file in set(behind.values())}
        return {chunk_id: states[file] for chunk_id, file in behind.items()}

    def accesses(self) -> list[DocumentAccess]:
        """Every published document version by place, without text; for administrators."""
        return document_accesses(self._database)

    def failed(self) -> list[FileRecord]:
        """Every file on record as failed, by source and uri; for administrators, who see file names."""
        rows = self._database.rows(
            f"SELECT {FILE_COLUMNS} FROM files WHERE outcome = 'failed' ORDER BY source_id, uri"
        )
        return [file_of(row) for row in rows]

    def close(self) -> None:
        """Let go of files; a second call does nothing."""
        self._scopes.clear()
        self._permitted.clear()
        self._segments = []
        self._database.close()

    def __enter__(self) -> PublishedCorpus:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @functools.cached_property
    def _counts(self) -> list[Count]:
        return document_counts(self._database)

    @functools.cached_property
    def _table(self) -> DocumentTable:
        return DocumentTable(self._database)

    def _permitted_for(self, security: SecurityContext) -> Permitted:
        if security not in self._permitted:
            self._permitted[security] = self._table.readable(security)
        return self._permitted[security]

    def _readable(self, security: SecurityContext) -> Claims:
        return self._permitted_for(security).readable


def _of_documents(segment: Segment, documents: Claims) -> NDArray[np.bool_]:
    """One claim a row; rows of documents that are gone are false."""
    keys = segment.lexicon().documents
    return documents[np.minimum(keys, len(documents) - 1)] & (keys < len(documents))
