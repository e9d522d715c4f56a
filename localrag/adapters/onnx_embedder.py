"""Text -> vectors, by an ONNX export of a sentence-transformers model; onnxruntime and tokenizers only."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.model_files import VerifiedBytes, read_model
from localrag.errors import ModelError
from localrag.records.models import EmbedderIdentity

_SPECIAL_TOKENS = 2
_SILENT = 4
"""onnxruntime's severity "fatal": anything less would smear over the screen."""
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class OnnxEmbedder:
    """Encodes one text a call, on sessions of one thread, so that nothing but the text decides its vector.

    Several threads call the one session for different texts: the work is spread over the cores without
    any text being padded to, or scaled with, another.
    """

    def __init__(self, folder: Path, *, threads: int) -> None:
        """Open a model folder whose files are listed in the manifest beside it.

        Args:
            folder: Holds ``model.onnx`` and ``tokenizer.json``.
            threads: Texts encoded at a time, at least 1.

        Raises:
            ModelMissingError: A file or the manifest is not there.
            ModelHashError: A file is not the one that the manifest lists; it was not opened.
            ModelError: A file cannot be loaded.
        """
        model = read_model(folder)
        weights_entry = model.listed(folder / model.weights)
        weights = VerifiedBytes(folder / model.weights, weights_entry)
        rules = VerifiedBytes(folder / "tokenizer.json", model.listed(folder / "tokenizer.json"))
        self._threads = threads
        self._max_length = model.max_tokens + _SPECIAL_TOKENS
        self._width = model.width
        self._identity = EmbedderIdentity(
            model_id=model.name,
            sha256=weights_entry.sha256,
            width=model.width,
            normalised=model.normalised,
            max_tokens=model.max_tokens,
        )
        self._session = _open_session(weights, folder)
        self._tokenizer = _open_tokenizer(rules, folder)

    @property
    def identity(self) -> EmbedderIdentity:
        """Which weights these are."""
        return self._identity

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), width), in the texts' order, each of length one.

        Tokens beyond ``max_tokens`` are left out. An empty text has a vector too.
        """
        vectors = np.empty((len(texts), self._width), dtype=np.float32)
        if self._threads == 1 or len(texts) == 1:
            for row, text in enumerate(texts):
                vectors[row] = self._encode(text)
            return vectors
        self._embed_on_all_threads(texts, vectors)
        return vectors

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """Character spans of the text's tokens, special tokens aside, never cut short.

        Spans do not go backwards; tokens of one character (a Hangul syllable) share its span.
        """
        encoding = self._tokenizer.encode(_encodable(text), add_special_tokens=False)
        return [(start, end) for start, end in encoding.offsets]

    def _embed_on_all_threads(self, texts: Sequence[str], vectors: NDArray[np.float32]) -> None:
        rows = itertools.count()
        stopped = threading.Event()

        def work() -> None:
            while not stopped.is_set() and (row := next(rows)) < len(texts):
                vectors[row] = self._encode(texts[row])

        with ThreadPoolExecutor(min(self._threads, len(texts) or 1)) as pool:
            workers = [pool.submit(work) for _ in range(self._threads)]
            try:
                for worker in workers:
                    worker.result()
            finally:
                stopped.set()

    def _encode(self, text: str) -> NDArray[np.float32]:
        ids: list[int] = self._tokenizer.encode(_encodable(text)).ids
        if len(ids) > self._max_length:
            ids = [*ids[: self._max_length - 1], ids[-1]]
        feed = {"input_ids": np.asarray([ids], dtype=np.int64)}
        vector: NDArray[np.float32] = self._session.run(None, feed)[0][0]
        return vector


def _encodable(text: str) -> str:
    # A lone surrogate has no UTF-8 form; one character for one keeps the spans right.
    return _LONE_SURROGATE.sub("\ufffd", text)


# Any: onnxruntime and tokenizers ship no types for these classes.
def _open_session(weights: VerifiedBytes, folder: Path) -> Any:
    import onnxruntime

    onnxruntime.set_default_logger_severity(_SILENT)
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = _SILENT
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    # The file is stored fused; a plan remembered for each text length would only grow.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.enable_mem_pattern = False
    try:
        return onnxruntime.InferenceSession(weights.result(), options, providers=["CPUExecutionProvider"])
    except (RuntimeError, ValueError) as error:
        raise _unloadable(folder / "model.onnx", error) from error


def _open_tokenizer(rules: VerifiedBytes, folder: Path) -> Any:
    import tokenizers

    try:
        tokenizer = tokenizers.Tokenizer.from_buffer(rules.result())
    except ValueError as error:
        raise _unloadable(folder / "tokenizer.json", error) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _unloadable(path: Path, error: Exception) -> ModelError:
    problem = str(error).splitlines()[0]
    return ModelError(f"{path.name} cannot be loaded: {problem}", "Restore it from the installation medium.")
