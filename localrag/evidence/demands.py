"""Units of procedures -> what they demand to be on record, and the sentences that make it a demand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from localrag.evidence.units import Unit
from localrag.evidence.words import content_keys
from localrag.text.modality import modals
from localrag.text.word_sets import word_set


class Demand(NamedTuple):
    """One thing that a procedure wants to see on record."""

    unit: Unit
    """The list item, or the sentence."""
    keys: frozenset[str]
    """Roots of the words that name it."""
    made_by: Unit
    """The sentence that demands it; the unit itself where it says so."""
    is_item: bool
    """Whether it is an item of a list of demands."""


_OF_LIST = re.compile(
    r"\b(?:every|each|all|any|following|these|those|below|items?|checklists?|lists?|documents?|evidence)\b",
    re.IGNORECASE,
)
_ON_RECORD = re.compile(
    r"\b(?:on (?:the |that )?(?:file|record)|in writing|recorded|entered|signed|attached"
    r"|enclosed|present|available"
    r"|provided|obtained|submitted|filed|documented|complete|approved|confirmed)\b",
    re.IGNORECASE,
)
_OF_A_STATE = re.compile(
    r"\b(?:must|shall|has to|have to|needs? to|required to)\s+(?:also |first |always |already )?"
    r"(?:be|have been|bear|carry|contain|exist|lie|hold|show|include)\b",
    re.IGNORECASE,
)
"""What somebody must do ("the clerk must invite the holder in writing") is no state that a record shows."""
_GENERIC = word_set(
    "case file record officer entry document documents item items every each all holder applicant step steps"
    " following list checklist evidence"
)
_LEAST = 2
"""Items below this many are no checklist."""


def demands(units: Sequence[Unit], about: frozenset[str]) -> list[Demand]:
    """What procedures demand to be on record before the thing asked about may be done.

    Args:
        units: Of rules and procedures, passage by passage in reading order.
        about: Roots of what is asked about; a single sentence must share one with its demand or stand
            under a heading that does.

    Returns:
        In reading order: the items of lists that a duty is laid on ("every item of this checklist must
        be on file"), and sentences that lay it on one thing ("the decision must be on file before the
        case is closed").
    """
    found: list[Demand] = []
    for _, passage in groupby(units, key=lambda unit: unit.at):
        members = list(passage)
        found += _of_lists(members)
        found += _of_sentences(members, about)
    return found


def _of_lists(members: Sequence[Unit]) -> list[Demand]:
    found = []
    for (heading, lead), group in groupby(
        (unit for unit in members if unit.kind in ("item", "step", "row")),
        key=lambda unit: (unit.heading, unit.lead),
    ):
        items = list(group)
        demanding = [
            unit
            for unit in members
            if unit.kind == "prose"
            and unit.heading == heading
            and unit.order < items[0].order
            and (unit.text == lead or _OF_LIST.search(unit.text))
            and _lays_a_duty(unit.text)
        ]
        if len(items) >= _LEAST and demanding:
            made_by = next((one for one in demanding if _ON_RECORD.search(one.text)), demanding[0])
            if not _ON_RECORD.search(made_by.text) and made_by.text != lead:
                continue
            found += [Demand(item, content_keys(item.text), made_by, True) for item in items]
    return found


def _of_sentences(members: Sequence[Unit], about: frozenset[str]) -> list[Demand]:
    found = []
    for unit in members:
        if unit.kind != "prose" or not _ON_RECORD.search(unit.text):
            continue
        subject = _subject(unit.text)
        if subject is None or not _OF_A_STATE.search(unit.text) or _OF_LIST.search(subject):
            continue
        keys = content_keys(subject) - _generic_keys()
        if keys and about & (content_keys(unit.text) | content_keys(unit.heading)):
            found.append(Demand(unit, keys, unit, False))
    return found


def _subject(text: str) -> str | None:
    """What stands before the first word of duty; null where there is none, or a condition comes first."""
    for modal in modals(text):
        if modal.sense != "duty":
            continue
        before = text[: modal.start].strip()
        if re.match(r"(?:if|when|where|unless|in case)\b", before, re.IGNORECASE) or "." in before:
            return None
        return before or None
    return None


def _lays_a_duty(text: str) -> bool:
    return any(modal.sense == "duty" for modal in modals(text)) or text.rstrip().endswith(":")


def _generic_keys() -> frozenset[str]:
    return content_keys(" ".join(sorted(_GENERIC)))
