"""The sufficiency score -> one of three bands of confidence."""

from __future__ import annotations

from localrag.records.answer import Confidence

MEDIUM_FROM = 0.45
"""Guess, until a reliability table is measured."""
HIGH_FROM = 0.7
"""Guess, until a reliability table is measured."""


def confidence_of(answerability: float) -> Confidence:
    """``high`` from 0.7, ``medium`` from 0.45, else ``low``; answerability is 0 to 1."""
    if answerability >= HIGH_FROM:
        return "high"
    return "medium" if answerability >= MEDIUM_FROM else "low"
