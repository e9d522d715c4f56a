"""What is asked and the units of the evidence -> how well each unit answers."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from localrag.evidence.asked import Asked, labels
from localrag.evidence.conditions import is_for_others
from localrag.evidence.exceptions import modifies_something
from localrag.evidence.fitted import READING, READING_BY_MEANING
from localrag.evidence.kinds import VALUE_KINDS, Held, held, values_in
from localrag.evidence.meaning import (
    Similarity,
    as_compared,
    cells,
    meaning_of,
    nearest_passages,
    worth_comparing,
)
from localrag.evidence.nearness import Nearness
from localrag.evidence.polarity import opposition
from localrag.evidence.quantities import meets, quantities
from localrag.evidence.said import Said, said_by
from localrag.evidence.units import Unit
from localrag.evidence.words import keys_of, known_words
from localrag.records.retrieval import EvidenceCandidate

LOOKED_AT = 24
"""Units whose kinds of value are looked for, best by words first: finding values takes most of the time.
Measured 2026-11-30 with scripts/measure_reading.py: the chosen sentence never came from further down."""
FEATURES = (
    "covered", "introduced", "before", "neighbours", "value", "name", "shape", "kind_covered", "names",
    "label", "length", "density", "pronoun", "pronoun_before", "opposed", "quantity", "own_case", "modifies",
    "audience", "identified", "near", "near_around",
    "rank", "meant",
    "similar",
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
    nearness: Nearness | None = None,
) -> list[Match]:
    """Units that say or nearly say a word of what is asked, best first; ties keep reading order.

    Args:
        wanted: What is asked.
        found: Units of the evidence.
        evidence: The passages that the units' ``at`` counts.
        similarity: Compares the best few once more.
        looked_at: Units at most in the result, best by shared words first.
        nearness: Of texts to what is asked; by the list of related words alone where null.

    Returns:
        Matches; without shared words anywhere, or without words to share, none.
    """
    if not wanted.total:
        return []
    nearness = nearness or Nearness(wanted)
    titled = ["\n".join((one.source_title, *one.heading_path)) for one in evidence]
    near = nearest_passages(evidence)
    nearness.learn(piece for unit in found for piece in (unit.text, unit.heading, unit.lead))
    rough = []
    for unit in found:
        of_it = wanted.of(evidence[unit.at])
        said = said_by(of_it, unit, titled[unit.at], nearness)
        if said.covered or said.introduced or said.near or unit.at in near:
            partial = _sum(of_it, said.covered) + 0.5 * _sum(of_it, said.introduced | said.before)
            rough.append((partial + _weighted(of_it, said.near), unit, said))
    rough.sort(key=lambda row: -row[0])
    matches = [
        _match(wanted.of(evidence[unit.at]), unit, evidence, said) for _, unit, said in rough[:looked_at]
    ]
    matches.sort(key=lambda one: -one.logit)
    return _compared(wanted, matches, evidence, similarity) if similarity else matches


def _match(wanted: Asked, unit: Unit, evidence: Sequence[EvidenceCandidate], said: Said) -> Match:
    places = held(wanted, unit)
    place = max(places, key=lambda one: (one.fit, _nearness(wanted, unit, one)), default=None)
    fit = place.fit if place and wanted.kind != "statement" else 0.0
    total = wanted.total or 1.0
    share = _sum(wanted, said.covered) / total
    named = math.fsum(wanted.weights.get(name, 0.0) for name in wanted.names)
    pronoun = float(bool(_PRONOUN.match(unit.text)))
    before_share = _sum(wanted, said.before) / total
    features = (
        share,
        _sum(wanted, said.introduced) / total,
        before_share,
        _neighbours(wanted, unit),
        fit if wanted.kind in VALUE_KINDS else 0.0,
        fit if wanted.kind in ("person", "place") else 0.0,
        fit if wanted.kind not in (*VALUE_KINDS, "person", "place") else 0.0,
        fit * share,
        _sum(wanted, said.covered & wanted.names) / named if named else 0.0,
        _label(wanted, unit, evidence[unit.at]),
        math.log(1 + len(keys_of(unit.text))),
        _density(wanted, unit),
        pronoun,
        pronoun * before_share,
        opposition(wanted.text, unit.text, may_deny=wanted.kind == "yes_no"),
        _quantity(wanted, unit),
        _own_case(wanted, evidence[unit.at]),
        float(modifies_something(unit.text, wanted.text)),
        float(is_for_others(unit.text, evidence[unit.at], wanted.text)),
        float(any(_IDENTIFIER.fullmatch(key) for key in said.covered)),
        _weighted(wanted, said.near) / total,
        _weighted(wanted, said.near_around) / total,
        1 / (1 + unit.at),
        meaning_of(unit.at, evidence),
        0.0,
    )
    logit = _logit(features, READING)
    nearby = said.introduced | said.before | said.near.keys() | said.near_around.keys()
    return Match(unit, place, said.covered, nearby - said.covered, features, logit)


def _compared(
    wanted: Asked, matches: list[Match], evidence: Sequence[EvidenceCandidate], similarity: Similarity
) -> list[Match]:
    """All again by the weights that count meaning; those not compared get the least meaning found."""
    if not matches:
        return []
    positions = worth_comparing([one.unit for one in matches], evidence)
    known: dict[int, float] = {}
    for asked_text in dict.fromkeys(wanted.of(evidence[matches[at].unit.at]).text for at in positions):
        alike = [at for at in positions if wanted.of(evidence[matches[at].unit.at]).text == asked_text]
        texts = [as_compared(matches[at].unit, evidence[matches[at].unit.at]) for at in alike]
        known |= dict(zip(alike, similarity(asked_text, texts), strict=True))
    least = min(known.values())
    again = []
    for at, one in enumerate(matches):
        features = (*one.features[:-1], known.get(at, least))
        logit = _logit(features, READING_BY_MEANING)
        again.append(one._replace(features=features, logit=logit, similarity=known.get(at)))
    return sorted(again, key=lambda one: -one.logit)


def _logit(features: Sequence[float], weights: Mapping[str, float]) -> float:
    return weights["bias"] + sum(
        weights[name] * value for name, value in zip(FEATURES, features, strict=True) if value
    )


_PRONOUN = re.compile(r"(?:he|she|it|they|this|these|those|his|her|its|their|such|both)\b", re.IGNORECASE)


def _sum(wanted: Asked, roots: set[str] | frozenset[str]) -> float:
    # Exact, so that the order of a set, which differs from run to run, cannot move the last bit.
    return math.fsum(wanted.weights[one] for one in roots)


def _weighted(wanted: Asked, said: Mapping[str, float]) -> float:
    return math.fsum(wanted.weights[key] * share for key, share in said.items())


_IDENTIFIER = re.compile(r"(?=.*\d)(?=.*[a-z])[\w./-]*[-./][\w./-]*")
"""The root of an identifier: letters and digits with a mark between them ("pb-03")."""


def _content(text: str) -> list[str]:
    return [word.key for word in known_words(text) if word.is_content]


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
    """Weight of the question's words around a place, less the further away; for telling places apart.

    In a table row the head of the place's column counts in full.
    """
    around = sum(
        wanted.weights[word.key] / (1 + min(abs(word.start - place.end), abs(place.start - word.end)) / 20)
        for word in known_words(unit.text)
        if word.key in wanted.weights and not place.start <= word.start < place.end
    )
    if unit.kind != "row":
        return around
    head = _column_head(unit, place)
    named = sum(1.0 for label in labels(head) if label in wanted.labels)
    return around + named + math.fsum(wanted.weights[key] for key in wanted.weights.keys() & keys_of(head))


def _column_head(unit: Unit, place: Held) -> str:
    """The head of the column that a place in a row stands in; empty where the table has no such head.

    Rows without bars (what PDF leaves of a table) have a head where it tells as many things apart by letter
    or number as the row has values: "Class A Class B Class C" over three amounts.
    """
    heads = unit.lead.rsplit("\n", 1)[-1] or unit.heading
    if "|" in unit.text:
        named = cells(heads)
        column = unit.text[: place.start].strip().lstrip("|").count("|")
        return named[column] if column < len(named) else ""
    apart = labels(heads) or labels(unit.heading)
    own = [value for value in values_in(unit.text) if value.kind not in ("number", "ordinal")]
    at = next((number for number, value in enumerate(own) if value.start == place.start), None)
    if at is None or len(own) != len(apart):
        return ""
    return f"{apart[at][0]} {apart[at][1].upper()}"


def _own_case(wanted: Asked, candidate: EvidenceCandidate) -> float:
    """1 for the record of the case asked about; a yes or no is decided by rules, not by the record."""
    return float(
        wanted.kind != "yes_no" and wanted.case_id is not None and candidate.case_id == wanted.case_id
    )


def _quantity(wanted: Asked, unit: Unit) -> float:
    """Whether the amounts that the question names lie within the limits stated here."""
    return meets(wanted.quantities, quantities(values_in(unit.text))) if wanted.quantities else 0.0


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
