"""What is asked and the units of the evidence -> how well each unit answers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from localrag.evidence.asked import Asked, labels
from localrag.evidence.fitted import READING, READING_BY_MEANING
from localrag.evidence.kinds import VALUE_KINDS, Held, held
from localrag.evidence.units import Unit
from localrag.evidence.words import Word, words
from localrag.records.retrieval import EvidenceCandidate

Similarity = Callable[[str, Sequence[str]], Sequence[float]]
"""Of a question to sentences, -1 to 1 each, in their order."""

LOOKED_AT = 24
"""Units whose kinds of value are looked for, best by words first: finding values takes most of the time.
Measured 2026-11-30 with scripts/measure_reading.py: the chosen sentence never came from further down."""
_COMPARED = 4
"""Units whose meaning is compared by the embedder, 3 to 6 ms each."""

FEATURES = (
    "covered", "introduced", "before", "neighbours", "value", "name", "shape", "kind_covered", "names",
    "label", "length", "density", "pronoun", "pronoun_before", "passage", "similar",
)  # fmt: skip


class Match(NamedTuple):
    """A unit held against one part of a question."""

    unit: Unit
    place: Held | None
    """The best place of the kind asked for."""
    covered: frozenset[str]
    """Roots of the question that the unit itself has."""
    nearby: frozenset[str]
    """Roots that only its headings, title, list introduction or the sentence before have."""
    features: tuple[float, ...]
    """In the order of FEATURES."""
    logit: float
    """The fitted sum of the features."""
    similarity: float | None = None
    """Of the question to the unit by the embedder, where it was compared."""

    @property
    def score(self) -> float:
        """0 to 1."""
        return 1 / (1 + math.exp(-self.logit))


def match(
    wanted: Asked,
    found: Sequence[Unit],
    evidence: Sequence[EvidenceCandidate],
    similarity: Similarity | None = None,
    *,
    looked_at: int = LOOKED_AT,
) -> list[Match]:
    """Units that share a content word with what is asked, best first; ties keep reading order.

    Args:
        wanted: What is asked.
        found: Units of the evidence.
        evidence: The passages that the units' ``at`` counts.
        similarity: Compares the best few once more.
        looked_at: Units at most in the result, best by shared words first.

    Returns:
        Matches; without shared words anywhere, or without words to share, none.
    """
    total = wanted.total
    if not total:
        return []
    introductions = [_keys("\n".join((one.source_title, *one.heading_path))) for one in evidence]
    rough = []
    for unit in found:
        keys = _keys(unit.text)
        covered = wanted.weights.keys() & keys
        around = introductions[unit.at] | _keys(unit.heading) | _keys(unit.lead)
        introduced = (wanted.weights.keys() & around) - covered
        before = (wanted.weights.keys() & _keys(unit.before)) - covered - introduced
        if covered or introduced:
            partial = _sum(wanted, covered) + 0.5 * _sum(wanted, introduced) + 0.5 * _sum(wanted, before)
            rough.append((partial, unit, covered, introduced, before))
    rough.sort(key=lambda row: -row[0])
    matches = [
        _match(wanted, unit, evidence, covered, introduced, before)
        for _, unit, covered, introduced, before in rough[:looked_at]
    ]
    matches.sort(key=lambda one: -one.logit)
    return _compared(wanted, matches, similarity) if similarity else matches


def _match(
    wanted: Asked,
    unit: Unit,
    evidence: Sequence[EvidenceCandidate],
    covered: set[str],
    introduced: set[str],
    before: set[str],
) -> Match:
    places = held(wanted, unit)
    place = max(places, key=lambda one: (one.fit, _nearness(wanted, unit, one)), default=None)
    fit = place.fit if place and wanted.kind != "statement" else 0.0
    total = wanted.total
    share = _sum(wanted, covered) / total
    named = sum(wanted.weights.get(name, 0.0) for name in wanted.names)
    pronoun = float(bool(_PRONOUN.match(unit.text)))
    before_share = _sum(wanted, before) / total
    features = (
        share,
        _sum(wanted, introduced) / total,
        before_share,
        _neighbours(wanted, unit),
        fit if wanted.kind in VALUE_KINDS else 0.0,
        fit if wanted.kind in ("person", "place") else 0.0,
        fit if wanted.kind not in (*VALUE_KINDS, "person", "place") else 0.0,
        fit * share,
        _sum(wanted, covered & wanted.names) / named if named else 0.0,
        _label(wanted, unit, evidence[unit.at]),
        math.log(1 + len(_keys(unit.text))),
        _density(wanted, unit),
        pronoun,
        pronoun * before_share,
        1 / (1 + unit.at),
        0.0,
    )
    logit = _logit(features, READING)
    return Match(unit, place, frozenset(covered), frozenset(introduced | before), features, logit)


def _compared(wanted: Asked, matches: list[Match], similarity: Similarity) -> list[Match]:
    """All again by the weights that count meaning; beyond the best few the least meaning found is taken."""
    if not matches:
        return []
    compared = list(similarity(wanted.text, [one.unit.text for one in matches[:_COMPARED]]))
    least = min(compared)
    again = []
    for number, one in enumerate(matches):
        known = compared[number] if number < len(compared) else None
        features = (*one.features[:-1], least if known is None else known)
        logit = _logit(features, READING_BY_MEANING)
        again.append(one._replace(features=features, logit=logit, similarity=known))
    return sorted(again, key=lambda one: -one.logit)


def _logit(features: Sequence[float], weights: Mapping[str, float]) -> float:
    return weights["bias"] + sum(
        weights[name] * value for name, value in zip(FEATURES, features, strict=True) if value
    )


_PRONOUN = re.compile(r"(?:he|she|it|they|this|these|those|his|her|its|their|such|both)\b", re.IGNORECASE)


def _sum(wanted: Asked, roots: set[str] | frozenset[str]) -> float:
    return sum(wanted.weights[one] for one in roots)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[Word, ...]:
    return tuple(words(text))


@lru_cache(maxsize=4096)
def _keys(text: str) -> frozenset[str]:
    return frozenset(word.key for word in _words(text))


def _content(text: str) -> list[str]:
    return [word.key for word in _words(text) if word.is_content]


def _neighbours(wanted: Asked, unit: Unit) -> float:
    """Share of the question's neighbouring words that stand at most two apart here too, in order."""
    if not wanted.pairs:
        return 0.0
    sequence = _content(unit.text)
    near = {
        (one, other)
        for at, one in enumerate(sequence)
        if one in wanted.weights
        for other in sequence[at + 1 : at + 3]
    }
    return sum(pair in near for pair in wanted.pairs) / len(wanted.pairs)


