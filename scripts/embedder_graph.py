"""A BERT encoder's weights -> a fused ONNX graph with 8-bit matrices, mean pooling and unit length."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Floats = NDArray[np.float32]
Weights = Mapping[str, Floats]

_FUSED = "com.microsoft"
"""onnxruntime's own operators, those its optimiser would put in: loading need not optimise."""
_NORM_EPSILON = 1e-12
"""As in the model's configuration (layer_norm_eps)."""
_PAIR_LIMIT = 128
"""Processors without VNNI add two products of an activation (at most 255) and a weight in 16 bits. Weights of
one sign that sum to no more than this cannot overflow there, so all processors compute the same integers."""
_PACKED_ROWS = 4
"""Rows of a column that such kernels keep, and add, together."""


class Shape(NamedTuple):
    """What the graph needs to know of the model."""

    layers: int
    heads: int
    max_length: int
    """Tokens of a text, special tokens included; later positions are left out of the file."""


class Quantised(NamedTuple):
    """``matrix[in, out]``, near ``integers * scales``."""

    integers: NDArray[np.int8]
    scales: Floats
    """One per column."""


def quantise(matrix: Floats) -> Quantised:
    """The finest 8-bit steps per column that no processor's 16-bit sums overflow with.

    The number of rows must be a multiple of 4.
    """
    rows, columns = matrix.shape
    steps = np.abs(matrix).max(axis=0) / 127
    for sign in (1, -1):
        packed = (sign * matrix).clip(min=0).reshape(rows // _PACKED_ROWS, _PACKED_ROWS, columns)
        for one, other in itertools.combinations(range(_PACKED_ROWS), 2):
            largest_sum = (packed[:, one] + packed[:, other]).max(axis=0)
            # Both may be rounded up by half a step.
            steps = np.maximum(steps, largest_sum / (_PAIR_LIMIT - 1))
    scales = steps.astype(np.float32)
    return Quantised(np.rint(matrix / scales).astype(np.int8), scales)


def projections(weights: Weights, layer: int) -> dict[str, tuple[Floats, Floats]]:
    """The four matrices [in, out] of a layer and their biases; query, key and value are one."""

    def linear(name: str) -> tuple[Floats, Floats]:
        at = f"encoder.layer.{layer}.{name}"
        return weights[at + ".weight"].T, weights[at + ".bias"]

    heads = [linear(f"attention.self.{name}") for name in ("query", "key", "value")]
    return {
        "attend": (np.concatenate([w for w, _ in heads], axis=1), np.concatenate([b for _, b in heads])),
        "mix": linear("attention.output.dense"),
        "widen": linear("intermediate.dense"),
        "narrow": linear("output.dense"),
    }


def build(weights: Weights, shape: Shape, dampings: Mapping[tuple[int, str], Floats]) -> onnx.ModelProto:
    """The graph: ``input_ids`` int64 [batch, length] -> ``embedding`` float32 [batch, width], of length 1.

    There is no padding and no mask: texts that share a call must be of equal length. Activations are scaled
    to 8 bits over the call, so only a text on its own has a vector that depends on nothing else.

    Args:
        weights: By name, as in the model's safetensors file.
        shape: Of the model.
        dampings: By layer and projection: what each input channel is divided by before it is rounded to 8
            bits; the matrix is multiplied by the same.
    """
    graph = _Graph()
    hidden = _embed(graph, weights, shape)
    for layer in range(shape.layers):
        matrices = projections(weights, layer)
        norm = f"encoder.layer.{layer}.attention.output.LayerNorm"
        attended = _dense(graph, hidden, layer, "attend", matrices, dampings)
        heads = graph.split(attended, 3)
        context = graph.add("MultiHeadAttention", heads, domain=_FUSED, num_heads=shape.heads)
        mixed = _dense(graph, context, layer, "mix", matrices, dampings)
        hidden = _add_and_normalise(graph, mixed, hidden, norm, weights)
        wide = graph.add("Gelu", [_dense(graph, hidden, layer, "widen", matrices, dampings)], domain=_FUSED)
        narrow = _dense(graph, wide, layer, "narrow", matrices, dampings)
        norm = f"encoder.layer.{layer}.output.LayerNorm"
        hidden = _add_and_normalise(graph, narrow, hidden, norm, weights)
    mean = graph.add("ReduceMean", [hidden, graph.constant("length_axis", np.array([1]))], keepdims=0)
    graph.add("LpNormalization", [mean], output="embedding", axis=-1, p=2)
    return graph.model(width=weights["embeddings.word_embeddings.weight"].shape[1])


def _embed(graph: _Graph, weights: Weights, shape: Shape) -> str:
    # One step per word: a row of the table costs a quarter of the bytes and loses next to nothing.
    words = weights["embeddings.word_embeddings.weight"]
    steps = (np.abs(words).max(axis=1, keepdims=True) / 127).astype(np.float32)
    table = graph.constant("words", np.rint(words / steps).astype(np.int8))
    integers = graph.add("Cast", [graph.add("Gather", [table, "input_ids"])], to=TensorProto.FLOAT)
    scales = graph.add("Gather", [graph.constant("word_steps", steps), "input_ids"])
    # Every token is of type 0 where there is one text.
    places = weights["embeddings.position_embeddings.weight"][: shape.max_length]
    places = places + weights["embeddings.token_type_embeddings.weight"][0]
    length = graph.add("Shape", ["input_ids"], start=1, end=2)
    zero = graph.constant("zero", np.array([0]))
    used = graph.add("Slice", [graph.constant("places", places), zero, length, zero])
    words_alone = graph.add("Mul", [integers, scales])
    return _add_and_normalise(graph, words_alone, used, "embeddings.LayerNorm", weights)


def _dense(
    graph: _Graph,
    values: str,
    layer: int,
    name: str,
    matrices: Mapping[str, tuple[Floats, Floats]],
    dampings: Mapping[tuple[int, str], Floats],
) -> str:
    matrix, bias = matrices[name]
    at = f"{layer}.{name}"
    if (damping := dampings.get((layer, name))) is not None:
        matrix = matrix * damping[:, None]
        values = graph.add("Mul", [values, graph.constant(f"{at}.damping", 1 / damping)])
    integers, scales = quantise(matrix)
    zeros = np.zeros(scales.shape, dtype=np.int8)
    constants = [
        graph.constant(f"{at}.matrix", integers),
        graph.constant(f"{at}.scales", scales),
        graph.constant(f"{at}.zeros", zeros),
        graph.constant(f"{at}.bias", bias),
    ]
    return graph.add("DynamicQuantizeMatMul", [values, *constants], domain=_FUSED)


def _add_and_normalise(graph: _Graph, values: str, residual: str, norm: str, weights: Weights) -> str:
    # Not onnxruntime's fused SkipLayerNormalization, which takes six times as long (our measurement,
    # 2026-11-30: 0.52 against 0.09 ms for 254 tokens).
    constants = [graph.constant(f"{norm}.{part}", weights[f"{norm}.{part}"]) for part in ("weight", "bias")]
    inputs = [graph.add("Add", [values, residual]), *constants]
    return graph.add("LayerNormalization", inputs, axis=-1, epsilon=_NORM_EPSILON)


class _Graph:
    """Nodes and constants in the order they were added; the same calls give the same bytes."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []
        self._known: set[str] = set()

    def constant(self, name: str, array: NDArray[np.generic]) -> str:
        if name not in self._known:
            self._known.add(name)
            self._constants.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def add(
        self,
        operator: str,
        inputs: Sequence[str],
        *,
        output: str | None = None,
        domain: str = "",
        **attributes: int | float,
    ) -> str:
        output = output or f"{operator}_{len(self._nodes)}"
        node = helper.make_node(operator, list(inputs), [output], domain=domain, **attributes)
        self._nodes.append(node)
        return output

    def split(self, values: str, parts: int) -> list[str]:
        outputs = [f"{values}_part_{part}" for part in range(parts)]
        self._nodes.append(helper.make_node("Split", [values], outputs, axis=-1, num_outputs=parts))
        return outputs

    def model(self, *, width: int) -> onnx.ModelProto:
        inputs = [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])]
        outputs = [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["batch", width])]
        graph = helper.make_graph(self._nodes, "sentence_encoder", inputs, outputs, self._constants)
        # The oldest opset with Split's num_outputs and ReduceMean's axes input, and an IR version of then:
        # a file that older releases of onnxruntime open as well.
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid(_FUSED, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="localrag")
