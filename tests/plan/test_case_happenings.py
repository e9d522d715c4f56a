"""How a record's entries begin, as searches for the rules on them."""

from __future__ import annotations

from datetime import date

from localrag.plan.case_happenings import told_of


def test_what_happened_on_several_days_comes_first_and_then_the_latest() -> None:
    events = [
        (date(2026, 1, 5), "Permit issued: for three years"),
        (date(2026, 2, 1), "Late arrival: 20 minutes"),
        (date(2026, 2, 9), "Letter sent to the parents"),
        (date(2026, 3, 3), "Late arrival: 35 minutes"),
        (date(2026, 3, 9), "Driver heard"),
    ]
    assert told_of(events) == ("Late arrival", "Driver heard", "Letter sent to the parents")


def test_a_record_without_entries_tells_nothing() -> None:
    assert told_of([]) == ()
