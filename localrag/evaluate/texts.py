"""What an answer says and what it should say -> contains, exact match, token F1."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from localrag.records.answer import RagAnswer
from localrag.text.markdown import unescape
from localrag.text.quotes import even

_MARK = re.compile(r"\s*\[E\d+\]")
_WORD = re.compile(r"\w+(?:[.,:/-]\w+)*")
"""Numbers, dates and times stay whole: ``1,250.5``, ``2026-01-31``, ``10:30``."""
_ARTICLES = {"a", "an", "the"}
"""Left out of exact match and token F1 (Rajpurkar and others, EMNLP 2016)."""


def said(answer: RagAnswer) -> str:
    """The answer's text, without citation marks and escapes of Markdown."""
    return unescape(_MARK.sub("", answer.answer_markdown))


def shown(answer: RagAnswer) -> str:
    """Everything that a reader is told: the answer, its quotes, what is missing, what is asked, notices."""
    told = [
        said(answer),
        *(citation.quote for citation in answer.citations),
        *answer.missing_information,
        answer.follow_up_question or "",
        *answer.notices,
    ]
    return " ".join(told)


def holds(text: str, wanted: str) -> bool:
    """Whether a text holds another, white space, letter case and typographic variants aside."""
    return _plain(wanted) in _plain(text)


def matches(text: str, answers: Sequence[str]) -> bool:
    """Whether a text is one of the answers, punctuation, letter case and articles aside."""
    words = _words(text)
    return any(words == _words(one) for one in answers)


def token_f1(text: str, answers: Sequence[str]) -> float:
    """Harmonic mean of the shares of common words, for the answer that fits best; 0 where none fits.

    Two texts without a word are equal.

    Source:
        Rajpurkar and others, EMNLP 2016 (SQuAD).
    """
    return max((_f1(_words(text), _words(one)) for one in answers), default=0.0)


def values(answer: RagAnswer) -> list[str]:
    """The values that the answer's quotes point at: ``14 calendar days``."""
    return [
        one.quote[one.answer_span.start : one.answer_span.end]
        for one in answer.citations
        if one.answer_span is not None
    ]


def _f1(one: Sequence[str], other: Sequence[str]) -> float:
    if not one or not other:
        return float(one == other)
    common = sum((Counter(one) & Counter(other)).values())
    return 2 * common / (len(one) + len(other))


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFC", even(text)).casefold()
    return [word for word in _WORD.findall(folded) if word not in _ARTICLES]


def _plain(text: str) -> str:
    return " ".join(even(text).split()).casefold()
