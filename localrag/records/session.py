"""A conversation as it is kept, and as it is shown to its owner now."""

from __future__ import annotations

from datetime import date

from localrag.records.answer import AnswerStatus, RagAnswer
from localrag.records.record import Record, UtcTime


class KeptTurn(Record):
    """One question of a conversation as it is stored: no word of a document is in it."""

    asked_at: UtcTime
    question: str
    """As typed."""
    understood_as: str
    case_id: str | None = None
    """Canonical; the case that it was about."""
    as_of: date | None = None
    """As asked for."""
    home_id: str | None = None
    """Of the index home that was asked; null where it had none yet."""
    status: AnswerStatus
    answer: str
    """JSON, with references to passages in place of what they say: ``localrag.sessions.keeping``."""


class SessionSummary(Record):
    """A conversation in a list."""

    conversation_id: str
    """Of the asker's choice, unique for them alone."""
    title: str
    turns: int
    started_at: UtcTime
    last_at: UtcTime


class SessionTurn(Record):
    """One question of a conversation, with its answer as far as the asker may still read it."""

    asked_at: UtcTime
    question: str
    understood_as: str
    status: AnswerStatus
    answer: RagAnswer | None = None
    """As it was given; its evidence is described as it stands now."""
    withheld: str | None = None
    """Why there is no answer to show, in words that name no source."""


class Session(Record):
    """A conversation, shown with the rights of now."""

    conversation_id: str
    title: str
    started_at: UtcTime
    last_at: UtcTime
    marking: str | None = None
    """Highest classification among the evidence shown, as it is now."""
    turns: tuple[SessionTurn, ...]
    """Oldest first."""
