"""Where the gold documents stand among the retrieved ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.evaluate.ranking import documents, ndcg_at, recall_at, reciprocal_rank
from tests.evaluate.making import ranked

RANKING = documents([ranked("a", "1"), ranked("b"), ranked("a", "1"), ranked("c", "2")])


def test_a_document_stands_where_its_best_passage_does() -> None:
    assert len(RANKING) == 3
    assert "c@2" in RANKING[2]


@pytest.mark.parametrize("name", ["a", "a@1", "agency/a.md"])
def test_a_case_may_call_a_document_by_any_of_its_names(name: str) -> None:
    assert reciprocal_rank(RANKING, [name]) == 1


def test_another_version_is_not_the_document() -> None:
    assert recall_at(8, RANKING, ["c@1"]) == 0


def test_recall_counts_the_first_k_documents() -> None:
    assert recall_at(2, RANKING, ["b", "c"]) == 0.5
    assert recall_at(3, RANKING, ["b", "c"]) == 1


def test_the_reciprocal_rank_is_that_of_the_first_gold_document() -> None:
    assert reciprocal_rank(RANKING, ["c", "b"]) == 0.5
    assert reciprocal_rank(RANKING, ["z"]) == 0


def test_ndcg_of_a_worked_example() -> None:
    """One of two at rank 2: (1 / log2 3) / (1 / log2 2 + 1 / log2 3)."""
    assert ndcg_at(10, RANKING, ["b", "z"]) == pytest.approx(0.6309 / 1.6309, abs=1e-3)


def test_a_name_of_several_versions_is_found_once() -> None:
    both = documents([ranked("a", "1"), ranked("a", "2")])
    assert ndcg_at(10, both, ["a"]) == 1


@given(st.permutations(["a", "b", "c", "d"]), st.sets(st.sampled_from("abcdxyz"), min_size=1))
def test_measures_stay_in_range_and_are_1_where_gold_leads(order: list[str], gold: set[str]) -> None:
    ranking = documents(ranked(name) for name in order)
    found = [recall_at(8, ranking, [*gold]), reciprocal_rank(ranking, [*gold]), ndcg_at(10, ranking, [*gold])]
    assert all(0 <= value <= 1 for value in found)
    leading = documents(ranked(name) for name in [*sorted(gold), *(set(order) - gold)])
    assert ndcg_at(10, leading, [*gold]) == pytest.approx(1)
