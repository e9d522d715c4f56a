"""A question as it came in -> one normal form, with what was recognised in it; the meaning is kept."""

from __future__ import annotations

import re
import unicodedata
from datetime import date

from localrag.plan.language import language_of
from localrag.plan.vocabulary import CLASSES
from localrag.plan.words import Phrases, split_words
from localrag.records.request import NormalizedInput, UserRequest
from localrag.text.dates import find_dates
from localrag.text.identifiers import identifier_mentions

MAX_QUESTION_CHARS = 4000
"""Read of a question; the rest is left out, and the plan says so. Guess: two pages of text."""


def normalise(request: UserRequest, *, locale: str, today: date) -> NormalizedInput:
    """Bring a question into one form without changing what it asks.

    White space is collapsed, control characters, direction overrides and hidden tags are dropped, accents
    composed; case, punctuation and every word stay. Longer questions are cut after
    ``MAX_QUESTION_CHARS`` at a word's end; time is linear in the text. Idempotent.

    Args:
        request: As it came in.
        locale: As in ``en_GB``; decides how 02/03/2024 is read.
        today: The day that relative dates count from.
    """
    text = normal_form(request.raw_query)
    lows = [word.lower for word in split_words(text)]
    dates = find_dates(text, today=today, locale=locale)
    return NormalizedInput(
        raw_query=request.raw_query,
        normalized_query=text,
        detected_language=language_of(text, lows),
        extracted_identifiers=tuple(one.text for one in identifier_mentions(text)),
        extracted_dates=tuple(dict.fromkeys(one.first for one in dates if one.first)),
        possible_prompt_injection=_INJECTIONS.first(lows) is not None,
    )


def normal_form(text: str) -> str:
    """A text in normal form, as ``normalise`` gives it; empty where nothing is left."""
    # Four times as much as is kept: what is dropped and collapsed hardly ever takes more.
    shown = _HIDDEN.sub("", text.lstrip()[: 4 * MAX_QUESTION_CHARS])
    shown = unicodedata.normalize("NFC", " ".join(_CONTROLS.sub(" ", shown).split()))
    if len(shown) <= MAX_QUESTION_CHARS:
        return shown
    cut = shown[:MAX_QUESTION_CHARS]
    return (cut.rsplit(" ", 1)[0] if " " in cut else cut).rstrip()


def is_cut(text: str) -> bool:
    """Whether a question is longer than what is read of it."""
    return len(text) > MAX_QUESTION_CHARS and len(" ".join(text.split())) > MAX_QUESTION_CHARS


_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
_HIDDEN = re.compile(
    "[\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]+"
)
_INJECTIONS = Phrases(
    """
    told: ignore|disregard|forget|override|bypass all|any|the|your|my *? *? instructions|rules|prompt
    told: ignore|disregard|forget|override|bypass previous|prior|above instructions|rules|prompt
    told: ignore|disregard|forget everything|all above|before|previous
    told: system prompt
    told: reveal|print|repeat your|the prompt|instructions
    told: you are now
    told: act|behave as an? admin|administrator|root|dan|developer
    told: i am the|an|a|your? admin|administrator|root|superuser|developer|director|supervisor
    told: developer|god|admin|sudo|debug mode
    told: pretend to be|you
    told: jailbreak
    """,
    CLASSES,
)
"""Only noted here; the guard decides what follows, since such words may be quoted in good faith."""
