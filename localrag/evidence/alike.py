"""The sentences that may answer -> sentences of other documents worded alike but with other values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from localrag.evidence.kinds import values_in
from localrag.evidence.relevance import Match
from localrag.evidence.units import Unit
from localrag.evidence.words import whole_words
from localrag.records.retrieval import EvidenceCandidate

_ALIKE = 0.7
"""Share of the shorter sentence's content words, values aside, that the other must have (guess)."""
_LEAST = 3
"""Content words below which likeness tells nothing (guess)."""


def worded_alike(
    chosen: Sequence[Match], found: Sequence[Unit], evidence: Sequence[EvidenceCandidate]
) -> Iterator[tuple[Match, Unit]]:
    """Each chosen sentence that holds values, with sentences of other documents that say the same of others.

    In the order chosen, then in reading order. They are what a conflict is found by where a question does
    not ask for a value in so many words.
    """
    for one in chosen:
        own = frozenset(value.normal for value in values_in(one.unit.text))
        topic = _topic(one.unit.text)
        if not own or len(topic) < _LEAST:
            continue
        for unit in found:
            if evidence[unit.at].label == evidence[one.unit.at].label:
                continue
            other = _topic(unit.text)
            smaller = min(len(topic), len(other))
            if smaller < _LEAST or len(topic & other) < _ALIKE * smaller:
                continue
            said = frozenset(value.normal for value in values_in(unit.text))
            if said and said != own:
                yield one, unit


@lru_cache(maxsize=4096)
def _topic(text: str) -> frozenset[str]:
    """Roots of a sentence's content words outside its values."""
    words = [word for word in whole_words(text) if word.is_content]
    if not any(map(str.isdigit, text)):
        return frozenset(word.key for word in words)
    taken = [(value.start, value.end) for value in values_in(text)]
    return frozenset(word.key for word in words if not any(start <= word.start < end for start, end in taken))
