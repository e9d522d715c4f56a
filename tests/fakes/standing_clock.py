"""A clock that stands still until it is moved."""

from __future__ import annotations

from datetime import UTC, date, datetime

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class StandingClock:
    """``moment`` is the time; a test may set it."""

    def __init__(self, moment: datetime = NOON) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment

    def today(self) -> date:
        return self.moment.date()
