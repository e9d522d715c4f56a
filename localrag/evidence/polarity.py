"""A question and a sentence -> whether the one speaks of the opposite of the other."""

from __future__ import annotations

import re
from functools import lru_cache

from localrag.evidence.words import content_keys

_PAIRS = """
before/after more/less,fewer most/least,fewest maximum/minimum
increase,rise,grow/decrease,reduce,fall,decline,shrink first/last,final highest/lowest high/low
largest,biggest,greatest/smallest large,big/small longest/shortest long/short earliest/latest early/late
north,northern/south,southern east,eastern/west,western start,begin/end,finish,cease,stop open/close,shut
allow,permit/forbid,prohibit,ban include/exclude accept,grant,approve/reject,refuse,deny,decline
above/below over/under inside/outside win/lose buy/sell legal,lawful/illegal,unlawful public/private
oldest/youngest,newest old/new,young male/female import/export support/oppose agree/disagree
succeed,success/fail,failure upper/lower internal/external
mandatory,compulsory,required/optional,voluntary common/rare,uncommon major/minor majority/minority
direct/indirect possible/impossible strong/weak fast/slow rich/poor positive/negative arrive/depart,leave
enter/leave,exit hire,appoint/dismiss,fire gain/loss add/remove,subtract construct,build/destroy,demolish
best/worst same/different like,similar/unlike,dissimilar known/unknown single/married ancient/modern
temporary/permanent
"""
_NEGATION = re.compile(
    r"\b(?:not|never|no|none|neither|nor|cannot|unable|refused?|failed? to|lack(?:s|ed)?)\b"
    r"|n['’]t\b",
    re.IGNORECASE,
)

_EXCEPTED = re.compile(r"\b(?:unless|until|except|only|without|otherwise)\b", re.IGNORECASE)
"""Says what a denial in the question asks for: "ends unless it is confirmed" of "if nobody confirms it"."""


def opposition(question: str, sentence: str, *, may_deny: bool = False) -> float:
    """How far a sentence speaks of the opposite of what a question asks.

    Args:
        question: As asked.
        sentence: That may answer it.
        may_deny: Whether a denial is an answer, as to a question for yes or no.

    Returns:
        1 for each word of the question whose opposite stands in the sentence while the word itself does
        not, 1 where the question denies and the sentence does not, half where it is the other way round.
    """
    asked, said = _all_keys(question), _all_keys(sentence)
    opposed = float(sum(1 for key in asked - said if not _opposites().get(key, frozenset()).isdisjoint(said)))
    if may_deny:
        return opposed
    denies, denied = bool(_NEGATION.search(question)), bool(_NEGATION.search(sentence))
    if denies and not denied and _EXCEPTED.search(sentence):
        return opposed
    if denies and not denied:
        return opposed + 1.0
    return opposed + (0.5 if denied and not denies else 0.0)


@lru_cache(maxsize=4096)
def _all_keys(text: str) -> frozenset[str]:
    # Function words such as "before" and "more" are opposites too.
    return content_keys(text) | frozenset(re.findall(r"[a-z]+", text.lower()))


@lru_cache(maxsize=1)
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in _PAIRS.split():
        one, _, other = pair.partition("/")
        left = content_keys(one.replace(",", " ")) | frozenset(one.split(","))
        right = content_keys(other.replace(",", " ")) | frozenset(other.split(","))
        for key in left:
            found.setdefault(key, set()).update(right)
        for key in right:
            found.setdefault(key, set()).update(left)
    return {key: frozenset(keys) for key, keys in found.items()}
