"""What is asked and a text -> how nearly the text says each of the question's words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache

from localrag.evidence.asked import Asked
from localrag.evidence.related import related
from localrag.evidence.words import known_words
from localrag.ports import WordVectors
from localrag.text.number_words import spoken_numbers

RELATED = 0.8
"""What a word of the list of related words counts, where the word itself counts 1 (guess)."""
_LEAST_SIMILAR, _SAME = 0.45, 0.85
"""Similarity of two words from which one says something of the other, and from which it counts like a related
one; in between on a line (guess from looking at pairs: car and vehicle .83, France and Germany .67)."""


class Nearness:
    """Holds texts against the words of one question; words met once are known from then on."""

    def __init__(self, wanted: Asked, vectors: WordVectors | None = None) -> None:
        """Take what is asked; without vectors only the list of related words tells.

        Names, numbers and identifiers of the question are near to nothing but themselves.
        """
        self._wanted = wanted
        self._vectors = vectors
        self._hits: dict[str, dict[str, float]] = {}
        self._complete: set[str] = set()
        self._loose = [
            key
            for key in wanted.weights
            if key not in wanted.names and not spoken_numbers(wanted.written.get(key, key))
        ]
        self._related: dict[str, list[str]] = {}
        for key in self._loose:
            for other in related(key):
                self._related.setdefault(other, []).append(key)
        written = [wanted.written.get(key, key).lower() for key in self._loose]
        self._asked = vectors.vectors(written) if vectors else None

    def learn(self, texts: Iterable[str]) -> None:
        """Compare the words of many texts at once; ``says`` does it text by text for those not learnt."""
        new = dict.fromkeys(word for text in texts for word in _content(text) if word not in self._hits)
        if new and self._vectors is not None:
            self._compare(list(new))

    def says(self, text: str) -> dict[str, float]:
        """Roots of the question with how nearly the text says them, 0 to 1; those not said are left out."""
        self.learn((text,))
        said: dict[str, float] = {}
        for word, key in _content(text).items():
            for asked, near in self._found(word, key).items():
                if near > said.get(asked, 0.0):
                    said[asked] = near
        return said

    def _found(self, word: str, key: str) -> Mapping[str, float]:
        if word in self._complete:
            return self._hits[word]
        self._complete.add(word)
        known = self._hits.setdefault(word, {})
        if key in self._wanted.weights:
            known[key] = 1.0
        for asked in self._related.get(key, ()):
            known[asked] = max(known.get(asked, 0.0), RELATED)
        return known

    def _compare(self, new: list[str]) -> None:
        if self._vectors is None or self._asked is None or not self._loose:
            return
        similar = self._vectors.vectors(new) @ self._asked.T
        self._hits.update((word, {}) for word in new)
        for row, column in zip(*(similar > _LEAST_SIMILAR).nonzero(), strict=True):
            share = (float(similar[row, column]) - _LEAST_SIMILAR) / (_SAME - _LEAST_SIMILAR)
            self._hits[new[row]][self._loose[column]] = RELATED * min(1.0, share)


def share_of(weights: Mapping[str, float], said: Mapping[str, float]) -> float:
    """Share of a question's weight that is said, 0 to 1; 0 for a question without words."""
    total = math.fsum(weights.values())
    return (
        math.fsum(weights[key] * said[key] for key in weights.keys() & said.keys()) / total if total else 0.0
    )


@lru_cache(maxsize=4096)
def _content(text: str) -> dict[str, str]:
    """Content words as written, in lower case, with their roots."""
    return {text[word.start : word.end].lower(): word.key for word in known_words(text) if word.is_content}
