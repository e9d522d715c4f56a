"""A mere phrase ("and for contractors?") -> the earlier question with the phrase in its place."""

from __future__ import annotations

from localrag.plan.phrases import NounPhrase, is_attribute, is_plural, is_someone, things_said
from localrag.plan.question import Question
from localrag.plan.vocabulary import DETERMINERS, NOUN_KINDS, PREPOSITIONS
from localrag.plan.wording import as_question, tail_of, with_phrase, with_topic, without_mark
from localrag.plan.words import Phrases
from localrag.text.word_sets import word_set


def with_fragment(question: Question, start: int, before: Question, *, applies: bool) -> str | None:
    """An earlier question with a phrase put in, or in place of what it stands in for.

    Args:
        question: Holds the phrase, from word ``start`` on: "and for contractors?".
        start: First word of the phrase.
        before: The earlier question.
        applies: Whether it asks if the same applies ("does this apply to warnings?").

    Null where the phrase would stand in for a case, which is not of its kind.
    """
    if question.lows[start] in _ANY:
        # "anything for veterans?"
        places = [at for at in range(start, len(question.words)) if question.lows[at] in PREPOSITIONS]
        start = places[0] if places else start
    first, end = question.lows[start], len(question.words)
    while end - start > 1 and question.lows[end - 1] in ("too", "also", "either"):
        # "cats too?"
        end -= 1
    phrase = question.slice(start, end)
    same_name = _same_name(question, before)
    if same_name is not None:
        return same_name
    is_plain = first in PREPOSITIONS | DETERMINERS or (start == 0 and is_plural(first))
    if question.words[start].text.istitle() and is_plain:
        phrase = phrase[0].lower() + phrase[1:]
    if applies and first == "to":
        first, phrase = "for", f"for {question.slice(start + 1, end)}"
    clause = before.clauses[-1]
    phrases = things_said(before)
    if first in ("if", "when", "unless", "once", "while", "where", "because"):
        return as_question(f"{without_mark(before)} {phrase}")
    if _ORDINAL.at(question.lows, start) is not None:
        return as_question(f"{without_mark(before)} {phrase}")
    if first in PREPOSITIONS:
        same = [
            one
            for one in phrases
            if one.preposition is not None
            and before.lows[one.preposition] == first
            and is_someone(before.lows[one.head]) == is_someone(question.lows[end - 1])
        ]
        if same:
            return with_phrase(before, same[-1].preposition or 0, same[-1].end, phrase)
        dated = [one for one in before.dates if question.dates and one.lead < one.start]
        if dated:
            return as_question(before.text[: dated[-1].lead] + phrase + before.text[dated[-1].end :])
        return as_question(f"{without_mark(before)} {phrase}")
    if question.dates and before.dates:
        return as_question(
            before.text[: before.dates[-1].start] + phrase + before.text[before.dates[-1].end :]
        )
    if NOUN_KINDS.get(question.lows[end - 1]) not in (None, "person", "place"):
        return _with_attribute(question, start, before, phrases)
    if first in _ADVERBS or first.endswith("ly"):
        return as_question(f"{without_mark(before)} {phrase}")
    if is_someone(question.lows[end - 1]) and not any(is_someone(before.lows[one.head]) for one in phrases):
        # Nobody is spoken of in whose place these people could stand.
        return as_question(f"{without_mark(before)} for {phrase}")
    target = _parallel(question, start, end, before, phrases)
    if target is not None and _is_of_a_case(before, target):
        return None
    if target is None or not clause.asks:
        return with_topic(phrase, before)
    return with_phrase(before, target.start, target.end, phrase)


def _same_name(question: Question, before: Question) -> str | None:
    """``and case 9105?``: the earlier question with one identifier in place of another of its kind."""
    if len(question.identifiers) != 1:
        return None
    name = question.identifiers[0]
    same = [one for one in before.identifiers if one.kind == name.kind]
    if len(same) != 1 or len(question.words) > _MAX_NAME:
        return None
    return as_question(before.text[: same[0].start] + name.text + before.text[same[0].end :])


def _with_attribute(question: Question, start: int, before: Question, phrases: list[NounPhrase]) -> str:
    """``and the fee?``: another attribute of the same matter."""
    end = len(question.words)
    attribute = next((one for one in phrases if is_attribute(before, one)), None)
    phrase = question.slice(start, end)
    if attribute is not None:
        bare = start + (question.lows[start] in DETERMINERS)
        modifiers = before.slice(attribute.start, attribute.head)
        if end - bare == 1 and attribute.head > attribute.start:
            # "the appeal deadline" and "the fee": the appeal fee.
            phrase = f"{modifiers} {question.slice(end - 1, end)}"
        tail = before.slice(attribute.end, before.clauses[-1].end)
        verb = "are" if is_plural(question.lows[end - 1]) else "is"
        return as_question(f"What {verb} {phrase} {tail}".strip())
    if question.lows[start] not in DETERMINERS:
        phrase = f"the {phrase}"
    verb, tail = "are" if is_plural(question.lows[end - 1]) else "is", tail_of(before)
    return (
        as_question(f"What {verb} {phrase} {tail}") if tail else with_topic(f"What {verb} {phrase}", before)
    )


def _parallel(
    question: Question, start: int, end: int, before: Question, phrases: list[NounPhrase]
) -> NounPhrase | None:
    """The earlier phrase that a new one stands in for: of the same head, else like it (people, form)."""
    head = question.lows[end - 1]
    fellows = [one for one in phrases if is_someone(before.lows[one.head]) == is_someone(head)]
    phrases = fellows or phrases
    things = [one for one in phrases if not is_attribute(before, one)] or phrases
    same = [one for one in things if before.lows[one.head] == head]
    if same:
        return same[-1]
    things = [
        one for one in things if one.preposition is None or before.lows[one.preposition] not in _OF_TIME
    ]
    has_determiner = question.lows[start] in DETERMINERS
    alike = [
        one
        for one in things
        if is_plural(before.lows[one.head]) == is_plural(head) and one.has_determiner == has_determiner
    ]
    numbered = [one for one in things if is_plural(before.lows[one.head]) == is_plural(head)]
    fitting = alike or numbered or things
    return fitting[-1] if fitting else None


def _is_of_a_case(before: Question, phrase: NounPhrase) -> bool:
    """Whether an earlier phrase names a case: what is said of it ("opened") is said of few other things."""
    span = before.span(phrase.start, phrase.end)
    named = any(
        one.kind == "case" and one.start < span.end and span.start < one.end for one in before.identifiers
    )
    return named or before.lows[phrase.head] == "case"


_OF_TIME = word_set("before after until till since during within by")
"""What these govern is a time or an event, in whose place no new thing stands."""
_MAX_NAME = 6
"""Words of a phrase that names one thing: "and what about case 9105". Guess."""
_ORDINAL = Phrases(
    """
    time: the? first|second|third|fourth|next|last time|offence|breach|occasion|attempt
    """,
    {},
)
_ANY = word_set("any anything something some")


_ADVERBS = word_set("online abroad here there today twice again alone early late together overseas")
