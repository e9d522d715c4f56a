"""The passages one asker may read and one plan wants -> rankings, counts and candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.errors import IndexDamagedError, IndexMismatchError
from localrag.index.bm25 import Hits, PermittedPassages, PermittedSegment
from localrag.index.candidates import Candidates
from localrag.index.dense import dense_hits
from localrag.index.mapped import Segment
from localrag.index.schema import DATABASE
from localrag.index.whole import whole_identifier
from localrag.ports import Scored
from localrag.records.ids import ChunkId
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.terms import term_spans

IN_TEXT, IN_HEADINGS = 1.0, 0.5
"""Score of a passage that holds an identifier itself, and of one that only stands under it."""


class PermittedScope:
    """One permitted set; nothing outside of it can be seen, counted or felt through it."""

    def __init__(
        self,
        database: ReadingDatabase,
        segments: Sequence[Segment],
        permitted_rows: Callable[[Segment], NDArray[np.bool_]],
        candidates: Candidates,
        size: int,
    ) -> None:
        """Nothing is read before it is asked for.

        Args:
            database: The snapshot.
            segments: Of one generation.
            permitted_rows: One claim a row of a segment.
            candidates: Fetches within the same permitted documents.
            size: Passages of the permitted documents.
        """
        self._database = database
        self._all_segments = segments
        self._permitted_rows = permitted_rows
        self._candidates = candidates
        self._size = size
        self._lexical: PermittedPassages | None = None
        self._given: set[ChunkId] = set()
        self._permitted: list[tuple[Segment, NDArray[np.bool_]]] | None = None

    @property
    def size(self) -> int:
        """Passages in scope."""
        return self._size

    @property
    def without_vectors(self) -> int:
        """Passages in scope that are found by their words alone so far."""
        return sum(int(rows.sum()) for segment, rows in self._segments() if not segment.has_vectors)

    def lexical(self, terms: Sequence[str], limit: int) -> list[Scored]:
        """By BM25; passages without a term are left out."""
        if limit < 1 or not self._size:
            return []
        return self._ranked(self._passages().score(terms, limit), limit)

    def dense(self, vector: NDArray[np.float32], limit: int) -> list[Scored]:
        """By cosine similarity with a vector of shape (width,); passages without vectors are left out.

        Raises:
            IndexMismatchError: The vector has another width than those of the index.
        """
        if limit < 1 or not self._size:
            return []
        # Hits name a segment by its place among all of them.
        encoded = [number for number, (segment, _) in enumerate(self._segments()) if segment.has_vectors]
        searched = [
            (segment.dense(), permitted) for segment, permitted in (self._segments()[one] for one in encoded)
        ]
        for index, _ in searched:
            if index.width != vector.size:
                raise IndexMismatchError(
                    built_with=f"with {index.width} dimensions", loaded=f"one with {vector.size} dimensions"
                )
        hits = dense_hits(searched, vector, limit)
        return self._ranked([one._replace(segment=encoded[one.segment]) for one in hits], limit)

    def containing(self, identifier: str, limit: int) -> list[Scored]:
        """Passages that hold the identifier as a whole, case aside.

        Score 1 where the text does, then 0.5 where only title or headings do; ties by chunk id.
        """
        wanted = _smallest_terms(identifier)
        if limit < 1 or not self._size or not wanted:
            return []
        pattern = whole_identifier(identifier)
        keys = [
            cast(int, key)
            for number, rows in self._passages().rows_with_all(wanted)
            for key in self._segments()[number][0].lexicon().passages[rows].tolist()
        ]
        found = [
            Scored(ChunkId(cast(str, chunk_id)), IN_TEXT if pattern.search(cast(str, text)) else IN_HEADINGS)
            for chunk_id, text, context, title in self._database.rows_among(
                "SELECT chunk_id, text, context, title FROM passages JOIN documents USING (document_key) "
                "WHERE passage_key IN ({})",
                keys,
            )
            if any(pattern.search(cast(str, part)) for part in (text, context, title))
        ]
        return sorted(found, key=_best_first)[:limit]

    def document_frequency(self, term: str) -> int:
        """Passages in scope with this term."""
        return self._passages().frequency(term) if self._size else 0

    def fetch(self, chunk_ids: Sequence[ChunkId]) -> list[EvidenceCandidate]:
        """Candidates in the order of the ids, unranked; ids out of scope are left out.

        Raises:
            IndexDamagedError: A passage is not what was indexed, or one that was ranked is not there.
        """
        found = self._candidates.fetch(chunk_ids)
        lost = self._given.intersection(chunk_ids).difference(one.chunk_id for one in found)
        # A file that is gone takes its passages out of use; that is no damage.
        if lost.difference(self._candidates.gone(lost)):
            raise _lost()
        return found

    def _segments(self) -> list[tuple[Segment, NDArray[np.bool_]]]:
        """Segments with a permitted row, and which rows those are."""
        if self._permitted is None:
            expanded = [(segment, self._permitted_rows(segment)) for segment in self._all_segments]
            self._permitted = [(segment, rows) for segment, rows in expanded if rows.any()]
        return self._permitted

    def _passages(self) -> PermittedPassages:
        if self._lexical is None:
            self._lexical = PermittedPassages(
                [
                    PermittedSegment(segment.lexicon(), rows, bool(rows.all()))
                    for segment, rows in self._segments()
                ]
            )
        return self._lexical

    def _ranked(self, hits: Iterable[Hits], limit: int) -> list[Scored]:
        keyed = {
            key: score
            for one in hits
            for key, score in zip(
                self._segments()[one.segment][0].lexicon().passages[one.rows].tolist(),
                one.scores.tolist(),
                strict=True,
            )
        }
        named = self._database.rows_among(
            "SELECT passage_key, chunk_id FROM passages WHERE passage_key IN ({})", list(keyed)
        )
        if len(named) != len(keyed):
            raise _lost()
        found = [Scored(ChunkId(cast(str, chunk_id)), keyed[cast(int, key)]) for key, chunk_id in named]
        self._given.update(hit.chunk_id for hit in found)
        return sorted(found, key=_best_first)[:limit]


def _lost() -> IndexDamagedError:
    return IndexDamagedError(Path(DATABASE), "has lost a passage that its search files hold")


def _smallest_terms(identifier: str) -> list[str]:
    """Terms that every writing of an identifier has in common: its parts, or itself where it has none."""
    found = term_spans(identifier)
    return [
        one.text
        for one in found
        if not any(
            one.start <= other.start
            and other.end <= one.end
            and other.end - other.start < one.end - one.start
            for other in found
        )
    ]


def _best_first(hit: Scored) -> tuple[float, str]:
    return -hit.score, hit.chunk_id