def _density(wanted: Asked, unit: Unit) -> float:
    """How closely the shared words stand together: 1 where nothing stands between them."""
    sequence = _content(unit.text)
    at = [position for position, key in enumerate(sequence) if key in wanted.weights]
    return len({sequence[position] for position in at}) / (at[-1] - at[0] + 1) if at else 0.0


def _nearness(wanted: Asked, unit: Unit, place: Held) -> float:
    """Weight of the question's words around a place, less the further away; for telling places apart."""
    return sum(
        wanted.weights[word.key] / (1 + min(abs(word.start - place.end), abs(place.start - word.end)) / 20)
        for word in _words(unit.text)
        if word.key in wanted.weights and not place.start <= word.start < place.end
    )


def _label(wanted: Asked, unit: Unit, candidate: EvidenceCandidate) -> float:
    """1 where the thing named by a letter or number is the one here, -1 where another one is."""
    if not wanted.labels:
        return 0.0
    here = labels("\n".join((unit.text, unit.lead, unit.heading, *candidate.heading_path)))
    verdict = 0.0
    for noun, label in wanted.labels:
        same_noun = {other for one, other in here if one == noun}
        if label in same_noun:
            verdict += 1.0
        elif same_noun:
            verdict -= 1.0
    return verdict / len(wanted.labels)
