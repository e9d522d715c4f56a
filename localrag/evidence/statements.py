"""Findings -> what they state: a value or a rule's sense, of which thing, under which conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from localrag.evidence.asked import labels
from localrag.evidence.conditions import conditions, within_condition
from localrag.evidence.words import content_keys, whole_words
from localrag.records.authority import UNAPPROVED
from localrag.records.evidence import EvidencePackage, Finding
from localrag.records.plan import QuestionPart
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.inflection import family_key
from localrag.text.modality import Modal, modals
from localrag.text.synonyms import may_stand_for
from localrag.text.values import Value, values
from localrag.text.word_sets import word_set

_ABOUT_THE_SAME = 0.7
"""Share of the smaller statement's content words, values aside, that the other must have (guess)."""
_LEAST_TOPIC = 3
"""Content words below which likeness tells nothing (guess)."""
_LEAST_ASKED = 2
"""Words asked about below which sharing them all tells nothing (guess)."""
_ASKED_BY_BOTH = 0.8
"""Share of the words asked about that both statements must have where they are worded differently (guess)."""
_COMPARED = ("answer", "rule", "rival", "requirement", "step", "item")
_OPPOSED = ({"permission", "prohibition"}, {"duty", "prohibition"}, {"duty", "release"})
"""What two rules on one thing cannot both say of it."""
_WORKING = {"working", "business"}
_PLAIN = {"", "calendar"}
"""Days that are counted one after the other; "10 days" are not "10 working days"."""
_MEASURED = ("duration", "money", "percent", "quantity", "date", "time", "number")


_MEASURES = frozenset(
    family_key(word)
    for word in word_set(
        "time date day hour amount number percentage share maximum minimum most least limit long often far"
    )
)
_OF_TIME = ("duration", "deadline", "date")
_DIMENSIONS = frozenset(
    family_key(word)
    for word in word_set("weight height length width depth age speed temperature distance size")
)


class Statement(NamedTuple):
    """A finding's value and what it is about."""

    at: int
    """Position among the findings."""
    finding: Finding
    source: EvidenceCandidate
    value: Value | Modal
    topic: frozenset[str]
    themes: frozenset[str]
    """Family keys of the same words, by which words that may stand for each other meet."""
    limits: tuple[frozenset[str], ...]
    is_sole: bool
    """Whether its sentence holds no other value, so that it is the one said of the thing."""
    is_condition: bool
    """Whether the value says when something holds: "a penalty that is paid within 10 days is reduced"."""


def statements_of(number: int, part: QuestionPart, package: EvidencePackage) -> list[Statement]:
    """What a part\'s findings state, in their order: at most three values of each, or a rule\'s one sense."""
    found = []
    about = content_keys(" ".join(part.about) or part.text)
    told = labels(part.timeless or part.text)
    wanted = [pair for pair in _qualified(part.timeless or part.text) if about.issuperset(pair)]
    for at, finding in enumerate(package.findings):
        source = package.evidence(finding.evidence_id)
        if finding.part != number or finding.role not in _COMPARED or source is None:
            continue
        around = content_keys(" ".join((source.source_title, *source.heading_path)))
        if _is_of_another(finding.quote, around, wanted) or _is_labelled_otherwise(
            finding.quote, source, told
        ):
            continue
        held = [value for value in values(finding.quote) if value.kind in _MEASURED]
        # An upload that errs on one thing is no source for another in the same sentence.
        if finding.answer_span is not None and source.authority not in UNAPPROVED:
            span = finding.answer_span
            held = [value for value in held if value.start < span.end and span.start < value.end]
        limits = conditions(finding.quote, (source.source_title, *source.heading_path))
        topic, themes = _topic(finding.quote, held), themes_of(finding.quote, held)
        for value in (*held[:3], *(() if values(finding.quote) else _one_sense(finding.quote))):
            is_sole = finding.answer_span is not None or len(held) == 1
            when = within_condition(finding.quote, value.start)
            found.append(Statement(at, finding, source, value, topic, themes, limits, is_sole, when))
    return found


def _one_sense(text: str) -> list[Modal]:
    """The first word of duty or permission of a rule that has one sense only; else none."""
    found = modals(text)
    return found[:1] if len({modal.sense for modal in found}) == 1 else []


def _is_of_another(text: str, around: frozenset[str], wanted: Sequence[tuple[str, str]]) -> bool:
    """Whether a text speaks of a fellow of the thing asked for: a mooring permit for a fishing permit."""
    found = _qualified(text)
    mine = content_keys(text) | around
    return any(
        qualifier not in mine and any(noun == other and own != qualifier for own, other in found)
        for qualifier, noun in wanted
    )


def _is_labelled_otherwise(text: str, source: EvidenceCandidate, told: Sequence[tuple[str, str]]) -> bool:
    """Whether a text speaks of another one of the things that a letter or number tells apart: room 101."""
    found = labels(text) or labels("\n".join((*source.heading_path, source.source_title)))
    return any(noun in {one for one, _ in found} and (noun, label) not in found for noun, label in told)


