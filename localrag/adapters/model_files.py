"""A model's name -> its folder (checkout or installed wheel) -> the bytes of its files, verified."""

from __future__ import annotations

import hashlib
import threading
import tomllib
from pathlib import Path

from pydantic import ValidationError

from localrag.errors import ModelError, ModelHashError, ModelMissingError
from localrag.records.record import Record

SHIPPED_EMBEDDER = "all-MiniLM-L6-v2"
MANIFEST = "manifest.toml"
_CHUNK_BYTES = 1 << 20


class ListedFile(Record):
    """One file of a model, as the manifest knows it."""

    file: str
    """Relative to the manifest's folder, with forward slashes."""
    sha256: str
    bytes: int


class ListedModel(Record):
    """One model of the manifest."""

    name: str
    """Also the name of its folder."""
    kind: str
    """What it is for: embedder."""
    licence: str
    source: str
    """Where the weights come from."""
    source_sha256: str
    """Of the original weights, before they were put into this form."""
    weights: str
    """Which of the files holds the weights; its hash is the model's identity."""
    width: int
    """Dimensions of a vector."""
    normalised: bool
    """Whether vectors have length one."""
    max_tokens: int
    """Content tokens of a text, special tokens aside."""
    files: tuple[ListedFile, ...]

    def listed(self, path: Path) -> ListedFile:
        """The entry of a file in this model's folder.

        Raises:
            ModelHashError: The manifest does not list it, so nothing vouches for it.
        """
        for entry in self.files:
            if entry.file == f"{self.name}/{path.name}":
                return entry
        raise ModelHashError(path, expected="an entry in " + MANIFEST, found="none")


class Manifest(Record):
    """Every model file that may be opened."""

    models: tuple[ListedModel, ...]


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
        manifest = Manifest.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ModelMissingError(folder.name, (folder,)) from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as error:
        problem = str(error).splitlines()[0]
        raise ModelError(f"{path} does not parse: {problem}.", "Restore it from the installation.") from error
    for model in manifest.models:
        if model.name == folder.name:
            return model
    raise ModelMissingError(folder.name, (path,))


def sha256_of(path: Path) -> str:
    """SHA-256 of a file of any size, in hexadecimal. OSError where it cannot be read."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.hexdigest()


class VerifiedBytes:
    """A file read and hashed in the background, given out only if its hash is the expected one.

    The bytes that were hashed are the bytes handed over, so a file exchanged in between changes nothing.
    Reading and hashing release the interpreter, so a caller who imports a library meanwhile waits for
    neither.
    """

    def __init__(self, path: Path, expected: ListedFile) -> None:
        self._path = path
        self._expected = expected
        self._content = b""
        self._found = ""
        self._failure: OSError | None = None
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        try:
            self._content = self._path.read_bytes()
        except OSError as error:
            self._failure = error
            return
        self._found = hashlib.sha256(self._content).hexdigest()

    def result(self) -> bytes:
        """The file's content, waiting for it if need be.

        Raises:
            ModelMissingError: The file cannot be read.
            ModelHashError: It is not the file that the manifest lists.
        """
        self._thread.join()
        if self._failure is not None:
            raise ModelMissingError(self._path.name, (self._path.parent,)) from self._failure
        if self._found != self._expected.sha256:
            raise ModelHashError(self._path, expected=self._expected.sha256, found=self._found)
        return self._content
