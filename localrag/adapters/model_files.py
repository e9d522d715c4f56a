"""A model's name -> its folder, in a checkout or an installed wheel; its files -> whether they are known."""

from __future__ import annotations

import hashlib
import threading
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from localrag.errors import ModelError, ModelHashError, ModelMissingError

SHIPPED_EMBEDDER = "all-MiniLM-L6-v2"
SHIPPED_WORDS = "all-MiniLM-L6-v2-words"
MANIFEST = "manifest.toml"


class ListedFile(NamedTuple):
    """One file of a model, as the manifest knows it."""

    name: str
    """Within the model's folder."""
    sha256: str


class ListedModel(NamedTuple):
    """One embedder of the manifest; what it does not list of a folder is never opened."""

    name: str
    """Also the name of its folder."""
    sha256: str
    """Of the graph, which holds the hashes of the other files, so that it stands for all of them."""
    width: int
    """Dimensions of a vector."""
    normalised: bool
    """Whether vectors have length one."""
    max_tokens: int
    """Content tokens of a text, special tokens aside."""
    files: tuple[ListedFile, ...]


def find_model(name: str) -> Path:
    """The folder of a model that came with localrag.

    An installed wheel carries it as ``localrag/_models/NAME``, a checkout as ``models/NAME`` beside the
    package; the first place that has one is taken.

    Raises:
        ModelMissingError: Neither place has it.
    """
    package = Path(__file__).resolve().parents[1]
    places = (package / "_models" / name, package.parent / "models" / name)
    for place in places:
        if place.is_dir() and (place.parent / MANIFEST).is_file():
            return place
    raise ModelMissingError(name, places)


def read_model(folder: Path) -> ListedModel:
    """The manifest's entry for a model folder; the manifest lies beside the folder.

    Raises:
        ModelMissingError: No manifest, or no model of the folder's name in it.
        ModelError: The manifest does not parse.
    """
    path = folder.parent / MANIFEST
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))["models"]
        entry = next((table for table in tables if table["name"] == folder.name), None)
        model = None if entry is None else _listed(entry)
    except OSError as error:
        raise ModelMissingError(folder.name, (folder,)) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        problem = f"{type(error).__name__}: {error}"
        raise ModelError(f"{path} does not parse: {problem}.", "Restore it from the installation.") from error
    if model is None:
        raise ModelMissingError(folder.name, (path,))
    return model


# Any: what TOML holds. Checked by hand: building a validator takes 25 ms of every question's start (our
# measurement, 2026-11-30).
def _listed(entry: dict[str, Any]) -> ListedModel:
    name = _text(entry, "name")
    files = []
    for table in entry["files"]:
        folder, _, file = _text(table, "file").partition("/")
        if folder != name:
            raise ValueError(f"{table['file']} is not in the folder {name}")
        files.append(ListedFile(file, _text(table, "sha256")))
    return ListedModel(
        name=name,
        sha256=_text(entry, "sha256"),
        width=_count(entry, "width"),
        normalised=entry["normalised"] is True,
        max_tokens=_count(entry, "max_tokens"),
        files=tuple(files),
    )


def _text(table: dict[str, Any], key: str) -> str:
    if not isinstance(value := table[key], str):
        raise TypeError(f"{key} is not a text")
    return value


def _count(table: dict[str, Any], key: str) -> int:
    if not isinstance(value := table[key], int):
        raise TypeError(f"{key} is not a whole number")
    return value


def sha256_of(path: Path) -> str:
    """SHA-256 of a file of any size, in hexadecimal. OSError where it cannot be read."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class Verification:
    """Hashes the files of a model in the background, every time it is opened.

    Reading and hashing release the interpreter: beside the import of a library they take no time of their
    own. Files are judged before they are opened; whoever can exchange one in between can exchange localrag
    itself.
    """

    def __init__(self, folder: Path, files: tuple[ListedFile, ...]) -> None:
        self._folder = folder
        self._files = files
        self._refusal: ModelError | None = None
        self._thread = threading.Thread(target=self._run, name="verify-model", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        for listed in self._files:
            path = self._folder / listed.name
            try:
                found = sha256_of(path)
            except OSError:
                self._refusal = ModelMissingError(f"file {listed.name}", (self._folder,))
                return
            if found != listed.sha256:
                self._refusal = ModelHashError(path, expected=listed.sha256, found=found)
                return

    def wait(self) -> None:
        """Come back when every file is known to be the one listed.

        Raises:
            ModelMissingError: A file cannot be read.
            ModelHashError: A file is not the one that the manifest lists.
        """
        self._thread.join()
        if self._refusal is not None:
            raise self._refusal
