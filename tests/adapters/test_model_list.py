"""``models.json`` of a home: what was added comes back, what was changed is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from localrag.adapters.model_files import sha256_of
from localrag.adapters.model_list import approve, check_is_model, read_models, write_models
from localrag.errors import ModelError, ModelHashError
from localrag.records.models import InstalledModel, SelfTest

TESTED = SelfTest(
    parsed=6, cited=4, refused=2, answerable=4, unanswerable=2, mode="full", tokens_per_second=20
)


def _model(path: Path) -> InstalledModel:
    path.write_bytes(b"GGUF and more")
    state = path.stat()
    return InstalledModel(
        name="small",
        path=str(path),
        sha256=sha256_of(path),
        bytes=state.st_size,
        mtime_ns=state.st_mtime_ns,
        inode=state.st_ino,
        template="chatml",
        self_test=TESTED,
    )


def test_what_was_written_is_read(tmp_path: Path) -> None:
    model = _model(tmp_path / "small.gguf")
    write_models(tmp_path, [model], None)
    assert read_models(tmp_path) == (model,)


def test_a_home_without_a_list_has_no_models(tmp_path: Path) -> None:
    assert read_models(tmp_path) == ()


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff"])
def test_a_list_that_does_not_parse_is_an_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "models.json").write_bytes(content)
    with pytest.raises(ModelError, match="list of models"):
        read_models(tmp_path)


def test_a_file_with_other_times_and_the_same_content_is_the_known_one(tmp_path: Path) -> None:
    model = _model(tmp_path / "small.gguf")
    os.utime(model.path, (1, 1))
    approve(model)


def test_a_file_with_other_content_is_refused(tmp_path: Path) -> None:
    model = _model(tmp_path / "small.gguf")
    Path(model.path).write_bytes(b"GGUF and less")
    os.utime(model.path, (1, 1))
    with pytest.raises(ModelHashError):
        approve(model)


def test_a_file_that_is_gone_is_said(tmp_path: Path) -> None:
    model = _model(tmp_path / "small.gguf")
    Path(model.path).unlink()
    with pytest.raises(ModelError, match="cannot be read"):
        approve(model)


@pytest.mark.parametrize("content", [b"", b"GGU", b"PK\x03\x04", b"\x80\x04pickle"])
def test_what_is_no_model_is_refused_by_its_first_bytes(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelError, match="no GGUF"):
        check_is_model(path)


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no file"):
        check_is_model(tmp_path)
