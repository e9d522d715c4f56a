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
        return self._by_word.get(word, self._any)

    @cached_property
    def _patterns(self) -> list[_Pattern]:
        lines = (line.strip().partition(": ") for line in self._table.strip().splitlines())
        return [_parse(name, phrase, self._classes) for name, _, phrase in lines if phrase]

    @cached_property
    def _any(self) -> list[_Pattern]:
        return [pattern for pattern in self._patterns if _first_words(pattern) is None]

    @cached_property
    def _by_word(self) -> dict[str, list[_Pattern]]:
        table: dict[str, list[_Pattern]] = {}
        firsts = [(_first_words(pattern), pattern) for pattern in self._patterns]
        for words, _ in firsts:
            for word in words or ():
                table.setdefault(word, [])
        for words, pattern in firsts:
            for word in table if words is None else words:
                table[word].append(pattern)
        return table


def _parse(name: str, line: str, classes: Mapping[str, frozenset[str]]) -> _Pattern:
    written = line.split()
    from_start, to_end = written[0] == "^", written[-1] == "$"
    slots: list[_Slot] = []
    ahead = None
    for word in written[from_start : len(written) - to_end]:
        bare = word.rstrip("?")
        least = 0 if bare != word else 1
        if bare == ">":
            ahead = len(slots)
        elif bare == "**":
            slots.append(_Slot(None, 0, MAX_GAP))
        elif bare == "*":
            slots.append(_Slot(None, least, 1))
        else:
            chosen: set[str] = set()
            for option in bare.split("|"):
                chosen |= classes[option[1:]] if option.startswith("@") else {option}
            slots.append(_Slot(frozenset(chosen), least, 1))
    return _Pattern(name, tuple(slots), from_start, to_end, len(slots) if ahead is None else ahead)


def _first_words(pattern: _Pattern) -> set[str] | None:
    """Words that it can begin with; null for any."""
    firsts: set[str] = set()
    for slot in pattern.slots:
        if slot.words is None:
            return None
        firsts |= slot.words
        if slot.least:
            break
    return firsts


def _end_of(pattern: _Pattern, words: Sequence[str], start: int) -> int | None:
    if pattern.from_start and start != 0:
        return None
    slots, size = pattern.slots, len(words)

    def matched(place: int, at: int) -> int | None:
        if at == len(slots):
            return place if not pattern.to_end or place == size else None
        slot, taken, begins = slots[at], 0, place
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
