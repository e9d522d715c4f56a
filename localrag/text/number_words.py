"""A text -> the numbers it writes out in English words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from localrag.text.word_sets import word_set


class SpokenNumber(NamedTuple):
    """A number in words at ``text[start:end]``: ``twenty-one``, ``a hundred``, ``third``."""

    start: int
    end: int
    amount: int
    is_ordinal: bool = False


_UNITS = "zero one two three four five six seven eight nine"
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_ONES = {word: value for value, word in enumerate(f"{_UNITS} {_TEENS}".split())}
_DECADES = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 10 * value for value, word in enumerate(re.split(" ", _DECADES), start=2)}
SCALES = {"dozen": 12, "thousand": 1_000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
"""Words that multiply the number before them, ``hundred`` aside."""
_ORDINALS = {
    **{f"{word}th": value for word, value in _ONES.items() if value > 3 and value not in (5, 8, 9, 12)},
    **{f"{word[:-1]}ieth": value for word, value in _TENS.items()},
    "first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12, "hundredth": 100,
    "thousandth": 1_000,
}  # fmt: skip
_WORD = "|".join(sorted([*_ONES, *_TENS, *SCALES, *_ORDINALS, "hundred", "an", "a"], key=len, reverse=True))
_RUN = re.compile(rf"\b(?:{_WORD})(?:(?:\s+|-|,\s+)(?:and\s+)?(?:{_WORD}))*\b", re.IGNORECASE)
_TOKEN = re.compile(r"(?P<word>[a-z]+)(?P<comma>,?)(?P<and>\s+and\b)?", re.IGNORECASE)
_ONE_AS_PRONOUN = re.compile(
    r"\s+(?:of|or|another|who|whom|that|which|should|must|may|can|could|would|will|has|is|was|such|by|day\b"
    r"(?=\s+(?:he|she|they|you|it|the)))\b|[.,;:!?)]|\s*$",
    re.IGNORECASE,
)
_NO_NUMBER_BEFORE_ONE = word_set("no any every each this that the which another some")


class _Token(NamedTuple):
    word: str
    start: int
    end: int
    then_and: bool
    """Whether "and" or a comma stands between it and the next."""


def spoken_numbers(text: str) -> list[SpokenNumber]:
    """Numbers in words, in order: cardinals up to trillions, ordinals, "a hundred".

    ``one`` counts only where it counts something; "two and three" are two numbers, "a hundred and three"
    is one.
    """
    found = []
    for match in _RUN.finditer(text):
        tokens = [
            _Token(one["word"].lower(), match.start() + one.start(), match.start() + one.end("word"),
                   bool(one["and"] or one["comma"]))
            for one in _TOKEN.finditer(match.group())
        ]  # fmt: skip
        found += [one for one in _in_run(tokens) if not _is_pronoun(text, one)]
    return found


def _in_run(tokens: Sequence[_Token]) -> Iterator[SpokenNumber]:
    at = 0
    while at < len(tokens):
        amount, end, is_ordinal = _number(tokens, at)
        if end > at:
            yield SpokenNumber(tokens[at].start, tokens[end - 1].end, amount, is_ordinal)
        at = max(end, at + 1)


def _number(tokens: Sequence[_Token], at: int) -> tuple[int, int, bool]:
    """Amount, position behind it and whether it is an ordinal; the position is ``at`` where none begins."""
    if tokens[at].word in _ORDINALS:
        return _ORDINALS[tokens[at].word], at + 1, True
    total, place = 0, at
    while place < len(tokens):
        amount, end = _below_thousand(tokens, place)
        if end == place:
            break
        if _is_tens(amount) and _joined(tokens, end) and 0 < _ORDINALS.get(tokens[end].word, 0) < 10:
            return total + amount + _ORDINALS[tokens[end].word], end + 1, True
        scaled = end < len(tokens) and tokens[end].word in SCALES and not tokens[end - 1].then_and
        if tokens[end - 1].word in ("a", "an") and not scaled:
            break
        if scaled:
            amount *= SCALES[tokens[end].word]
            end += 1
        total, place = total + amount, end
        if not scaled:
            break
    return total, place, False


def _is_tens(amount: int) -> bool:
    return amount % 10 == 0 and 10 < amount % 100 < 100


def _joined(tokens: Sequence[_Token], at: int) -> bool:
    """Whether a token at this position follows the one before it without "and" or a comma."""
    return at < len(tokens) and not tokens[at - 1].then_and


def _below_thousand(tokens: Sequence[_Token], at: int) -> tuple[int, int]:
    amount, end = _below_hundred(tokens, at)
    if tokens[at].word in ("a", "an"):
        amount, end = 1, at + 1
    if end > at and _joined(tokens, end) and tokens[end].word == "hundred":
        amount, end = 100 * amount, end + 1
        if end < len(tokens):
            rest, behind = _below_hundred(tokens, end)
            amount, end = amount + rest, behind
    return amount, end


def _below_hundred(tokens: Sequence[_Token], at: int) -> tuple[int, int]:
    word = tokens[at].word
    if word in _ONES:
        return _ONES[word], at + 1
    if word not in _TENS:
        return 0, at
    amount, end = _TENS[word], at + 1
    if _joined(tokens, end) and 0 < _ONES.get(tokens[end].word, 0) < 10:
        return amount + _ONES[tokens[end].word], end + 1
    return amount, end


def _is_pronoun(text: str, number: SpokenNumber) -> bool:
    if text[number.start : number.end].lower() != "one":
        return False
    before = re.search(r"([a-z]+)\s+$", text[max(0, number.start - 12) : number.start].lower())
    if before and before[1] in _NO_NUMBER_BEFORE_ONE:
        return True
    return bool(_ONE_AS_PRONOUN.match(text, number.end))
