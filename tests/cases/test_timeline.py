"""A case's entries in order of time, each with its place."""

from __future__ import annotations

from datetime import date

from localrag.cases.timeline import timeline
from tests.evidence.making import passage

RECORD = passage(
    "- 2026-03-09: Driver heard.\n- 2026-02-01: Late arrival.\n- 2026-02-01: Parents told.",
    document="file-514",
    title="Route 14",
    headings=("Events",),
    authority="case_record",
    case="case-514",
)


def test_entries_come_oldest_first_and_those_of_one_day_as_written() -> None:
    assert [(entry.day, entry.text) for entry in timeline("case-514", [RECORD])] == [
        (date(2026, 2, 1), "Late arrival."),
        (date(2026, 2, 1), "Parents told."),
        (date(2026, 3, 9), "Driver heard."),
    ]


def test_an_entry_says_where_it_stands_and_quotes_it() -> None:
    entry = timeline("case-514", [RECORD])[0]
    assert (entry.title, entry.heading_path, entry.uri) == ("Route 14", ("Events",), "file-514.md")
    assert entry.quote in RECORD.text


def test_what_two_overlapping_passages_hold_stands_once() -> None:
    start = RECORD.text.index("- 2026-02-01: Late")
    second = RECORD.model_copy(update={"text": RECORD.text[start:], "start_char": start})
    assert len(timeline("case-514", [RECORD, second])) == 3


def test_the_locale_decides_which_number_is_the_month() -> None:
    numbers = RECORD.model_copy(update={"text": "- 02/03/2026: Driver heard."})
    assert timeline("case-514", [numbers])[0].day == date(2026, 3, 2)
    assert timeline("case-514", [numbers], locale="en_US")[0].day == date(2026, 2, 3)


def test_a_record_without_dates_has_no_entries() -> None:
    assert timeline("case-514", [RECORD.model_copy(update={"text": "Nothing happened."})]) == ()
