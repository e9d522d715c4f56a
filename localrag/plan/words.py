"""A question's text -> its words with their places, contractions opened, and phrases found among them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple


class Word(NamedTuple):
    """One word; "what's" gives two, both with the place of the whole."""

    text: str
    lower: str
    """Lower case, straight apostrophes, possessive endings dropped."""
    start: int
    end: int


class Hit(NamedTuple):
    """A phrase found: words ``start`` to ``end``, end exclusive."""

    name: str
    start: int
    end: int


class _Slot(NamedTuple):
    words: frozenset[str] | None
    """Null: any word."""
    least: int
    most: int


class _Pattern(NamedTuple):
    name: str
    slots: tuple[_Slot, ...]
    from_start: bool
    to_end: bool
    ahead: int
    """Slots from here on only look ahead."""


MAX_GAP = 7
"""Words that ``**`` may skip. Guess: a subject with its attributes."""


def split_words(text: str) -> list[Word]:
    """The words of a text, in order; identifiers, decimals and hyphenated words stay whole."""
    found: list[Word] = []
    for match in _WORD.finditer(text):
        written, (start, end) = match[0], match.span()
        lower = written.lower().replace("’", "'")
        if lower == "cannot":
            found += [Word(written, part, start, end) for part in ("can", "not")]
            continue
        if "'" not in lower:
            found.append(Word(written, lower, start, end))
            continue
        parts = _IRREGULAR.get(lower)
        if parts is None and lower.endswith("n't"):
            parts = (lower[:-3], "not")
        if parts is None:
            base, _, ending = lower.rpartition("'")
            if ending == "s":
                # After these it is "is"; after a noun a possessive.
                parts = (base, "is") if base in _BEFORE_IS else (base,)
            else:
                parts = (base, _ENDINGS[ending]) if ending in _ENDINGS else (lower,)
        found += [Word(written, part, start, end) for part in parts]
    return found


class Phrases:
    """Phrases to look for, each under a name, in order of preference.

    One a line, ``name: phrase``. A phrase is words between spaces: ``may|can`` either, ``the?`` may be
    missing, ``*`` any one word, ``**`` up to seven words, ``@name`` any word of a class; ``^`` at the front
    and ``$`` at the end hold it to the start and the end of what is searched; what follows ``>`` must
    stand there but is no part of the hit. Read on first use.
    """

    def __init__(self, table: str, classes: Mapping[str, frozenset[str]]) -> None:
        self._table = table
        self._classes = classes

    def at(self, words: Sequence[str], place: int) -> Hit | None:
        """The first phrase of the table that begins at a place."""
        for pattern in self._beginning_with(words[place]):
            end = _end_of(pattern, words, place)
            if end is not None:
                return Hit(pattern.name, place, end)
        return None

    def find(self, words: Sequence[str]) -> Iterator[Hit]:
        """Hits from left to right, the first of the table at each place."""
        for place in range(len(words)):
            hit = self.at(words, place)
            if hit:
                yield hit

    def first(self, words: Sequence[str]) -> Hit | None:
        """The leftmost hit."""
        return next(self.find(words), None)

    def _beginning_with(self, word: str) -> Sequence[_Pattern]:
        """Patterns that can begin with a word, in the order of the table; read when first needed."""
        patterns = self._read.get(word)
        if patterns is None:
            lines = self._lines_by_word.get(word, ())
            patterns = self._read[word] = [_parse(name, phrase, self._classes) for name, phrase in lines]
        return patterns

    @cached_property
    def _read(self) -> dict[str, list[_Pattern]]:
        return {}

    @cached_property
    def _lines_by_word(self) -> dict[str, list[tuple[str, str]]]:
        table: dict[str, list[tuple[str, str]]] = {}
        for line in self._table.strip().splitlines():
            name, _, phrase = line.strip().partition(": ")
            for word in _first_words(phrase, self._classes):
                table.setdefault(word, []).append((name, phrase))
        return table


def _first_words(phrase: str, classes: Mapping[str, frozenset[str]]) -> set[str]:
    """Words that a phrase can begin with: no phrase of a table begins with a gap."""
    firsts: set[str] = set()
    for slot in phrase.split():
        if slot not in ("^", ">"):
            firsts |= _options(slot, classes)
            if not slot.endswith("?"):
                break
    return firsts


def _options(slot: str, classes: Mapping[str, frozenset[str]]) -> set[str]:
    chosen: set[str] = set()
    for option in slot.rstrip("?").split("|"):
        if option[0] == "@":
            chosen |= classes[option[1:]]
        else:
            chosen.add(option)
    return chosen


def _parse(name: str, phrase: str, classes: Mapping[str, frozenset[str]]) -> _Pattern:
    written = phrase.split()
    from_start, to_end = written[0] == "^", written[-1] == "$"
    slots: list[_Slot] = []
    ahead = None
    for word in written[from_start : len(written) - to_end]:
        least = 0 if word.endswith("?") else 1
        if word == ">":
            ahead = len(slots)
        elif word == "**":
            slots.append(_Slot(None, 0, MAX_GAP))
        elif word.rstrip("?") == "*":
            slots.append(_Slot(None, least, 1))
        else:
            slots.append(_Slot(frozenset(_options(word, classes)), least, 1))
    return _Pattern(name, tuple(slots), from_start, to_end, len(slots) if ahead is None else ahead)


def _end_of(pattern: _Pattern, words: Sequence[str], start: int) -> int | None:
    if pattern.from_start and start != 0:
        return None
    slots, size = pattern.slots, len(words)

    def matched(place: int, at: int) -> int | None:
        """Where the slots from ``at`` on end if they begin at a place; null where they do not fit."""
        if at == len(slots):
            return place if not pattern.to_end or place == size else None
        slot, taken, begins = slots[at], 0, place
        if slot.least == 0 and slot.most == 1 and slot.words and place < size and words[place] in slot.words:
            # A word that may be missing belongs to the phrase where it stands there.
            end = matched(place + 1, at + 1)
            if end is not None:
                return begins if at == pattern.ahead else end
        while True:
            if taken >= slot.least:
                end = matched(place, at + 1)
                if end is not None:
                    return begins if at == pattern.ahead else end
            if taken == slot.most or place >= size:
                return None
            if slot.words is not None and words[place] not in slot.words:
                return None
            place, taken = place + 1, taken + 1

    return matched(start, 0)


_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+|\.[0-9][^\W_]*)*")
_BEFORE_IS = frozenset(
    ("what", "who", "when", "where", "why", "how", "it", "that", "there", "here", "he", "she", "which", "let")
)
_ENDINGS = {"m": "am", "re": "are", "ve": "have", "ll": "will", "d": "would"}
_IRREGULAR = {
    "can't": ("can", "not"),
    "won't": ("will", "not"),
    "shan't": ("shall", "not"),
    "let's": ("let", "us"),
    "o'clock": ("o'clock",),
}