def _qualified(text: str) -> list[tuple[str, str]]:
    """Pairs of neighbouring content words: ``fishing permit`` -> (fish, permit), by their keys."""
    found = whole_words(text)
    return [
        (one.key, other.key)
        for one, other in pairwise(found)
        if one.is_content and other.is_content and text[one.end : other.start].isspace()
    ]


def _topic(text: str, held: Sequence[Value]) -> frozenset[str]:
    return frozenset(
        word.key
        for word in whole_words(text)
        if word.is_content and not any(value.start <= word.start < value.end for value in held)
    )


def themes_of(text: str, held: Sequence[Value]) -> frozenset[str]:
    """Family keys of a text\'s content words outside the values that it holds."""
    return frozenset(
        family_key(text[word.start : word.end])
        for word in whole_words(text)
        if word.is_content and not any(value.start <= word.start < value.end for value in held)
    )


def themes_asked(part: QuestionPart) -> frozenset[str]:
    """Family keys of the thing asked about, without the words that only name a measure of it.

    "At what time do the gates close?" is about gates and closing, "how long may a bicycle be borrowed?" about
    bicycles and borrowing, "what is the maximum weight of a parcel?" about a parcel's weight.
    """
    about = themes_of(" ".join(part.about) or part.text, [])
    dimensions = {key for key in themes_of(part.text, []) if not _DIMENSIONS.isdisjoint(may_stand_for(key))}
    # "How long" asks for a length only where no time is meant.
    return (about - _MEASURES) | (dimensions - _MEASURES if part.kind in _OF_TIME else dimensions)


def _shared(some: frozenset[str], others: frozenset[str]) -> int:
    """How many of some words stand among others, themselves or by a word that may stand for them."""
    return sum(not others.isdisjoint(may_stand_for(one)) for one in some)


def on_one_thing(one: Statement, other: Statement, themes: frozenset[str], *, is_yes_no: bool) -> bool:
    """Whether two statements speak of the same thing: nearly the same words, or both all that is asked."""
    smaller, larger = sorted((one.themes, other.themes), key=len)
    if isinstance(one.value, Modal):
        # "Must be on file before it is renewed" and "must not be renewed" share only their subject.
        return len(smaller) >= _LEAST_TOPIC and _shared(larger, smaller) >= _ABOUT_THE_SAME * len(larger)
    if len(smaller) >= _LEAST_TOPIC and _shared(smaller, larger) >= _ABOUT_THE_SAME * len(smaller):
        return True
    if not is_yes_no and not (one.is_sole and other.is_sole):
        return False
    # "How many days" names the unit of the values compared, not the thing they are about.
    named = themes - _keys_of_value(one) - _keys_of_value(other)
    of_both = sum(_shared(frozenset((each,)), one.themes & other.themes | _met(one, other)) for each in named)
    return of_both >= _LEAST_ASKED and of_both >= _ASKED_BY_BOTH * len(named)


def _met(one: Statement, other: Statement) -> frozenset[str]:
    """Words of one statement for which a word of the other may stand."""
    return frozenset(each for each in one.themes if not other.themes.isdisjoint(may_stand_for(each)))


def _keys_of_value(statement: Statement) -> frozenset[str]:
    return themes_of(statement.finding.quote[statement.value.start : statement.value.end], [])


def compatible(one: Value | Modal, other: Value | Modal) -> bool:
    """Whether two values may both stand: "14 days" leaves open what "14 calendar days" says."""
    if isinstance(one, Modal) or isinstance(other, Modal):
        both = isinstance(one, Modal) and isinstance(other, Modal) and {one.sense, other.sense}
        return both not in _OPPOSED
    if one.kind != other.kind or one.normal == other.normal:
        return True
    first, _, kind = one.normal.partition(" ")
    second, _, other_kind = other.normal.partition(" ")
    if one.kind == "duration":
        may_be_one = {kind, other_kind} <= _WORKING or {kind, other_kind} <= _PLAIN
        return may_be_one and _in_days(first) == _in_days(second)
    if one.kind == "date":
        return one.normal.startswith(other.normal) or other.normal.startswith(one.normal)
    return False


def _in_days(length: str) -> str:
    """Hours that make whole days as days: ``P3D`` for ``PT72H``; other lengths as they are."""
    match = re.fullmatch(r"PT(\d+)H", length)
    return f"P{int(match[1]) // 24}D" if match and int(match[1]) % 24 == 0 else length


def in_force_together(one: EvidenceCandidate, other: EvidenceCandidate) -> bool:
    """Whether there is a day on which both documents are in force."""
    first = max(one.valid_from or date.min, other.valid_from or date.min)
    last = min(one.valid_to or date.max, other.valid_to or date.max)
    return first <= last
