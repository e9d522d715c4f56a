"""Text -> vectors, by an ONNX export of a sentence-transformers model; onnxruntime and tokenizers only."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.model_files import Verification, read_model
from localrag.adapters.text_by_text import encodable, encode_each
from localrag.errors import ModelError
from localrag.records.models import EmbedderIdentity

_GRAPH = "model.onnx"
"""Names the file of its weights, which is memory-mapped: 50 ms less at start than one file (2026-11-30)."""
_TOKENIZER = "tokenizer.json"
_SPECIAL_TOKENS = 2
_SILENT = 4
"""onnxruntime's severity "fatal": anything less would smear over the screen."""


class OnnxEmbedder:
    """Encodes one text a call, on sessions of one thread, so that nothing but the text decides its vector.

    Several threads call the one session for different texts: the work is spread over the cores without
    any text being padded to, or scaled with, another.
    """

    def __init__(self, folder: Path, *, threads: int) -> None:
        """Open a model folder whose files are listed in the manifest beside it.

        Args:
            folder: Holds ``model.onnx``, its weights and ``tokenizer.json``.
            threads: Texts encoded at a time, at least 1.

        Raises:
            ModelMissingError: A file or the manifest is not there.
            ModelHashError: A file is not the one that the manifest lists; it was not opened.
            ModelError: A file cannot be loaded.
        """
        model = read_model(folder)
        verification = Verification(folder, model.files)
        self._threads = threads
        self._max_length = model.max_tokens + _SPECIAL_TOKENS
        self._identity = EmbedderIdentity(
            model_id=model.name,
            sha256=model.sha256,
            width=model.width,
            normalised=model.normalised,
            max_tokens=model.max_tokens,
        )
        _import_libraries()
        verification.wait()
        self._session = _open_session(folder / _GRAPH)
        self._tokenizer = _open_tokenizer(folder / _TOKENIZER)

    @property
    def identity(self) -> EmbedderIdentity:
        """Which weights these are."""
        return self._identity

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), width), in the texts' order, each of length one.

        Tokens beyond ``max_tokens`` are left out. An empty text has a vector too.
        """
        return encode_each(texts, self._encode, width=self._identity.width, threads=self._threads)

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """Character spans of the text's tokens, special tokens aside, never cut short.

        Spans do not go backwards; tokens of one character (a Hangul syllable) share its span.
        """
        encoding = self._tokenizer.encode(encodable(text), add_special_tokens=False)
        return [(start, end) for start, end in encoding.offsets]

    def _encode(self, text: str) -> NDArray[np.float32]:
        ids: list[int] = self._tokenizer.encode(encodable(text)).ids
        if len(ids) > self._max_length:
            ids = [*ids[: self._max_length - 1], ids[-1]]
        feed = {"input_ids": np.asarray([ids], dtype=np.int64)}
        vector: NDArray[np.float32] = self._session.run(None, feed)[0][0]
        return vector


def _import_libraries() -> None:
    # Read once, while the library loads: without it onnxruntime (1.32 on Linux, seen 2026-11-30) writes a
    # device id below the account's home and sends events to its maker, in code that no audit hook sees.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime
    import tokenizers  # noqa: F401

    onnxruntime.set_default_logger_severity(_SILENT)
    onnxruntime.disable_telemetry_events()


# Any: onnxruntime and tokenizers ship no types for these classes.
def _open_session(path: Path) -> Any:
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as native

    options = onnxruntime.SessionOptions()
    options.log_severity_level = _SILENT
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # The graph is stored fused; a plan remembered for each text length would only grow.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.enable_mem_pattern = False
    refusals = (
        native.Fail,
        native.InvalidArgument,
        native.InvalidGraph,
        native.InvalidProtobuf,
        native.NoSuchFile,
        native.NotImplemented,
        native.RuntimeException,
    )
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except refusals as error:
        raise _unloadable(path, error) from error


def _open_tokenizer(path: Path) -> Any:
    import tokenizers

    try:
        tokenizer = tokenizers.Tokenizer.from_buffer(path.read_bytes())
    except ValueError as error:
        raise _unloadable(path, error) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _unloadable(path: Path, error: Exception) -> ModelError:
    problem = str(error).splitlines()[0]
    return ModelError(f"{path.name} cannot be loaded: {problem}", "Restore it from the installation medium.")
