"""A text <-> the same text with references in place of every word that given passages hold."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

Piece = str | tuple[str, int, int] | tuple[str, int, int, int]
"""A literal text; or a passage's name with a span of characters in it, end exclusive, and a further 1 where
the first letter's case is the other one."""

_WORD = re.compile(r"\w+")
_MOST_PLACES = 60
"""Places of one word that are tried for the longest match; only size depends on it. Guess."""


class _Place(NamedTuple):
    passage: str
    at: int
    """Which word of the passage."""


class Passages:
    """Texts by name, in which words are looked up."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """The first of several texts is taken where a word stands in both."""
        self._texts = texts
        self._words = {name: list(_WORD.finditer(text)) for name, text in texts.items()}
        self._places: dict[str, list[_Place]] = defaultdict(list)
        for name, words in self._words.items():
            for at, word in enumerate(words):
                self._places[word.group()].append(_Place(name, at))

    def cut(self, text: str) -> list[Piece]:
        """The text in pieces; together they give it back exactly. A word of a passage is never literal.

        The longest run of words wins, among equals the earlier passage.
        """
        words = list(_WORD.finditer(text))
        pieces: list[Piece] = []
        end = number = 0
        while number < len(words):
            found = self._longest(text, words, number)
            if found is None:
                number += 1
                continue
            piece, count = found
            start = words[number].start()
            if start > end:
                pieces.append(text[end:start])
            pieces.append(piece)
            number += count
            end = words[number - 1].end()
        if end < len(text):
            pieces.append(text[end:])
        return pieces

    def _longest(self, text: str, words: Sequence[re.Match[str]], first: int) -> tuple[Piece, int] | None:
        word = words[first].group()
        swapped = word[0].swapcase() + word[1:]
        for looked_up, flag in ((word, ()), (swapped, (1,))):
            best: tuple[_Place, int] | None = None
            for place in self._places.get(looked_up, ())[:_MOST_PLACES]:
                count = self._run(text, words, first, place)
                if best is None or count > best[1]:
                    best = place, count
            if best is not None:
                (passage, at), count = best
                held = self._words[passage]
                return (passage, held[at].start(), held[at + count - 1].end(), *flag), count
        return None

    def _run(self, text: str, words: Sequence[re.Match[str]], first: int, place: _Place) -> int:
        """How many words from there on are the same in both, with the same between them."""
        held, source = self._words[place.passage], self._texts[place.passage]
        count = 1
        while first + count < len(words) and place.at + count < len(held):
            mine, theirs = words[first + count], held[place.at + count]
            between = text[words[first + count - 1].end() : mine.end()]
            if between != source[held[place.at + count - 1].end() : theirs.end()]:
                break
            count += 1
        return count


def joined(pieces: Sequence[Piece], texts: Mapping[str, str]) -> str:
    """The text that was cut, from the texts of now. KeyError where one that is named is missing."""
    return "".join(piece if isinstance(piece, str) else _referred(piece, texts) for piece in pieces)


def _referred(piece: Sequence[str | int], texts: Mapping[str, str]) -> str:
    name, start, end, *flag = piece
    found = texts[str(name)][int(start) : int(end)]
    return found[0].swapcase() + found[1:] if flag and found else found
