"""Passages of two editions -> the sentences that changed, old beside new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from localrag.evidence.words import content_keys
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.reading import one_line
from localrag.text.sentences import segments
from localrag.text.terms import fold
from localrag.text.values import values

_LIKE = 0.5
"""Share of the words of both together that two wordings of one rule have in common (guess)."""
_LEAST_WORDS = 4
"""Content words below which a sentence that stands in one edition alone tells nothing (guess)."""


class Sentence(NamedTuple):
    """A sentence, item or row of a passage: ``text`` is the passage's text at ``start`` to ``end``."""

    candidate: EvidenceCandidate
    start: int
    end: int
    text: str


class Changed(NamedTuple):
    """One difference; null where an edition has nothing in its place."""

    old: Sentence | None
    new: Sentence | None


def sentences_of(passages: Iterable[EvidenceCandidate]) -> list[Sentence]:
    """Everything quotable of an edition in reading order, headings and code aside."""
    return [
        Sentence(one, piece.start, piece.end, one.text[piece.start : piece.end])
        for one in passages
        for piece in segments(one.text)
        if piece.kind not in ("heading", "code")
    ]


def nearest_to(quote: str, said: Sequence[Sentence]) -> Sentence | None:
    """The sentence that says the same or words the same rule; the first of equals, null where none does."""
    likeness = [_likeness(quote, one.text) for one in said]
    best = max(likeness, default=0.0)
    return said[likeness.index(best)] if best >= _LIKE else None


def changes(old: Iterable[EvidenceCandidate], new: Iterable[EvidenceCandidate]) -> list[Changed]:
    """Differences between two editions: values that changed, then wordings, then what one alone has.

    Each kind in reading order. Sentences that only moved are none, nor is a difference of case, white
    space or emphasis.
    """
    before, after = sentences_of(old), sentences_of(new)
    kept = {plain(one.text) for one in before} & {plain(one.text) for one in after}
    gone = [one for one in before if plain(one.text) not in kept]
    come = [one for one in after if plain(one.text) not in kept]
    scored = sorted(
        (
            (-likeness, at, place)
            for at, one in enumerate(gone)
            for place, other in enumerate(come)
            if (likeness := _likeness(one.text, other.text)) >= _LIKE
        )
    )
    partner: dict[int, int] = {}
    for _, at, place in scored:
        if at not in partner and place not in partner.values():
            partner[at] = place
    pairs = [Changed(gone[at], come[place]) for at, place in sorted(partner.items(), key=lambda one: one[1])]
    alone = [Changed(None, one) for place, one in enumerate(come) if place not in partner.values()]
    alone += [Changed(one, None) for at, one in enumerate(gone) if at not in partner]
    told = [one for one in alone if len(content_keys((one.old or one.new or gone[0]).text)) >= _LEAST_WORDS]
    return [*sorted(pairs, key=lambda one: not _is_of_values(one)), *told]


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """A sentence as it is compared: on one line, in one case."""
    return fold(one_line(text)).strip(" .;:")


def _is_of_values(change: Changed) -> bool:
    texts = [one.text for one in change if one is not None]
    return len({tuple(value.normal for value in values(text)) for text in texts}) > 1


def _likeness(one: str, other: str) -> float:
    """Share of the content words of both that they have in common, 1 for the same sentence."""
    if plain(one) == plain(other):
        return 1.0
    first, second = _keys(one), _keys(other)
    together = len(first | second)
    return min(0.99, len(first & second) / together) if together else 0.0


@lru_cache(maxsize=8192)
def _keys(text: str) -> frozenset[str]:
    return content_keys(text)
