"""One clause of a question -> the kind of thing it asks for, and about what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, get_args

from localrag.plan.cues import IMPERATIVES, KINDS
from localrag.plan.question import Question
from localrag.plan.vocabulary import (
    ASKING_WORDS,
    AUXILIARIES,
    CLASSES,
    DAY_SORTS,
    DETERMINERS,
    FUNCTION_WORDS,
    GENERIC_NOUNS,
    MODALS,
    NOUN_KINDS,
    PERMISSION,
    PERSON_NOUNS,
    PREPOSITIONS,
    PRONOUNS,
    SINGULAR_IN_S,
    UNITS,
    WH,
)
from localrag.records.plan import AnswerKind
from localrag.text.word_sets import word_set


class Asked(NamedTuple):
    """What a clause asks for."""

    kind: AnswerKind
    used: frozenset[int]
    """Words that only say the kind: not what it is about."""
    is_told: bool
    """Whether the kind was said in so many words; false for a guess from nothing but a subject."""


def asked(question: Question, start: int, end: int, form: str) -> Asked:
    """The kind of answer that words ``start`` to ``end`` ask for, ``start`` being where they open.

    ``form`` is that of ``question.Clause``. A subject without a question ("appeal deadline notices") asks
    for what its nouns name; a subject without such a noun gives ``statement``.
    """
    words = question.lows[start:end]
    if form in ("aux", "if"):
        return Asked(
            "yes_no", _places(start, (at for at, word in enumerate(words) if word in PERMISSION)), True
        )
    if form == "request":
        hit = IMPERATIVES.at(words, 0)
        if hit and hit.name == "list" and words[0] == "name":
            noun = _noun_kind(words, 1)
            if noun and not words[max(noun[1])].endswith("s"):
                return Asked(noun[0], _places(start, [0, *noun[1]]), True)
        quoted = question.covered(question.quotations)
        if words[0] in CLASSES["show"] and set(range(start + 1, end)) <= quoted:
            return Asked("definition", _places(start, [0]), True)
        if hit and hit.name != "statement":
            return Asked(_kind(hit.name), _places(start, range(hit.end)), True)
        inner = _inner_question(question, start, end)
        if inner is not None:
            return inner
        noun = _noun_kind(words, 1)
        if noun and noun[0] != "person":
            return Asked(noun[0], _places(start, [0, *noun[1]]), True)
        return Asked("statement", _places(start, [0]), True)
    if form == "wh":
        return _of_wh(words, start)
    if form == "topic":
        one = _of_wh(("what", "is", *words), start - 2)
        used = frozenset(at for at in one.used if at >= start)
        is_subject = one.kind == "definition" and NOUN_KINDS.get(words[0]) != "definition"
        return Asked("statement" if is_subject else one.kind, used, True)
    if words[:1] == ("term",) and len(words) > 1:
        return Asked("definition", _places(start, [0]), True)
    if words[-2:] == ("stands", "for"):
        return Asked("definition", _places(start, [len(words) - 2, len(words) - 1]), True)
    noun = _any_noun(words)
    return Asked(noun[0], _places(start, noun[1]), False) if noun else Asked("statement", frozenset(), False)


def about(
    question: Question, start: int, end: int, used: Iterable[int] = (), left_out: Iterable[int] = ()
) -> tuple[str, ...]:
    """Content words of ``start`` to ``end``, as written, each once, in order.

    Args:
        question: The question.
        start: First word.
        end: One past the last word.
        used: Words that say the kind of answer.
        left_out: Words of dates, identifiers and sources, which the plan holds elsewhere.
    """
    skipped = {*used, *left_out}
    kept: dict[str, str] = {}
    for at in range(start, end):
        word = question.words[at]
        if at in skipped or word.lower in _NO_SUBJECTS:
            continue
        if word.lower in PERMISSION and not _is_attribute(question, at, end):
            continue
        kept.setdefault(word.lower, _without_possessive(word.text))
    return tuple(kept.values())


def _is_attribute(question: Question, at: int, end: int) -> bool:
    """Whether a word of permission belongs to a noun: "an authorised officer"."""
    return at + 1 < end and question.lows[at + 1] not in _NO_SUBJECTS and not question.follows_comma(at + 1)


def is_generic(words: Iterable[str]) -> bool:
    """Whether words name no matter of their own: "deadline", "requirements", "policy"; true for none."""
    return all(word.lower() in GENERIC_NOUNS or word.lower() in PERSON_NOUNS for word in words)


def _of_wh(words: tuple[str, ...], start: int) -> Asked:
    hit = KINDS.at(words, 0)
    if words[0] in PREPOSITIONS and hit is None and len(words) > 1:
        # "In which year", "at what speed": the preposition adds nothing.
        words, start = words[1:], start + 1
        hit = KINDS.at(words, 0)
    if len(words) > 2 and words[1] in ("exactly", "precisely", "actually", "really", "else"):
        words, start = (words[0], *words[2:]), start + 1
        hit = KINDS.at(words, 0)
    wh = words[0]
    if wh == "what" and len(words) > 2 and words[-1] in ("is", "are", "was", "means", "mean"):
        # "explain what a stop order is"
        return Asked("definition", _places(start, [0, len(words) - 1]), True)
    if hit and not (wh in ("what", "which") and hit.name in ("list", "steps", "statement")):
        return Asked(_kind(hit.name), _places(start, _asking_words(words, hit.start, hit.end)), True)
    if wh in ("what", "which"):
        noun = _noun_kind(words, 1)
        if noun:
            return Asked(noun[0], _places(start, [0, *noun[1]]), True)
        if hit:
            return Asked(_kind(hit.name), _places(start, _asking_words(words, 0, hit.end)), True)
        return Asked(_of_what(words), _places(start, [0]), True)
    return Asked("statement", _places(start, [0]), True)


def _asking_words(words: tuple[str, ...], start: int, end: int) -> list[int]:
    """Of a cue's words those that ask; what a gap skipped may be the subject."""
    cue_nouns = NOUN_KINDS.keys() | UNITS | DAY_SORTS | _CUE_NOUNS
    return [
        at
        for at in range(start, end)
        if words[at] in cue_nouns or words[at] in FUNCTION_WORDS or (at and words[at - 1] == "how")
    ]


