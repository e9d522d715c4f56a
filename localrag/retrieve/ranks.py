"""Lists of passages -> where each passage stood, as its candidate tells."""

from __future__ import annotations

from typing import NamedTuple

from localrag.ports import Scored
from localrag.records.ids import ChunkId
from localrag.records.retrieval import EvidenceCandidate, RetrievalSource


class Lists(NamedTuple):
    """What one subquery found, best first."""

    lexical: list[Scored]
    dense: list[Scored]


class Ranks(NamedTuple):
    """Where each passage stood in the lists that were fused, and what else brought it in."""

    lexical: dict[ChunkId, tuple[int, float]]
    dense: dict[ChunkId, tuple[int, float]]
    exact: set[ChunkId]
    policy: set[ChunkId]
    record: set[ChunkId]

    def note(self, lists: Lists) -> None:
        """Keep the best rank a passage had in any subquery's lists."""
        for kept, hits in ((self.lexical, lists.lexical), (self.dense, lists.dense)):
            for rank, hit in enumerate(hits, 1):
                if hit.chunk_id not in kept or rank < kept[hit.chunk_id][0]:
                    kept[hit.chunk_id] = (rank, hit.score)

    def described(self, candidate: EvidenceCandidate, score: float) -> EvidenceCandidate:
        """The candidate with its score and where it was found."""
        chunk = candidate.chunk_id
        lexical, dense = self.lexical.get(chunk), self.dense.get(chunk)
        source: RetrievalSource
        if chunk in self.record:
            source = "case"
        elif chunk in self.exact:
            source = "exact"
        elif lexical and dense:
            source = "both"
        elif chunk in self.policy:
            source = "policy"
        else:
            source = "lexical" if lexical else "dense"
        return candidate.model_copy(
            update={
                "score": score,
                "lexical_rank": lexical[0] if lexical else None,
                "lexical_score": lexical[1] if lexical else None,
                "dense_rank": dense[0] if dense else None,
                "dense_score": dense[1] if dense else None,
                "retrieval_source": source,
            }
        )
