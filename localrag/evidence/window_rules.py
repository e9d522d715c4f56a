"""A sentence of a rule -> the window of time it sets, and what has to lie within it."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from localrag.cases.windows import Window
from localrag.evidence.words import whole_words
from localrag.records.evidence import WindowRelation
from localrag.text.modality import modals
from localrag.text.values import Value, values
from localrag.text.word_sets import word_set

Opener = Literal["if", "only if", "unless"]


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
    times: int = 2
    """Of a repeat: how many events on different days have to lie within the window."""
    is_between: bool = False
    """Whether the time between two different events is meant, whichever comes first."""
    opener: Opener | None = None
    """What opens the condition; null where the window is none."""

    @property
    def subject(self) -> frozenset[str]:
        """Roots of all that the window is about; equal for two rules on the same events."""
        return self.happens | self.anchor


_CLAUSE = re.compile(
    r"\b(?:if|when(?:ever)?|where(?:ver)?|as soon as|in case|provided that|unless)\b", re.IGNORECASE
)
_REPEAT = re.compile(
    r"\b(?:repeat(?:ed|edly|s)?|repetition|again|recur(?:s|red|rence|ring)?|re-?occur(?:s"
    r"|red)?|second or later"
    r"|further|another|more than (?:one|once|two|twice)|(?:two|three|several) or more|twice|one more|returns?"
    r"|(?:second|third|fourth|fifth|sixth)|(?:two|three|four|five|six|[2-9]|several)(?: or more| times)?"
    r" (?=[\w-]+(?: [\w-]+)?s\b))\b",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"\b(?P<over>more than )?"
    r"(?P<count>twice|two|three|four|five|six|second|third|fourth|fifth|sixth|once|one|[2-9])\b"
    r"(?!\s*(?:calendar |working |business )?(?:days?|weeks?|months?|years?|hours?|of\b))",
    re.IGNORECASE,
)
_COUNTS = {
    "once": 1, "one": 1, "twice": 2, "two": 2, "second": 2, "three": 3, "third": 3, "four": 4, "fourth": 4,
    "five": 5, "fifth": 5, "six": 6, "sixth": 6,
}  # fmt: skip
_ANCHOR = re.compile(
    r"\s*(?P<way>after|of|from|following|since|before|prior to|preceding)\s+(?P<what>[^.;:]+)", re.I
)
_DENIED = re.compile(r"\b(?:not|no|never|fails? to|failed to|without)\b|n['’]t\b", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\b", re.IGNORECASE)
_TWO_EVENTS = re.compile(
    r"\bbetween\s+(?P<one>[^,.;:]+?)\s+and\s+(?P<other>[^,.;:]+?)"
    r"(?=\s+(?:at|must|may|shall|should|within|no|not|is|are|lies?|pass|has|have|there)\b|[,.;:]|$)",
    re.IGNORECASE,
)
_FIRST_OF_THEM = re.compile(
    r"\s*(?:the |that |its |one )?(?:first|previous|prior|earlier|preceding|last|latest|former|other|one"
    r"|each other|another)\b",
    re.IGNORECASE,
)
_IN = re.compile(
    r"\b(?:in|during|over|in the course of)\s+(?:a |an |any |the )?(?:(?:last|past|previous|preceding"
    r"|period of|period|any|one|single|same|rolling|consecutive)\s+)*(?:of\s+)?$",
    re.IGNORECASE,
)
_WAITS = re.compile(
    r"\b(?:no|not) (?:sooner|earlier|before)(?: than)?\s+$|\b(?:wait(?:s|ed|ing)?|laps?es?|pass(?:es|ed)?"
    r"|elapsed?|waiting period of|interval of|pause of|gap of)\s+(?:for\s+|of\s+)?$",
    re.IGNORECASE,
)
_HAVE_PASSED = re.compile(
    r"\s+(?:must |shall |should )?(?:have |has )?(?:passed|elapsed|gone by|pass|elapse)\b", re.I
)
_EARLIER = re.compile(r",?\s*\b(?:or|and)\s+(?:earlier|sooner|at once|immediately)\s*$", re.IGNORECASE)
_NUMBERING = re.compile(r"\W*(?:\d[\d.]*[a-z]?|\(?[a-z]{1,3}\))?\W*")
_GENERIC = word_set(
    "occur occurs occurred happen happens happened take takes took taken place make makes made record "
    "records recorded be been being instance instances day days calendar working time period date "
    "event events within must may shall should can cannot repeat repeats repeated again further "
    "second later another two three more once twice one least most lie lies lying apart following "
    "first last it its such same previous prior earlier preceding latest one other three four five six "
    "fourth fifth sixth times number pass passed elapse elapsed recur recurs recurred recurrence recurring "
    "reoccur reoccurs reoccurred repetition"
)
_NORMAL = re.compile(r"P(?P<length>\d+)(?P<unit>[DMY])(?: (?P<qualifier>\w+))?")


def window_rules(text: str) -> list[WindowRule]:
    """Windows that a sentence sets, in reading order; empty where it holds no period of whole days.

    Days of no stated kind are calendar days. Hours are no window.
    """
    found = []
    for value in values(text):
        window = _window(value)
        relation = _relation(text, value)
        if window is None or relation is None or _is_duty_under_condition(text, value):
            continue
        found.append(_rule(text, value, window, relation))
    return found


def _is_duty_under_condition(text: str, value: Value) -> bool:
    """Whether a duty in time hangs on a condition behind it, which no count of days tells to be met."""
    later = _CLAUSE.search(text, value.end)
    if (
        later is None
        or _relief(text, value)
        or any(one.end() <= value.start for one in _CLAUSE.finditer(text))
    ):
        return False
    is_condition = later.group().lower() in ("if", "unless", "in case", "provided that", "where")
    return is_condition and any(modal.sense == "duty" for modal in modals(text[: value.start]))


def _relief(text: str, value: Value) -> re.Match[str] | None:
    """What stands behind a window and only shortens it: "within five days, or earlier if ..."."""
    later = _CLAUSE.search(text, value.end)
    return _EARLIER.search(text, value.end, later.start()) if later else None


def _window(value: Value) -> Window | None:
    match = _NORMAL.fullmatch(value.normal) if value.kind == "duration" else None
    if match is None:
        return None
    length = int(match["length"])
    if match["unit"] == "D":
        working = match["qualifier"] not in (None, "calendar")
        return Window(length, "working_days" if working else "calendar_days")
    return Window(length * (12 if match["unit"] == "Y" else 1), "months")


def _relation(text: str, value: Value) -> WindowRelation | None:
    before = text[: value.start]
    if _WAITS.search(before) or (value.comparator == "before" and _HAVE_PASSED.match(text, value.end)):
        return "at_least"
    if value.comparator is None and _IN.search(before):
        return "within"
    if value.comparator in ("within", "at most", "under", "by", "until", "before"):
        return "within"
    if value.comparator == "at least":
        return "at_least"
    return "more_than" if value.comparator in ("over", "after") else None


def _rule(text: str, value: Value, window: Window, relation: WindowRelation) -> WindowRule:
    start, end = _clause(text, value)
    clause = text[start:end]
    anchored = _ANCHOR.match(text[:end], value.end)
    if anchored and _FIRST_OF_THEM.match(anchored["what"]) and not _named(anchored["what"]):
        # "Within six months of the first": of the events that are counted.
        anchored = None
    two = _TWO_EVENTS.search(clause)
    one, other = (_named(two["one"]), _named(two["other"])) if two else (frozenset(), frozenset())
    is_between = bool(one and other and one != other)
    is_repeat = (
        not is_between and anchored is None and bool(_REPEAT.search(clause) or _BETWEEN.search(clause))
    )
    before = text[start : value.start]
    # Of "within 90 days, repeat non-compliance occurs" what happens stands behind the window.
    behind = "" if anchored else text[value.end : end]
    return WindowRule(
        window=window,
        limit=" ".join(text[value.start : value.end].split()),
        relation=relation,
        happens=other if is_between else _named(f"{before} {behind}"),
        anchor=one if is_between else _named(anchored["what"]) if anchored else frozenset(),
        is_repeat=is_repeat,
        is_condition=start > 0 or (end < len(text.rstrip(" .;")) and _relief(text, value) is None),
        is_before=anchored is not None and anchored["way"].lower() in ("before", "prior to", "preceding"),
        is_denied=bool(_DENIED.search(before)) and relation == "within",
        times=_times(clause) if is_repeat else 2,
        is_between=is_between,
        opener=_opener(text, start, end),
    )


def _opener(text: str, start: int, end: int) -> Opener | None:
    """The word before a clause, or behind it where the sentence begins with its window."""
    if start > 0:
        word = max(_CLAUSE.finditer(text, 0, start), key=lambda match: match.end())
    else:
        behind = _CLAUSE.match(text, end)
        if behind is None:
            return None
        word = behind
    if word.group().lower() == "unless":
        return "unless"
    is_only = (
        re.search(r"\bonly\b", text[: word.start()], re.IGNORECASE) or word.group().lower() == "provided that"
    )
    return "only if" if is_only else "if"


def _times(clause: str) -> int:
    """How many events a clause counts: three for "a third complaint" and for "more than two"; else two."""
    for match in _COUNT.finditer(clause):
        count = match["count"].lower()
        number = _COUNTS.get(count) or int(count)
        return max(2, number + 1 if match["over"] else number)
    return 2


def _clause(text: str, value: Value) -> tuple[int, int]:
    """The clause a window stands in: from "when" or "if" to the comma or the end, else the whole sentence."""
    opened = [match for match in _CLAUSE.finditer(text) if match.end() <= value.start]
    if not opened:
        if relief := _relief(text, value):
            return 0, relief.start()
        later = _CLAUSE.search(text, value.end)
        return 0, later.start() if later else len(text)
    start = opened[-1].end()
    stop = re.compile(r",\s").search(text, value.end)
    closes_early = bool(_NUMBERING.fullmatch(text, 0, opened[-1].start()))
    return start, stop.start() if stop and closes_early else len(text)


def _named(text: str) -> frozenset[str]:
    return frozenset(
        word.key
        for word in whole_words(text)
        if word.is_content and text[word.start : word.end].lower() not in _GENERIC
    )
