"""What travels: source archive and wheel hold what an installation needs to answer, and no more."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


def build(kind: str, project: Path, into: Path) -> Path:
    """Build one archive of a project, without isolation and without a network."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", into],
        cwd=project,
        check=True,
        capture_output=True,
    )
    (built,) = into.iterdir()
    return built


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, unpacked in an empty folder."""
    with tarfile.open(build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))) as archive:
        folder = tmp_path_factory.mktemp("unpacked")
        archive.extractall(folder, filter="data")
    (project,) = folder.iterdir()
    return project


@pytest.fixture(scope="module")
def wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel that the source archive makes."""
    return zipfile.ZipFile(build("wheel", unpacked, tmp_path_factory.mktemp("wheel")))


def test_the_wheel_carries_every_model_file_unchanged(wheel: zipfile.ZipFile) -> None:
    models = ROOT / "models"
    files = [path for path in models.rglob("*") if path.is_file()]
    assert {"manifest.toml", "model.onnx", "tokenizer.json"} <= {path.name for path in files}
    for path in files:
        travelled = wheel.read(f"localrag/_models/{path.relative_to(models).as_posix()}")
        assert sha256(travelled).digest() == sha256(path.read_bytes()).digest(), path


def test_neither_archive_carries_a_language_model(wheel: zipfile.ZipFile, unpacked: Path) -> None:
    assert not list(unpacked.rglob("*.gguf"))
    assert not [name for name in wheel.namelist() if name.endswith(".gguf")]


def test_the_wheel_carries_every_module(wheel: zipfile.ZipFile, unpacked: Path) -> None:
    modules = {path.relative_to(unpacked).as_posix() for path in (unpacked / "localrag").rglob("*.py")}
    assert len(modules) > 100
    assert modules <= set(wheel.namelist())


def test_the_wheel_carries_nothing_else(wheel: zipfile.ZipFile) -> None:
    metadata = f"localrag-{project()['version']}.dist-info"
    assert {name.split("/")[0] for name in wheel.namelist()} == {"localrag", metadata}


def test_the_source_archive_carries_corpus_scripts_and_tests(unpacked: Path) -> None:
    assert (unpacked / "corpus" / "demo_policy.toml").is_file()
    assert list((unpacked / "corpus").glob("*/_source.toml"))
    assert (unpacked / "scripts" / "localrag").stat().st_mode & 0o100
    assert (unpacked / "constraints.txt").is_file()
    assert (unpacked / "tests" / "test_packaging.py").is_file()


def test_versions_agree() -> None:
    from localrag import __version__

    assert project()["version"] == __version__


def test_everything_that_is_installed_is_pinned() -> None:
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert dependencies() <= {plain(line.split("==")[0]) for line in pinned if "==" in line}


def test_every_dependency_has_its_line_in_the_documentation() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    documented = {plain(line.split("|")[1].strip()) for line in page.splitlines() if line.startswith("| ")}
    assert documented - {"package"} == dependencies()


def project() -> dict[str, Any]:
    """The project table of ``pyproject.toml``."""
    table: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return table


def dependencies() -> set[str]:
    """Names of all packages that some installation of localrag asks for."""
    wanted = [*project()["dependencies"]]
    for extra in project()["optional-dependencies"].values():
        wanted += extra
    return {plain(re.split(r"[^\w.-]", one)[0]) for one in wanted}


def plain(name: str) -> str:
    """A package's name in its one normal form."""
    return re.sub(r"[-_.]+", "-", name).lower()
