"""A question and other texts -> how near they are in meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from localrag.ports import LoadsEmbedder


def comparing(embedder: LoadsEmbedder) -> Callable[[str, Sequence[str]], list[float]]:
    """How near texts are to a question in meaning: cosine similarity, in the texts' order."""

    def similarity(question: str, texts: Sequence[str]) -> list[float]:
        asked, *said = embedder().embed([question, *texts])
        return [float(asked @ vector) for vector in said]

    return similarity
