"""Facts -> the sentences an answer may compose itself; a validator composes them again and compares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Literal, NamedTuple

from localrag.text.modality import Sense, modals

Says = Literal["yes", "no", "depends", "done"]

_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

NEUTRAL_VERDICT = "The documents state the following conditions."

_VERDICTS: dict[tuple[Says, Sense | None], str] = {
    ("yes", "permission"): "Yes, on the evidence found: a rule allows it.",
    ("yes", "duty"): "Yes, on the evidence found: a rule requires it.",
    ("yes", "prohibition"): "Yes, on the evidence found: a rule forbids it.",
    ("yes", "release"): "Yes, on the evidence found: no rule found requires otherwise.",
    ("yes", "advice"): "Yes, as a rule: the documents advise it.",
    ("yes", "warning"): "Yes, as a rule: the documents advise against it.",
    ("yes", None): "Yes, on the evidence found.",
    ("no", "prohibition"): "No, not on the evidence found: a rule forbids it.",
    ("no", "duty"): "No, not on the evidence found: a rule requires otherwise.",
    ("no", "permission"): "No, not on the evidence found: a rule allows it only under a condition.",
    ("no", "release"): "No, on the evidence found: a rule does not require it.",
    ("no", "advice"): "No, not as a rule: the documents advise otherwise.",
    ("no", "warning"): "No, not as a rule: the documents advise against it.",
    ("no", None): "No, not on the evidence found.",
}
_ASKS_FOR_A_BAN = ("forbid", "prohibit", "not allowed", "not permitted", "banned", "illegal", "unlawful")
_LIMITS = (
    "only",
    "unless",
    "except",
    "if ",
    "when ",
    "until",
    "before",
    "after",
    "within",
    "at most",
    "up to",
)


def verdict_line(says: Says | None, rule: str, question: str) -> str:
    """The line that opens an answer to "may we?", no stronger than the rule it rests on.

    Args:
        says: What the evidence comes to; null where it does not settle the question.
        rule: The deciding sentence, as quoted.
        question: Decides whether "yes" may rest on a prohibition ("Is it forbidden to ...?").

    Returns:
        ``NEUTRAL_VERDICT`` where the rule's own words do not carry the verdict.
    """
    if says is None or says in ("depends", "done"):
        return NEUTRAL_VERDICT
    if _designates_other(rule, question):
        return NEUTRAL_VERDICT
    senses = [modal.sense for modal in modals(rule)]
    sense = _deciding(says, senses)
    if (says, sense) == ("yes", "prohibition") and not _mentions(question, _ASKS_FOR_A_BAN):
        return NEUTRAL_VERDICT
    if (says, sense) == ("no", "permission") and not _mentions(rule, _LIMITS):
        return NEUTRAL_VERDICT
    return _VERDICTS[says, sense]


_OF_RECORD: dict[Says, str] = {
    "yes": "Yes, according to the record of the case.",
    "no": "No, according to the record of the case.",
    "depends": "The record speaks of it, without a plain yes or no.",
    "done": "According to its record the case is closed already.",
}


def record_line(says: Says) -> str:
    """The line that opens an answer to "has it been done?", which a case's record alone decides."""
    return _OF_RECORD[says]


_NAME = r"(?:[A-Z]|\d{1,2}|[IVX]{2,4})"
_DESIGNATED = re.compile(
    rf"\b(?P<kind>(?i:class|category|type|grade|level|tier|zone|stage|group|band))(?:es|s)?"
    rf"\s+(?P<names>{_NAME}(?:(?:\s*(?:,|/|-|–)\s*|,?\s+(?:and|or|to)\s+){_NAME})*)\b"
)


def _designates_other(rule: str, question: str) -> bool:
    """Whether the question names a class, grade or the like of which the rule names only others."""
    named, asked = _designated(rule), _designated(question)
    kinds = {kind for kind, _ in named}
    return any(kind in kinds and not {(kind, name), (kind, "range")} & named for kind, name in asked)


def _designated(text: str) -> set[tuple[str, str]]:
    """``("class", "A")`` for "Class A"; "grades 1 to 3" has a name of its own, ``range``."""
    found = set()
    for match in _DESIGNATED.finditer(text):
        kind, names = match["kind"].lower(), match["names"]
        found |= {(kind, name) for name in re.findall(_NAME, names)}
        if re.search(r"to|-|–", names):
            found.add((kind, "range"))
    return found


def _deciding(says: Says, senses: Sequence[Sense]) -> Sense | None:
    """The sense a verdict rests on: for "no" what stands against it, else the first."""
    against: tuple[Sense, ...] = ("prohibition", "duty", "warning") if says == "no" else ()
    return next((sense for sense in against if sense in senses), senses[0] if senses else None)


def _mentions(text: str, words: Sequence[str]) -> bool:
    lowered = text.lower()
    return any(word in lowered for word in words)


def but_not_stated(found: str, missing: str) -> str:
    """What was found, and what it does not say: ``Appeals may be submitted after a notice, but ...``.

    ``missing`` names a thing: "the deadline for filing an appeal".
    """
    bare = found.rstrip(" .;:,")
    return f"{bare}, but {missing} is not stated."


