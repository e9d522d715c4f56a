from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from localrag.adapters.faiss_index import FaissIndex, index_bytes

WIDTH = 384


def vectors(count: int, seed: int = 0) -> NDArray[np.float16]:
    drawn = np.random.default_rng(seed).standard_normal((count, WIDTH))
    halves: NDArray[np.float16] = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype("<f2")
    return halves


def opened(stored: NDArray[np.float16]) -> FaissIndex:
    return FaissIndex(index_bytes([stored], WIDTH))


def everything(count: int) -> NDArray[np.bool_]:
    return np.ones(count, dtype=np.bool_)


QUERY = vectors(1, seed=1)[0].astype(np.float32)


def scores_by_row(index: FaissIndex, permitted: NDArray[np.bool_]) -> dict[int, float]:
    rows, scores = index.search(QUERY, permitted, len(permitted))
    return dict(zip(rows.tolist(), scores.tolist(), strict=True))


def test_search_over_half_precision_is_exact() -> None:
    stored = vectors(3000)
    rows, scores = opened(stored).search(QUERY, everything(3000), 50)
    true = stored.astype(np.float64) @ QUERY.astype(np.float64)
    assert rows.tolist() == np.argsort(-true)[:50].tolist()
    assert np.abs(scores - true[rows]).max() < 1e-6


def test_only_permitted_rows_are_found_however_few() -> None:
    permitted = np.zeros(3000, dtype=np.bool_)
    permitted[[7, 2900]] = True
    rows, _ = opened(vectors(3000)).search(QUERY, permitted, 50)
    assert sorted(rows.tolist()) == [7, 2900]


def test_no_permitted_row_gives_nothing() -> None:
    rows, scores = opened(vectors(10)).search(QUERY, ~everything(10), 5)
    assert len(rows) == len(scores) == 0


@pytest.mark.parametrize("share", [0.001, 0.1, 0.5])
def test_a_score_is_bit_identical_whatever_else_is_searched(share: float) -> None:
    index = opened(vectors(4000))
    whole = scores_by_row(index, everything(4000))
    permitted = np.random.default_rng(2).random(4000) < share
    part = scores_by_row(index, permitted)
    assert part == {row: whole[row] for row in np.flatnonzero(permitted).tolist()}


def test_a_score_is_bit_identical_wherever_the_row_stands() -> None:
    stored = vectors(997)
    order = np.random.default_rng(3).permutation(997)
    here = scores_by_row(opened(stored), everything(997))
    there = scores_by_row(opened(stored[order]), everything(997))
    assert here == {int(order[row]): score for row, score in there.items()}


def test_blocks_make_the_same_file_as_one_array() -> None:
    stored = vectors(100)
    assert np.array_equal(index_bytes([stored], WIDTH), index_bytes([stored[:33], stored[33:]], WIDTH))
