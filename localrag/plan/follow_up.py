"""A question within a conversation -> one that stands alone, shown as ``understood_as``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from localrag.plan.ambiguity import speaks_of_a_case
from localrag.plan.case_time import asked_event
from localrag.plan.completion import complete, leans
from localrag.plan.normalise import normal_form
from localrag.plan.question import Question, read_question
from localrag.plan.vocabulary import DETERMINERS, PREPOSITIONS
from localrag.records.conversation import StandaloneQuestion, Turn
from localrag.text.identifiers import bare_numbers, canonical_case
from localrag.text.word_sets import word_set

LOOK_BACK = 3
"""Turns that a question may lean on: further back nobody remembers what "it" was. Guess."""


def standalone(question: str, previous: Sequence[Turn], *, today: date) -> StandaloneQuestion:
    """A question that needs no conversation to be understood.

    Args:
        question: As typed.
        previous: Earlier turns, oldest first; the latest ones count.
        today: For dates in either.

    Returns:
        The question itself where it has a subject of its own; else one completed from the last turn that
        has one: "and for contractors?" after "What is the appeal deadline for permit holders?". A short
        reply to a question that was asked back ("case 8842") completes what it was asked about. The case
        of the last turn goes along with whatever leans on it. Texts come in normal form.
    """
    text = normal_form(question)
    recent = list(previous)[-LOOK_BACK:]
    if not text or not recent:
        return StandaloneQuestion(text=text)
    read = read_question(text, today=today)
    last = recent[-1]
    if last.status == "needs_clarification" and _is_reply(read):
        return _clarified(read, last, today)
    for turn in reversed(recent):
        earlier = normal_form(turn.understood_as)
        if turn.status == "needs_clarification" or leans(read_question(earlier, today=today)):
            continue
        if _leans_on_case(read, turn):
            return StandaloneQuestion(text=text, leans_on="question", case_id=turn.case_id)
        completed = complete(text, earlier, today=today)
        if completed is None:
            break
        return StandaloneQuestion(text=completed, leans_on="question", case_id=turn.case_id)
    return StandaloneQuestion(text=text)


def _is_reply(read: Question) -> bool:
    """Whether words answer what was asked back rather than ask anew: a few of them, and no question."""
    if len(read.words) > _MAX_REPLY or "?" in read.text:
        return False
    return all(clause.form in ("none", "topic") or clause.form == "request" for clause in read.clauses)


def _leans_on_case(read: Question, turn: Turn) -> bool:
    """Whether "this case" is that of an earlier turn."""
    return turn.case_id is not None and speaks_of_a_case(read) is not None


def _clarified(read: Question, last: Turn, today: date) -> StandaloneQuestion:
    """What was asked, with the reply to the question back put in its place."""
    asked = read_question(normal_form(last.understood_as), today=today)
    back = last.clarification_question or ""
    case_id = _case_in(read, back)
    if case_id is not None:
        return StandaloneQuestion(text=_of_case(asked, case_id), leans_on="clarification", case_id=case_id)
    text = _with_reply(asked, _chosen(read, back), back, today)
    return StandaloneQuestion(text=text, leans_on="clarification", case_id=last.case_id)


def _of_case(asked: Question, case_id: str) -> str:
    at = speaks_of_a_case(asked)
    pronoun = next((place for place, low in enumerate(asked.lows) if low in ("it", "this", "that")), None)
    if at is not None:
        start = at
        while start and asked.lows[start - 1] in DETERMINERS | _ATTRIBUTES_OF_CASES:
            start -= 1
        return _put(asked, start, at + 1, case_id)
    if pronoun is not None:
        return _put(asked, pronoun, pronoun + 1, case_id)
    if case_id.removeprefix("case-") in asked.text:
        return asked.text
    return f"{asked.text.rstrip(' ?.!')} (in {case_id})?"


def _with_reply(asked: Question, reply: str, back: str, today: date) -> str:
    """The question with a reply in place of what was unclear in it: a name, a day, a pronoun, or nothing."""
    quoted = _QUOTED.search(back)
    if quoted and back.startswith("Which") and quoted[1] in asked.text:
        return asked.text.replace(quoted[1], reply.removeprefix("the "), 1)
    said = read_question(reply, today=today)
    event = asked_event(asked, asked.clauses)
    if said.dates and event is not None:
        return _put(asked, event.start, event.end, f"on {reply}")
    if said.dates and asked.dates:
        return asked.text[: asked.dates[0].start] + reply + asked.text[asked.dates[0].end :]
    pronoun = next((place for place, low in enumerate(asked.lows) if low in _PRONOUNS), None)
    if "refer to" in back and pronoun is not None:
        return _put(asked, pronoun, pronoun + 1, _as_noun(reply))
    joint = "" if said.lows and said.lows[0] in PREPOSITIONS else "for "
    return f"{asked.text.rstrip(' ?.!')} {joint}{_as_noun(reply)}?"


def _case_in(read: Question, back: str) -> str | None:
    """The case that a reply names, by number or by its place among those that were offered."""
    named = next((one.canonical for one in read.identifiers if one.kind == "case"), None)
    if named is not None or not back.startswith("Which case"):
        return named
    numbers = bare_numbers(read.text)
    if numbers:
        return canonical_case(numbers[0])
    offered = [one.canonical for one in read_question(back, today=date.min).identifiers]
    place = _place_in(read)
    return offered[place] if place is not None and place < len(offered) else None


def _chosen(read: Question, back: str) -> str:
    """A reply in words; "the first one" stands for the first name that was offered."""
    offered = re.split(r"do you mean:?\s+(?=\S)", back, flags=re.I)[-1].strip(" ?")
    names = re.split(r",\s*(?:or\s+)?|\s+or\s+", offered)
    place = _place_in(read)
    if place is not None and len(names) > 1 and place < len(names):
        return names[place]
    return read.text.rstrip(" .!")


def _place_in(read: Question) -> int | None:
    return next((_PLACES[low] for low in read.lows if low in _PLACES), None)


def _as_noun(reply: str) -> str:
    return reply[0].lower() + reply[1:] if reply[:1].isupper() and reply[1:2].islower() else reply


def _put(question: Question, start: int, end: int, name: str) -> str:
    span = question.span(start, end)
    text = question.text[: span.start] + name + question.text[span.end :]
    return text.rstrip(" ?.!") + "?"


_MAX_REPLY = 8
"""Words. Guess: longer ones are questions of their own."""
_QUOTED = re.compile(r'"([^"]+)"')
_PRONOUNS = word_set("it this that they them these those")
_ATTRIBUTES_OF_CASES = word_set("enforcement open current pending my our selected")
_PLACES = {
    "first": 0,
    "former": 0,
    "second": 1,
    "third": 2,
    "fourth": 3,
    "fifth": 4,
    "last": -1,
    "latter": -1,
}
