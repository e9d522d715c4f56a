"""A text -> its words as they are compared, and how much each of them tells."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from localrag.records.retrieval import EvidenceCandidate
from localrag.text.inflection import inflection_key
from localrag.text.terms import STOP_WORDS, fold, term_spans, terms
from localrag.text.word_sets import word_set

DocumentFrequency = Callable[[str], int]
"""Passages with a term, over what the asker may read."""
Weigh = Callable[[str], float]
"""How much a term tells: its inverse document frequency, above zero."""


class Word(NamedTuple):
    """One term of a text; a compound such as ``non-compliance`` comes whole, then in parts."""

    term: str
    """As the index counts it."""
    key: str
    """What it shares with its inflections and derivations."""
    start: int
    end: int
    is_content: bool
    """Whether it is no function word."""


def words(text: str) -> list[Word]:
    """The terms of a text in reading order."""
    return [
        Word(term.text, key, term.start, term.end, is_content)
        for term in term_spans(text)
        for key, is_content in (_known(text[term.start : term.end]),)
    ]


@lru_cache(maxsize=4096)
def known_words(text: str) -> tuple[Word, ...]:
    """As ``words``, kept for the next question: passages come again."""
    return tuple(words(text))


@lru_cache(maxsize=4096)
def keys_of(text: str) -> frozenset[str]:
    """The roots of all words of a text, function words too."""
    return frozenset(word.key for word in known_words(text))


def whole_words(text: str) -> list[Word]:
    """As ``words``, without the parts of a compound that stands there as a whole."""
    kept: list[Word] = []
    for word in words(text):
        if not kept or word.start >= kept[-1].end:
            kept.append(word)
    return kept


@lru_cache(maxsize=1 << 12)
def content_keys(text: str) -> frozenset[str]:
    """Roots of a text's content words, compounds as a whole."""
    return frozenset(word.key for word in whole_words(text) if word.is_content)


_DERIVED = re.compile(
    r"(?<=.{5})(?:isation|ization|at|iv|ing|ly|al|ally|er|or|ity|is|iz)$"
    r"|(?<=.{4})(?:ication|icant|ation|ition|ator|isat|izat|i?anc|i?enc|i?ancy|i?ency|i?ant|i?ent|abl|ibl|ur)$"
    r"|(?<=.{3})(?:ment|ion|y|i)$"
)
"""Endings of derived words after ``inflection_key`` has taken a mute e, and how much must stand before."""
_OF_RULES = word_set("must shall may might within upon per via also however whether without unless except")
"""Words that frame any rule and tell nothing of its subject."""
_LEVELLED = (("cis", "cid"), ("miss", "mit"), ("licenc", "licens"), ("eipt", "eiv"), ("ept", "eiv"))


def root(word: str) -> str:
    """What a folded word shares with the words derived from it: ``close``, ``closing`` and ``closure``.

    A compound keeps its first parts, so that ``non-compliance`` is near ``non-compliant`` and far from
    ``compliance``. Short words, numbers and identifiers are their own root.
    """
    first, hyphen, last = word.rpartition("-")
    if hyphen:
        return f"{first}-{root(last)}"
    key = inflection_key(word)
    stem = _DERIVED.sub("", _DERIVED.sub("", key)) if key.isalpha() else key
    for end, level in _LEVELLED:
        if stem.endswith(end):
            stem = stem[: -len(end)] + level
    return stem


@lru_cache(maxsize=1 << 15)
def _known(written: str) -> tuple[str, bool]:
    plain = fold(written)
    bare = plain.replace("'", "")
    return root(plain), bare not in STOP_WORDS and bare not in _OF_RULES


@lru_cache(maxsize=4096)
def terms_of(text: str) -> frozenset[str]:
    """Which terms a text has; kept, as every sub-query and every weighing asks this of every candidate."""
    return frozenset(terms(text))


def weigh_by_rarity(
    evidence: Sequence[EvidenceCandidate],
    document_frequency: DocumentFrequency | None = None,
    passages: int | None = None,
) -> Weigh:
    """How much each term tells, the more the fewer passages hold it.

    Args:
        evidence: Counted where no frequencies are given.
        document_frequency: Over the permitted set.
        passages: In the permitted set; needed with ``document_frequency``.

    Returns:
        A function that gives log(1 + (N - n + 0.5) / (n + 0.5)) for a term in n of N passages.

    Source:
        The Robertson and Sparck Jones weight as used in BM25.
    """
    if document_frequency is None or passages is None:
        counted = Counter(term for candidate in evidence for term in terms_of(candidate.text))
        document_frequency, passages = counted.__getitem__, len(evidence)
    count, total = document_frequency, passages
    known: dict[str, float] = {}

    def _weigh(term: str) -> float:
        if term not in known:
            frequency = min(count(term), total)
            known[term] = math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))
        return known[term]

    return _weigh
