"""Events of a case and a rule's wording -> the events that the wording speaks of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from localrag.records.evidence import CaseEvent

Keys = Callable[[str], frozenset[str]]
"""Roots of a text's content words."""

_ENOUGH = 0.6
"""Share of the wording's words that an event must have (guess: two of three)."""
_HEAD = re.compile(r"[^:–—.;]{1,80}")
_TELLS_OF_IT = re.compile(
    r"\w+(?:ed|ly|en)|found|seen|held|made|sent|done|lost|left|again|continues?|persists?|recurs?|occurs?",
    re.IGNORECASE,
)
"""What may stand behind a thing that has happened without naming another."""
_DENIES = re.compile(
    r"\b(?:no|not|never|without|nor|none)\b(?!\s+(?:later|more|less)\b)[^.,;:]{0,40}$", re.IGNORECASE
)


def alike(events: Iterable[CaseEvent], wording: frozenset[str], keys: Keys) -> list[CaseEvent]:
    """The events that a wording speaks of, in order of time.

    Args:
        events: Of one case.
        wording: Roots of the words that name what happened; without generic ones such as "occur".
        keys: Gives the roots of a text's content words, as in ``wording``.

    Returns:
        Events whose head (the entry up to its first colon or stop) has most of the wording, or, where no
        head does, events that have it anywhere. An event that denies it ("no leak was found") is none.
        An empty wording speaks of nothing.
    """
    if not wording:
        return []
    ordered = sorted(events, key=lambda event: event.day)
    in_head = [event for event in ordered if _speaks_of(_head(event.text), wording, keys)]
    return in_head or [event for event in ordered if _speaks_of(event.text, wording, keys)]


def named_in_head(events: Iterable[CaseEvent], wording: frozenset[str], keys: Keys) -> list[CaseEvent]:
    """The events that a wording clearly names, in order of time: their heads have all of its words.

    Args, and what an empty wording and a denied event come to, as for ``alike``. A mention behind the head
    ("notice received: the period ends on 11 June") names no event of the entry's own day.
    """
    ordered = sorted(events, key=lambda event: event.day)
    return [
        event
        for event in ordered
        if wording and wording <= keys(_head(event.text)) and _speaks_of(_head(event.text), wording, keys)
    ]


def of_the_thing_itself(events: Iterable[CaseEvent], wording: frozenset[str], keys: Keys) -> list[CaseEvent]:
    """Events without those on a paper about the thing: of "Defect found" and "Defect report filed" the first.

    All of them where none remains. Args as for ``alike``.
    """
    found = list(events)
    kept = [event for event in found if not _names_another(_head(event.text), wording, keys)]
    return kept or found


def _names_another(head: str, wording: frozenset[str], keys: Keys) -> bool:
    """Whether a noun right behind the wording's last word in a head makes it the name of something else."""
    found = list(re.finditer(r"[\w'’-]+", head))
    last = max((at for at, word in enumerate(found) if keys(word.group()) & wording), default=len(found))
    if last + 1 >= len(found) or not head[found[last].end() : found[last + 1].start()].isspace():
        return False
    behind = found[last + 1].group().lower()
    return behind.isalpha() and bool(keys(behind)) and _TELLS_OF_IT.fullmatch(behind) is None


def _head(text: str) -> str:
    match = _HEAD.match(text)
    return match.group() if match else text


def _speaks_of(text: str, wording: frozenset[str], keys: Keys) -> bool:
    present = wording & keys(text)
    if len(present) < _ENOUGH * len(wording):
        return False
    return not any(_is_denied(text, one, keys) for one in present)


def _is_denied(text: str, root: str, keys: Keys) -> bool:
    for match in re.finditer(r"[\w'’-]+", text):
        if root in keys(match.group()):
            return bool(_DENIES.search(text, 0, match.start()))
    return False
