"""A sentence that states a value -> a question for that value, as a draft that a person judges."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from localrag.text.quotes import even
from localrag.text.sentences import segments
from localrag.text.values import Value, ValueKind, values

_FEWEST_WORDS, _MOST_WORDS = 6, 32
"""Of a sentence that is likely to stand on its own. Guess."""
_MODAL = r"(?P<modal>must|shall|may|should|can|will|is|are|was|were|has to|have to)"
_RULE = re.compile(rf"^(?P<subject>[^,;:]{{2,80}}?) {_MODAL}(?P<negated> not)? (?P<rest>.+)$")
_LEADS: tuple[tuple[ValueKind, str, str], ...] = (
    ("duration", r"no later than|not later than|within|in", "Within what time"),
    ("duration", r"for at least|for no less than|for not less than", "For how long at least"),
    ("duration", r"for at most|for no more than|for not more than|for up to", "For how long at most"),
    ("duration", r"for", "For how long"),
    ("duration", r"after|at the end of", "After what time"),
    ("duration", r"every", "How often"),
    ("time", r"by|before|no later than|not later than|until", "By what time"),
    ("date", r"by|before|no later than|not later than|until", "By what date"),
    ("date", r"from|since|on", "From what date"),
)
"""What may stand before a value of a kind, and how the question for it begins; the first that fits counts."""
_COPULAS = {"is", "are", "was", "were"}
_AMOUNTS: dict[ValueKind, str] = {"money": "How much", "percent": "What share", "quantity": "How much"}
_LEANING = re.compile(
    r"^(?:this|that|these|those|it|he|she|they|such|there|here|in this|in that)\b", re.IGNORECASE
)
"""A sentence that leans on the one before it makes no question of its own."""


_SECOND_RULE = re.compile(r",|\band\b|\bor\b")
"""Before the value: it may belong to a second verb, which the question would tear from its subject."""
_NO_VALUE = re.compile(r"time\b")
"""After "a second": an ordinal, whatever it looks like."""
_ARTICLES = {"a", "an", "the", "any", "every", "each", "all", "no"}
_WORD = re.compile(r"[^\W\d_]+")


class Draft(NamedTuple):
    """A question that a sentence answers."""

    question: str
    value: str
    """As written in the sentence."""
    quote: str
    """The sentence, on one line."""


def drafts(text: str) -> Iterator[Draft]:
    """The questions that a document's sentences answer, in their order; nothing for what fits no pattern."""
    words = set(_WORD.findall(text))
    for segment in segments(text):
        if segment.kind in ("heading", "row", "code"):
            continue
        found = draft(even(text[segment.start : segment.end]), words)
        if found is not None:
            yield found


def draft(sentence: str, words: Collection[str] = ()) -> Draft | None:
    """The question for the one value of a rule: ``X must be filed within 14 days after Y`` gives ``Within
    what time must X be filed after Y?``.

    Null where the sentence has no value or several, leans on its neighbours, or is no such rule.

    Args:
        sentence: On one line.
        words: Of the document: a sentence's first word is written small inside a question where it is
            among them in small letters.
    """
    if not _FEWEST_WORDS <= len(sentence.split()) <= _MOST_WORDS or _LEANING.match(sentence):
        return None
    stated = values(sentence)
    rule = _RULE.match(sentence.rstrip(" .;"))
    if len(stated) != 1 or rule is None or rule["negated"] or not sentence[:1].isupper():
        return None
    (value,) = stated
    written = sentence[value.start : value.end]
    begin = value.start - rule.start("rest")
    if begin < 0:
        return None
    before, after = rule["rest"][:begin].rstrip(), rule["rest"][begin + len(written) :].strip()
    if _SECOND_RULE.search(before) or _NO_VALUE.match(after):
        return None
    question = _asked(_inside(rule["subject"], words), rule["modal"], before, after, value)
    return Draft(question, written, sentence) if question else None


def _asked(subject: str, modal: str, before: str, after: str, value: Value) -> str | None:
    if not before and modal in _COPULAS and value.kind in _AMOUNTS:
        return _one_line(f"{_AMOUNTS[value.kind]} {modal} {subject} {after}")
    for kind, lead, opening in _LEADS:
        found = re.search(rf"(?:^|\s)(?:{lead})$", before) if kind == value.kind else None
        if found is not None:
            verb, *rest = modal.split()
            helped = f"{'does' if verb == 'has' else 'do'} {subject} have" if rest else f"{verb} {subject}"
            tail = " ".join((*rest, before[: found.start()], after))
            return _one_line(f"{opening} {helped} {tail}")
    return None


def _inside(subject: str, words: Collection[str]) -> str:
    """A subject as it stands inside a sentence: its first word in small letters, unless it is a name."""
    first, space, rest = subject.partition(" ")
    return f"{first.lower()}{space}{rest}" if first.lower() in {*_ARTICLES, *words} else subject


def _one_line(question: str) -> str:
    return re.sub(r"\s+([,;)])", r"\1", " ".join(question.split())).rstrip(" ,;") + "?"
