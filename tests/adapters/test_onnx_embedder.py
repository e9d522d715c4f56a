"""The shipped model: the same bits everywhere, close to its reference, silent, refused when tampered with."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from localrag.adapters.model_files import SHIPPED_EMBEDDER, find_model
from localrag.adapters.onnx_embedder import OnnxEmbedder
from localrag.errors import ModelError, ModelHashError, ModelMissingError
from tests.adapters.embedders import reference_embedder, shipped_embedder
from tests.adapters.varied_texts import varied_texts

_HASH_OF_VECTORS = """
import hashlib
from tests.adapters.embedders import shipped_embedder
from tests.adapters.varied_texts import varied_texts
print(hashlib.sha256(shipped_embedder(1).embed(varied_texts(60)).tobytes()).hexdigest())
"""

_IMPORT_ALONE = """
import sys
import localrag.adapters.onnx_embedder
print(sorted({"onnxruntime", "tokenizers", "torch"} & sys.modules.keys()))
"""


@pytest.fixture
def copied_model(tmp_path: Path) -> Path:
    shutil.copytree(find_model(SHIPPED_EMBEDDER).parent, tmp_path / "models")
    return tmp_path / "models" / SHIPPED_EMBEDDER


def in_new_process(
    program: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True)


@pytest.mark.weights
@pytest.mark.parametrize("threads", [2, 4])
def test_thread_count_does_not_change_a_bit(threads: int) -> None:
    texts = varied_texts(60)
    one = shipped_embedder(1).embed(texts)
    assert shipped_embedder(threads).embed(texts).tobytes() == one.tobytes()


@pytest.mark.weights
def test_another_process_gives_the_same_bits_and_prints_nothing_else() -> None:
    here = hashlib.sha256(shipped_embedder(2).embed(varied_texts(60)).tobytes()).hexdigest()
    there = in_new_process(_HASH_OF_VECTORS)
    assert there.stdout.strip() == here
    assert there.stderr == ""


@pytest.mark.weights
def test_vectors_are_those_of_sentence_transformers_within_the_reduced_weights() -> None:
    texts = varied_texts(200)
    cosines = np.sum(shipped_embedder().embed(texts) * reference_embedder().embed(texts), axis=1)
    # Seen 2026-11-30: mean 0.9973, least 0.9831 (a row of five hundred dashes).
    assert cosines.mean() >= 0.995
    assert cosines.min() >= 0.97


@pytest.mark.weights
def test_both_embedders_count_the_same_tokens() -> None:
    for text in varied_texts(200):
        assert shipped_embedder().token_spans(text) == reference_embedder().token_spans(text)
    assert shipped_embedder().identity.max_tokens == reference_embedder().identity.max_tokens


@pytest.mark.weights
def test_nothing_is_left_below_the_home_of_the_account(tmp_path: Path) -> None:
    # onnxruntime's telemetry would leave a device id there, and send it on.
    homes = dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME"), str(tmp_path))
    environment = {key: value for key, value in os.environ.items() if key != "ORT_DISABLE_TELEMETRY"} | homes
    in_new_process(_HASH_OF_VECTORS, environment)
    assert list(tmp_path.iterdir()) == []


def test_importing_the_adapter_loads_no_heavy_library() -> None:
    assert in_new_process(_IMPORT_ALONE).stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["model.onnx", "model.weights", "tokenizer.json"])
def test_a_changed_file_is_refused_unopened(copied_model: Path, name: str) -> None:
    content = bytearray((copied_model / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copied_model / name).write_bytes(content)
    with pytest.raises(ModelHashError, match=name):
        OnnxEmbedder(copied_model, threads=1)


@pytest.mark.parametrize("name", ["model.onnx", "model.weights", "tokenizer.json"])
def test_a_missing_file_is_named(copied_model: Path, name: str) -> None:
    (copied_model / name).unlink()
    with pytest.raises(ModelMissingError, match=name):
        OnnxEmbedder(copied_model, threads=1)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_listed_file_that_does_not_load_says_which(copied_model: Path, name: str) -> None:
    before = hashlib.sha256((copied_model / name).read_bytes()).hexdigest()
    (copied_model / name).write_bytes(b"not a model")
    manifest = copied_model.parent / "manifest.toml"
    listed = manifest.read_text(encoding="utf-8").replace(before, hashlib.sha256(b"not a model").hexdigest())
    manifest.write_text(listed, encoding="utf-8")
    with pytest.raises(ModelError, match=f"{name} cannot be loaded"):
        OnnxEmbedder(copied_model, threads=1)
