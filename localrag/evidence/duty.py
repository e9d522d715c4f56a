"""A question whether something has to be done in a case, and the rules its events meet -> yes, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.evidence.collecting import Collected
from localrag.evidence.next_actions import after_trigger
from localrag.evidence.triggers import Trigger
from localrag.evidence.units import Unit
from localrag.evidence.words import content_keys
from localrag.text.modality import modals

_OF_DUTY = content_keys("required require necessary need needed obliged mandatory case matter file have must")
"""Words that only ask for a duty, or name the case."""
_DECIDES = 0.9
"""Score of what decides: it is found by counting, not by likeness (guess)."""


def add_duty(
    number: int,
    about: frozenset[str],
    met: Sequence[tuple[Trigger, int]],
    rules: Sequence[Unit],
    collected: Collected,
) -> None:
    """Yes where a rule whose condition has come true, or what it demands next, covers all that is asked."""
    asked = about - _OF_DUTY
    for trigger, rule in met:
        if not trigger.is_due:
            continue
        for unit in (trigger.unit, *after_trigger(trigger.unit, rules, collected.evidence)):
            source = collected.evidence[unit.at]
            said = content_keys(" ".join((unit.text, unit.heading, *source.heading_path)))
            is_duty = any(modal.sense == "duty" for modal in modals(unit.text))
            if asked and asked <= said and is_duty:
                demand = collected.add_unit(unit, "rule", number, _DECIDES, "demands what is asked")
                limit = trigger.rule.limit
                reason = f"a rule whose condition has come true demands it ({limit})"
                collected.settle(number, "yes", (demand, rule), reason)
                return
