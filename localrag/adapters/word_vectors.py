"""Common English words -> small vectors, from two files beside the encoder; nothing but NumPy is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.model_files import Verification, read_model
from localrag.errors import ModelError

_WORDS = "words.txt"
_VECTORS = "vectors.int8"


class StoredWordVectors:
    """Vectors of a model folder that the manifest lists, read when they are first asked for."""

    def __init__(self, folder: Path) -> None:
        """Take a folder with ``words.txt`` and ``vectors.int8``; its files are hashed in the background.

        Raises:
            ModelMissingError: The manifest has no such model.
        """
        model = read_model(folder)
        self._folder = folder
        self._width = model.width
        self._verification = Verification(folder, model.files)

    def vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        """As ``ports.WordVectors``.

        Raises:
            ModelMissingError: A file is not there.
            ModelHashError: A file is not the one that the manifest lists.
        """
        places, stored = self._opened
        found = np.zeros((len(words), self._width), dtype=np.float32)
        for at, word in enumerate(words):
            place = places.get(word)
            if place is not None:
                found[at] = stored[place]
        lengths = np.sqrt(np.square(found).sum(axis=1, keepdims=True))
        np.divide(found, lengths, out=found, where=lengths > 0)
        return found

    def rank(self, word: str) -> int | None:
        """As ``ports.WordVectors``."""
        return self._opened[0].get(word)

    @cached_property
    def _opened(self) -> tuple[dict[str, int], NDArray[np.int8]]:
        self._verification.wait()
        words = (self._folder / _WORDS).read_text(encoding="utf-8").split()
        stored = np.memmap(self._folder / _VECTORS, dtype=np.int8, mode="r")
        if len(stored) != len(words) * self._width:
            raise ModelError(
                f"{_VECTORS} has {len(stored)} bytes for {len(words)} words.",
                "Restore it from the installation medium.",
            )
        return {word: at for at, word in enumerate(words)}, stored.reshape(len(words), self._width)
