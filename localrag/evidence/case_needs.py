"""A case's record among the candidates -> the rules and checklists that speak of what is in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from localrag.cases.events import case_events
from localrag.evidence.demands import demands
from localrag.evidence.next_actions import repeats_condition
from localrag.evidence.record_states import entries, is_record_of, state_of
from localrag.evidence.triggers import triggers
from localrag.evidence.units import units
from localrag.evidence.words import content_keys
from localrag.records.authority import AUTHORITY_ORDER, Authority
from localrag.records.ids import EvidenceId
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate

_MOST_RULES = 2
_MOST_BESIDE = 2
"""Further passages of the rules' own sections, which say what follows from them."""
_MOST_RIVALS = 2
"""Passages of other documents with a window on the same events, which may be another one."""
_MOST_REPEATING = 1
"""Passages of other documents that lay a duty on the same condition."""
_MOST_CHECKLISTS = 1
_MOST_OPEN = 1
"""Passages with a demand that the record does not meet, beside the checklist."""
_LEAST_KNOWN = 2
"""Items of a list that the record has to speak of before the list is its checklist."""


def case_needs(
    plan: QueryPlan,
    candidates: Sequence[EvidenceCandidate],
    pool: Sequence[int],
    *,
    authority_order: tuple[Authority, ...] = AUTHORITY_ORDER,
    holidays: Collection[date] = (),
) -> list[int]:
    """Positions of passages that have to be read beside a case's record.

    Args:
        plan: Names the case; what it asks about must be named in a rule's passage or headings.
        candidates: Best first.
        pool: Positions that may be chosen.
        authority_order: Highest first.
        holidays: No working days.

    Returns:
        Rules with a window of time whose events the record has, higher authority first, the passages with
        those events, and the rest of the rules' sections; other windows on these events; what another
        document demands on the same condition; the checklist whose items the record speaks of most, with the
        record's passages that speak of them; a demand that the record does not meet. Ties go to the better
        rank. None without a case or a record.
    """
    record = [at for at in pool if is_record_of(candidates[at], plan.case_id)]
    if not record or plan.case_id is None:
        return []
    about = content_keys(plan.normalized_query) - content_keys(
        f"case {plan.case_id} {plan.case_id.rpartition('-')[2]}"
    )
    events = [
        event
        for at in record
        for event in case_events(candidates[at].text, plan.case_id, EvidenceId(f"E{at}"))
    ]
    known_entries = entries(units([candidates[at] for at in record]))
    in_section: dict[tuple[str, tuple[str, ...]], frozenset[str]] = {}
    for at in pool:
        place = candidates[at].label, candidates[at].heading_path
        in_section[place] = in_section.get(place, frozenset()) | _named_in(candidates[at])
    rules: list[tuple[int, int]] = []
    named: list[str] = []
    happened: dict[int, list[EvidenceId]] = {}
    checklists: list[tuple[int, int]] = []
    open_demands: list[tuple[bool, int]] = []
    stated: dict[int, list[int]] = {}
    subjects: dict[int, set[frozenset[str]]] = {}
    for at in pool:
        candidate = candidates[at]
        if candidate.case_id is not None:
            continue
        conditions = [one for one in triggers(units([candidate]), events, holidays) if one.rule.is_condition]
        subjects[at] = {one.rule.subject for one in conditions}
        if not about & in_section[candidate.label, candidate.heading_path]:
            continue
        if conditions:
            rules.append((authority_order.index(candidate.authority), at))
            named += [trigger.unit.text for trigger in conditions]
            happened[at] = [event.evidence_id for trigger in conditions for event in trigger.events]
        states = [
            (demand.is_item, *state_of(demand, known_entries))
            for demand in demands(units([candidate]), about)
        ]
        known = [entry for is_item, _, entry in states if is_item and entry is not None]
        if len(known) >= _LEAST_KNOWN:
            checklists.append((-len(known), at))
            stated[at] = [record[entry.at] for entry in known]
        if any(not is_item and state != "met" for is_item, state, _ in states):
            open_demands.append((candidate.authority == "official_policy", at))
    kept = [at for _, at in sorted(rules)[:_MOST_RULES]]
    told = [int(name.removeprefix("E")) for at in kept for name in dict.fromkeys(happened[at])]
    sections = {(candidates[at].label, candidates[at].heading_path) for at in kept}
    beside = [at for at in pool if (candidates[at].label, candidates[at].heading_path) in sections]
    kept += [at for at in beside if at not in kept][:_MOST_BESIDE]
    ruled = {subject for at in kept for subject in subjects.get(at, ())}
    kept += [at for at in subjects if at not in kept and subjects[at] & ruled][:_MOST_RIVALS]
    kept += [at for at in pool if at not in kept and _repeats(candidates[at], named)][:_MOST_REPEATING]
    for _, at in sorted(checklists)[:_MOST_CHECKLISTS]:
        # A checklist tells nothing of the case without the record's entries on it.
        kept += [at, *stated[at]]
    documents = {candidates[at].label for _, at in checklists}
    # What a procedure demands beside its checklist is nearest to it.
    open_demands.sort(key=lambda one: (candidates[one[1]].label not in documents, one))
    return list(dict.fromkeys((*kept, *told, *(at for _, at in open_demands[:_MOST_OPEN]))))


def _repeats(candidate: EvidenceCandidate, rules: Sequence[str]) -> bool:
    if candidate.case_id is not None or not rules:
        return False
    return any(repeats_condition(rule, unit) for unit in units([candidate]) for rule in rules)


def _named_in(candidate: EvidenceCandidate) -> frozenset[str]:
    return content_keys("\n".join((candidate.source_title, *candidate.heading_path, candidate.text)))
