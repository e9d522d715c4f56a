"""A sentence-transformers folder: the reference's own vectors, and nothing but weights taken from it."""

from __future__ import annotations

import json
import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest

from localrag.adapters.sentence_transformers_embedder import SentenceTransformersEmbedder
from localrag.errors import ModelError, ModelMissingError
from tests.adapters.embedders import reference_embedder, reference_folder
from tests.adapters.varied_texts import varied_texts

PINNED = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


@pytest.fixture
def copied_folder(tmp_path: Path) -> Path:
    shutil.copytree(reference_folder(), tmp_path / "model")
    return tmp_path / "model"


class MarksTheFolder:
    """Unpickling this writes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


@pytest.mark.weights
def test_identity_is_the_hash_of_the_safetensors_file() -> None:
    assert reference_embedder().identity.sha256 == PINNED


@pytest.mark.weights
def test_vectors_are_those_of_the_library_called_directly() -> None:
    from sentence_transformers import SentenceTransformer

    texts = varied_texts(32)[20:]
    library = SentenceTransformer(str(reference_folder()), device="cpu", local_files_only=True)
    expected = library.encode(texts, show_progress_bar=False)
    assert np.allclose(reference_embedder().embed(texts), expected, atol=1e-5)


@pytest.mark.weights
def test_thread_count_does_not_change_a_bit() -> None:
    texts = varied_texts(28)
    two = reference_embedder(2).embed(texts)
    assert reference_embedder(1).embed(texts).tobytes() == two.tobytes()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError, match="no-such-model"):
        SentenceTransformersEmbedder(tmp_path / "no-such-model")


def test_a_module_from_the_folder_is_refused_before_anything_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"")
    (tmp_path / "hostile.py").write_text("raise SystemExit", encoding="utf-8")
    (tmp_path / "modules.json").write_text(json.dumps([{"type": "hostile.Module"}]), encoding="utf-8")
    with pytest.raises(ModelError, match=r"hostile\.Module"):
        SentenceTransformersEmbedder(tmp_path)


@pytest.mark.parametrize("content", ["{", "[1]", '[{"name": "0"}]', "7"])
def test_a_module_list_that_does_not_parse_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"")
    (tmp_path / "modules.json").write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match=r"modules\.json does not parse"):
        SentenceTransformersEmbedder(tmp_path)


@pytest.mark.weights
def test_pickled_weights_are_never_opened(copied_folder: Path, tmp_path: Path) -> None:
    (copied_folder / "model.safetensors").unlink()
    (copied_folder / "pytorch_model.bin").write_bytes(pickle.dumps(MarksTheFolder(tmp_path / "ran")))
    with pytest.raises(ModelMissingError, match="safetensors"):
        SentenceTransformersEmbedder(copied_folder)
    # Weights elsewhere in the folder do not open the way for the pickle.
    shutil.copy(reference_folder() / "model.safetensors", copied_folder / "1_Pooling")
    with pytest.raises(ModelError, match="cannot be loaded"):
        SentenceTransformersEmbedder(copied_folder)
    assert not (tmp_path / "ran").exists()


@pytest.mark.weights
def test_damaged_weights_say_which_folder(copied_folder: Path) -> None:
    (copied_folder / "model.safetensors").write_bytes(b"\xff" * 4096)
    with pytest.raises(ModelError, match=copied_folder.name):
        SentenceTransformersEmbedder(copied_folder)
