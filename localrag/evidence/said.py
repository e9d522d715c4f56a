"""What is asked and one unit -> which of the question's words it says, nearly says, or stands under."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from localrag.evidence.asked import Asked
from localrag.evidence.nearness import Nearness
from localrag.evidence.units import Unit
from localrag.evidence.words import keys_of


class Said(NamedTuple):
    """Roots of the question that a unit has to do with; each stands in one of the five."""

    covered: frozenset[str]
    """In the unit."""
    introduced: frozenset[str]
    """In its headings, title, list introduction."""
    before: frozenset[str]
    """In the sentence before."""
    near: Mapping[str, float]
    """Nearly said by the unit, with how nearly."""
    near_around: Mapping[str, float]
    """Nearly said around it."""


def said_by(wanted: Asked, unit: Unit, titled: str, nearness: Nearness) -> Said:
    """Hold a unit, and what introduces it, against the question's words."""
    around = "\n".join((titled, unit.heading, unit.lead))
    # Of a dated passage less may be asked than of others, while nearness knows all that is asked.
    own, beside, before = (
        {key: share for key, share in nearness.says(text).items() if key in wanted.weights}
        for text in (unit.text, around, unit.before)
    )
    covered = frozenset(wanted.weights.keys() & keys_of(unit.text))
    introduced = frozenset(
        wanted.weights.keys() & (keys_of(titled) | keys_of(unit.heading) | keys_of(unit.lead)) - covered
    )
    earlier = frozenset(wanted.weights.keys() & keys_of(unit.before) - covered - introduced)
    exact = covered | introduced | earlier
    near = {key: share for key, share in own.items() if key not in covered}
    around_it = {
        key: max(beside.get(key, 0.0), before.get(key, 0.0)) for key in (beside.keys() | before.keys())
    }
    return Said(
        covered,
        introduced,
        earlier,
        near,
        {key: share for key, share in around_it.items() if key not in exact and share > near.get(key, 0.0)},
    )
