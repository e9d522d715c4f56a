"""How much of a claim its sources say, and which of its words they do not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from localrag.text.inflection import inflection_key
from localrag.text.synonyms import may_stand_for
from localrag.text.word_sets import word_set
from localrag.validate.reading import Reading, Word
from localrag.validate.verdict import Verdict

_MOST_SOURCES = 4
"""Sentences that one claim may draw on (guess)."""
_NAME_WEIGHT = 1.5
"""Of a name, where another word weighs 1 (guess)."""
_NAMED_BY = {
    inflection_key(word): kinds
    for kinds, words in (
        (("duration", "date"), "deadline period time limit window"),
        (("duration",), "duration length"),
        (("date",), "date day year"),
        (("money",), "amount sum price cost"),
        (("number", "percent", "quantity"), "number total share rate proportion amount"),
    )
    for word in words.split()
}
"""Words that only name the kind of a value which both state."""
_ENOUGH = 0.72
"""Share of a claim's weight that its sources must cover. Of .58 to .80 the best for attributionbench and wice
(development splits, scripts/measure_validation.py, 2026-11-30)."""
HARDLY = 0.5
"""Below it the source is about something else, so what differs is no contradiction (guess)."""


class Backing(NamedTuple):
    """The sources that one claim draws on, best first, and what they cover."""

    sources: tuple[Reading, ...]
    covered: float
    """Share of the claim's weight, 0 to 1; 1 for a claim without words of its own."""
    best_covered: float
    """The same for the best source alone."""
    missing: tuple[Word, ...]
    """Content words of the claim that no source says, in order."""


def backing(claim: Reading, sources: Sequence[Reading]) -> Backing:
    """Choose the sentences that together say most of a claim; ties keep the order of the sources."""
    weights = [_weight(word) for word in claim.content]
    total = sum(weights)
    marks = [_says(source, claim) for source in sources]
    chosen: list[int] = []
    open_words = set(range(len(weights)))
    open_values = {value.normal for value in claim.values}
    while len(chosen) < _MOST_SOURCES:
        gains = [
            sum(weights[at] for at in open_words & mark.words)
            + _NAME_WEIGHT * len(open_values & mark.values)
            + (0.01 * sum(weights[at] for at in mark.words) if not chosen else 0)
            for mark in marks
        ]
        best = max(range(len(gains)), key=lambda at: (gains[at], -at), default=None)
        if best is None or gains[best] <= 0:
            break
        chosen.append(best)
        open_words -= marks[best].words
        open_values -= marks[best].values
    covered = 1.0 - sum(weights[at] for at in open_words) / total if total else 1.0
    first = sum(weights[at] for at in marks[chosen[0]].words) / total if chosen and total else covered
    missing = tuple(claim.content[at] for at in sorted(open_words))
    return Backing(tuple(sources[at] for at in chosen), covered, first, missing)


class _Says(NamedTuple):
    words: frozenset[int]
    """Positions of the claim's content words that a source says."""
    values: frozenset[str]


def _says(source: Reading, claim: Reading) -> _Says:
    normals = frozenset(value.normal for value in source.values)
    shared = {value.kind for value in claim.values if value.normal in normals}
    words = frozenset(
        at
        for at, word in enumerate(claim.content)
        if says(source, word) or not shared.isdisjoint(_NAMED_BY.get(word.key, ()))
    )
    return _Says(words, normals)


def says(source: Reading, word: Word) -> bool:
    """Whether a source says a word: inflected, of the same family, a listed synonym (names aside), or denied.

    Whether it is denied rightly is not asked here.
    """
    if word.key in source.keys or word.key in source.denied_by_form:
        return True
    if word.is_name:
        return any(_same_origin(word.key, other.key) for other in source.content)
    return not may_stand_for(word.family).isdisjoint(source.families)


_OF_A_PLACE = re.compile(r"(?:a?n|ean|ian|ish|ese|ic|i|er)?$")
_SHORTEST_PLACE = 4


def _same_origin(one: str, other: str) -> bool:
    """Whether two names differ by the ending of a people or language: Europe and European."""
    shared = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), -1)
    shared = min(len(one), len(other)) if shared < 0 else shared
    if shared < _SHORTEST_PLACE or shared < min(len(one), len(other)) - 1:
        return False
    return bool(_OF_A_PLACE.fullmatch(one[shared:]) and _OF_A_PLACE.fullmatch(other[shared:]))


def _weight(word: Word) -> float:
    return _NAME_WEIGHT if word.is_name else 1.0


_AUXILIARIES = word_set(
    "must may can shall should will would could might is are was were has have had does do did"
)


def _is_subject(word: Word, claim: Reading) -> bool:
    """Whether a word opens the claim and a verb follows: what the claim is about, most often a name."""
    if not claim.words or claim.words[0] is not word or not word.text[:1].isupper():
        return False
    return len(claim.words) > 1 and claim.words[1].text.lower() in _AUXILIARIES


def check_names(claim: Reading, backed: Backing) -> Verdict | None:
    """A verdict where a name of the claim stands nowhere in its sources; null otherwise."""
    names = [word for word in backed.missing if word.is_name or _is_subject(word, claim)]
    if names and backed.covered >= HARDLY:
        return Verdict("unsupported", f"the name “{names[0].text}” does not stand in the source")
    return None


def check_coverage(backed: Backing) -> Verdict | None:
    """A verdict where the sources leave too much of a claim's words unsaid; null otherwise."""
    if backed.covered >= _ENOUGH and backed.sources:
        return None
    unsaid = ", ".join(f"“{word.text}”" for word in backed.missing)
    return Verdict("unsupported", f"the source does not say {unsaid or 'it'}")