def not_stated(missing: Sequence[str]) -> str:
    """What none of the documents found says; a plain line where nothing is named.

    What is missing from a case's record is told of the record: "There is no entry in the record of ...".
    """
    if missing and all(one.startswith(_ENTRY) for one in missing):
        return f"There is no {_listed([one.removeprefix('an ') for one in missing])}."
    if not missing:
        return "Nothing in the documents that may be read here answers this question."
    return f"The documents found do not state {_listed(missing)}."


def version_applied(
    title: str, version: str | None, valid_from: date | None, valid_to: date | None, day: date | None
) -> str:
    """Which version of a document applied: ``Manual, version 2023, applied on 12 March 2024 (...).``."""
    named = f"{title}, version {version}," if version else title
    applied = f"{named} applied on {_written(day)}" if day else f"{named} is in the index"
    if valid_from and valid_to:
        return f"{applied}; it was in force from {_written(valid_from)} to {_written(valid_to)}."
    if valid_from:
        return f"{applied}; it is in force since {_written(valid_from)}."
    if valid_to:
        return f"{applied}; it was in force until {_written(valid_to)}."
    return f"{applied}; it states no first or last day."


def version_stands(
    title: str,
    version: str | None,
    valid_from: date | None,
    valid_to: date | None,
    day: date,
    *,
    holds: bool,
    status: str = "active",
    answers: bool = False,
) -> str:
    """Whether a version is in force on a day, and when it is or was; ``answers`` puts yes or no before it."""
    named = f"{title}, version {version}," if version else title
    if answers:
        named = f"{'Yes' if holds else 'No'}: {named}"
    is_it = f"{named} is {'' if holds else 'not '}in force on {_written(day)}"
    if not holds and valid_to is None and status in ("superseded", "archived", "draft"):
        begins = f", from {_written(valid_from)}" if valid_from else ""
        return f"{is_it}; it is {'a draft' if status == 'draft' else status}{begins}."
    if valid_from is None and valid_to is None:
        return f"{is_it}; it states no first or last day."
    if holds:
        since = f", since {_written(valid_from)}" if valid_from else ""
        until = f", until {_written(valid_to)}" if valid_to else ""
        return f"{is_it}{since}{until}."
    if valid_from and valid_from > day:
        return f"{is_it}; it is from {_written(valid_from)}."
    begins = f" from {_written(valid_from)}" if valid_from else ""
    ends = f" to {_written(valid_to)}" if valid_to else " until it was superseded"
    return f"{is_it}; it was in force{begins}{ends}."


def starts_later(title: str, version: str | None, first_day: date) -> str:
    """That a document has no version for a day before its first one."""
    first = f"the first, version {version}, is" if version else "it is"
    return (
        f"The index holds no version of {title} for that time: {first} in force from {_written(first_day)}."
    )


def states_no_days(title: str) -> str:
    """That a document does not say when it is in force."""
    return f"{title} states no day from which it holds, so nothing shows that it held then."


class EditionSpan(NamedTuple):
    """The versions of a document that word a matter in one way, and their days."""

    title: str
    first_version: str | None
    last_version: str | None
    """Equal to the first where one version alone has it."""
    first_day: date | None
    last_day: date | None


def edition_named(span: EditionSpan) -> str:
    """``version 2 (1 July 2021 to 31 December 2024)``, ``versions 3 to 5 (since 1 January 2025)``."""
    if span.first_version is None:
        name = span.title
    elif span.first_version == span.last_version:
        name = f"version {span.first_version}"
    else:
        name = f"versions {span.first_version} to {span.last_version}"
    if span.first_day and span.last_day:
        return f"{name} ({_written(span.first_day)} to {_written(span.last_day)})"
    if span.first_day:
        return f"{name} (since {_written(span.first_day)})"
    return f"{name} (until {_written(span.last_day)})" if span.last_day else name


def editions_turned(spans: Sequence[EditionSpan]) -> str:
    """Which versions held when and on which days the wording turned; at least one span, oldest first."""
    named = ", then ".join(edition_named(span) for span in spans)
    title = spans[-1].title
    if len(spans) == 1:
        return f"{title} says the same throughout: {named}."
    days = [_written(span.first_day) for span in spans[1:] if span.first_day]
    if len(days) < len(spans) - 1:
        return f"{title} changed: {named}."
    return f"{title} changed on {', '.join(days[:-1])}{' and ' if len(days) > 1 else ''}{days[-1]}: {named}."


_ENTRY = "an entry in the record of "


def entry_on(case_id: str, asked: str) -> str:
    """What a case's record lacks: ``an entry in the record of case-7 that answers this: was a test held``."""
    return f"{_ENTRY}{case_id} that answers this: {asked}"


def no_entry(demand: str) -> str:
    """That a case's record says nothing on what a procedure demands."""
    return f"The record has no entry on this requirement: {demand}"


def nearest(titles: Sequence[str]) -> str:
    """The documents next to a question that they do not answer, by title only."""
    return f"Nearest documents: {'; '.join(titles)}."


def not_read(title: str, detail: str) -> str:
    """That a document next to a question has parts that could not be read."""
    return f"{title}: {detail}; what was asked may stand in what could not be read."


def _listed(items: Sequence[str]) -> str:
    *most, last = items
    return f"{', '.join(most)} or {last}" if most else last


def _written(day: date) -> str:
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"
