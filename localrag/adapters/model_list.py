"""``models.json`` of a home <-> the language models that its operator has added."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from localrag.adapters.files import modes_for, replace_file
from localrag.adapters.model_files import sha256_of
from localrag.errors import ModelError, ModelHashError
from localrag.records.models import InstalledModel

FILE_NAME = "models.json"
_MAGIC = b"GGUF"


def read_models(home: Path) -> tuple[InstalledModel, ...]:
    """Language models of a home, the one added last first; none where nothing was added.

    Raises:
        ModelError: The list does not parse.
    """
    path = home / FILE_NAME
    try:
        return TypeAdapter(tuple[InstalledModel, ...]).validate_json(path.read_bytes())
    except FileNotFoundError:
        return ()
    except (OSError, ValidationError) as error:
        raise ModelError(
            f"{path} cannot be read as a list of models.", "Remove it, and add the models again."
        ) from error


def write_models(home: Path, models: Sequence[InstalledModel], group: str | None) -> None:
    """Replace the list of a home."""
    content = TypeAdapter(tuple[InstalledModel, ...]).dump_json(tuple(models), indent=1)
    replace_file(home / FILE_NAME, content, modes_for(group))


def approve(model: InstalledModel) -> None:
    """Come back where a model's file is the one that was added.

    Raises:
        ModelError: It is not there.
        ModelHashError: It is another one.
    """
    path = Path(model.path)
    try:
        now = path.stat()
        if (now.st_size, now.st_mtime_ns, now.st_ino) == (model.bytes, model.mtime_ns, model.inode):
            return
        found = sha256_of(path)
    except OSError as error:
        raise ModelError(
            f"The model file {path} cannot be read: {error.strerror}.",
            f"Put it back, or take it off the list: localrag models remove {model.name}",
        ) from error
    if found != model.sha256:
        raise ModelHashError(path, expected=model.sha256, found=found)


def check_is_model(path: Path) -> None:
    """Refuse what is no GGUF file by its first bytes, before a library opens it.

    Raises:
        ModelError: It is none, or cannot be read.
    """
    try:
        if not path.is_file():
            raise ModelError(f"{path} is no file.", "Name a model file: NAME.gguf")
        with path.open("rb") as stream:
            head = stream.read(len(_MAGIC))
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror}.", "Check its rights.") from error
    if head != _MAGIC:
        raise ModelError(f"{path.name} is no GGUF model file.", "Use a file that ends in .gguf.")
