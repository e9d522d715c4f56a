"""A rule that a case meets, or items it lacks -> the sentences that say what is to be done next."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localrag.evidence.demands import Demand
from localrag.evidence.units import Unit
from localrag.evidence.words import content_keys
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.modality import modals

_POINTS_AT_RULE = re.compile(
    r"\b(?:after|once|when|if|as soon as) (?:the|a|this|that|such an?) (?:criteri(?:on|a)"
    r"|condition|requirement|threshold|limit"
    r"|case|rule|event)\b[^.]{0,40}\b(?:met|fulfilled|reached|true|satisfied|occurs?|arises?)\b"
    r"|\bin (?:that|this|such a) (?:case|event)\b|\bthen\b",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(r"\s*(?:if|when|where|unless|in case)\b", re.IGNORECASE)
_LACKS = re.compile(r"\b(?:missing|lacking|absent|outstanding|incomplete)\b", re.IGNORECASE)
_MOST = 1
_ALIKE = 0.5
"""Share of the rule's words that a conditional duty elsewhere must have (guess)."""


def after_trigger(rule: Unit, units: Sequence[Unit], evidence: Sequence[EvidenceCandidate]) -> list[Unit]:
    """Duties that follow once a rule's condition has come true: of its own section, then of others.

    At most one each. A duty after it in the same section that points back at the condition ("after the
    criterion was met", "in that case") comes before one that shares its words; elsewhere a duty on the
    same condition counts.
    """
    own = content_keys(rule.text)
    ranked: list[tuple[float, int, Unit]] = []
    elsewhere: list[tuple[float, int, Unit]] = []
    for position, unit in enumerate(units):
        if unit == rule or not _is_duty(unit):
            continue
        alike = _likeness(own, content_keys(unit.text))
        near = follows(rule, unit, evidence)
        if near and _POINTS_AT_RULE.search(unit.text):
            ranked.append((2 + alike, position, unit))
        elif near and alike > 0 and not _CONDITIONAL.match(unit.text):
            ranked.append((1 + alike, position, unit))
        elif repeats_condition(rule.text, unit):
            elsewhere.append((alike, position, unit))
    ranked.sort(key=lambda one: (-one[0], one[1]))
    elsewhere.sort(key=lambda one: (-one[0], one[1]))
    return [unit for _, _, unit in (*ranked[:_MOST], *elsewhere[:_MOST])]


def repeats_condition(rule: str, unit: Unit) -> bool:
    """Whether a unit lays a duty on the condition that a rule names, as another document may."""
    if not _CONDITIONAL.match(unit.text) or not _is_duty(unit):
        return False
    return _likeness(content_keys(rule), content_keys(unit.text)) >= _ALIKE


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, min(len(one), len(other)))


def follows(rule: Unit, unit: Unit, evidence: Sequence[EvidenceCandidate]) -> bool:
    """Whether a unit stands behind a rule in the rule's own section, in the same passage or a later one."""
    own, other = evidence[rule.at], evidence[unit.at]
    if (own.label, own.heading_path) != (other.label, other.heading_path) or rule.heading != unit.heading:
        return False
    return own.start_char + rule.start < other.start_char + unit.start


def after_missing(lacking: Sequence[Demand], units: Sequence[Unit]) -> list[Unit]:
    """What the passages of a procedure say is to be done about a missing item, steps first, at most one."""
    own = frozenset().union(*(content_keys(demand.made_by.text) | demand.keys for demand in lacking))
    ranked = [
        (unit.kind != "step", position, unit)
        for position, unit in enumerate(units)
        if _LACKS.search(unit.text)
        and (unit.kind == "step" or _is_duty(unit))
        and own & content_keys(unit.text)
        and not any(unit == demand.unit for demand in lacking)
        and re.search(
            r"\b(?:obtain|get|request|ask|supply|complete|return|provide|add|must|have)\b", unit.text, re.I
        )
    ]
    ranked.sort(key=lambda one: one[:2])
    return [unit for _, _, unit in ranked[:_MOST]]


def _is_duty(unit: Unit) -> bool:
    """Whether a unit says that something must be done; a prohibition or a list's introduction does not."""
    return not unit.text.endswith(":") and any(modal.sense == "duty" for modal in modals(unit.text))