def _noun_kind(words: tuple[str, ...], start: int) -> tuple[AnswerKind, list[int]] | None:
    """The kind that the asked noun names ("what is the appeal DEADLINE"), and where it stands."""
    at = start
    if at < len(words) and words[at] in AUXILIARIES | {"me", "us"}:
        at += 1
    while at < len(words) and (words[at] in DETERMINERS or words[at] in ("be", "been", "current", "exact")):
        at += 1
    head = at
    while head < len(words) and not _ends_noun_phrase(words, head, at):
        head += 1
    head -= 1
    if head < at:
        return None
    if words[start] not in AUXILIARIES:
        # "what fee applies": the verb is no part of it.
        head = next((place for place in range(at, head) if words[place] in NOUN_KINDS), head)
    noun, before = words[head], words[head - 1] if head > at else ""
    following = words[head + 1 : head + 3]
    if words[start : start + 1] in (("is",), ("are",)) and words[start + 1 : start + 2] in (("a",), ("an",)):
        # "what is a calendar day?" asks for no day.
        return None
    if noun in UNITS and noun not in ("time", "day") and words[0] in WH and head == at:
        return None
    if noun in ("limit", "limits", "frame") and before == "time":
        return "deadline", [head - 1, head]
    if noun == "number" and before in ("phone", "telephone", "fax", "account", "case", "reference", "permit"):
        return "statement", []
    if noun in ("number", "amount", "length") and len(following) > 1 and following[0] == "of":
        if following[1] in UNITS or following[1] == "time":
            return "duration", [head, head + 2]
        if noun == "amount" and following[1] not in ("money",):
            return "amount", [head]
    kind = NOUN_KINDS.get(noun)
    if kind == "definition" or kind is None or (kind == "person" and words[start] in AUXILIARIES):
        return ("definition", [head]) if kind == "definition" else None
    return _kind(kind), [head]


