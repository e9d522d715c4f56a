"""Rules, procedures and one case's record -> what the rules say of this case, with the days counted."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import date

from localrag.evidence.asked import Asked
from localrag.evidence.bearing import ASKS_OF_TIME, bearing, forbidden_by
from localrag.evidence.collecting import Collected
from localrag.evidence.demands import Demand, demands
from localrag.evidence.duty import add_duty
from localrag.evidence.leave import decides_by_rules
from localrag.evidence.next_actions import after_missing, after_trigger
from localrag.evidence.on_record import add_closed, record_of
from localrag.evidence.record_states import state_of, with_box
from localrag.evidence.relevance import Match
from localrag.evidence.triggers import Trigger, computed, triggers
from localrag.evidence.units import Unit
from localrag.evidence.window_rules import window_rules
from localrag.evidence.words import content_keys
from localrag.records.authority import AUTHORITY_ORDER, Authority
from localrag.records.evidence import CaseEvent, Requirement
from localrag.text.on_record import asks_of_duty

_MOST_TRIGGERS = 2
"""Windows that are counted in one answer (guess: more is a report, not an answer)."""


def add_casework(
    number: int,
    wanted: Asked,
    case_id: str,
    found: Sequence[Unit],
    matches: Mapping[tuple[int, int], Match],
    collected: Collected,
    authority_order: tuple[Authority, ...] = AUTHORITY_ORDER,
    holidays: Collection[date] = (),
) -> None:
    """Add what rules, procedures and the record say of one case to what is collected.

    Args:
        number: Of the question's part.
        wanted: What is asked.
        case_id: Of the case; its case records alone say what happened, those of other cases are left out.
        found: All units of the evidence.
        matches: Units that bear on the question, by passage and order.
        collected: Gets findings, computations, requirements and, where rules settle what is asked, a verdict.
        authority_order: Highest first; of two rules on one thing the higher is counted.
        holidays: No working days.
    """
    evidence = collected.evidence
    if decides_by_rules(wanted.text) and add_closed(
        number, _about(wanted, case_id), case_id, found, collected
    ):
        return
    record, events = record_of(case_id, found, evidence)
    rules = [unit for unit in found if evidence[unit.at].case_id is None]
    about = _about(wanted, case_id)
    of_time = ASKS_OF_TIME.search(wanted.text) is not None
    met = _add_triggers(number, about, events, rules, matches, collected, authority_order, holidays, of_time)
    # What is still missing says nothing of a time that was kept.
    listed = [] if of_time else _add_requirements(number, about, record, rules, matches, collected)
    # Whether something was done, or has to be, is not whether a rule stands in its way.
    if asks_of_duty(wanted.text):
        add_duty(number, about, met, rules, collected)
    elif decides_by_rules(wanted.text):
        _add_verdict(number, wanted, about, met, listed, rules, collected)
    _add_actions(number, met, listed, rules, collected)


def _about(wanted: Asked, case_id: str) -> frozenset[str]:
    """What is asked about, without the words that only name the case."""
    return wanted.about - content_keys(f"case {case_id} {case_id.rpartition('-')[2]}")


def _add_triggers(
    number: int,
    about: frozenset[str],
    events: Sequence[CaseEvent],
    rules: Sequence[Unit],
    matches: Mapping[tuple[int, int], Match],
    collected: Collected,
    authority_order: tuple[Authority, ...],
    holidays: Collection[date],
    of_time: bool,
) -> list[tuple[Trigger, int]]:
    """Windows that the record's events meet or miss, each with the position of its rule.

    Where it is asked whether a time was kept, those alone that set such a time.
    """
    evidence = collected.evidence
    sections = {
        (evidence[unit.at].label, evidence[unit.at].heading_path)
        for unit in rules
        if _bears(unit, about, matches)
    }
    bearing = [
        unit for unit in rules if (evidence[unit.at].label, evidence[unit.at].heading_path) in sections
    ]
    counted = triggers(bearing, events, holidays)
    held = [
        one
        for one in counted
        if (one.rule.is_condition and not of_time) or (about & one.rule.happens and not one.rule.is_condition)
    ]
    held.sort(
        key=lambda one: (
            authority_order.index(evidence[one.unit.at].authority),
            -_score(one.unit, matches),
        )
    )
    kept: list[tuple[Trigger, int]] = []
    seen: list[frozenset[str]] = []
    for trigger in held:
        subject = trigger.rule.subject
        score = _score(trigger.unit, matches)
        rule = collected.add_unit(
            trigger.unit,
            "rule",
            number,
            max(score, _DECIDES),
            "sets a window that the record's events are held against",
        )
        if subject in seen or len(kept) >= _MOST_TRIGGERS:
            continue
        seen.append(subject)
        positions = [
            collected.add_event(event, number, _DECIDES, "an event that the rule's wording speaks of")
            for event in trigger.events
        ]
        collected.computations.append(computed(trigger, (*positions, rule), holidays))
        kept.append((trigger, rule))
    _add_rivals(number, seen, [unit for unit in rules if unit not in bearing], collected)
    return kept


def _add_rivals(
    number: int, subjects: Sequence[frozenset[str]], rules: Sequence[Unit], collected: Collected
) -> None:
    """Other rules with a window on the events of those counted: a source may set another one."""
    for unit in rules:
        if any(rule.subject in subjects for rule in window_rules(unit.text)):
            collected.add_unit(unit, "rival", number, _DECIDES, "sets a window on the same events")


_DECIDES = 0.9
"""Score of what a case is decided by: it is found by structure and counting, not by likeness (guess)."""


def _score(unit: Unit, matches: Mapping[tuple[int, int], Match]) -> float:
    one = matches.get((unit.at, unit.order))
    return one.score if one is not None else 0.0


def _bears(unit: Unit, about: frozenset[str], matches: Mapping[tuple[int, int], Match]) -> bool:
    one = matches.get((unit.at, unit.order))
    return one is not None and bool(about & (one.covered | one.nearby))


def _add_requirements(
    number: int,
    about: frozenset[str],
    record: Sequence[Unit],
    rules: Sequence[Unit],
    matches: Mapping[tuple[int, int], Match],
    collected: Collected,
) -> list[tuple[Demand, Requirement]]:
    """What procedures demand of the case, with what the record says of each."""
    if not record:
        return []
    made: list[tuple[Demand, Requirement]] = []
    for demand in demands(rules, about):
        bears = any(_bears(unit, about, matches) for unit in (demand.unit, demand.made_by))
        state, entry = state_of(demand, record)
        if not bears or (demand.is_item and state == "no_entry" and not _is_kept_list(demand, made)):
            continue
        finding = collected.add_unit(
            demand.unit, "requirement", number, _DECIDES, f"demanded: {' '.join(demand.made_by.text.split())}"
        )
        at = None
        if entry is not None:
            said = "the record marks it missing" if state == "missing" else "the record has it"
            shown = with_box(entry, collected.evidence[entry.at].text)
            at = collected.add_unit(shown, "item", number, _DECIDES, said)
        requirement = Requirement(finding=finding, state=state, entry=at)
        collected.requirements.append(requirement)
        made.append((demand, requirement))
    return made


def _is_kept_list(demand: Demand, made: Sequence[tuple[Demand, Requirement]]) -> bool:
    """Whether the record speaks of other items of the same list, so that silence on this one tells."""
    return any(
        other.made_by == demand.made_by and requirement.state != "no_entry" for other, requirement in made
    )


def _add_verdict(
    number: int,
    wanted: Asked,
    about: frozenset[str],
    met: Sequence[tuple[Trigger, int]],
    listed: Sequence[tuple[Demand, Requirement]],
    rules: Sequence[Unit],
    collected: Collected,
) -> None:
    """No where a rule stands against it or a demand is unmet; yes where one allows it and nothing is open."""
    weighed = [
        (trigger, rule, bearing(trigger, wanted, about, rules, collected.evidence)) for trigger, rule in met
    ]
    against = [(trigger, rule) for trigger, rule, way in weighed if way == "against"]
    lacking = [(demand, one) for demand, one in listed if one.state == "missing"]
    if (against or lacking) and not _ASKS_LATE.search(wanted.text):
        deciding = [rule for _, rule in against]
        deciding += [
            collected.add_unit(unit, "rule", number, _DECIDES, "forbids it once the condition is met")
            for trigger, _ in against
            for unit in forbidden_by(trigger.unit, about, rules, collected.evidence)
        ]
        deciding += [
            collected.add_unit(made_by, "rule", number, _DECIDES, "demands what the record marks missing")
            for made_by in dict.fromkeys(demand.made_by for demand, _ in lacking if demand.is_item)
        ]
        deciding += [one.finding for demand, one in lacking if not demand.is_item]
        reasons = [f"a rule stands against it ({trigger.rule.limit})" for trigger, _ in against]
        reasons += ["a demanded item is missing"] if lacking else []
        collected.settle(number, "no", deciding, "; ".join(reasons))
        return
    allowing = [(trigger, rule) for trigger, rule, way in weighed if way == "for"]
    if allowing and all(one.state == "met" for _, one in listed) and not _ASKS_LATE.search(wanted.text):
        trigger, rule = allowing[0]
        collected.settle(number, "yes", (rule,), f"the days counted satisfy the {trigger.rule.limit}")
    elif met or listed:
        rest = [rule for _, rule in met] or [one.finding for _, one in listed]
        collected.settle(number, "depends", rest[:1], "no rule found is met, none settles it")


_ASKS_LATE = re.compile(r"\b(?:late|overdue)\b", re.IGNORECASE)
"""What turns the sense of a time that was kept: the days counted are shown without yes or no."""


def _add_actions(
    number: int,
    met: Sequence[tuple[Trigger, int]],
    listed: Sequence[tuple[Demand, Requirement]],
    rules: Sequence[Unit],
    collected: Collected,
) -> None:
    """What a cited rule says is to be done next: a condition has come true, or items are missing."""
    actions: list[tuple[Unit, str]] = []
    for trigger, _ in met:
        if trigger.is_due:
            actions += [
                (unit, "what the rule demands next")
                for unit in after_trigger(trigger.unit, rules, collected.evidence)
            ]
    lacking = [demand for demand, one in listed if one.state == "missing"]
    if lacking:
        actions += [
            (unit, "what is to be done about a missing item") for unit in after_missing(lacking, rules)
        ]
    for unit, reason in actions:
        collected.add_unit(unit, "action", number, _DECIDES, reason)
