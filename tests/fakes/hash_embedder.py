"""An embedder without weights: words hashed into 64 dimensions, so that shared words mean nearness."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from localrag.records.models import EmbedderIdentity

_WORD = re.compile(r"\w+|[^\w\s]")


class HashEmbedder:
    """A true, small embedder: deterministic, of length one, the same in every process."""

    def __init__(self, *, width: int = 64, max_tokens: int = 254, model_id: str = "hash-embedder") -> None:
        self._identity = EmbedderIdentity(
            model_id=model_id,
            sha256=hashlib.sha256(f"{model_id} {width}".encode()).hexdigest(),
            width=width,
            normalised=True,
            max_tokens=max_tokens,
        )

    @property
    def identity(self) -> EmbedderIdentity:
        """Differs between two fakes of different name or width, as between two models."""
        return self._identity

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Cosine is high where two texts share words, whatever their case or order."""
        vectors = np.zeros((len(texts), self._identity.width), dtype=np.float32)
        for row, text in enumerate(texts):
            for start, end in self.token_spans(text)[: self._identity.max_tokens]:
                vectors[row] += self._direction(text[start:end].casefold())
            length = float(np.linalg.norm(vectors[row]))
            vectors[row] = vectors[row] / np.float32(length) if length > 0 else self._direction("")
        return vectors

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """Words and single marks."""
        return [match.span() for match in _WORD.finditer(text)]

    def _direction(self, word: str) -> NDArray[np.float32]:
        seed = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
        draw = np.random.default_rng(int.from_bytes(seed[:8], "big")).standard_normal(self._identity.width)
        return (draw / np.linalg.norm(draw)).astype(np.float32)
