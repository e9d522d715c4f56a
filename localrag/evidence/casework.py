"""Rules, procedures and one case's record -> what the rules say of this case, with the days counted."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from localrag.cases.events import case_events
from localrag.evidence.asked import Asked
from localrag.evidence.bearing import bearing, forbidden_by
from localrag.evidence.collecting import Collected
from localrag.evidence.demands import Demand, demands
from localrag.evidence.leave import decides_by_rules
from localrag.evidence.next_actions import after_missing, after_trigger
from localrag.evidence.record_states import entries, is_record_of, state_of, with_box
from localrag.evidence.relevance import Match
from localrag.evidence.triggers import Trigger, computed, triggers
from localrag.evidence.units import Unit
from localrag.evidence.words import content_keys
from localrag.records.authority import AUTHORITY_ORDER, Authority
from localrag.records.evidence import CaseEvent, Requirement, Verdict
from localrag.records.ids import EvidenceId
from localrag.records.retrieval import EvidenceCandidate

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
    record = entries([unit for unit in found if is_record_of(evidence[unit.at], case_id)])
    rules = [unit for unit in found if evidence[unit.at].case_id is None]
    about = _about(wanted, case_id)
    met = _add_triggers(number, about, record, rules, matches, collected, authority_order, holidays)
    listed = _add_requirements(number, about, record, rules, matches, collected)
    # Whether something was done, or has to be, is not whether a rule stands in its way.
    if decides_by_rules(wanted.text):
        _add_verdict(number, wanted, about, met, listed, rules, collected)
    _add_actions(number, met, listed, rules, collected)


def _about(wanted: Asked, case_id: str) -> frozenset[str]:
    """What is asked about, without the words that only name the case."""
    return wanted.about - content_keys(f"case {case_id} {case_id.rpartition('-')[2]}")


def _events(record: Sequence[Unit], evidence: Sequence[EvidenceCandidate], case_id: str) -> list[CaseEvent]:
    passages = sorted({unit.at for unit in record})
    return [
        event
        for at in passages
        for event in case_events(evidence[at].text, case_id, EvidenceId(evidence[at].evidence_id or ""))
    ]


def _add_triggers(
    number: int,
    about: frozenset[str],
    record: Sequence[Unit],
    rules: Sequence[Unit],
    matches: Mapping[tuple[int, int], Match],
    collected: Collected,
    authority_order: tuple[Authority, ...],
    holidays: Collection[date],
) -> list[tuple[Trigger, int]]:
    """Windows that the record's events meet or miss, each with the position of its rule."""
    evidence = collected.evidence
    case_id = next((evidence[unit.at].case_id for unit in record), None)
    if case_id is None:
        return []
    sections = {
        (evidence[unit.at].label, evidence[unit.at].heading_path)
        for unit in rules
        if _bears(unit, about, matches)
    }
    bearing = [
        unit for unit in rules if (evidence[unit.at].label, evidence[unit.at].heading_path) in sections
    ]
    counted = triggers(bearing, _events(record, evidence, case_id), holidays)
    held = [one for one in counted if one.rule.is_condition or len(about & one.rule.happens) > 0]
    held.sort(
        key=lambda one: (
            authority_order.index(evidence[one.unit.at].authority),
            -_score(one.unit, matches),
        )
    )
    kept: list[tuple[Trigger, int]] = []
    seen: list[frozenset[str]] = []
    for trigger in held:
        subject = trigger.rule.happens | trigger.rule.anchor
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
    return kept


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
    if against or lacking:
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
        collected.verdict = Verdict(
            says="no", derived_from=tuple(dict.fromkeys(deciding)), reason="; ".join(reasons)
        )
        return
    allowing = [(trigger, rule) for trigger, rule, way in weighed if way == "for"]
    if allowing and all(one.state == "met" for _, one in listed):
        trigger, rule = allowing[0]
        collected.verdict = Verdict(
            says="yes", derived_from=(rule,), reason=f"the days counted satisfy the {trigger.rule.limit}"
        )
    elif met or listed:
        rest = [rule for _, rule in met] or [one.finding for _, one in listed]
        collected.verdict = Verdict(
            says="depends", derived_from=tuple(rest[:1]), reason="no rule found is met, none settles it"
        )


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