def _ends_noun_phrase(words: tuple[str, ...], at: int, start: int) -> bool:
    word = words[at]
    return (
        word in PREPOSITIONS
        or word in WH
        or word in AUXILIARIES
        or word in PRONOUNS
        or (word in DETERMINERS and at > start)
        or word in ("not", "that", "and", "or", "be", "been")
    )


def _of_what(words: tuple[str, ...]) -> AnswerKind:
    """``what`` without a noun that names a kind: a definition, a list or any statement."""
    if len(words) < 2:
        return "statement"
    if words[1] in ("is", "are", "was", "were"):
        rest = words[2:]
        if not rest or rest[0] in PRONOUNS or rest[0] in PREPOSITIONS:
            return "statement"
        determiner = rest[0] if rest[0] in DETERMINERS else ""
        phrase = rest[1:] if determiner else rest
        ends = next((at for at in range(len(phrase)) if _ends_noun_phrase(phrase, at, 0)), len(phrase))
        if not phrase[:ends] or phrase[ends - 1] in PERMISSION or is_generic(phrase[:ends]):
            return "list" if words[1] == "are" else "statement"
        if not determiner and phrase[0].endswith(("ed", "en")):
            return "statement"
        if words[1] == "are" and determiner in ("the", "our", "my", "your"):
            return "list"
        if phrase[ends - 1].endswith(("ed", "ing")) and ends == len(phrase) and determiner == "the":
            return "statement"
        is_qualified = ends < len(phrase) and determiner in ("the", "our", "my", "your", "this")
        return "statement" if is_qualified or phrase[0] in ("best", "most", "least") else "definition"
    if words[1] in MODALS or words[1] in ("do", "does", "did") or words[1].endswith("ed"):
        return "statement"
    ends = next((at for at in range(1, len(words)) if _ends_noun_phrase(words, at, 1)), min(4, len(words)))
    nouns = list(words[1:ends])
    if len(nouns) > 1 and ends < len(words) and words[ends] in PRONOUNS | DETERMINERS:
        # "what reading lets me go in": the last one is a verb.
        nouns.pop()
    is_plural = bool(nouns) and nouns[-1].endswith("s") and nouns[-1] not in SINGULAR_IN_S
    return "list" if is_plural and not nouns[-1].endswith(("ss", "us", "is")) else "statement"


def _any_noun(words: tuple[str, ...]) -> tuple[AnswerKind, list[int]] | None:
    """For a subject without a question: the last noun that names a value."""
    for at in range(len(words) - 1, -1, -1):
        kind = NOUN_KINDS.get(words[at])
        is_led = at == 0 or (at + 1 < len(words) and words[at + 1] in ("for", "to", "when"))
        if kind == "steps" and is_led:
            return "steps", [at]
        if kind in ("deadline", "amount", "definition", "duration") or words[at] in ("steps", "address"):
            if words[at] in ("length", "time", "charge", "charges", "fine", "fines"):
                continue
            return _kind(kind or "statement"), [at]
        if words[at] in ("limit", "limits") and at and words[at - 1] == "time":
            return "deadline", [at - 1, at]
    return None


def _inner_question(question: Question, start: int, end: int) -> Asked | None:
    """``explain when we must escalate``: what is asked is the question within."""
    for at in range(start + 1, min(end - 1, start + 3)):
        if question.lows[at] in WH:
            inner = _of_wh(question.lows[at:end], at)
            return inner._replace(used=inner.used | _places(start, range(at - start)))
    return None


def _kind(name: str) -> AnswerKind:
    for kind in _KINDS:
        if kind == name:
            return kind
    raise ValueError(name)


_CUE_NOUNS = word_set(
    "stand stands understood considered counts qualifies classes meant due force effect cases"
    " circumstances situations grounds version edition revision reasons"
)
_NO_SUBJECTS = FUNCTION_WORDS | ASKING_WORDS
_KINDS: tuple[AnswerKind, ...] = get_args(AnswerKind)


def _places(start: int, places: Iterable[int]) -> frozenset[int]:
    return frozenset(start + at for at in places)


def _without_possessive(word: str) -> str:
    for ending in ("'s", "’s"):
        word = word.removesuffix(ending)
    return word
