"""Words that name several things -> the things, each with what it shares with the others."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.plan.question import Question
from localrag.plan.vocabulary import AUXILIARIES, DETERMINERS, PREPOSITIONS
from localrag.text.word_sets import word_set

Words = tuple[int, int]
"""Words of a question from one to the one before another."""


def split_sides(question: Question, start: int, end: int) -> tuple[list[Words], Words]:
    """Sides between "and", "or", "with", "to", "vs" and commas, and what follows the last one."""
    words = question.lows
    places = [at for at in range(start + 1, end - 1) if words[at] in _CONNECTORS]
    commas = [
        at for at in range(start + 1, end) if question.follows_comma(at) and words[at] not in _CONNECTORS
    ]
    if not places:
        return [], (end, end)
    cut = places[0]
    doubled = [at for at in places if words[at] == "and" and words[at + 1] in PREPOSITIONS]
    again = [at for at in doubled if words[at + 1] in words[start:at]]
    if again:
        # "with an ordinary car and with a lorry"
        cut = again[0]
    elif len(places) > 1:
        # "terms and conditions and ...": the connector whose far side begins as the near side does.
        like_first = [at for at in places if words[at + 1] == words[start]]
        cut = like_first[0] if like_first else places[0]
        if words[places[0]] in ("and", "or") and any(words[at] in ("with", "to", "against") for at in places):
            cut = next(at for at in places if words[at] in ("with", "to", "against"))
    sides: list[Words] = []
    begin = start
    for comma in commas:
        if comma < cut:
            sides.append((begin, comma))
            begin = comma
    sides.append((begin, cut))
    last, tail = cut_tail(question, cut + 1, end, sides[-1])
    return [*sides, last], tail


def cut_tail(question: Question, start: int, end: int, other: Words) -> tuple[Words, Words]:
    """The last side, without what is said of both: "a warning and a notice under the manual"."""
    words = question.lows
    has_preposition = any(words[at] in PREPOSITIONS for at in range(*other))
    for at in range(start + 1, end):
        is_said_of_both = words[at] in _SAID_OF_BOTH or words[at] in AUXILIARIES or question.follows_comma(at)
        if is_said_of_both or (words[at] in PREPOSITIONS - {"of"} and not has_preposition):
            return (start, at), (at, end)
    return (start, end), (end, end)


def share(question: Question, sides: Sequence[Words]) -> tuple[str, ...]:
    """The sides' texts, with what one leaves to be understood from another."""
    spans = [_without_determiner(question, *side) for side in sides]
    texts = [_named_in_full(question, span, spans[0]) for span in spans]
    first, last = spans[0], spans[-1]
    words = question.lows
    leads = [at for at in range(first[0] + 1, first[1]) if words[at] in PREPOSITIONS]
    for number, (start, end) in enumerate(spans[1:], start=1) if leads else ():
        if start >= end:
            continue
        # "the limit for the report for officers and for contractors": the last such preposition.
        place = ([at for at in leads if words[at] == words[start]] or leads)[-1]
        has_determiner = sides[number][0] < start and words[sides[number][0]] not in ("a", "an")
        has_own = has_determiner or any(words[at] in PREPOSITIONS for at in range(start + 1, end))
        if words[start] in PREPOSITIONS:
            texts[number] = f"{question.slice(first[0], place)} {texts[number]}"
        elif not has_own:
            texts[number] = f"{question.slice(first[0], place + 1)} {texts[number]}"
    if not leads and last[1] - last[0] > 1:
        tail = next((at for at in range(*last) if words[at] in PREPOSITIONS), None)
        for number, (start, end) in enumerate(spans[:-1]):
            if end - start == 1 and _qualifies(words[start]):
                texts[number] += f" {question.slice(last[0] + 1, last[1])}"
            elif tail is not None and tail > last[0] and words[start] == words[last[0]]:
                # "version 2 and version 3 of the policy"
                texts[number] += f" {question.slice(tail, last[1])}"
    return tuple(texts)


def _named_in_full(question: Question, span: Words, first: Words) -> str:
    """``the 2026 one`` beside "the 2023 manual" is the 2026 manual."""
    start, end = span
    if end - start > 2 and question.lows[start] in _PRO_NOUNS and question.lows[start + 1] in PREPOSITIONS:
        # "the fine for littering" beside "the one for dumping"
        lead = next((at for at in range(*first) if question.lows[at] in PREPOSITIONS), first[1])
        return f"{question.slice(first[0], lead)} {question.slice(start + 1, end)}"
    if start < end and question.lows[end - 1] in ("one", "ones") and first[0] < first[1]:
        return f"{question.slice(start, end - 1)} {question.slice(first[1] - 1, first[1])}".strip()
    return question.slice(start, end)


def _qualifies(word: str) -> bool:
    """Whether a word by itself looks like an attribute: 2023, old, internal."""
    if word[0].isdigit() or word in _ATTRIBUTES:
        return True
    return word.endswith(("ary", "ous", "ive", "ible", "able", "nal", "cal")) and word not in _NO_ATTRIBUTES


def _without_determiner(question: Question, start: int, end: int) -> Words:
    while start < end - 1 and question.lows[start] in DETERMINERS | {"both", "either"}:
        start += 1
    return start, end


_CONNECTORS = word_set("and or with to against versus vs from than")


TIMELY = word_set(
    "old new previous current former earlier later latest next today now present draft past original"
)


_ATTRIBUTES = TIMELY | word_set(
    "first second third fourth temporary permanent formal informal major minor partial full annual"
    " monthly weekly daily short long small large public private written oral verbal initial final"
    " standard special planned unplanned paid unpaid full-time part-time domestic foreign internal"
    " external light heavy"
)


_PRO_NOUNS = word_set("one ones that those")


_NO_ATTRIBUTES = word_set("medical arsenal journal signal canal")


_SAID_OF_BOTH = word_set(
    "regarding concerning when if where because while as in-terms-of according under since"
)
