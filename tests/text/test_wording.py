"""Facts of records in words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from localrag.text.wording import ago, duration, pages, validity
from tests.fakes.scripted_backend import evidence


@pytest.mark.parametrize(
    ("start", "end", "label", "words"),
    [
        (None, None, None, ""),
        (3, 3, None, "p. 3"),
        (3, 3, "3", "p. 3"),
        (3, 4, None, "pp. 3-4"),
        (10, 10, "5", "p. 5, sheet 10"),
        (10, 11, "5", "p. 5, sheets 10-11"),
        (2, 2, "iv", "p. iv, sheet 2"),
    ],
)
def test_a_page_is_named_as_printed_and_as_counted(
    start: int | None, end: int | None, label: str | None, words: str
) -> None:
    assert pages(start, end, label) == words


@pytest.mark.parametrize(
    ("first", "last", "status", "words"),
    [
        (date(2026, 1, 1), None, "active", "in force since 2026-01-01"),
        (date(2026, 1, 1), date(2026, 12, 31), "active", "in force 2026-01-01 to 2026-12-31"),
        (None, date(2026, 12, 31), "active", "in force until 2026-12-31"),
        (date(2023, 1, 1), date(2025, 12, 31), "superseded", "was in force 2023-01-01 to 2025-12-31"),
        (None, date(2025, 12, 31), "active", "was in force until 2025-12-31"),
        (date(2027, 1, 1), None, "active", "in force from 2027-01-01"),
        (date(2026, 1, 1), None, "draft", "draft, not in force"),
        (None, None, "active", "validity not stated"),
        (None, None, "archived", "archived, not in force"),
        (date(2023, 1, 1), None, "superseded", "superseded, not in force"),
        (date(2027, 1, 1), None, "superseded", "superseded, not in force"),
    ],
)
def test_validity_in_words(first: date | None, last: date | None, status: str, words: str) -> None:
    one = evidence(valid_from=first, valid_to=last, status=status)
    assert validity(one, date(2026, 6, 1)) == words


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (-5, "just now"),
        (0, "just now"),
        (1, "1 minute ago"),
        (59, "59 minutes ago"),
        (60, "1 hour ago"),
        (3000, "2 days ago"),
    ],
)
def test_how_long_ago_in_words(minutes: int, words: str) -> None:
    now = datetime(2026, 6, 1, tzinfo=UTC)
    assert ago(now - timedelta(minutes=minutes), now) == words


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.4, "0 s"), (59, "59 s"), (125, "2 min 05 s"), (4320, "1 h 12 min")]
)
def test_durations_in_words(seconds: float, words: str) -> None:
    assert duration(seconds) == words
