"""A sentence and the kind of thing asked for -> the places in it that are of that kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from localrag.evidence.asked import Asked
from localrag.evidence.units import Unit
from localrag.evidence.words import words
from localrag.records.plan import AnswerKind
from localrag.text.terms import fold
from localrag.text.values import Value, values
from localrag.text.word_sets import word_set


class Held(NamedTuple):
    """A place in a unit's text that is of the kind asked for."""

    start: int
    end: int
    fit: float
    """0 to 1: how surely it is of that kind."""
    normal: str | None = None
    """Its value in normal form, where it has one."""


VALUE_KINDS: frozenset[AnswerKind] = frozenset(("date", "deadline", "duration", "amount", "number"))
"""Kinds whose answer is a value that can be compared."""

_YEAR = re.compile(r"(?:1\d{3}|20\d{2}|\d{1,4}\s?(?:BC|AD|BCE|CE))s?")
_WHEN = re.compile(
    r"\b(?:at once|immediately|forthwith|without (?:undue )?delay|on the same day|the same day"
    r"|(?:on |by )?the (?:next|following) (?:working |business |calendar )?day"
    r"|(?:before|by|until|at) the end of [\w\s]{3,30}?(?=[.,;]|$))",
    re.IGNORECASE,
)
_LIMITS = frozenset(("within", "at most", "by", "until", "before", "after", "under"))
_DEADLINE = re.compile(
    r"\b(?:deadlines?|time[- ]limits?|no later than|not later than|at the latest|due|periods?|expires?|days?"
    r" (?:to|from|after|before)|must|shall|has to|have to)\b",
    re.IGNORECASE,
)
_CAPITALISED = re.compile(
    r"(?:(?:Dr|Mr|Mrs|Ms|Prof|Sir|Lord|Lady|Saint|St)\.?\s+)?[A-Z][\w'’-]+(?:\s+(?:(?:of|de|von|van|the|and|al|I{1,3}|IV|V)\s+)?"
    r"[A-Z][\w'’.-]*)*"
)
_ROLE = re.compile(
    r"\b(?:[Tt]he|[Aa]n?|[Ee]ach|[Ee]very|[Aa]ny|his|her|its|their|[Aa]nother|[Nn]o)\s+(?:[\w-]+\s+){0,2}?"
    r"(?P<role>(?:heads?|chiefs?|panels?|boards?|committees?|offices?|officers?|teams?|units?|desks?|authorit(?:y|ies)"
    r"|courts?|ministr(?:y|ies)|staff|departments?|agenc(?:y|ies)|council|parliament|clerks?|registrars?|members?|holders?"
    r"|owners?|applicants?|contractors?|trustees?|employees?|people|persons?|[a-z]{4,}(?:ors?|ists?|ers?|ants?))"
    r"(?:\s+of\s+[A-Z][\w-]+(?:\s+[A-Z][\w-]+)*)?)\b"
)
_NO_ROLE = word_set(
    "number order matter letter paper water other another either neither further former latter later "
    "never ever under over after whether rather together however offer answer register quarter power "
    "manner former center border corner centre member river summer winter chapter factor sector error "
    "doctor minor major important relevant significant constant different current"
)
_PLACE = re.compile(
    r"\b(?:[Ii]n|[Aa]t|[Tt]o|[Ff]rom|[Nn]ear|[Oo]f|[Oo]n|[Ii]nto|[Tt]hrough|[Oo]utside|[Ii]nside|[Aa]cross|[Tt]owards?|[Bb]etween)"
    r"\s+(?:the\s+)?(?:(?:north|south|east|west|upper|lower|central|northern|southern|eastern|western)\w*\s+)?"
    r"(?P<place>[A-Z][\w'’-]+(?:[,\s]+(?:(?:of|and|the)\s+)?[A-Z][\w'’-]+)*)"
)
_SITE = re.compile(
    r"\b(?:at|in|on|to|via|through|into|inside)\s+(?P<place>the\s+(?:[\w-]+\s+){0,3}?(?:office|desk|room|site|register"
    r"|registry|portal|archive|cabinet|laborator(?:y|ies)|building|district|centre|center|yard|vehicle|file|folder"
    r"|counter|court|street|road|area|region|city|country|house|store|website|annex|box)\b)",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\b(?:because|since|due to|owing to|in order|so that|so as|as a (?:result|consequence)|therefore|thus"
    r"|hence|for (?:this|that) reason|on account of|thanks to|to [a-z]{3,}|caus(?:e[sd]?|ing)|leads? to"
    r"|led to|reasons?"
    r"|purpose|resulted|results? (?:in|from)|after|for fear of|response to|attempt to|aims? (?:to|at|of))\b",
    re.IGNORECASE,
)
_RULE = re.compile(
    r"\b(?:must|shall|may|can|cannot|should|is|are|required|allowed|permitted|prohibited|forbidden|entitled|only|not"
    r"|never|no|unless|except)\b",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"\s*[*_\"”’]*\s*(?:\([^)]{1,40}\)\s*)?,?\s*(?:is|are|means?|refers? to|denotes?"
    r"|stands? for|(?:is|are) defined as"
    r"|consists? of|was|were|covers?)\b|\s*[*_\"”’]*\s*[:–—|-]\s",
    re.IGNORECASE,
)
_ENUMERATES = re.compile(r"(?:[^,;:]{2,60}[,;]\s*){1,}(?:and|or)\s+\w|:\s*$|:\s+\S+")


def held(wanted: Asked, unit: Unit) -> list[Held]:
    """Places in a unit that are of the kind a question part asks for, in reading order.

    What the question itself says (a year it names, a person) is not among them. Kinds that are not a
    place in the text (a statement, a yes or no, steps) give one that spans the unit, or none.
    """
    find = _frequencies if _HOW_OFTEN.search(wanted.text) else _FINDERS.get(wanted.kind)
    if find is None:
        return [Held(0, len(unit.text), 1.0)]
    known = fold(wanted.text)
    return [
        place
        for place in find(wanted, unit)
        if wanted.kind in _WHOLE or fold(unit.text[place.start : place.end]) not in known
    ]


@lru_cache(maxsize=2048)
def values_in(text: str) -> tuple[Value, ...]:
    """As ``values``, remembered for the texts of one question."""
    return tuple(values(text))


def _dates(_: Asked, unit: Unit) -> Iterator[Held]:
    for value in values_in(unit.text):
        written = unit.text[value.start : value.end]
        if value.kind in ("date", "time"):
            yield Held(value.start, value.end, 1.0, value.normal)
        elif _YEAR.fullmatch(written) or re.match(r"\s+centur", unit.text[value.end :]):
            yield Held(value.start, value.end, 0.9, value.normal)
        elif value.kind == "duration":
            yield Held(value.start, value.end, 0.4, value.normal)
    for match in _WHEN.finditer(unit.text):
        yield Held(*match.span(), 0.5)


def _deadlines(_: Asked, unit: Unit) -> Iterator[Held]:
    says_so = bool(_DEADLINE.search(unit.text))
    for value in values_in(unit.text):
        if value.kind not in ("duration", "date", "time"):
            continue
        limits = value.comparator in _LIMITS
        yield Held(value.start, value.end, 1.0 if limits else 0.7 if says_so else 0.4, value.normal)
    for match in _WHEN.finditer(unit.text):
        yield Held(*match.span(), 0.8)


def _durations(_: Asked, unit: Unit) -> Iterator[Held]:
    for value in values_in(unit.text):
        if value.kind == "duration":
            yield Held(value.start, value.end, 1.0, value.normal)
        elif value.kind == "date" or _YEAR.fullmatch(unit.text[value.start : value.end]):
            yield Held(value.start, value.end, 0.4, value.normal)


def _amounts(_: Asked, unit: Unit) -> Iterator[Held]:
    for value in values_in(unit.text):
        fit = {"money": 1.0, "percent": 0.8, "quantity": 0.8, "number": 0.5, "duration": 0.3}.get(value.kind)
        if fit:
            yield Held(value.start, value.end, fit, value.normal)


_HOW_OFTEN = re.compile(r"\bhow (?:often|frequently)\b", re.IGNORECASE)
_OFTEN = re.compile(
    r"\b(?:daily|weekly|fortnightly|monthly|quarterly|yearly|annually|hourly"
    r"|(?:every|each) (?:other |second |third )?(?:hour|shift|day|week|month|quarter|year)"
    r"|(?:once|twice|\w+ times) (?:an?|per|each|every) \w+|always|never|regularly)\b",
    re.IGNORECASE,
)


def _frequencies(_: Asked, unit: Unit) -> Iterator[Held]:
    for value in values_in(unit.text):
        if value.kind == "duration" and value.comparator not in _LIMITS:
            at_intervals = value.comparator == "every" or unit.kind == "row"
            yield Held(value.start, value.end, 1.0 if at_intervals else 0.5, value.normal)
    for match in _OFTEN.finditer(unit.text):
        yield Held(*match.span(), 0.8)


_PARAGRAPH_NUMBER = re.compile(r"\s*\d+(?:\.\d+)*\.?\s+(?=[A-Z])")


def _numbers(wanted: Asked, unit: Unit) -> Iterator[Held]:
    paragraph = _PARAGRAPH_NUMBER.match(unit.text)
    for value in values_in(unit.text):
        if value.kind in ("date", "time") or (paragraph and value.end <= paragraph.end()):
            continue
        after = words(unit.text[value.end : value.end + _NEAR])
        counts = any(word.key in wanted.head for word in after) if wanted.head else False
        fit = 1.0 if counts else 0.4 if value.kind == "ordinal" else 0.7
        yield Held(value.start, value.end, fit, value.normal)


_NEAR = 40
"""Characters behind a number in which the thing counted is named (guess: three words)."""


def _persons(wanted: Asked, unit: Unit) -> Iterator[Held]:
    yield from _names(wanted, unit, 0.8)
    for match in _ROLE.finditer(unit.text):
        if match["role"].lower() not in _NO_ROLE:
            yield Held(*match.span(), 0.7)


def _names(wanted: Asked, unit: Unit, fit: float) -> Iterator[Held]:
    for match in _CAPITALISED.finditer(unit.text):
        inside = [word for word in words(match.group()) if word.is_content]
        if inside and any(word.key not in wanted.weights for word in inside):
            begins = match.start() == 0 and " " not in match.group()
            yield Held(*match.span(), fit / 2 if begins else fit)


def _places(wanted: Asked, unit: Unit) -> Iterator[Held]:
    for pattern, fit in ((_PLACE, 0.9), (_SITE, 0.7)):
        for match in pattern.finditer(unit.text):
            yield Held(*match.span("place"), fit)
    yield from _names(wanted, unit, 0.4)


def _reasons(_: Asked, unit: Unit) -> Iterator[Held]:
    match = _REASON.search(unit.text)
    if match:
        yield Held(match.start(), len(unit.text), 1.0)


def _rules(_: Asked, unit: Unit) -> Iterator[Held]:
    if _RULE.search(unit.text):
        yield Held(0, len(unit.text), 1.0)


def _definitions(wanted: Asked, unit: Unit) -> Iterator[Held]:
    """A sentence that says what the thing is: the thing first, a defining verb right behind it."""
    last = -1
    is_entry = len(unit.text) < _ENTRY and unit.text.rstrip()[-1:] not in ".?!:;"
    for word in words(unit.text):
        if word.key in wanted.about:
            last = word.end
            if is_entry and not unit.text[: word.start].strip(" *|-"):
                yield Held(0, len(unit.text), 0.9)
                return
            if _DEFINES.match(unit.text, last):
                yield Held(0, len(unit.text), 1.0 if word.start < _EARLY else 0.6)
                return
    if last >= 0 and unit.kind == "row":
        yield Held(0, len(unit.text), 0.8)


_ENTRY = 120
"""Characters below which a line that is no sentence but opens with the thing is a glossary's entry."""
_EARLY = 60
"""Characters from the start within which a definition names what it defines (guess)."""


def _lists(_: Asked, unit: Unit) -> Iterator[Held]:
    if unit.kind in ("item", "step", "row"):
        yield Held(0, len(unit.text), 1.0)
    elif _ENUMERATES.search(unit.text):
        yield Held(0, len(unit.text), 0.7)


def _steps(_: Asked, unit: Unit) -> Iterator[Held]:
    if unit.kind in ("step", "item"):
        yield Held(0, len(unit.text), 1.0 if unit.kind == "step" else 0.8)
    elif re.search(r"\b(?:must|first|then|next|finally|before|after|is to|has to)\b", unit.text, re.I):
        yield Held(0, len(unit.text), 0.5)


_FINDERS: dict[AnswerKind, Callable[[Asked, Unit], Iterator[Held]]] = {
    "date": _dates,
    "deadline": _deadlines,
    "duration": _durations,
    "amount": _amounts,
    "number": _numbers,
    "person": _persons,
    "place": _places,
    "reason": _reasons,
    "yes_no": _rules,
    "definition": _definitions,
    "list": _lists,
    "steps": _steps,
}
_WHOLE: frozenset[AnswerKind] = frozenset(("reason", "yes_no", "definition", "list", "steps"))
