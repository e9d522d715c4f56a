"""A kept outcome -> the passages that it leans on."""

from __future__ import annotations

from localrag.records.evaluation import CaseOutcome
from localrag.records.ids import ChunkId


def passages_met(outcome: CaseOutcome) -> set[ChunkId]:
    """Everything that retrieval ranked or the answer names: what of it is gone must not stay in the run."""
    met = {one.chunk_id for one in outcome.ranked}
    if outcome.answer is not None:
        met.update(outcome.answer.retrieved_chunk_ids)
        met |= passages_shown(outcome)
    return met


def passages_shown(outcome: CaseOutcome) -> set[ChunkId]:
    """What the answer shows text of, or of which it says something; empty without an answer.

    An abstention names neighbouring sources, so the passages that it considered count, too.
    """
    answer = outcome.answer
    if answer is None:
        return set()
    shown = {one.chunk_id for one in answer.evidence} | {one.chunk_id for one in answer.citations}
    return shown if answer.status == "answered" else shown | set(answer.retrieved_chunk_ids)
