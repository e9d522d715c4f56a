"""A question what has happened in a case, and its record -> what its entries say of it, and no more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Literal, NamedTuple

from localrag.evidence.case_status import named_value
from localrag.evidence.record_states import says_missing
from localrag.evidence.units import Unit
from localrag.evidence.words import content_keys, root, whole_words
from localrag.records.evidence import CaseEvent
from localrag.text.dates import find_dates
from localrag.text.modality import modals

Says = Literal["yes", "no", "depends"]

_HAPPENING = content_keys(
    "held hold done happened happen occurred made make been already yet still ever now so far case record"
    " recorded entry entered there any anybody somebody anyone someone anything something us"
)
"""What any entry says of itself by standing in the record."""
_STATES = content_keys(
    "file present received available submitted provided missing outstanding attached filed obtained"
    " enclosed there"
)
"""What a mark in a list says of a thing: it is there, or not."""
_OWN_STATES = content_keys("signed complete completed incomplete dated stamped")
"""What only an entry's own words say of a thing."""
_TOOK_PLACE = re.compile(
    r"\b(?:tak(?:en|e|ing) place|took place|carried out|held|made|done|happen(?:ed)?|occur(?:red)?)\b",
    re.IGNORECASE,
)
"""What a question says of anything that happened."""
_TELLS_OF_IT = re.compile(
    r"\b(?:held|made|done|given|recorded|received|reported|noted|found|entered|filed|completed|passed|conducted)\b",
    re.IGNORECASE,
)
_ON_FILE = re.compile(r"\bon (?:the )?(?:file|record)\b", re.IGNORECASE)
_TOLD = re.compile(r"\b\w+(?:ed|wn)\b", re.IGNORECASE)
_ASKS_OF_LACK = re.compile(r"\b(?:missing|outstanding|lacking|incomplete)\b", re.IGNORECASE)
_COUNTS = re.compile(
    r"\b(?:all|every|each|both|only|always|twice|three times|several|again|another|more than)\b",
    re.IGNORECASE,
)
_TURNED = re.compile(r"\b(?:no|not|never|none|nobody|nothing|without|neither)\b|n['’]t\b", re.IGNORECASE)
_REPORTED = re.compile(
    r"\b(?:reported|wrote|said|says|stated|claimed|alleged|declared|asserted|told|complained|according to"
    r"|believed|suspected)\b",
    re.IGNORECASE,
)
_NOT_YET = re.compile(
    r"\b(?:scheduled|ordered|requested|announced|proposed|intended|cancelled|canceled|postponed|adjourned|refused"
    r"|rejected|withdrawn|called off|awaited|asked for|applied for|attempted|tried|failed|will|would)\b",
    re.IGNORECASE,
)
_PLANNED = re.compile(r"\b(?:planned|planning|plan)\b", re.IGNORECASE)
_PARTLY = re.compile(r"\b(?:only|partly|partially|almost|nearly|in part|half)\b", re.IGNORECASE)
_ORDINAL = re.compile(
    r"\b(?P<which>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d{1,2}(?:st|nd|rd|th))"
    r"\s+(?P<what>[\w-]+)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"(?:(?!,\s+(?:and|but|or)\b)[^;.:])+")
_HEAD = re.compile(r"(?:[^:;.,–—]|[.,](?=\d))+")
_HANGING = re.compile(r"\b(?:until|unless|if|before|once|provided|whether|so that|in order)\b", re.IGNORECASE)
_HEAD_NOUN = re.compile(r"^(?P<phrase>.+?)(?=\s+(?:of|for|that|which|from|in|on|to|by|or|with)\b|[,:|]|$)")
_WHEN = re.compile(r"\b(?P<way>before|by|until|after|since|on|in|during)\s+(?:the\s+)?$", re.IGNORECASE)
_MOST = 3
"""Entries quoted for one question (guess)."""


class Told(NamedTuple):
    """What the record says on a question of fact."""

    says: Says
    """``depends`` where it speaks of it without a plain yes or no."""
    events: tuple[CaseEvent, ...]
    items: tuple[Unit, ...]
    reason: str


def told(
    question: str,
    case_words: frozenset[str],
    record: Sequence[Unit],
    events: Sequence[CaseEvent],
    today: date | None,
) -> Told | None:
    """What a case's record says on whether something happened, or is on file.

    Args:
        question: For yes or no.
        case_words: Roots that only name the case.
        record: Its units, lines of the form "thing: state" taken apart.
        events: Its dated entries, in any order.
        today: Entries of later days have not happened; null: the day is not known.

    Returns:
        ``yes`` where one entry says all of what is asked; ``no`` only where an entry marks the thing as
        missing; ``depends`` where entries deny, report or put off what is asked, or it happened on another
        day. Null where no entry has all the words: that the record is silent says neither yes nor no.
        Words that count (all, twice, only) must stand in the entry too.
    """
    spans, window = _days_asked(question)
    asked = _asked(question, spans) - case_words
    if not asked:
        return None
    names = _names(record)
    found = [(event, how) for event in sorted(events, key=lambda one: one.day)
             if (how := _how(event, asked, question, names)) is not None]  # fmt: skip
    plain = [event for event, how in found if how == "yes" and not (today and event.day > today)]
    # What an entry is headed by names it; what stands behind may be another matter.
    plain = [event for event in plain if asked <= content_keys(_head(event))] or plain
    inside = [event for event in plain if window is None or window[0] <= event.day <= window[1]]
    turned = bool(_TURNED.search(question))
    if inside and not turned:
        return Told("yes", tuple(inside[:_MOST]), (), "an entry of the record says all that is asked")
    if window is None and (state := _of_items(question, asked, record)) is not None and not (plain or turned):
        return state
    if found:
        shown = plain or [event for event, _ in found]
        if window is not None:
            shown = sorted(shown, key=lambda event: _days_off(event, *window))
        return Told(
            "depends",
            tuple(sorted(shown[:_MOST], key=lambda event: event.day)),
            (),
            "the record speaks of it without saying so plainly",
        )
    return None


def _asked(question: str, spans: Sequence[tuple[int, int]]) -> frozenset[str]:
    """Roots of what has to stand in an entry: no days, and no words that any entry says of itself."""
    left_out = [*spans, *(match.span() for match in _TOOK_PLACE.finditer(question))]
    found = (word for word in whole_words(question) if word.is_content)
    kept = (word.key for word in found if not any(start <= word.start < end for start, end in left_out))
    return frozenset(kept) - _HAPPENING


def _days_asked(question: str) -> tuple[list[tuple[int, int]], tuple[date, date] | None]:
    """Where the question names days, and the first and the last day that it means."""
    named = [
        one for one in find_dates(question, today=None) if one.first is not None and one.last is not None
    ]
    if len(named) != 1:
        return [(one.start, one.end) for one in named], None
    one = named[0]
    first, last = one.first or date.min, one.last or date.max
    match = _WHEN.search(question, 0, one.start)
    way = match["way"].lower() if match else "on"
    if way == "before":
        first, last = date.min, date.fromordinal(max(1, first.toordinal() - 1))
    elif way in ("by", "until"):
        first = date.min
    elif way == "after":
        first, last = date.fromordinal(last.toordinal() + 1), date.max
    elif way == "since":
        last = date.max
    return [(one.start, one.end)], (first, last)


def _days_off(event: CaseEvent, first: date, last: date) -> int:
    return max((first - event.day).days, (event.day - last).days, 0)


def _names(record: Sequence[Unit]) -> list[tuple[frozenset[str], str]]:
    """Parties and things that the record names by their part in it: "Licence holder", and who that is."""
    found = []
    for unit in record:
        label, value = named_value(unit)
        name = re.split(r",|\(", value)[0].strip()
        if len(name) > 3 and name[:1].isupper():
            found.append((content_keys(label), name))
    return found


def _how(
    event: CaseEvent, asked: frozenset[str], question: str, names: Sequence[tuple[frozenset[str], str]]
) -> Says | None:
    """Whether an entry says what is asked, speaks of it only, or neither."""
    head = _head(event)
    known = frozenset[str]().union(*(keys for keys, name in names if name.lower() in event.text.lower()))
    clauses = [match.group() for match in _CLAUSE.finditer(event.text, len(head))]
    counted = {match.group().lower() for match in _COUNTS.finditer(question)}
    if not all(re.search(rf"\b{word}\b", event.text, re.IGNORECASE) for word in counted):
        return None
    if not _ordinals(question) <= _ordinals(event.text):
        return None
    if asked <= content_keys(head) | known:
        came_to_nothing = bool(clauses) and _undone(clauses[0], asked)
        # "Was the training held?" is not told by "Training arranged".
        other = _TOOK_PLACE.search(question) is not None and _tells_other(head, asked)
        loose: object = came_to_nothing or other or _PLANNED.search(head) or _is_loose(head, head, asked)
        return "depends" if loose or not asked <= content_keys(_main(head)) | known else "yes"
    before = ""
    for clause in clauses:
        before += clause
        if not asked & content_keys(clause) or not asked <= content_keys(head) | content_keys(clause) | known:
            continue
        is_main = asked <= content_keys(head) | content_keys(_main(clause)) | known
        loose = modals(clause) or _PARTLY.search(_about(clause, asked)) or _is_loose(clause, before, asked)
        return "yes" if is_main and not loose else "depends"
    return None


def _head(event: CaseEvent) -> str:
    """What an entry begins with, up to its first stop: it names the entry."""
    match = _HEAD.match(event.text)
    return match.group() if match else event.text


def _main(clause: str) -> str:
    """A clause without what only hangs on it: "suspended UNTIL THE FLUE HAS BEEN REBUILT"."""
    return _HANGING.split(clause, maxsplit=1)[0]


def _tells_other(head: str, asked: frozenset[str]) -> bool:
    """Whether an entry tells something else of a thing than that it took place."""
    told = (match.group() for match in _TOLD.finditer(head))
    return any(not _TELLS_OF_IT.fullmatch(word) and not content_keys(word) <= asked for word in told)


def _about(clause: str, asked: frozenset[str]) -> str:
    """The parts of a clause, between "and" and "but", that have a word asked about."""
    parts = re.split(r"\b(?:and|but)\b", clause)
    return " ".join(part for part in parts if asked & content_keys(part))


def _is_loose(clause: str, up_to: str, asked: frozenset[str]) -> bool:
    """Whether a clause denies, puts off or only reports what it speaks of."""
    reports = any(not content_keys(match.group()) <= asked for match in _REPORTED.finditer(up_to))
    return reports or _undone(clause, asked) or _TURNED.search(_about(clause, asked)) is not None


def _ordinals(text: str) -> set[tuple[str, str]]:
    """Which one of what: ``("second", "inspect")``; a second complaint makes no second inspection."""
    return {(match["which"].lower(), root(match["what"].lower())) for match in _ORDINAL.finditer(text)}


def _undone(text: str, asked: frozenset[str]) -> bool:
    """Whether a text tells that something is still to come or came to nothing, unless that is asked."""
    return any(not content_keys(match.group()) <= asked for match in _NOT_YET.finditer(text))


def _of_items(question: str, asked: frozenset[str], record: Sequence[Unit]) -> Told | None:
    """What the record says of a thing's being on file: of items whose own name is the thing asked about."""
    things = asked - _STATES
    asks_of_state = things != asked or asked & _OWN_STATES or _ON_FILE.search(question)
    if not things or not asks_of_state:
        return None
    for unit in record:
        name = _HEAD_NOUN.match(unit.text.strip().lstrip("|").strip())
        noun = [word.key for word in whole_words(name["phrase"]) if word.is_content] if name else []
        if not noun or noun[-1] not in things or not things <= content_keys(unit.text):
            continue
        if not re.search(r"[:|–—]|\[[ xX]\]", unit.text + unit.marker):
            continue
        missing = says_missing(unit)
        if missing is None or re.search(r"\bor\b", unit.text):
            return Told("depends", (), (unit,), "an entry speaks of it")
        says: Says = "yes" if missing == bool(_ASKS_OF_LACK.search(question)) else "no"
        return Told(says, (), (unit,), "the record marks it " + ("missing" if missing else "as there"))
    return None
