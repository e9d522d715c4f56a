"""A question with typing errors -> the same question in words that the asker's documents hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from localrag.plan import vocabulary
from localrag.plan.words import Word, split_words
from localrag.text.terms import terms

MIN_CHARS = 5
"""Shorter words have too many neighbours."""
MAX_CORRECTED = 3
"""In one question; each costs some hundred look-ups. Guess: with more errors it is another language."""


class Correction(NamedTuple):
    """One word and what it was taken for."""

    written: str
    read: str


def correct(
    text: str, *, knows: Callable[[str], bool], is_word: Callable[[str], bool]
) -> tuple[str, list[Correction]]:
    """Mend words that are one typing error away from a word of the readable documents.

    Args:
        text: In normal form.
        knows: Whether a readable passage holds a word.
        is_word: Whether it is a common word of the language, or none that anyone writes otherwise.

    Returns:
        The text with the corrections made, and these, in order. A word is corrected where no readable
        passage holds it, it is no word of the language, nor made from one by an ending, and all of the
        language's words that one error could have made it from, and that are known, share a stem; its
        first letter is taken to be right. Names (written large), numbers and words in quotation marks stay.
        Where two such words cannot be mended, or there are more than ``MAX_CORRECTED``, nothing is.

    Source:
        Over the words of mtrag_govt: of questions of mtrag_fiqa and mtrag_clapnq 1 of 1,515 words changed
        and 418 of 455 single typing errors mended, none wrongly; with questions of another trade (scifact)
        27 of 9,439, 6 of them real errors (2026-11-30, scripts/measure_spelling.py).
    """
    found: list[tuple[Word, str]] = []
    riddles = 0
    for word in _suspects(text):
        if _is_sound(word.lower, is_word):
            continue
        near = [one for one in _neighbours(word.lower) if is_word(one) and knows(one)]
        if any(_is_other_form(one, word.lower) for one in near):
            continue
        if knows(word.lower):
            # "deadlin" shares its stem with a word that planning goes by; others are the documents' own.
            near = [one for one in near if terms(one) == terms(word.lower) and one in _own_words()]
            if not near:
                continue
        if len({tuple(terms(one)) for one in near}) == 1:
            found.append((word, _likeliest(near, word.lower)))
        else:
            riddles += 1
        if riddles > 1 or len(found) > MAX_CORRECTED:
            # Words of another trade: what looks like an error may well be one of them.
            return text, []
    for word, read in reversed(found):
        text = text[: word.start] + read + text[word.end :]
    return text, [Correction(word.text, read) for word, read in found]


def _suspects(text: str) -> Iterator[Word]:
    """Plain words in small letters that planning itself does not know."""
    quoted = False
    before = 0
    for word in split_words(text):
        quoted ^= sum(text[before : word.start].count(mark) for mark in '"“”') % 2 == 1
        before = word.end
        is_plain = word.text.isascii() and word.text.isalpha() and word.text.islower()
        if is_plain and not quoted and len(word.text) >= MIN_CHARS and word.lower not in _own_words():
            yield word


def _is_sound(word: str, is_word: Callable[[str], bool]) -> bool:
    """Whether it is a word of the language, or one with a common ending."""
    if is_word(word):
        return True
    bases = [word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending)]
    return any(is_word(form) for base in bases if len(base) > 2 for form in (base, f"{base}e"))


def _is_other_form(known: str, word: str) -> bool:
    """Whether two words differ in their ending alone: "waiver" is no error for "waived"."""
    return known[:-1] == word[:-1] and known[-1] in "srdn" and word[-1] in "srdn"


def _likeliest(near: list[str], word: str) -> str:
    """Of forms of one word the one that is plural or not as it was written, then the nearest in length."""
    return min(
        near, key=lambda one: (one.endswith("s") != word.endswith("s"), abs(len(one) - len(word)), one)
    )


def _neighbours(word: str) -> Iterator[str]:
    """Words that one error makes this one from: a letter left out, doubled, swapped or mistaken."""
    for at in range(1, len(word) + 1):
        head, tail = word[:at], word[at:]
        if tail:
            yield head + tail[1:]
        if len(tail) > 1 and tail[0] != tail[1]:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in "abcdefghijklmnopqrstuvwxyz":
            yield head + letter + tail
            if tail and letter != tail[0]:
                yield head + letter + tail[1:]


@cache
def _own_words() -> frozenset[str]:
    """The words that planning goes by: no errors, whatever the documents hold."""
    lists = [value for value in vars(vocabulary).values() if isinstance(value, frozenset)]
    return frozenset().union(*lists, *vocabulary.CLASSES.values(), vocabulary.NOUN_KINDS)


_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "ers", "ly", "able", "ies")
