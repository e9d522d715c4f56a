"""This installation -> checks of packages, encoder weights and the network guard; nothing heavy is loaded."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from localrag.adapters.model_files import SHIPPED_EMBEDDER, find_model, read_model, sha256_of
from localrag.adapters.network_guard import is_refused, proved_refusal
from localrag.errors import LocalragError
from localrag.records.checkup import Check
from localrag.settings import EmbedderSettings

RESTORE = "Restore localrag from the installation medium."
_NEEDED = (
    "click",
    "faiss-cpu",
    "numpy",
    "onnxruntime",
    "pydantic",
    "pypdfium2",
    "sqlite-utils",
    "tokenizers",
)
_OPTIONAL = {
    "textual": "the terminal interface",
    "sentence-transformers": "another way to encode (localrag[st])",
    "llama-cpp-python": "answers worded by a local language model (localrag[llm])",
}


def needed_packages() -> Check:
    """Whether the packages that every answer needs are there; none is imported."""
    found = {name: _version(name) for name in _NEEDED}
    missing = [name for name, number in found.items() if number is None]
    if missing:
        says = f"missing: {', '.join(missing)}"
        mend = f"Install them from the installation medium: pip install {' '.join(missing)}"
        return Check(name="packages", health="failed", says=says, mend=mend)
    told = ", ".join(f"{name} {number}" for name, number in found.items())
    return Check(name="packages", health="ok", says=told)


def optional_packages() -> Check:
    """Which packages are there that only some commands need."""
    told = "; ".join(
        f"{name} {_version(name) or 'is not installed'}: {purpose}" for name, purpose in _OPTIONAL.items()
    )
    return Check(name="optional", health="note", says=told)


def weights(settings: EmbedderSettings) -> Check:
    """Whether every file of the encoder is the one that was approved."""
    try:
        folder = Path(settings.folder) if settings.folder else find_model(SHIPPED_EMBEDDER)
        model = read_model(folder)
        wrong = [file.name for file in model.files if sha256_of(folder / file.name) != file.sha256]
    except LocalragError as error:
        return Check(name="weights", health="failed", says=error.message, mend=error.hint or RESTORE)
    except OSError as error:
        says = f"A file of the encoder cannot be read: {error}."
        return Check(name="weights", health="failed", says=says, mend=RESTORE)
    if wrong:
        says = f"{model.name}: not the approved file: {', '.join(wrong)}; it is never opened"
        return Check(name="weights", health="failed", says=says, mend=RESTORE)
    says = f"{model.name}, SHA-256 {model.sha256[:12]}, {len(model.files)} files as approved"
    return Check(name="weights", health="ok", says=says)


def network_guard() -> Check:
    """Whether the guard stands and refuses; proved by trying, in children."""
    if not is_refused():
        says = "The network guard does not stand in this process."
        return Check(name="network", health="failed", says=says, mend="Start it as: localrag doctor")
    if not proved_refusal():
        says = "A child process that the guard watches was not refused a network socket."
        return Check(name="network", health="failed", says=says, mend=RESTORE)
    says = "refused: tried in a child, sockets and name look-ups; without the guard nothing stops them"
    return Check(name="network", health="ok", says=says)


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
