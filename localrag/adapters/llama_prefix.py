"""The state of a prompt's fixed beginning -> a checked file of the account, and back."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llama_cpp

from localrag.adapters.model_files import sha256_of

_MOST_FILES = 4
"""States kept, one a model and mode (guess)."""


class KeptPrefixes:
    """States of fixed prompts in one folder, by model, library, settings and the prompt's tokens.

    A file that is not what its checksum says is never loaded. Nothing here is needed: what cannot be read or
    written is evaluated again.
    """

    def __init__(self, folder: Path, key: str) -> None:
        self._folder, self._key = folder, key

    def load(self, context: Any, tokens: Sequence[int]) -> bool:
        """Put a state into an empty sequence; whether one was there."""
        path = self._path(tokens)
        try:
            if sha256_of(path) != path.with_suffix(".sha256").read_text(encoding="ascii"):
                return False
        except (OSError, UnicodeDecodeError):
            return False
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(context), True)
        found = (llama_cpp.llama_token * len(tokens))()
        count = ctypes.c_size_t(0)
        size = llama_cpp.llama_state_seq_load_file(
            context, bytes(path), 0, found, len(tokens), ctypes.byref(count)
        )
        if size and list(found[: count.value]) == list(tokens):
            return True
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(context), True)
        return False

    def save(self, context: Any, tokens: Sequence[int]) -> None:
        """Keep the state of a sequence that holds these tokens and no more."""
        path = self._path(tokens)
        half = path.with_suffix(f".{os.getpid()}")
        array = (llama_cpp.llama_token * len(tokens))(*tokens)
        with contextlib.suppress(OSError):
            if llama_cpp.llama_state_seq_save_file(context, bytes(half), 0, array, len(tokens)):
                path.with_suffix(".sha256").write_text(sha256_of(half), encoding="ascii")
                half.replace(path)
                self._discard_old()
        with contextlib.suppress(OSError):
            half.unlink(missing_ok=True)

    def _path(self, tokens: Sequence[int]) -> Path:
        told = f"{self._key} {llama_cpp.__version__} {' '.join(map(str, tokens))}"
        return self._folder / f"{hashlib.sha256(told.encode()).hexdigest()[:32]}.state"

    def _discard_old(self) -> None:
        kept = sorted(self._folder.glob("*.state"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in kept[_MOST_FILES:]:
            path.unlink(missing_ok=True)
            path.with_suffix(".sha256").unlink(missing_ok=True)
