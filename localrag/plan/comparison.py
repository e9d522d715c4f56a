"""A question that sets things side by side -> its sides, each as words to look for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from localrag.plan.question import Clause, Question
from localrag.plan.sides import TIMELY, Words, cut_tail, share, split_sides
from localrag.plan.vocabulary import (
    AUXILIARIES,
    CLASSES,
    EDITION_NOUNS,
    FUNCTION_WORDS,
    PERSON_NOUNS,
    PREPOSITIONS,
    SOURCE_NOUNS,
    UNITS,
)
from localrag.plan.words import MAX_GAP, Hit, Phrases
from localrag.text.word_sets import word_set


class Comparison(NamedTuple):
    """What is set side by side."""

    sides: tuple[str, ...]
    """Two or more, as named in the question, what they share added to each."""
    aspect: str
    """In which respect; empty where none is named."""
    is_of_times: bool
    """Whether the sides are editions or times of one thing, so that superseded text is wanted."""

    @property
    def searches(self) -> tuple[str, ...]:
        """Words to look for, one a side."""
        return tuple(f"{self.aspect} {side}".strip() for side in self.sides)


def comparison(question: Question, clause: Clause) -> Comparison | None:
    """The comparison that a clause asks for; null where it asks for none, or names fewer than two sides."""
    words = question.lows[: clause.end]
    quoted = question.covered(question.quotations)
    hits = [
        hit
        for hit in CUES.find(words)
        # The title "Against Floods" sets nothing side by side.
        if hit.start >= clause.start and hit.end <= clause.end and hit.start not in quoted
    ]
    # "what changed between A and B" names its sides; "what changed" alone only one thing at two times.
    for hit in sorted(hits, key=lambda one: one.name == "changed"):
        if hit.name == "changed":
            return _over_time(question, clause)
        found = _sides_of(question, clause, hit)
        if found is None:
            continue
        sides, aspect = found
        texts = share(question, sides) if len(sides) > 1 else ()
        if texts and all(texts) and len(set(texts)) > 1:
            return Comparison(texts, aspect, _is_of_times(question, sides, hit))
    return None


def _sides_of(question: Question, clause: Clause, hit: Hit) -> tuple[list[Words], str] | None:
    words = question.lows
    before, after = (clause.opens, hit.start), (hit.end, clause.end)
    match hit.name:
        case "between":
            sides, tail = split_sides(question, *after)
            return sides, _aspect(question, clause.start, hit.end, tail)
        case "versus":
            if words[hit.start] == "against" and not _AGAINST.isdisjoint(words[clause.start : hit.start]):
                return None
            begins = clause.start if hit.start < clause.opens else clause.opens
            left = (_phrase_start(question, begins, hit.start), hit.start)
            right, tail = cut_tail(question, hit.end, clause.end, left)
            return [left, right], _aspect(question, begins, left[0], tail)
        case "from":
            subject = _after_opening(question, *before)
            right, tail = cut_tail(question, *after, subject)
            return [subject, right], _aspect(question, 0, 0, tail)
        case "than":
            comparator = _comparator(words, before)
            if comparator is None or hit.end >= clause.end:
                return None
            dated = question.covered((one.start, one.end) for one in question.dates)
            # "for day work" measures nothing.
            is_measure = words[hit.end] not in PREPOSITIONS and not UNITS.isdisjoint(
                words[hit.end : hit.end + 3]
            )
            if words[hit.end] in _NO_SIDES or words[hit.end][0].isdigit() or is_measure or hit.end in dated:
                return None
            subject = _after_opening(question, clause.opens, comparator)
            if words[hit.end] in PREPOSITIONS and words[hit.end] in words[comparator + 1 : hit.start]:
                # "longer for companies than for individuals"
                left = (words.index(words[hit.end], comparator + 1), hit.start)
                right, tail = cut_tail(question, *after, left)
                return [left, right], _told(question, subject).strip() + _told(question, tail)
            right, tail = cut_tail(question, *after, subject)
            return [subject, right], _told(question, (comparator, hit.start)) + _told(question, tail)
        case "pair":
            # "how do A and B differ", "which is longer, A or B"
            sides, tail = split_sides(question, *_after_opening(question, *before))
            rest = _told(question, (hit.end, clause.end))
            return sides, _aspect(question, hit.start, hit.end, tail) + rest
        case "subjects":
            # "do contractors and employees have the same deadline"
            sides, _ = split_sides(question, *_after_opening(question, *before))
            return sides, _told(question, after)
        case "either":
            if "or" not in words[hit.end : clause.end]:
                return None
            start = next((at for at in range(hit.end, clause.end) if question.follows_comma(at)), hit.end)
            sides, tail = split_sides(question, start, clause.end)
            return sides, _told(question, (hit.start, start)) + _told(question, tail)
        case _:
            sides, tail = split_sides(question, *after)
            return sides, _aspect(question, clause.opens, hit.start, tail)


def _over_time(question: Question, clause: Clause) -> Comparison | None:
    """``what changed in X since 2023``: one thing at two times."""
    dated = question.covered((one.lead, one.end) for one in question.dates)
    topic = [
        at
        for at in range(clause.opens, clause.end)
        if at not in dated
        and question.words[at].lower not in FUNCTION_WORDS
        and question.words[at].lower not in _CHANGE
    ]
    name = question.slice(topic[0], topic[-1] + 1) if topic else ""
    when = next((one.text for one in question.dates), "before")
    return Comparison((f"{name} now".strip(), f"{name} {when}".strip()), "", True) if name or dated else None


def _comparator(words: Sequence[str], region: Words) -> int | None:
    """Where "more", "less" or a word like "quicker" stands before "than"; null for "rather than"."""
    for at in range(region[1] - 1, max(region[0], region[1] - MAX_GAP) - 1, -1):
        if words[at] in ("more", "less", "fewer", "worse") or (
            words[at].endswith("er") and words[at] not in _NO_COMPARATORS
        ):
            return at
    return None


def _after_opening(question: Question, start: int, end: int) -> Words:
    """``start`` to ``end`` without the words that open the question."""
    while start < end and question.lows[start] in AUXILIARIES | _OPENING:
        start += 1
    if end - start > 2 and question.lows[start] in ("i", "we", "you", "they"):
        # "do we treat odour complaints the same way as ...": the subject and its verb.
        start += 2
    while end > start and question.lows[end - 1] in AUXILIARIES | {"the"}:
        end -= 1
    return start, end


def _phrase_start(question: Question, start: int, end: int) -> int:
    at = end
    while at > start and question.lows[at - 1] not in _OPENING | AUXILIARIES:
        if question.follows_comma(at) or (at < end and question.lows[at - 1] in PREPOSITIONS - {"of", "for"}):
            break
        at -= 1
    return at


def _aspect(question: Question, start: int, end: int, tail: Words) -> str:
    kept = [
        word.text
        for word in question.words[start:end]
        if word.lower not in FUNCTION_WORDS and word.lower not in _COMPARING
    ]
    return " ".join(kept) + _told(question, tail)


def _told(question: Question, tail: Words) -> str:
    kept = [
        word.text
        for word in question.words[slice(*tail)]
        if word.lower not in FUNCTION_WORDS and word.lower not in _COMPARING | {"terms", "respect", "regard"}
    ]
    return (" " + " ".join(kept)) if kept else ""


def _is_of_times(question: Question, sides: Sequence[Words], hit: Hit) -> bool:
    if hit.name == "changed":
        return True
    change = any(word in _CHANGE for word in question.lows[hit.start : hit.end])
    dated = question.covered((one.start, one.end) for one in question.dates)
    marks = [
        any(
            at in dated or question.lows[at] in TIMELY or question.lows[at] in EDITION_NOUNS
            for at in range(*side)
        )
        for side in sides
    ]
    named = any(question.lows[at] in SOURCE_NOUNS for side in sides for at in range(*side))
    return all(marks) or (any(marks) and (change or named))


_NO_COMPARATORS = (
    FUNCTION_WORDS
    | PERSON_NOUNS
    | word_set(
        "rather other later earlier sooner under over number order letter paper water user holder"
        " owner member matter offer answer contractor worker summer winter computer printer scanner"
        " longer-term register quarter"
    )
)


_AGAINST = word_set(
    "appeal appeals appealing appealed object objection objections complain complaint complaints claim claims"
    " protest decision evidence act acts proceed lodged lodge filed file insured insure insurance protect"
    " protection guard rule action proceedings secured"
)
"""Words after which "against" names an opponent, not a side."""


_NO_SIDES = word_set(
    "one two three four five six seven eight nine ten eleven twelve twenty thirty half usual"
    " expected normal necessary required once that needed allowed permitted planned ever before"
)


_CHANGE = word_set("change changed changes changing new updated update evolved developed")


_COMPARING = _CHANGE | word_set(
    "differ difference differences different differs compare compared comparison contrast"
    " distinction distinguish distinguishes vary varies similar similarities same versus between"
    " longer shorter higher lower identical tell apart"
)


_OPENING = word_set(
    "sets set tells keeps what which how do does did who when where why in would show me tell"
    " explain and much long"
)


CUES = Phrases(
    """
    pair: differ|differs|compare|contrast $
    pair: differ|differs|compare|contrast in|regarding|on|when
    from: compare|compares|compared to|with|against
    between: difference|differences|distinction|distinctions|comparison between
    between: contrast|similarities|discrepancy|gap between
    between: differ|differs|different|vary|varies|changed|change|changes|distinguish|compare ** between
    between: difference|differences|distinction in|of|for ** between
    between: compare|contrast
    between: comparison|difference|differences|distinction of
    from: differ|differs|different|differently|deviate|deviates|distinct from|to|than
    between: distinguishes|differentiates
    between: changed|change|changes ** from
    versus: versus|vs
    versus: compared|relative|opposed|contrast to|with
    than: than
    between: separates
    between: differences
    versus: against
    from: apart from
    from: same *? as|like
    from: identical|similar|equal|equivalent to|with
    same: same|identical|equal|different|similar ** for|to|in|under both?
    either: ^ which|what|who ** longer|shorter|higher|lower|stricter|bigger|larger|smaller
    either: ^ which|what|who ** better|worse|cheaper
    either: ^ which|what|who ** more|less|faster|slower|heavier|older|stronger
    subjects: have|has|need|get|face|pay|share|use|follow the? same
    changed: different|otherwise before|until|in|after|since
    changed: what has|have|had? changed|change
    changed: what is|are new|different
    changed: what are|were the? changes
    changed: has|have|had|did ** changed|change since|between|over|in|from|after|with
    changed: has|have|did ** up|down|risen|increased|decreased|raised|lowered|fallen|dropped since
    changed: how has|have|did|had ** changed|change|evolved|developed
    changed: changes|differences to|in|of|since > @source|the|@rule
    """,
    CLASSES,
)
