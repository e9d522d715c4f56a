"""Dated entries of case records, in the forms people write them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.cases.events import case_events
from localrag.records.evidence import CaseEvent
from localrag.records.ids import EvidenceId


def events(text: str, locale: str = "en_GB") -> tuple[CaseEvent, ...]:
    return case_events(text, "case-1", EvidenceId("E1"), locale=locale)


@pytest.mark.parametrize(
    "line",
    [
        "- 2026-05-02: Bund cracked.",
        "* 2 May 2026 – Bund cracked.",
        "2 May 2026 - Bund cracked.",
        "1. 02/05/2026: Bund cracked.",
        "**2 May 2026** – Bund cracked.",
        "2026-05-02 14:30 – Bund cracked.",
        "Saturday, 2 May 2026: Bund cracked.",
        "[2026-05-02] Bund cracked.",
        "### 2 May 2026\n\nBund cracked.",
        "May 2, 2026: Bund cracked.",
    ],
)
def test_an_entry_that_begins_with_a_day_is_an_event(line: str) -> None:
    assert [(event.day, event.text) for event in events(line)] == [(date(2026, 5, 2), "Bund cracked.")]


def test_a_table_row_gives_its_other_cells() -> None:
    table = "| Date | Entry | Who |\n|---|---|---|\n| 2026-05-02 | Inspection | AB |\n"
    assert [(event.day, event.text) for event in events(table)] == [(date(2026, 5, 2), "Inspection: AB")]


def test_a_label_before_a_day_is_the_event() -> None:
    assert [(event.day, event.text) for event in events("Opened: 14 March 2024\nOfficer: J. Roe")] == [
        (date(2024, 3, 14), "Opened")
    ]


def test_a_table_of_labels_and_days_gives_the_labels() -> None:
    assert [event.text for event in events("| Permit expires | 30 June 2026 |")] == ["Permit expires"]


def test_a_wrapped_entry_is_read_to_its_end_and_no_further() -> None:
    text = "- 2026-05-02: Bund of tank 3\n  cracked through.\n- 2026-05-03: Letter sent.\n"
    assert [event.text for event in events(text)] == ["Bund of tank 3 cracked through.", "Letter sent."]


def test_a_sentence_that_tells_of_one_day_is_an_event() -> None:
    (event,) = events("The officer came back on 19 June 2026 and found the drain open.")
    assert event.day == date(2026, 6, 19)


@pytest.mark.parametrize(
    "sentence",
    [
        "The reply is due by 20 July 2026.",
        "The site stays closed until 20 July 2026.",
        "The period runs from 2 May 2026 to 20 July 2026.",
        "Nothing happened in July 2026.",
    ],
)
def test_a_day_by_which_something_is_due_or_a_whole_month_is_no_event(sentence: str) -> None:
    assert events(sentence) == ()


def test_the_locale_decides_a_date_in_figures() -> None:
    assert events("- 02/03/2026: Visit.", "en_US")[0].day == date(2026, 2, 3)
    assert events("- 02/03/2026: Visit.", "en_GB")[0].day == date(2026, 3, 2)


def test_a_day_that_does_not_exist_is_no_event() -> None:
    assert events("- 2026-02-31: Visit.") == ()


def test_the_span_is_the_entry_without_its_bullet() -> None:
    text = "Events\n\n- 2026-05-02: Bund cracked.\n"
    (event,) = events(text)
    assert text[event.span.start : event.span.end] == "2026-05-02: Bund cracked."


@given(st.text(alphabet="ab -*|#:.\n0123456789/May", max_size=200))
def test_any_text_gives_spans_inside_it_in_order(text: str) -> None:
    found = events(text)
    assert all(0 <= event.span.start < event.span.end <= len(text) for event in found)
    assert [event.span.start for event in found] == sorted(event.span.start for event in found)


@given(st.lists(st.dates(date(2000, 1, 1), date(2030, 12, 31)), min_size=1, max_size=8))
def test_every_dated_line_gives_its_day(days: list[date]) -> None:
    text = "\n".join(f"- {day.isoformat()}: Entry number {number}." for number, day in enumerate(days))
    assert [event.day for event in events(text)] == days
