"""What was asked before, as far as the next question may lean on it."""

from __future__ import annotations

from datetime import date
from typing import Literal

from localrag.records.answer import AnswerStatus
from localrag.records.record import Record


class Turn(Record):
    """One question of a conversation and what became of it; its evidence is no part of it."""

    question: str
    """As typed."""
    understood_as: str
    """The question that was answered: stands alone."""
    case_id: str | None = None
    """Canonical; the case that it was about."""
    as_of: date | None = None
    """As asked for."""
    status: AnswerStatus
    clarification_question: str | None = None
    """What was asked back, where the status is ``needs_clarification``."""


class StandaloneQuestion(Record):
    """A question as it is to be answered."""

    text: str
    """Shown as ``understood_as`` where it differs from what was typed."""
    leans_on: Literal["nothing", "question", "clarification"] = "nothing"
    """What of the conversation it needed: nothing, the question before, or the one that was asked back."""
    case_id: str | None = None
    """Canonical; the case that it is about by what was said before; null where nothing says so."""
