"""A question's text -> what stands in it: words, dates, identifiers, quotations, and its clauses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from localrag.plan.cues import IMPERATIVES, POLITE
from localrag.plan.vocabulary import AUXILIARIES, DETERMINERS, PREPOSITIONS, PRONOUNS, WH
from localrag.plan.words import Word, split_words
from localrag.text.dates import DateMention, find_dates
from localrag.text.identifiers import Identifier, identifier_mentions
from localrag.text.span import Span
from localrag.text.word_sets import word_set


@dataclass(frozen=True)
class Clause:
    """Words ``start`` to ``end`` of a question, and where it begins to ask."""

    start: int
    end: int
    opens: int
    """The word that asks (``what``, ``may``, ``list``); equal to ``start`` where none does."""
    form: str
    """``wh``, ``aux``, ``if`` (a yes-or-no question told), ``request``, ``topic`` (what someone wants to know
    of, named without a question), or ``none``."""

    @property
    def asks(self) -> bool:
        """Whether something is asked in it, not only told."""
        return self.form != "none"


@dataclass(frozen=True)
class Question:
    """One question as read; nothing in it depends on the documents."""

    text: str
    words: tuple[Word, ...]
    dates: tuple[DateMention, ...]
    identifiers: tuple[Identifier, ...]
    quotations: tuple[Span, ...]
    """Spans of text between quotation marks, the marks included."""

    @cached_property
    def lows(self) -> tuple[str, ...]:
        """The words in lower case."""
        return tuple(word.lower for word in self.words)

    def covered(self, spans: Iterable[tuple[int, int]]) -> frozenset[int]:
        """Which words lie in one of these stretches of the text."""
        stretches = list(spans)
        return frozenset(
            at
            for at, word in enumerate(self.words)
            if any(start < word.end and word.start < end for start, end in stretches)
        )

    def span(self, start: int, end: int) -> Span:
        """The stretch of text from one word to the one before another; empty where there is none."""
        if start >= end:
            return Span(0, 0)
        return Span(self.words[start].start, self.words[end - 1].end)

    def slice(self, start: int, end: int) -> str:
        """The text of words ``start`` to ``end``, as written."""
        span = self.span(start, end)
        return self.text[span.start : span.end]

    def follows_comma(self, at: int) -> bool:
        """Whether a comma, colon or dash stands between a word and the one before."""
        if not 0 < at < len(self.words):
            return False
        between = self.text[self.words[at - 1].end : self.words[at].start]
        return any(mark in between for mark in ",:;–—") or " - " in between

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """Its sentences, each with where it begins to ask; several things asked in one are one clause."""
        return tuple(_clause(self, start, end) for start, end in _sentences(self))


def read_question(
    text: str, *, today: date, locale: str = "en_GB", financial_year_first_month: int = 4
) -> Question:
    """Read a normalised question. Empty text gives no words and no clauses."""
    identifiers = tuple(identifier_mentions(text))
    dates = find_dates(
        text, today=today, locale=locale, financial_year_first_month=financial_year_first_month
    )
    return Question(
        text=text,
        words=tuple(split_words(text)),
        dates=tuple(
            mention
            for mention in dates
            if not any(one.start < mention.end and mention.start < one.end for one in identifiers)
        ),
        identifiers=identifiers,
        quotations=tuple(Span(*match.span()) for match in _QUOTED.finditer(text)),
    )


def is_english(question: Question) -> bool:
    """Whether it has a function word of English, or is too short and plain to be anything else."""
    return any(low in _ENGLISH for low in question.lows) or (
        len(question.words) < 4 and all(word.isascii() for word in question.lows)
    )


def _sentences(question: Question) -> list[tuple[int, int]]:
    """Word ranges of the sentences; quotations are never cut."""
    found: list[tuple[int, int]] = []
    start = 0
    quoted = question.quotations
    for at in range(1, len(question.words)):
        before, word = question.words[at - 1], question.words[at]
        gap = question.text[before.end : word.start]
        ends = _ENDS.search(gap)
        if not ends or any(span.start < word.start and before.end < span.end for span in quoted):
            continue
        # "No. 12", "e.g. drones": a point alone ends nothing after a short word.
        if gap.strip() == "." and (len(before.text) < 4 and before.lower in _ABBREVIATIONS):
            continue
        found.append((start, at))
        start = at
    if question.words:
        found.append((start, len(question.words)))
    return found


def _clause(question: Question, start: int, end: int) -> Clause:
    lows = question.lows[:end]
    at = start
    while at < end - 1 and lows[at] in _FILLERS:
        at += 1
    opening = _opening(lows, at)
    if opening and (opening[0] > at or not _is_set_aside(question, lows, at, end)):
        return Clause(start, end, *opening)
    later = _opening_later(question, lows, at, end) or opening
    return Clause(start, end, *later) if later else Clause(start, end, at, "none")


def _opening(lows: Sequence[str], at: int) -> tuple[int, str] | None:
    """Where and how it asks from this word on, polite words left behind; null where it does not."""
    polite = POLITE.at(lows, at)
    is_polite = polite is not None and polite.end < len(lows)
    while polite and polite.end < len(lows):
        at = polite.end
        if polite.name == "if":
            return at, "if"
        polite = POLITE.at(lows, at)
    form = form_at(lows, at)
    if form is None and is_polite and lows[at] not in PRONOUNS:
        form = "topic"
    return (at, form) if form else None


def form_at(words: Sequence[str], at: int) -> str | None:
    """How a question that begins at this word asks; null where it does not."""
    word = words[at]
    following = words[at + 1] if at + 1 < len(words) else ""
    if word in WH:
        return "wh"
    if word in PREPOSITIONS and following in WH and following not in ("why", "how"):
        return "wh"
    if word in ("within", "in", "for", "after") and following == "how":
        return "wh"
    if word in AUXILIARIES and following and following not in PREPOSITIONS - {"over"}:
        return "aux"
    return "request" if IMPERATIVES.at(words, at) else None


def _is_set_aside(question: Question, lows: Sequence[str], at: int, end: int) -> bool:
    """Whether the clause begins with a subordinate one: "When a permit expires, who must be told?"."""
    if lows[at] not in (
        "when",
        "where",
        "while",
        "in",
        "for",
        "at",
        "on",
        "to",
        "from",
        "by",
        "with",
        "which",
    ):
        return False
    following = lows[at + 1] if at + 1 < end else ""
    if following in AUXILIARIES or following in WH:
        return False
    return any(question.follows_comma(place) and form_at(lows, place) for place in range(at + 2, end))


def _opening_later(question: Question, lows: Sequence[str], at: int, end: int) -> tuple[int, str] | None:
    """Where a clause asks that begins with something else: a condition, a source, a matter."""
    quoted = question.covered(question.quotations) if question.quotations else frozenset()
    places = [place for place in range(at + 1, end) if place not in quoted]
    asks = _ends_asking(question, end)
    for place in places:
        opening = _opening(lows, place) if question.follows_comma(place) else None
        if opening is None:
            continue
        # "the holder, who lives abroad, has not paid" asks nothing.
        if asks or opening[0] > place or not (lows[place] in AUXILIARIES or lows[place] in _RELATIVES):
            return opening
    for place in places:
        word, following = lows[place], lows[place + 1] if place + 1 < end else ""
        if word in WH and (following in AUXILIARIES or word in ("what", "how", "why") or asks):
            return (place - 1 if form_at(lows, place - 1) == "wh" and place - 1 > at else place), "wh"
        is_asking = asks or lows[at] in _CONDITIONS
        if is_asking and word in AUXILIARIES - _ALSO_VERBS and following in _SUBJECTS:
            return place, "aux"
    return None


def _ends_asking(question: Question, end: int) -> bool:
    after = question.words[end].start if end < len(question.words) else len(question.text)
    return "?" in question.text[question.words[end - 1].end : after]


_QUOTED = re.compile(
    r"\"[^\"\n]{2,}\"|“[^”\n]{2,}”|«[^»\n]{2,}»|‘[^’\n]{3,}’(?!\w)|(?<!\w)'[^'\n]{3,}'(?!\w)"
)
_ENDS = re.compile(r"[.!?;。？！](?=\s|$)|[?!]")
_ABBREVIATIONS = word_set("no nr art sec ch para cf vs eg ie approx inc ltd mr mrs ms dr st fig e.g i.e")
_FILLERS = word_set(
    "so and but or then well ok okay now pls plz also again hi hello hey dear thanks thank you all right sir"
    " madam"
)
_ENGLISH = (
    WH
    | AUXILIARIES
    | word_set("the of to and for a an in on it this that with from about tell show please my we")
) - word_set("was am will an")
"""Without those that other languages have too."""
_CONDITIONS = word_set("if when unless once after before where for in according under per as given")
_ALSO_VERBS = word_set("need have has had do does ought am")
_RELATIVES = word_set("which who whose where")
_SUBJECTS = (PRONOUNS | DETERMINERS | {"there"}) - {"no", "all", "one"}
