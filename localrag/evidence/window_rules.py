"""A sentence of a rule -> the window of time it sets, and what has to lie within it."""

from __future__ import annotations

import re
from typing import NamedTuple

from localrag.cases.windows import Window
from localrag.evidence.words import whole_words
from localrag.records.evidence import WindowRelation
from localrag.text.values import Value, values
from localrag.text.word_sets import word_set


class WindowRule(NamedTuple):
    """A rule that compares the time between two events with a window."""

    window: Window
    limit: str
    """The window as the rule words it."""
    relation: WindowRelation
    happens: frozenset[str]
    """Roots of what happens: for a repeat both times, else the later or the counted event."""
    anchor: frozenset[str]
    """Roots of the event the window is counted from or to; empty where events of one kind repeat."""
    is_repeat: bool
    """Whether two events of one kind are meant."""
    is_condition: bool
    """Whether the window is a condition ("when it recurs within 90 days") and not a duty to act in time."""
    is_before: bool
    """Whether the anchor is the later event ("30 days before the permit expires")."""
    is_denied: bool
    """Whether it is met by what does not happen ("if the fee is not paid within 30 days")."""


_CLAUSE = re.compile(
    r"\b(?:if|when(?:ever)?|where(?:ver)?|as soon as|in case|provided that|unless)\b", re.IGNORECASE
)
_REPEAT = re.compile(
    r"\b(?:repeat(?:ed|edly|s)?|repetition|again|recur(?:s|red|rence|ring)?|re-?occur(?:s"
    r"|red)?|second or later"
    r"|further|another|more than (?:one|once|two|twice)|(?:two|three|several) or more|twice|one more|returns?"
    r"|(?:two|three) (?=[\w-]+s\b))\b",
    re.IGNORECASE,
)
_ANCHOR = re.compile(
    r"\s*(?P<way>after|of|from|following|since|before|prior to|preceding)\s+(?P<what>[^.;:]+)", re.I
)
_DENIED = re.compile(r"\b(?:not|no|never|fails? to|failed to|without)\b|n['’]t\b", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\b", re.IGNORECASE)
_GENERIC = word_set(
    "occur occurs occurred happen happens happened take takes took taken place make makes made record "
    "records recorded be been being instance instances day days calendar working time period date "
    "event events within must may shall should can cannot repeat repeats repeated again further "
    "second later another two three more once twice one least most lie lies lying apart following "
    "first last it its such same"
)
_NORMAL = re.compile(r"P(?P<length>\d+)(?P<unit>[DMY])(?: (?P<qualifier>\w+))?")


def window_rules(text: str) -> list[WindowRule]:
    """Windows that a sentence sets, in reading order; empty where it holds no period of whole days.

    Days of no stated kind are calendar days. Hours are no window.
    """
    found = []
    for value in values(text):
        window = _window(value)
        relation = _relation(value)
        if window is None or relation is None:
            continue
        found.append(_rule(text, value, window, relation))
    return found


def _window(value: Value) -> Window | None:
    match = _NORMAL.fullmatch(value.normal) if value.kind == "duration" else None
    if match is None:
        return None
    length = int(match["length"])
    if match["unit"] == "D":
        working = match["qualifier"] not in (None, "calendar")
        return Window(length, "working_days" if working else "calendar_days")
    return Window(length * (12 if match["unit"] == "Y" else 1), "months")


def _relation(value: Value) -> WindowRelation | None:
    if value.comparator in ("within", "at most", "under", "by", "until", "before"):
        return "within"
    if value.comparator == "at least":
        return "at_least"
    return "more_than" if value.comparator in ("over", "after") else None


def _rule(text: str, value: Value, window: Window, relation: WindowRelation) -> WindowRule:
    start, end = _clause(text, value)
    clause = text[start:end]
    anchored = _ANCHOR.match(text[:end], value.end)
    is_repeat = anchored is None and bool(_REPEAT.search(clause) or _BETWEEN.search(clause))
    before = text[start : value.start]
    # Of "within 90 days, repeat non-compliance occurs" what happens stands behind the window.
    behind = "" if anchored else text[value.end : end]
    return WindowRule(
        window=window,
        limit=" ".join(text[value.start : value.end].split()),
        relation=relation,
        happens=_named(f"{before} {behind}"),
        anchor=_named(anchored["what"]) if anchored else frozenset(),
        is_repeat=is_repeat,
        is_condition=start > 0 or end < len(text.rstrip(" .;")),
        is_before=anchored is not None and anchored["way"].lower() in ("before", "prior to", "preceding"),
        is_denied=bool(_DENIED.search(before)),
    )


def _clause(text: str, value: Value) -> tuple[int, int]:
    """The clause a window stands in: from "when" or "if" to the comma or the end, else the whole sentence."""
    opened = [match for match in _CLAUSE.finditer(text) if match.end() <= value.start]
    if not opened:
        later = _CLAUSE.search(text, value.end)
        return 0, later.start() if later else len(text)
    start = opened[-1].end()
    stop = re.compile(r",\s").search(text, value.end)
    closes_early = opened[-1].start() == 0 or text[: opened[-1].start()].strip() == ""
    return start, stop.start() if stop and closes_early else len(text)


def _named(text: str) -> frozenset[str]:
    return frozenset(
        word.key
        for word in whole_words(text)
        if word.is_content and text[word.start : word.end].lower() not in _GENERIC
    )
