"""Vectors of common words, from the files beside the encoder."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from localrag.adapters.model_files import SHIPPED_WORDS, find_model
from localrag.adapters.word_vectors import StoredWordVectors
from localrag.errors import ModelHashError, ModelMissingError


def test_words_for_the_same_thing_are_nearer_than_others() -> None:
    car, vehicle, penalty = StoredWordVectors(find_model(SHIPPED_WORDS)).vectors(
        ["car", "vehicle", "penalty"]
    )
    assert car @ vehicle > 0.7 > 0.4 > car @ penalty


def test_every_vector_has_length_one_and_an_unknown_word_has_none() -> None:
    found = StoredWordVectors(find_model(SHIPPED_WORDS)).vectors(["notice", "qqzzx"])
    assert np.linalg.norm(found[0]) == pytest.approx(1.0, abs=1e-5)
    assert not found[1].any()
    assert found.shape == (2, 128)


def test_no_words_give_no_vectors() -> None:
    assert StoredWordVectors(find_model(SHIPPED_WORDS)).vectors([]).shape == (0, 128)


def test_common_words_have_lower_ranks() -> None:
    words = StoredWordVectors(find_model(SHIPPED_WORDS))
    want, permit = words.rank("want"), words.rank("permit")
    assert want is not None
    assert permit is not None
    assert want < permit
    assert words.rank("qqzzx") is None


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    models = tmp_path / "models"
    shutil.copytree(find_model(SHIPPED_WORDS).parent, models)
    file = models / SHIPPED_WORDS / "vectors.int8"
    file.write_bytes(b"\x01" + file.read_bytes()[1:])
    with pytest.raises(ModelHashError):
        StoredWordVectors(models / SHIPPED_WORDS).vectors(["car"])


def test_a_folder_that_the_manifest_does_not_list_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError):
        StoredWordVectors(tmp_path / "models" / "others")
