"""What a caller asks, as received and as normalised."""

from __future__ import annotations

from datetime import date
from typing import Literal

from localrag.records.ids import RequestId, TenantId, UserId
from localrag.records.record import Record

Channel = Literal["cli", "tui", "api", "batch", "email"]
GeneratorChoice = Literal["auto", "extractive", "llm"]
RiskLevel = Literal["low", "medium", "high"]


class UserRequest(Record):
    """One question as it came in."""

    request_id: RequestId
    tenant_id: TenantId
    user_id: UserId
    user_roles: tuple[str, ...] = ()
    """What the caller claims: recorded, never trusted."""
    raw_query: str
    conversation_id: str | None = None
    locale: str | None = None
    """As in ``en_GB``: decides how 02/03/2024 is read."""
    channel: Channel
    risk_level: RiskLevel = "low"
    generator: GeneratorChoice = "auto"
    """Who is to word the answer; ``auto``: as the settings have it."""
    as_of: date | None = None
    case_id: str | None = None
    category: str | None = None


class NormalizedInput(Record):
    """The question in one normal form, with what was recognised in it."""

    raw_query: str
    normalized_query: str
    """White space collapsed, control characters dropped; the meaning is kept."""
    detected_language: str | None = None
    """ISO 639-1, or null where the text is too short to tell."""
    extracted_identifiers: tuple[str, ...] = ()
    """As written, in order of appearance: ``POL-358``, ``38.101``, ``case-8842``."""
    extracted_dates: tuple[date, ...] = ()
    possible_prompt_injection: bool = False
