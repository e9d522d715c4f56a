"""The operating system -> the time."""

from __future__ import annotations

from datetime import UTC, date, datetime


class SystemClock:
    """The machine's clock and time zone."""

    def now(self) -> datetime:
        """The present moment in UTC."""
        return datetime.now(UTC)

    def today(self) -> date:
        """The present day in the machine's time zone."""
        return datetime.now().astimezone().date()
