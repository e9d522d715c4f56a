"""Two rankings -> one score a passage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.ports import Scored
from localrag.records.ids import ChunkId
from localrag.retrieve.fuse import fuse, ranked


def _ranking(scores: dict[str, float]) -> list[Scored]:
    return ranked({ChunkId(chunk): score for chunk, score in scores.items()})


def test_the_best_lexical_hit_and_a_perfect_dense_one_score_one() -> None:
    fused = fuse(_ranking({"a": 17.5}), _ranking({"a": 1.0}), lexical_weight=0.25)
    assert fused == {"a": pytest.approx(1.0)}


def test_a_passage_in_both_lists_beats_one_that_is_as_good_in_one() -> None:
    fused = fuse(_ranking({"a": 9.0, "b": 9.0}), _ranking({"a": 0.5, "c": 0.5}), lexical_weight=0.5)
    assert [hit.chunk_id for hit in ranked(fused)] == ["a", "b", "c"]


def test_lexical_scores_of_nothing_do_not_divide_by_it() -> None:
    assert fuse(_ranking({"a": 0.0}), [], lexical_weight=0.5) == {"a": 0.0}
    assert fuse([], [], lexical_weight=0.5) == {}


@given(
    st.dictionaries(st.text("abcdef", min_size=1, max_size=2), st.floats(0.01, 50), max_size=12),
    st.dictionaries(st.text("abcdef", min_size=1, max_size=2), st.floats(-1, 1), max_size=12),
    st.floats(0, 1),
)
def test_every_passage_is_scored_and_none_above_one(
    lexical: dict[str, float], dense: dict[str, float], weight: float
) -> None:
    fused = fuse(_ranking(lexical), _ranking(dense), lexical_weight=weight)
    assert set(fused) == set(lexical) | set(dense)
    assert all(score <= 1 + 1e-9 for score in fused.values())


def test_ties_are_broken_by_the_passages_id() -> None:
    assert [hit.chunk_id for hit in _ranking({"b": 1.0, "a": 1.0, "c": 2.0})] == ["c", "a", "b"]
