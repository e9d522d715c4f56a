"""A question about the time of an event -> the day a case's record gives for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from localrag.plan.question import Clause, Question
from localrag.plan.vocabulary import DETERMINERS, FUNCTION_WORDS, PREPOSITIONS
from localrag.plan.words import Hit, Phrases
from localrag.ports import Catalog
from localrag.text.date_spans import Days, in_words
from localrag.text.word_sets import word_set


class AskedEvent(NamedTuple):
    """An event whose time a question asks about."""

    words: tuple[str, ...]
    """What the event is called: ``inspection``, ``opened``; lower case."""
    ordinal: int | None
    """Which of several, from 1; -1 for the last; null where the question does not say."""
    is_of_a_case: bool
    """Whether the words themselves speak of a case."""
    start: int
    end: int
    """Words of the question that tell the time."""


class EventTime(NamedTuple):
    """The day an event took place, and how to say so."""

    day: date
    basis: str


def asked_event(question: Question, clauses: Sequence[Clause]) -> AskedEvent | None:
    """The event whose time is asked about ("when it was opened", "at the time of the second inspection").

    Null for a question that asks for a date itself ("when was it opened?") and for a rule about any such
    event ("what happens when a case is opened?").
    """
    openings = {clause.opens for clause in clauses}
    for hit in _CUES.find(question.lows):
        if hit.start in openings and question.lows[hit.start] == "when":
            continue
        end = _end_of_phrase(question, hit)
        if hit.name == "past" and not _is_past(question, hit.end, end):
            continue
        words = tuple(
            question.lows[at]
            for at in range(hit.end, end)
            if question.lows[at] not in FUNCTION_WORDS | _NO_EVENTS and not question.lows[at][0].isdigit()
        )
        if hit.name == "opening":
            words = tuple(word for word in question.lows[hit.start : hit.end] if word in _OPENINGS)
        ordinals = [_ORDINALS[word] for word in question.lows[hit.end : end] if word in _ORDINALS]
        of_a_case = any(word in ("case", "it", "file") for word in question.lows[hit.start : end])
        dated = question.covered((one.lead, one.end) for one in question.dates)
        words = tuple(word for word in words if word not in {question.lows[at] for at in dated})
        if words:
            return AskedEvent(words, ordinals[0] if ordinals else None, of_a_case, hit.start, end)
    return None


def resolve_event(
    asked: AskedEvent, case_id: str, catalog: Catalog, *, within: Days | None
) -> EventTime | str:
    """The day of an event by the case's record; a question back where the record does not decide.

    Args:
        asked: The event.
        case_id: The case, canonical.
        catalog: Gives the case's events, oldest first.
        within: Days that the question names beside the event; only events on them are meant.
    """
    events = catalog.case_events(case_id) if catalog.has_index else ()
    scored = [(sum(_is_told(word, text) for word in asked.words), day, text) for day, text in events]
    if within is not None:
        scored = [one for one in scored if within.first <= one[1] <= within.last]
    best = max((score for score, _, _ in scored), default=0)
    days = sorted({day for score, day, _ in scored if score == best}) if best else []
    name = " ".join(asked.words)
    if not days:
        return f'The record of {case_id} has no dated entry for "{name}". Which day do you mean?'
    if asked.ordinal is not None:
        # Counted over every entry that names the event, "first" and "second" being no part of its name.
        if asked.ordinal > len(days):
            known = f'The record of {case_id} has only {len(days)} dated entries for "{name}".'
            return f"{known} Which day do you mean?"
        return EventTime(days[asked.ordinal - (asked.ordinal > 0)], _basis(asked, case_id))
    if len(days) > 1:
        if not _OPENINGS.isdisjoint(asked.words):
            return EventTime(days[0], _basis(asked, case_id))
        told = " or ".join(in_words(Days(day, day)) for day in days[:4])
        return f'The record of {case_id} has several entries for "{name}". Do you mean {told}?'
    return EventTime(days[0], _basis(asked, case_id))


def _basis(asked: AskedEvent, case_id: str) -> str:
    if not _OPENINGS.isdisjoint(asked.words):
        return f"opening date of {case_id}"
    ordinal = {1: "first ", 2: "second ", 3: "third ", 4: "fourth ", 5: "fifth ", -1: "last "}.get(
        asked.ordinal or 0, ""
    )
    return f"date of the {ordinal}{' '.join(asked.words)} in {case_id}"


def _is_told(word: str, text: str) -> bool:
    """Whether an entry speaks of a word's thing, whatever its ending: inspected, inspection."""
    stem = _stem(word)
    return any(_stem(other) == stem for other in text.lower().replace("-", " ").replace(":", " ").split())


def _stem(word: str) -> str:
    word = word.strip(".,;()'\"")
    for ending in (
        "ations",
        "ation",
        "ions",
        "ion",
        "ings",
        "ing",
        "ures",
        "ure",
        "als",
        "al",
        "ed",
        "es",
        "s",
        "e",
    ):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            return word[: -len(ending)]
    return word


def _end_of_phrase(question: Question, hit: Hit) -> int:
    """Where the words of the event end: at a comma, a new clause, or the end."""
    at = hit.end
    while at < len(question.lows):
        if at > hit.end and (question.follows_comma(at) or question.lows[at] in _STOPS):
            break
        word = question.words[at]
        between = question.text[question.words[at - 1].end : word.start] if at else ""
        if at > hit.end and any(mark in between for mark in ".?!;"):
            break
        at += 1
    return at


def _is_past(question: Question, start: int, end: int) -> bool:
    words = question.lows[start:end]
    if any(word in ("is", "are", "be", "gets", "get") for word in words):
        return False
    return any(word in _PAST for word in words) or any(word.endswith("ed") for word in words[1:])


_PAST = word_set("was were had took happened began did came went")
_OPENINGS = word_set("opened opening open started start created filed begun registered")
_ORDINALS = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5,
    "last": -1, "latest": -1, "final": -1, "recent": -1,
}  # fmt: skip
_NO_EVENTS = word_set(
    "case file took place happened occurred time date day record recorded first second third fourth fifth"
    " last latest final recent 1st 2nd 3rd 4th made carried"
)
_STOPS = word_set("what which who whose how why may must can should") | (
    PREPOSITIONS & word_set("according under per")
)
_CUES = Phrases(
    """
    past: when|after|before > **
    time: at|on the time|moment|date|day of the? > **
    time: at|on the time|moment|day|date that? > it|the|they|this
    time: back when
    time: on|at|as the? opening|start of
    time: as of the > **
    time: at the point|stage of
    time: during|after|before|since the > first|second|third|last|latest|final|initial
    time: at the > first|second|third|last|latest|final|initial
    opening: at|on opening
    time: in force|effect at the
    """,
    {"det": DETERMINERS},
)
