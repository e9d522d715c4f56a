"""One plan within one asker's rights -> the lists of passages that its subqueries, names and case find."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from localrag.ports import Corpus, LoadsEmbedder, Scope, Scored
from localrag.records.ids import ChunkId
from localrag.records.plan import QueryPlan, RetrievalMode, Subquery
from localrag.records.retrieval import RetrievalFilters
from localrag.records.security import SecurityContext
from localrag.retrieve.fuse import fuse, ranked
from localrag.retrieve.ranks import Lists
from localrag.settings import RetrieveSettings
from localrag.text.terms import content_terms, terms

_MOST_OF_A_RECORD = 200
"""Passages of one case's record (guess: several hundred pages of entries)."""

_Encodes = Callable[[str], NDArray[np.float32]]


class Searching(NamedTuple):
    """What every search of one plan shares."""

    plan: QueryPlan
    security: SecurityContext
    filters: RetrievalFilters
    corpus: Corpus
    mode: RetrievalMode
    settings: RetrieveSettings
    depth: int
    """Passages of each list."""
    encode: _Encodes

    @property
    def scope(self) -> Scope:
        """The passages that may be read and that the plan wants."""
        return self.corpus.scope(self.security, self.filters)

    def exact(self) -> list[Scored]:
        """Passages that hold the plan's identifiers, looked up once for all subqueries."""
        return [hit for one in self.plan.identifiers for hit in self.scope.containing(one, self.depth)]

    def lists(self, *, found_exactly: bool) -> Iterator[Lists]:
        """What each subquery found; one about a case looks into that case's record alone.

        Args:
            found_exactly: Whether an identifier was found; a look-up then needs no search by meaning.
        """
        for subquery in self.plan.subqueries:
            wanted = {"case_id": subquery.case_id, "authorities": ("case_record",)}
            within = (
                self.scope
                if subquery.case_id is None
                else self.corpus.scope(self.security, self.filters.model_copy(update=wanted))
            )
            yield self._search(subquery, within, self.depth, found_exactly=found_exactly)

    def official_policy(self) -> list[ChunkId]:
        """Rules that are kept at hand even where other passages match better, best first."""
        if self.settings.policy_k == 0 or self.mode == "lexical":
            return []
        wanted = self.filters.model_copy(update={"authorities": ("official_policy",)})
        scope = self.corpus.scope(self.security, wanted)
        if scope.size == 0:
            return []
        lists = self._search(self.plan.subqueries[0], scope, self.settings.policy_k, found_exactly=False)
        fused = fuse(lists.lexical, lists.dense, lexical_weight=self.settings.lexical_weight)
        return [hit.chunk_id for hit in ranked(fused)[: self.settings.policy_k]]

    def record(self) -> list[ChunkId]:
        """All of the record of the case asked about: what it does not say tells only where all is read."""
        if self.plan.case_id is None or self.plan.query_type != "case_specific":
            return []
        records = self.corpus.case_records(self.plan.case_id, self.security)
        return [one.chunk_id for one in records][:_MOST_OF_A_RECORD]

    def _search(self, subquery: Subquery, scope: Scope, depth: int, *, found_exactly: bool) -> Lists:
        words = content_terms(subquery.text) or terms(subquery.text)
        lexical = [] if self.mode == "vector" else scope.lexical(words, depth)
        if scope.size == 0 or (self.mode == "lexical" and (lexical or found_exactly)):
            return Lists(lexical, [])
        return Lists(lexical, scope.dense(self.encode(subquery.text), depth))


def encoding(plan: QueryPlan, embedder: LoadsEmbedder) -> _Encodes:
    """Vectors of a plan's subqueries, all encoded in one call when the first is asked for."""

    @cache
    def vectors() -> dict[str, NDArray[np.float32]]:
        texts = list(dict.fromkeys(subquery.text for subquery in plan.subqueries))
        return dict(zip(texts, embedder().embed(texts), strict=True))

    return lambda text: vectors()[text]
