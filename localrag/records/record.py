"""What every record shares: frozen, strict about its fields, built on first use."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict


class Record(BaseModel):
    """An immutable value that passes between stages; unknown fields are an error."""

    # defer_build: a command that needs three records does not pay for building thirty.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


def _in_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("a time needs its time zone")
    return moment.astimezone(UTC)


UtcTime = Annotated[datetime, AfterValidator(_in_utc)]
"""A timezone-aware time, kept in UTC."""
