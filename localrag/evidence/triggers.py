"""Rules with a window of time and a case's events -> which rules the events meet, with the days counted."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import date
from typing import NamedTuple

from localrag.cases.likeness import alike, named_in_head, of_the_thing_itself
from localrag.cases.windows import closest_run, is_within, last_day, length_between, run_within
from localrag.evidence.units import Unit
from localrag.evidence.window_rules import WindowRule, window_rules
from localrag.evidence.words import content_keys
from localrag.records.evidence import CaseEvent, Computation
from localrag.text.date_spans import MONTHS

_HAS_PERIOD = re.compile(r"\b(?:days?|weeks?|fortnights?|months?|quarters?|years?)\b", re.IGNORECASE)


class Trigger(NamedTuple):
    """A rule's window held against two events of a case."""

    unit: Unit
    rule: WindowRule
    events: tuple[CaseEvent, ...]
    """In order of time: the window is held against the first and the last."""
    days: int
    """In the rule's unit; calendar days where it counts months."""
    holds: bool
    """Whether the rule's comparison is true."""

    @property
    def earlier(self) -> CaseEvent:
        """From which is counted."""
        return self.events[0]

    @property
    def later(self) -> CaseEvent:
        """To which is counted."""
        return self.events[-1]

    @property
    def is_due(self) -> bool:
        """Whether what the rule demands under its condition is to be done now."""
        return self.rule.is_condition and self.is_met != (self.rule.opener == "unless")

    @property
    def is_met(self) -> bool:
        """Whether what the rule makes a condition has come true, or what it demands was kept."""
        return self.holds != self.rule.is_denied if self.rule.is_condition else self.holds


def triggers(
    units: Sequence[Unit], events: Sequence[CaseEvent], holidays: Collection[date] = ()
) -> list[Trigger]:
    """Rules whose events the record has, in the units' order; at most one result a window."""
    found = []
    for unit in units:
        if not _HAS_PERIOD.search(unit.text):
            continue
        for rule in window_rules(unit.text):
            trigger = _held(unit, rule, events, holidays)
            if trigger is not None:
                found.append(trigger)
    return found


def _held(
    unit: Unit, rule: WindowRule, events: Sequence[CaseEvent], holidays: Collection[date]
) -> Trigger | None:
    happened = alike(events, rule.happens, content_keys)
    # Days are counted only from an event that the rule names, never from one that mentions it.
    anchors = named_in_head(events, rule.anchor, content_keys)
    run: tuple[CaseEvent, ...] | None
    if rule.is_repeat:
        happened = of_the_thing_itself(happened, rule.happens, content_keys)
        run = run_within(happened, rule.window, rule.times, holidays) or closest_run(happened, rule.times)
    elif rule.is_between:
        run = _latest_of_two(happened, anchors)
    else:
        run = _counted_pair(happened, anchors, is_before=rule.is_before)
    if not run:
        return None
    earlier, later = run[0], run[-1]
    inside = is_within(earlier.day, later.day, rule.window, holidays)
    days = length_between(earlier.day, later.day, rule.window, holidays)
    if rule.relation == "within":
        holds = inside
    elif rule.relation == "at_least":
        holds = later.day >= last_day(earlier.day, rule.window, holidays)
    else:
        holds = not inside
    return Trigger(unit, rule, run, days, holds)


def _latest_of_two(
    one: Sequence[CaseEvent], other: Sequence[CaseEvent]
) -> tuple[CaseEvent, CaseEvent] | None:
    """The latest event of either kind, and the last of the other kind before it or on its day."""
    for first, second in ((one, other), (other, one)):
        for event in reversed(first):
            before = [each for each in second if each not in first and each.day <= event.day]
            if before and not any(each.day > event.day for each in second if each not in first):
                return before[-1], event
    return None


def _counted_pair(
    happened: Sequence[CaseEvent], anchors: Sequence[CaseEvent], *, is_before: bool
) -> tuple[CaseEvent, CaseEvent] | None:
    """What happened last, and the anchor it is counted from or to; null where the record lacks one."""
    happened = [event for event in happened if event not in anchors] or list(happened)
    for event in reversed(happened):
        others = [one for one in anchors if one is not event and one != event]
        if is_before:
            after = [one for one in others if one.day >= event.day] or others
            if after:
                return tuple(sorted((event, after[0]), key=lambda one: one.day))  # type: ignore[return-value]
        else:
            earlier = [one for one in others if one.day <= event.day]
            if earlier:
                return earlier[-1], event
    return None


def computed(trigger: Trigger, derived_from: tuple[int, ...], holidays: Collection[date] = ()) -> Computation:
    """The days between two events against the rule's limit, as a fact that can be computed again."""
    first, second, rule = trigger.earlier.day, trigger.later.day, trigger.rule
    working = rule.window.unit == "working_days"
    between = tuple(sorted(day.isoformat() for day in set(holidays) if first < day <= second))
    end = last_day(first, rule.window, holidays)
    return Computation(
        name="working_days_between" if working else "days_between",
        operands=(first.isoformat(), second.isoformat(), *(between if working else ())),
        result=str(trigger.days),
        relation=rule.relation,
        limit=rule.limit,
        last_day=end,
        holds=trigger.holds,
        derived_from=derived_from,
        text=_said(trigger, end),
    )


def _said(trigger: Trigger, end: date) -> str:
    rule = trigger.rule
    unit = "working day" if rule.window.unit == "working_days" else "calendar day"
    days = f"{trigger.days} {unit}{'' if trigger.days == 1 else 's'}"
    first, second = _written(trigger.earlier.day), _written(trigger.later.day)
    compared = {
        ("within", True): f"within the limit of {rule.limit}",
        ("within", False): f"beyond the limit of {rule.limit}",
        ("at_least", True): f"at least the {rule.limit} that the rule asks for",
        ("at_least", False): f"less than the {rule.limit} that the rule asks for",
        ("more_than", True): f"more than the {rule.limit} of the rule",
        ("more_than", False): f"not more than the {rule.limit} of the rule",
    }[rule.relation, trigger.holds]
    bound = f"{_written(end)}, is included"
    ends = f"the limit's last day, {bound}" if rule.relation != "at_least" else f"the day reached, {bound}"
    return (
        f"{first} and {second} are {days} apart, {compared} (counted from the day after the first; {ends})."
    )


def _written(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
