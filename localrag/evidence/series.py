"""Units of the evidence -> the lists, steps and tables among them, and the one that answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from localrag.evidence.asked import Asked
from localrag.evidence.relevance import Match
from localrag.evidence.units import Unit

_KEPT = 0.6
"""Share of the best sentence's score that a list must reach, and of the best row's that a further row must
(guess)."""
_LEAST = 2
"""Members below this many are no list."""


class Series(NamedTuple):
    """The members of one list, steps or table, in order."""

    at: int
    """Position of the passage among the evidence."""
    lead: str
    """The sentence that introduces it, with a table's first row; empty where none does."""
    members: tuple[Unit, ...]

    @property
    def is_table(self) -> bool:
        """Whether its members are rows."""
        return self.members[0].kind == "row"


def all_series(found: Sequence[Unit]) -> list[Series]:
    """Every list, sequence of steps and table, in reading order; single members are none."""
    groups: dict[tuple[int, str, str], list[Unit]] = {}
    for unit in found:
        if unit.kind in ("item", "step", "row"):
            groups.setdefault((unit.at, unit.heading, unit.lead), []).append(unit)
    return [
        Series(at, lead, tuple(members))
        for (at, _, lead), members in groups.items()
        if len(members) >= _LEAST
    ]


def introduced_by(unit: Unit, known: Iterable[Series]) -> Series | None:
    """The series right behind a unit that introduces it; null where there is none."""
    for series in known:
        first = series.members[0]
        behind = series.at == unit.at and first.heading == unit.heading and first.order > unit.order
        if behind and series.lead.partition("\n")[0] == unit.text.partition("\n")[0]:
            return series
    return None


def best_series(
    wanted: Asked, matches: Sequence[Match], known: Sequence[Series]
) -> tuple[Series, Match] | None:
    """The series that answers best, with the match that shows it; null where prose answers better.

    A series is as good as its best member or the sentence that introduces it. Of steps only lists count.
    """
    by_place = {(one.unit.at, one.unit.order): one for one in matches}
    leads = {(one.unit.at, one.unit.text): one for one in matches}
    best: tuple[Series, Match] | None = None
    for series in known:
        if wanted.kind == "steps" and series.is_table:
            continue
        showing = [by_place[key] for unit in series.members if (key := (unit.at, unit.order)) in by_place]
        lead = leads.get((series.at, series.lead.partition("\n")[0]))
        showing += [lead] if lead else []
        if not showing:
            continue
        top = max(showing, key=lambda one: one.logit)
        if best is None or top.logit > best[1].logit:
            best = series, top
    if best is None:
        return None
    inside = {(unit.at, unit.order) for unit in best[0].members}
    prose = [
        one
        for one in matches
        if (one.unit.at, one.unit.order) not in inside and one.unit.text != best[0].lead.partition("\n")[0]
    ]
    return best if not prose or best[1].score >= _KEPT * prose[0].score else None


def members_that_match(series: Series, matches: Sequence[Match], lead: frozenset[str]) -> list[Match]:
    """Members that say something of the question which their lead does not; best first.

    Args:
        series: Of the evidence.
        matches: Of the question, best first.
        lead: Roots of the question that the lead says.
    """
    inside = {(unit.at, unit.order) for unit in series.members}
    own = [one for one in matches if (one.unit.at, one.unit.order) in inside and one.covered - lead]
    return [one for one in own if one.score >= _KEPT * own[0].score] if own else []
