"""Which events a rule's wording speaks of."""

from __future__ import annotations

from datetime import date

from localrag.cases.likeness import alike, of_the_thing_itself
from localrag.records.evidence import CaseEvent, Span
from localrag.records.ids import EvidenceId


def keys(text: str) -> frozenset[str]:
    return frozenset(word.strip(".,:;").lower() for word in text.split())


def event(text: str, day: int = 1) -> CaseEvent:
    return CaseEvent(
        case_id="case-1",
        day=date(2026, 5, day),
        text=text,
        evidence_id=EvidenceId("E1"),
        span=Span(start=0, end=5),
    )


def test_events_with_most_of_the_wording_are_alike_in_order_of_time() -> None:
    found = alike([event("Spillage reported", 9), event("Spillage seen", 2)], frozenset({"spillage"}), keys)
    assert [one.day.day for one in found] == [2, 9]


def test_an_event_named_so_at_its_head_comes_before_one_that_only_mentions_it() -> None:
    events = [event("Spillage reported: diesel", 2), event("Letter sent: asks for a spillage plan", 5)]
    assert [one.day.day for one in alike(events, frozenset({"spillage"}), keys)] == [2]


def test_mentions_count_where_no_head_names_it() -> None:
    assert alike([event("Note: a spillage was seen")], frozenset({"spillage"}), keys) != []


def test_an_event_that_denies_it_is_none() -> None:
    assert alike([event("No spillage reported")], frozenset({"spillage"}), keys) == []


def test_half_of_the_wording_is_not_enough() -> None:
    assert alike([event("Application filed")], frozenset({"application", "withdrawn"}), keys) == []


def test_an_empty_wording_speaks_of_nothing() -> None:
    assert alike([event("Spillage reported")], frozenset(), keys) == []


def test_a_paper_about_a_thing_is_not_the_thing_that_happened() -> None:
    found = [event("Defect found: hook"), event("Defect report filed"), event("Defect again: hook")]
    kept = of_the_thing_itself(found, frozenset({"defect"}), keys)
    assert [one.text for one in kept] == ["Defect found: hook", "Defect again: hook"]


def test_where_only_papers_are_on_record_they_stay() -> None:
    found = [event("Complaint letter"), event("Complaint form")]
    assert of_the_thing_itself(found, frozenset({"complaint"}), keys) == found
