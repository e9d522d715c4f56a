"""Text -> vectors, by any local sentence-transformers model folder; needs the extra ``st``."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.model_files import sha256_of
from localrag.adapters.text_by_text import encodable, encode_each
from localrag.errors import ModelError, ModelMissingError
from localrag.records.models import EmbedderIdentity

_MODULES = ("Transformer", "Pooling", "Normalize")
"""Those that load nothing but safetensors and numbers; others may name any Python object or read pickles."""


class SentenceTransformersEmbedder:
    """Encodes one text a call on one torch thread each, so that nothing but the text decides its vector.

    The folder is the operator's choice in the settings; the index remembers the weights' hash and refuses
    others. Pickled weights in the folder are never opened, and no code from it is run.
    """

    def __init__(self, folder: Path, *, threads: int = 1) -> None:
        """Open a model folder, without network.

        Args:
            folder: As sentence-transformers saves it, with safetensors weights.
            threads: Texts encoded at a time, at least 1. Torch is set to one thread for the whole process.

        Raises:
            ModelMissingError: There is no such folder, or no safetensors weights in it.
            ModelError: sentence-transformers is not installed, or the folder asks for more than plain
                weights, or does not load.
        """
        weights = _weights(folder)
        _refuse_foreign_modules(folder)
        self._threads = threads
        self._model = _load(folder)
        # From here on the shared tokenizer keeps its padding and truncation, so threads may use it at once.
        width = int(self._model.encode(["width"], batch_size=1, show_progress_bar=False).shape[1])
        self._tokenizer = _untruncated(self._model, folder)
        special_tokens = int(self._tokenizer.num_special_tokens_to_add(False))
        self._identity = EmbedderIdentity(
            model_id=folder.name,
            sha256=_hash(weights, folder),
            width=width,
            normalised=True,
            max_tokens=_max_length(self._model, folder) - special_tokens,
        )

    @property
    def identity(self) -> EmbedderIdentity:
        """Which weights these are; several files of weights are hashed together, with their names."""
        return self._identity

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), width), in the texts' order, each of length one.

        Tokens beyond ``max_tokens`` are left out. An empty text has a vector too.
        """
        return encode_each(texts, self._encode, width=self._identity.width, threads=self._threads)

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """Character spans of the text's tokens, special tokens aside, never cut short."""
        encoding = self._tokenizer.encode(encodable(text), add_special_tokens=False)
        return [(start, end) for start, end in encoding.offsets]

    def _encode(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self._model.encode(
            [encodable(text)],
            batch_size=1,
            normalize_embeddings=True,
            convert_to_numpy=True,
            show_progress_bar=False,
        )[0]
        return vector


def _weights(folder: Path) -> list[Path]:
    weights = sorted(folder.rglob("*.safetensors"))
    if not weights:
        raise ModelMissingError(f"{folder.name} (as safetensors)", (folder,))
    return weights


def _hash(weights: list[Path], folder: Path) -> str:
    if len(weights) == 1:
        return sha256_of(weights[0])
    lines = [f"{sha256_of(path)}  {path.relative_to(folder).as_posix()}\n" for path in weights]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _refuse_foreign_modules(folder: Path) -> None:
    path = folder / "modules.json"
    try:
        kinds = [str(module["type"]) for module in json.loads(path.read_text(encoding="utf-8"))]
    except OSError as error:
        raise ModelMissingError(f"{folder.name} (its modules.json)", (folder,)) from error
    except (ValueError, TypeError, KeyError) as error:
        raise _unloadable(folder, f"modules.json does not parse: {error}") from error
    for kind in kinds:
        if not kind.startswith("sentence_transformers.") or kind.rpartition(".")[2] not in _MODULES:
            raise _unloadable(
                folder, f"it asks for the module {kind}, and only {', '.join(_MODULES)} are run"
            )


# Any: torch and transformers are typed too loosely to help, and are not there without the extra.
def _load(folder: Path) -> Any:
    os.environ["HF_HUB_OFFLINE"] = "1"
    os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
    try:
        import torch
        import transformers
        from safetensors import SafetensorError
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise ModelError(
            f"The embedder sentence-transformers is not installed ({error.name} is missing).",
            "Install localrag[st], or set embedder.kind to onnx in localrag.toml.",
        ) from error
    torch.set_num_threads(1)
    talk: Any = transformers.utils.logging
    talk.disable_progress_bar()
    talk.set_verbosity_error()
    try:
        return SentenceTransformer(
            str(folder),
            device="cpu",
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"use_safetensors": True},
        )
    except (OSError, ValueError, TypeError, KeyError, RuntimeError, ImportError, SafetensorError) as error:
        raise _unloadable(folder, str(error) or type(error).__name__) from error


def _untruncated(model: Any, folder: Path) -> Any:
    from tokenizers import Tokenizer

    backend = getattr(model.tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise _unloadable(folder, "its tokenizer cannot say where tokens stand in the text")
    tokenizer = Tokenizer.from_str(backend.to_str())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _max_length(model: Any, folder: Path) -> int:
    if model.max_seq_length is None:
        raise _unloadable(folder, "it does not say how many tokens a text may have (max_seq_length)")
    return int(model.max_seq_length)


def _unloadable(folder: Path, problem: str) -> ModelError:
    return ModelError(
        f"The model in {folder} cannot be loaded: {problem.splitlines()[0]}.",
        "Choose another folder in localrag.toml (embedder.folder), or remove the line for the shipped model.",
    )
