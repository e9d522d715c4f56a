"""A rule held against a case's events -> whether it stands against what is asked, allows it, or neither."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from localrag.evidence.asked import Asked
from localrag.evidence.next_actions import follows
from localrag.evidence.triggers import Trigger
from localrag.evidence.units import Unit
from localrag.evidence.words import content_keys
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.modality import modals

Bearing = Literal["against", "for"]

_ASKS_LEAVE = re.compile(
    r"\b(?:can|may|could|might)\s+(?:\w+\s+)?\w+|\b(?:allowed|permitted|entitled|free|possible|ready) to\b",
    re.IGNORECASE,
)
ASKS_OF_TIME = re.compile(r"\b(?:in|on|within) (?:good |the )?time\b|\b(?:too )?late\b", re.IGNORECASE)
_LEAVES_OUT = re.compile(
    r"\b(?:without|skip(?:ping)?|bypass(?:ing)?|despite|avoid(?:ing)?|waive)\b", re.IGNORECASE
)


def bearing(
    trigger: Trigger,
    wanted: Asked,
    about: frozenset[str],
    rules: Sequence[Unit],
    evidence: Sequence[EvidenceCandidate],
) -> Bearing | None:
    """What a rule comes to for the thing asked about, the days having been counted.

    Args:
        trigger: A rule and its events.
        wanted: The question's part.
        about: Roots of what is asked about.
        rules: All rules at hand: what a section forbids once its condition is met stands behind the rule.
        evidence: The passages that the rules stand in.

    Returns:
        For a condition: a duty or a ban that it brings about stands against, where it speaks of the thing
        asked about or the question would leave something out; a permission that hangs on it allows it where
        it is met, and stands against it where it is the only way and is not met. For a plain limit of time:
        whether it was kept, unless leave is asked, where only a limit not kept tells. Null where it tells
        nothing.
    """
    rule = trigger.rule
    if not rule.is_condition:
        if not trigger.is_met:
            return "against"
        return None if _ASKS_LEAVE.match(wanted.text.strip()) else "for"
    if ASKS_OF_TIME.search(wanted.text):
        return None
    comes_true = trigger.is_met != (rule.opener == "unless")
    senses = {modal.sense for modal in modals(trigger.unit.text)}
    if "permission" in senses and not senses & {"duty", "prohibition"}:
        if comes_true:
            return "for"
        return "against" if rule.opener in ("only if", "unless") else None
    if not comes_true:
        return "for" if "prohibition" in senses and rule.opener == "unless" else None
    speaks_of_it = bool(about & content_keys(trigger.unit.text))
    if speaks_of_it or _LEAVES_OUT.search(wanted.text) or forbidden_by(trigger.unit, about, rules, evidence):
        return "against"
    return None


def forbidden_by(
    rule: Unit, about: frozenset[str], rules: Sequence[Unit], evidence: Sequence[EvidenceCandidate]
) -> list[Unit]:
    """The first sentence behind a rule in its section that forbids what is asked about.

    None for a rule that is a permission or a ban itself.
    """
    if {modal.sense for modal in modals(rule.text)} & {"permission", "prohibition"}:
        return []
    return [
        unit
        for unit in rules
        if follows(rule, unit, evidence)
        and about & content_keys(unit.text)
        and any(modal.sense == "prohibition" for modal in modals(unit.text))
    ][:1]
