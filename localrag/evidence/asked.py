"""A part of a question -> what a sentence has to be about and hold to answer it."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import NamedTuple

from localrag.evidence.quantities import Quantity, is_quantity, quantities
from localrag.evidence.words import Weigh, Word, content_keys, whole_words, words
from localrag.ports import WordVectors
from localrag.records.plan import AnswerKind, QuestionPart
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.sentences import segments
from localrag.text.values import values
from localrag.text.word_sets import word_set

_LABEL = re.compile(
    r"\b(?P<noun>[A-Za-z][a-z]{2,})\s+(?P<label>[A-Z](?![\w'’-])|\d{1,4}[A-Za-z]?(?![\w,.%-]*\d)|[IVX]{2,4})\b"
)
_NO_LABEL_NOUN = word_set(
    "the than over under about within after before until from and for least most than past last first "
    "next are was were has have had does did can may must will would should who when where what which how "
    "any all january february march april may june july august september october november december"
)
_HEAD = re.compile(
    r"\bhow\s+(?:many|much)\s+(?P<many>(?:[\w-]+\s+){0,2}?[\w-]+?)(?=\s+(?:is|are|was|were|do|does|did|has|have|had|can"
    r"|may|must|should|will|would|in|of|at|on|for|per|to|from|that|which|who|with|within)\b|\s*[?.,]|\s*$)"
    r"|\b(?:what|which)\s+(?P<sort>(?!is\b|are\b|was\b|were\b|do\b|does\b|did\b|has\b|have\b|had\b|can\b|may\b|must\b"
    r"|should\b|will\b|would\b)(?:[\w-]+\s+){0,2}?[\w-]+?)(?=\s+(?:is|are|was|were|do|does|did|has|have|had|can|may|must"
    r"|should|will|would|of|in|at|on|for|to)\b|\s*[?.,]|\s*$)"
    r"|\bwhat\s+(?:is|are|was|were)\s+(?:the\s+|an?\s+)?(?P<what>(?:[\w-]+\s+){0,2}?[\w-]+?)(?=\s+(?:of|for|to|in|on|at"
    r"|when|if|that|which|after|before|within|under)\b|\s*[?.,]|\s*$)",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w'’-]*|\b\d[\w.,:/-]*\w|\b\d\b")
_ONLY_ASKS = word_set(
    "what which who whom whose when where why how much many long often far old is are was were do does "
    "did can could may might must shall should will would please tell explain describe list name give say "
    "define mean means meaning many kind type sort happen happens need needs have has had get there one "
    "ones stand stands"
)


class Asked(NamedTuple):
    """One part of a question, ready to be held against sentences."""

    text: str
    kind: AnswerKind
    weights: dict[str, float]
    """Root of each content word -> how much it tells; empty where the question has none."""
    about: frozenset[str]
    """Roots that belong to the thing asked about; the others only ask."""
    written: dict[str, str]
    """Root -> the word as the question writes it."""
    pairs: tuple[tuple[str, str], ...]
    """Roots of neighbouring content words, in order."""
    names: frozenset[str]
    """Roots of names, numbers and identifiers in the question."""
    labels: tuple[tuple[str, str], ...]
    """Things told apart by a letter or number: ``("clas", "b")`` of "Class B"."""
    quantities: tuple[Quantity, ...]
    """Amounts with a unit: a sentence need not repeat them, it may set limits that they meet."""
    case_id: str | None
    """Of the case the question is about."""
    head: tuple[str, ...]
    """Roots of the noun asked for: "how many members" gives that of "members"."""

    timeless: Asked | None = None
    """The same without the day whose rules count, for passages whose validity says that they are of that
    day; null where the question names none."""

    def of(self, candidate: EvidenceCandidate) -> Asked:
        """What is asked of a passage: one of a version that was in force then need not repeat the day."""
        is_dated = candidate.valid_from is not None or candidate.valid_to is not None
        return self.timeless if self.timeless is not None and is_dated else self

    @property
    def total(self) -> float:
        """Sum of all weights."""
        return math.fsum(self.weights.values())


def asked(
    part: QuestionPart, weigh: Weigh, *, case_id: str | None = None, vectors: WordVectors | None = None
) -> Asked:
    """What a part of a question asks for.

    Args:
        part: Of a plan.
        weigh: How much a term tells; words that only ask count less.
        case_id: The case's own number is no word that a rule would have, so it is left out.
        vectors: Know which words are common in the language: "want" tells little, however rare it is here.
    """
    wanted = _as_written(part, weigh, case_id, vectors)
    if part.timeless is None:
        return wanted
    without = part.model_copy(update={"text": part.timeless})
    return wanted._replace(timeless=_as_written(without, weigh, case_id, vectors))


def _as_written(part: QuestionPart, weigh: Weigh, case_id: str | None, vectors: WordVectors | None) -> Asked:
    measured = [value for value in values(part.text) if is_quantity(value)]
    own = content_keys(f"{case_id} {case_id.rpartition('-')[2]}") if case_id else frozenset()
    content = [
        word
        for word in whole_words(part.text)
        if word.is_content
        and word.key not in own
        and not _only_asks(part.text, word)
        and not any(value.start <= word.start < value.end for value in measured)
    ]
    amounts = frozenset(
        word.key
        for value in measured
        for word in words(part.text[value.start : value.end])
        if word.is_content
    )
    asks_from = _asking_sentence(part.text)
    actor = _ACTOR.search(part.text) if part.kind in ("deadline", "duration") else None
    about_words = [
        word
        for phrase in part.about
        for word in whole_words(phrase)
        if word.is_content and word.key not in own | amounts and not _only_asks(phrase, word)
    ]
    about = frozenset(word.key for word in about_words) or frozenset(word.key for word in content)
    weights: dict[str, float] = {}
    for word in content:
        share = 1.0 if word.key in about else _ASKING_SHARE
        if word.end <= asks_from:
            share *= _TOLD_SHARE
        if actor is not None and actor.start("who") <= word.start < actor.end("who"):
            share *= _ACTOR_SHARE
        weights[word.key] = max(weights.get(word.key, 0.0), share * weigh(word.term))
    for word in about_words:
        weights.setdefault(word.key, weigh(word.term))
    if vectors is not None:
        said = {word.key: part.text[word.start : word.end].lower() for word in reversed(content)}
        for key in weights:
            weights[key] *= _telling(vectors.rank(said.get(key, key)))
    named = [match.span() for match in _NAME.finditer(part.text)]
    return Asked(
        text=part.text,
        kind=part.kind,
        weights=weights,
        about=about & weights.keys(),
        written={word.key: part.text[word.start : word.end] for word in reversed(content)},
        pairs=tuple(pairwise(word.key for word in content)),
        names=frozenset(
            word.key for word in content if any(start <= word.start < end for start, end in named)
        ),
        labels=tuple(one for one in labels(part.text) if one[1] not in own),
        quantities=tuple(quantities(measured)),
        case_id=case_id,
        head=_head(part.text),
    )


_ASKING_SHARE = 0.5
"""Weight of a word such as "deadline" beside the thing it is asked of (guess)."""


_TOLD_SHARE = 0.5
"""Weight of a word in a sentence that only tells the situation, before the one that asks (guess)."""
_ACTOR_SHARE = 0.25
"""Weight of who has to act in "how long does a licence holder have to appeal?": a rule in the passive leaves
it unsaid (guess)."""
_ACTOR = re.compile(
    r"\bhow\s+(?:long|many\s+\w+(?:\s+\w+)?|much\s+time)\s+(?:do|does|did|will)\s+"
    r"(?P<who>(?:an?|the|any|each|every)\s+(?:[\w-]+\s+){0,2}?[\w-]+)\s+(?:have|has|get)\b",
    re.IGNORECASE,
)
_COMMON, _SPECIAL = 30, 3000
"""Ranks up to which a word tells least, and from which it tells all: "want" is the 220th (guess)."""
_LEAST_TELLING = 0.25


def _telling(rank: int | None) -> float:
    """What share of its weight a word keeps, by how common it is in the language; all where not known."""
    if rank is None or rank >= _SPECIAL:
        return 1.0
    place = math.log(max(rank, _COMMON) / _COMMON) / math.log(_SPECIAL / _COMMON)
    return _LEAST_TELLING + (1 - _LEAST_TELLING) * place


def _asking_sentence(text: str) -> int:
    """Where the sentence that asks begins: the last with a question mark, else the whole text."""
    cuts = segments(text)
    if len(cuts) < 2:
        return 0
    asking = [one for one in cuts if text[one.start : one.end].rstrip().endswith("?")]
    return asking[-1].start if asking else 0


def labels(text: str) -> tuple[tuple[str, str], ...]:
    """Roots of nouns with the letter or number that tells one from another, in lower case, in order."""
    return tuple(
        (words(match["noun"])[0].key, match["label"].lower())
        for match in _LABEL.finditer(text)
        if match["noun"].lower() not in _NO_LABEL_NOUN
    )


def _only_asks(text: str, word: Word) -> bool:
    return text[word.start : word.end].lower() in _ONLY_ASKS


def _head(text: str) -> tuple[str, ...]:
    match = _HEAD.search(text)
    phrase = next((match[group] for group in ("many", "sort", "what") if match[group]), "") if match else ""
    return tuple(word.key for word in words(phrase) if word.is_content)
