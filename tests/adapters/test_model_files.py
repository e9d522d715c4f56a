"""Finding the shipped models and vouching for their bytes."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import pytest

from localrag.adapters import model_files
from localrag.adapters.model_files import SHIPPED_EMBEDDER, ListedFile, Verification, find_model, read_model
from localrag.errors import ModelError, ModelHashError, ModelMissingError

ENTRY = """
[[models]]
name = "tiny"
kind = "embedder"
licence = "Apache-2.0"
source = "made for this test"
sha256 = "00"
width = 3
normalised = true
max_tokens = 5

[[models.files]]
file = "tiny/model.onnx"
sha256 = "00"
bytes = 2
"""


def models_folder(root: Path, manifest: str = ENTRY) -> Path:
    (root / "tiny").mkdir(parents=True)
    (root / "manifest.toml").write_text(manifest, encoding="utf-8")
    return root / "tiny"


def pretend_to_live_in(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_files, "__file__", str(package / "adapters" / "model_files.py"))


def test_every_listed_file_is_there_and_is_what_the_manifest_says() -> None:
    folder = find_model(SHIPPED_EMBEDDER)
    model = read_model(folder)
    assert [file.name for file in model.files] == ["model.onnx", "model.weights", "tokenizer.json"]
    assert model.sha256 == model.files[0].sha256
    Verification(folder, model.files).wait()


def test_the_shipped_model_travels_with_licence_and_provenance() -> None:
    folder = find_model(SHIPPED_EMBEDDER)
    listed = tomllib.loads((folder.parent / "manifest.toml").read_text(encoding="utf-8"))["models"]
    entry = next(one for one in listed if one["name"] == SHIPPED_EMBEDDER)
    provenance = (folder / "README.md").read_text(encoding="utf-8")
    assert "Apache License" in (folder / "LICENSE").read_text(encoding="utf-8")
    assert entry["source"] in provenance
    assert entry["source_sha256"] in provenance
    for file in entry["files"]:
        assert (folder.parent / file["file"]).stat().st_size == file["bytes"]


def test_a_checkout_has_models_beside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_to_live_in(tmp_path / "localrag", monkeypatch)
    folder = models_folder(tmp_path / "models")
    assert find_model("tiny") == folder


def test_a_wheel_has_models_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_to_live_in(tmp_path / "localrag", monkeypatch)
    models_folder(tmp_path / "models")
    folder = models_folder(tmp_path / "localrag" / "_models")
    assert find_model("tiny") == folder


def test_a_models_folder_of_another_package_is_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend_to_live_in(tmp_path / "localrag", monkeypatch)
    (tmp_path / "models" / "tiny").mkdir(parents=True)
    with pytest.raises(ModelMissingError, match="tiny"):
        find_model("tiny")


def test_an_unknown_model_names_the_places_looked_in() -> None:
    with pytest.raises(ModelMissingError) as caught:
        find_model("no-such-model")
    assert len(caught.value.looked_in) == 2


def test_a_model_outside_the_manifest_is_missing(tmp_path: Path) -> None:
    folder = models_folder(tmp_path).rename(tmp_path / "other")
    with pytest.raises(ModelMissingError, match="other"):
        read_model(folder)


@pytest.mark.parametrize(
    "manifest",
    [
        "[[models",
        "",
        "models = 3",
        "models = [3]",
        ENTRY.replace("width = 3", 'width = "x"'),
        ENTRY.replace("width = 3", ""),
        ENTRY.replace("tiny/model.onnx", "../elsewhere/model.onnx"),
        "\udc80",
    ],
)
def test_a_manifest_that_does_not_parse_is_named(tmp_path: Path, manifest: str) -> None:
    folder = models_folder(tmp_path, "")
    (tmp_path / "manifest.toml").write_bytes(manifest.encode("utf-8", "surrogateescape"))
    with pytest.raises(ModelError, match=r"manifest\.toml does not parse"):
        read_model(folder)


def test_a_file_is_known_by_its_hash_alone(tmp_path: Path) -> None:
    (tmp_path / "weights").write_bytes(b"approved")
    listed = (ListedFile("weights", hashlib.sha256(b"approved").hexdigest()),)
    Verification(tmp_path, listed).wait()
    (tmp_path / "weights").write_bytes(b"exchange")
    with pytest.raises(ModelHashError, match="weights"):
        Verification(tmp_path, listed).wait()
    (tmp_path / "weights").unlink()
    with pytest.raises(ModelMissingError, match="weights"):
        Verification(tmp_path, listed).wait()
