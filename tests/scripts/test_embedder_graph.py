"""``scripts/embedder_graph.py``: 8-bit matrices that every processor multiplies alike."""

from __future__ import annotations

import importlib.util
import itertools
from pathlib import Path
from types import ModuleType

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from onnx import numpy_helper

from localrag.adapters.model_files import SHIPPED_EMBEDDER, find_model, read_model

LARGEST_ACTIVATION = 255
INT16 = np.iinfo(np.int16)


@pytest.fixture(scope="module")
def script() -> ModuleType:
    path = Path(__file__).resolve().parents[2] / "scripts" / "embedder_graph.py"
    spec = importlib.util.spec_from_file_location("embedder_graph", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def overflows(integers: NDArray[np.int8]) -> bool:
    """Whether two products of a column, added in 16 bits within its packed groups of four, can overflow."""
    packed = integers.astype(np.int32).reshape(-1, 4, integers.shape[1])
    for one, other in itertools.combinations(range(4), 2):
        for sign in (1, -1):
            sums = (sign * packed[:, [one, other]]).clip(min=0).sum(axis=1) * LARGEST_ACTIVATION
            if sums.max() > INT16.max:
                return True
    return False


def random_matrix(seed: int, spread: float) -> NDArray[np.float32]:
    draw = np.random.default_rng(seed)
    return (draw.standard_normal((16, 5)) * np.exp(spread * draw.standard_normal((16, 5)))).astype(np.float32)


@given(seed=st.integers(0, 10**6), spread=st.floats(0, 3))
def test_no_two_products_overflow_sixteen_bits(script: ModuleType, seed: int, spread: float) -> None:
    integers, _ = script.quantise(random_matrix(seed, spread))
    assert not overflows(integers)


@given(seed=st.integers(0, 10**6), spread=st.floats(0, 3))
def test_a_value_is_off_by_half_a_step_at_most(script: ModuleType, seed: int, spread: float) -> None:
    matrix = random_matrix(seed, spread)
    integers, scales = script.quantise(matrix)
    assert np.all(np.abs(integers * scales - matrix) <= scales * 0.5001)


def test_steps_are_as_fine_as_the_largest_weight_allows_where_it_stands_alone(script: ModuleType) -> None:
    matrix = np.zeros((4, 1), dtype=np.float32)
    matrix[0] = 127
    integers, scales = script.quantise(matrix)
    assert (integers[0, 0], scales[0]) == (127, 1)


def test_the_check_catches_full_range_weights() -> None:
    assert overflows(np.full((4, 1), 127, dtype=np.int8))


@pytest.mark.weights
def test_the_graph_vouches_for_the_files_beside_it() -> None:
    folder = find_model(SHIPPED_EMBEDDER)
    graph = onnx.load(folder / "model.onnx", load_external_data=False)
    vouched = {entry.key: entry.value for entry in graph.metadata_props}
    assert vouched == {
        f"sha256 {file.name}": file.sha256 for file in read_model(folder).files if file.name != "model.onnx"
    }


@pytest.mark.weights
def test_the_shipped_matrices_overflow_nowhere() -> None:
    model = onnx.load(find_model(SHIPPED_EMBEDDER) / "model.onnx")
    matrices = [array for array in model.graph.initializer if array.name.endswith(".matrix")]
    assert len(matrices) == 24
    assert not any(overflows(numpy_helper.to_array(matrix)) for matrix in matrices)
