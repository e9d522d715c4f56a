"""A question what has happened in a case -> findings of its record alone, and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from localrag.cases.events import case_events
from localrag.evidence.case_facts import told
from localrag.evidence.case_status import asks_of_status, has_status, is_over, status_of
from localrag.evidence.collecting import Collected
from localrag.evidence.record_states import entries, is_record_of, with_box
from localrag.evidence.units import Unit
from localrag.evidence.words import content_keys
from localrag.records.evidence import CaseEvent, VerdictSays
from localrag.records.ids import EvidenceId
from localrag.records.retrieval import EvidenceCandidate

_SCORE = 0.9
"""Of what the record says: it is found by what it says in full, not by likeness (guess)."""
_CLOSING = content_keys("close")


def add_from_record(
    number: int, question: str, case_id: str, found: Sequence[Unit], collected: Collected, today: date
) -> None:
    """Add what a case's record alone says on whether something was done, is on file, or is open.

    The verdict is of the record: no rule bears on it, however it is worded. A record that is silent gives a
    verdict without findings.

    Args:
        number: Of the question's part.
        question: The part, as asked.
        case_id: Of the case.
        found: All units of the evidence.
        collected: Gets the entries and the verdict.
        today: Entries of later days have not happened.
    """
    record, events = record_of(case_id, found, collected.evidence)
    case_words = content_keys(f"case {case_id} {case_id.rpartition('-')[2]}")
    about = content_keys(question) - case_words
    status = status_of(record)
    if status is not None and asks_of_status(about, status[1]):
        is_so = has_status(status[1], about)
        says: VerdictSays = "depends" if is_so is None else "yes" if is_so else "no"
        collected.settle(
            number, says, [_added(number, status[0], collected)], "its status says so", is_of_record=True
        )
        return
    said = told(question, case_words, record, events, today)
    if said is None:
        collected.settle(number, "depends", [], "no entry has all that is asked", is_of_record=True)
        return
    positions = [collected.add_event(event, number, _SCORE, said.reason) for event in said.events]
    positions += [_added(number, unit, collected) for unit in said.items]
    collected.settle(number, said.says, positions, said.reason, is_of_record=True)


def add_closed(
    number: int, about: frozenset[str], case_id: str, found: Sequence[Unit], collected: Collected
) -> bool:
    """Whether the case is asked to be closed and is so already, which its entries then tell."""
    record, events = record_of(case_id, found, collected.evidence)
    status = status_of(record)
    if status is None or not is_over(status[1]) or not about & _CLOSING:
        return False
    closed = [event for event in events if content_keys(event.text.partition(":")[0]) >= _CLOSING][-1:]
    positions = [_added(number, status[0], collected)]
    positions += [collected.add_event(event, number, _SCORE, "when it was closed") for event in closed]
    collected.settle(number, "done", positions, "the case is closed already", is_of_record=True)
    return True


def record_of(
    case_id: str, found: Sequence[Unit], evidence: Sequence[EvidenceCandidate]
) -> tuple[list[Unit], list[CaseEvent]]:
    """A record's entries and its dated events, passage by passage."""
    record = entries([unit for unit in found if is_record_of(evidence[unit.at], case_id)])
    events = [
        event
        for at in sorted({unit.at for unit in record})
        for event in case_events(evidence[at].text, case_id, EvidenceId(evidence[at].evidence_id or ""))
    ]
    return record, events


def _added(number: int, unit: Unit, collected: Collected) -> int:
    shown = with_box(unit, collected.evidence[unit.at].text)
    return collected.add_unit(shown, "item", number, _SCORE, "the record's entry on it")
