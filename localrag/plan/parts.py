"""A question -> the things it asks, each as a question that can stand alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from itertools import pairwise

from localrag.plan.asked import about, asked
from localrag.plan.completion import complete, leans
from localrag.plan.question import Clause, Question, form_at
from localrag.plan.vocabulary import AUXILIARIES, DETERMINERS, NOUN_KINDS, PREPOSITIONS, PRONOUNS, WH
from localrag.records.plan import QuestionPart
from localrag.text.word_sets import word_set

MAX_PARTS = 6
"""Guess: more are a questionnaire; the first ones are answered."""


def split_parts(
    question: Question, left_out: frozenset[int], *, today: date, read: Callable[[str], Question]
) -> tuple[QuestionPart, ...]:
    """What a question asks, in order; at least one for any question with words.

    Args:
        question: As read.
        left_out: Words that are no subject: of dates, identifiers, sources.
        today: For dates in what is completed.
        read: Reads a text as ``question`` was read.

    Sentences that only tell something go with the question beside them. A part that leans on another one
    ("what is the deadline and who signs it?") is completed from it.
    """
    asking = [clause for clause in question.clauses if clause.asks] or list(question.clauses[-1:])
    texts = [text for clause in asking for text in _texts(question, clause)][:MAX_PARTS]
    if len(texts) < 2:
        return (_whole(question, asking[0], left_out),) if asking else ()
    told = " ".join(_sentence(question, clause) for clause in question.clauses if clause not in asking)
    alone: list[str] = []
    for number, text in enumerate(texts):
        # "what is the deadline and who signs an appeal?": the subject may come last.
        others = [*texts[number + 1 :], *alone[:1]] if number == 0 else [*alone[:1], *texts[number + 1 :]]
        text = _WITHOUT_IF_SO.sub("", text)
        beside = next((other for other in others if not leans(read(other))), None)
        completed = complete(text, beside, today=today) if beside else None
        alone.append(completed or text)
    return tuple(_part(f"{told} {text}".strip(), read) for text in alone)


def _sentence(question: Question, clause: Clause) -> str:
    return question.slice(clause.start, clause.end) + "."


def _whole(question: Question, clause: Clause, left_out: frozenset[int]) -> QuestionPart:
    """The one thing asked, with whatever else the question tells."""
    one = asked(question, clause.opens, clause.end, clause.form)
    words = [
        word
        for other in question.clauses
        for word in about(question, other.start, other.end, one.used, left_out)
    ]
    return QuestionPart(text=question.text, kind=one.kind, about=tuple(dict.fromkeys(words)))


def _part(text: str, read: Callable[[str], Question]) -> QuestionPart:
    question = read(text)
    spans = [(one.lead, one.end) for one in question.dates] + [
        (one.start, one.end) for one in question.identifiers
    ]
    clause = next((one for one in question.clauses if one.asks), question.clauses[0])
    return _whole(question, clause, question.covered(spans))


def _pieces(question: Question, clause: Clause) -> Iterator[tuple[int, int]]:
    """Word ranges of the questions that one clause joins: "... and who ...", ", when ... and where ..."."""
    lows = question.lows
    cuts = [clause.start]
    ends: dict[int, int] = {}
    for at in range(clause.opens + 1, clause.end - 1):
        opener = _opener_after(question, at, clause) if lows[at] in _JOINTS else None
        if (
            opener is None
            and question.follows_comma(at)
            and lows[at] in WH
            and _has_final_joint(question, clause, at)
        ):
            opener = at
        if opener is None or opener in ends or opener <= cuts[-1]:
            continue
        relatives = [place for place in range(clause.start, at) if lows[place] == lows[opener]]
        if lows[opener] in _RELATIVES and set(relatives) - {*cuts, clause.opens}:
            # "people who live here and who work here" asks nothing twice.
            continue
        ends[opener] = at
        cuts.append(opener)
    for start, following in pairwise([*cuts, clause.end]):
        yield start, ends.get(following, following)


def _opener_after(question: Question, joint: int, clause: Clause) -> int | None:
    """Where a new question opens behind "and"; null where none does."""
    lows = question.lows[: clause.end]
    at = joint + 1
    while at < len(lows) - 1 and lows[at] in _BETWEEN and (lows[at] != "if" or lows[at + 1] in _BETWEEN):
        at += 1
    if at >= len(lows):
        return None
    return at if _opens(question, at, joint, clause) else None


def _opens(question: Question, at: int, joint: int, clause: Clause) -> bool:
    lows = question.lows[: clause.end]
    word, before = lows[at], lows[joint - 1]
    following = lows[at + 1] if at + 1 < len(lows) else ""
    if word in WH:
        # "who or what is a duty holder" asks one thing.
        return before not in ("if", "whether") and not (lows[joint] == "or" and joint - 1 == clause.opens)
    if word in PREPOSITIONS and following in WH:
        return True
    if word in AUXILIARIES:
        has_subject = following in PRONOUNS | DETERMINERS | {"there"}
        return has_subject or (clause.form == "aux" and word == lows[clause.opens])
    return word in _REQUESTS and form_at(lows, at) == "request"


def _has_final_joint(question: Question, clause: Clause, at: int) -> bool:
    places = range(at + 1, clause.end - 1)
    return any(question.lows[place] in _JOINTS and _opener_after(question, place, clause) for place in places)


def _texts(question: Question, clause: Clause) -> list[str]:
    """What a clause asks as sentences; what several question words share is said with each of them."""
    pieces = list(_pieces(question, clause))
    texts: list[str] = []
    for number, (start, end) in enumerate(pieces):
        text = question.slice(start, end)
        is_bare = all(question.lows[at] in WH for at in range(start, end))
        if is_bare and number + 1 < len(pieces):
            # "when and where must the notice be served?"
            later_start, later_end = pieces[number + 1]
            text = f"{text} {question.slice(later_start + 1, later_end)}"
        texts.append(text[0].upper() + text[1:].rstrip(" ,;:") + "?")
    if len(pieces) > 1:
        return texts
    return _nouns_apart(question, clause) or _matters_apart(question, clause) or texts


def _matters_apart(question: Question, clause: Clause) -> list[str]:
    """``the fee for a stall and the opening hours of the market``: one question for each; else empty.

    Either must name a kind of value, so that "the rules and the manual" stays one matter. A second one with
    nothing of its own behind it shares what the first one is of.
    """
    lows = question.lows
    is_of_nouns = clause.form in ("request", "topic", "none") or (
        lows[clause.opens] == "what" and lows[clause.opens + 1 : clause.opens + 2] in (("is",), ("are",))
    )
    first = next((at for at in range(clause.start, clause.end) if lows[at] == "the"), None)
    if not is_of_nouns or first is None:
        return []
    for at in range(first + 2, clause.end - 2):
        joint = 3 if lows[at : at + 3] == ("as", "well", "as") else 1 if lows[at] in ("and", "plus") else 0
        second = at + joint
        if not joint or second >= clause.end - 1 or lows[second] != "the":
            continue
        spans = (first, at), (second, clause.end)
        kinds = [_kind_named(question, *span) for span in spans]
        if not any(kinds):
            continue
        names = [question.slice(*span) for span in spans]
        of = next((place for place in range(first, at) if lows[place] in PREPOSITIONS), None)
        if of is not None and not any(lows[place] in PREPOSITIONS for place in range(second, clause.end)):
            names[1] += f" {question.slice(of, at)}"
        return [f"What is {name}?" for name in names]
    return []


def _kind_named(question: Question, start: int, end: int) -> bool:
    """Whether the head of a noun phrase, before its first preposition, is a kind of value."""
    head = next((at for at in range(start, end) if question.lows[at] in PREPOSITIONS), end) - 1
    return NOUN_KINDS.get(question.lows[head]) not in (None, "person", "place")


def _nouns_apart(question: Question, clause: Clause) -> list[str]:
    """``what are the deadline and the fee for X``: one question for each; empty where there is one noun."""
    lows = question.lows
    if lows[clause.opens] not in ("what", "which") or clause.opens + 1 >= clause.end:
        return []
    for at in range(clause.opens + 2, clause.end - 1):
        second = at + 1
        if lows[at] == "and" and lows[second] in DETERMINERS and second + 1 < clause.end:
            second += 1
        kinds = [NOUN_KINDS.get(lows[place]) for place in (at - 1, second)]
        if lows[at] == "and" and None not in kinds and kinds[0] != kinds[1]:
            rest = question.slice(second + 1, clause.end)
            opening = question.slice(clause.opens, clause.opens + 1)
            is_asked = lows[clause.opens + 1] in ("is", "are", "was", "were")
            begins = clause.opens + 2 if is_asked else clause.opens + 1
            verb = {"are": "is", "were": "was"}.get(lows[clause.opens + 1], lows[clause.opens + 1])
            head = f"{opening} {verb}" if is_asked else opening
            names = question.slice(begins, at), question.slice(at + 1, second + 1)
            return [f"{head} {name} {rest}".strip() + "?" for name in names]
    return []


_WITHOUT_IF_SO = re.compile(r"^(?:if (?:so|not|yes|no)|then|also)\b,?\s*(?=\w)", re.IGNORECASE)
_JOINTS = word_set("and plus also or but")
_BETWEEN = word_set("also then if so not yes no")
_RELATIVES = word_set("who which where whose")
_REQUESTS = word_set("list explain tell describe show name give define outline")
