"""An English word -> its stem without plural, -ed, -ing and a last e."""

from __future__ import annotations

import re

_VOWEL = re.compile("[aeiouy]")
_VOWEL_THEN_CONSONANT = re.compile("[aeiouy][^aeiouy]")
_MIN_CHARS = 4


def stem(word: str) -> str:
    """What the inflected forms of a word share; not always a word: ``policies`` and ``policy`` -> ``polici``.

    Words of fewer than four letters and words of other letters than a to z stay as they are. Only
    inflection is undone: ``inspector`` and ``inspection`` stay apart.

    Source:
        Step 1 of Porter, "An algorithm for suffix stripping", 1980, with his last step's final e. Mean
        nDCG@10 on the development halves of scifact, mtrag_govt, mtrag_fiqa and mtrag_clapnq: .469; without
        stemming .447, plurals alone .457, all of Porter .469 (scripts/measure_index.py, 2026-11-30).
    """
    if len(word) < _MIN_CHARS or not (word.isascii() and word.isalpha()):
        return word
    word = _singular(word)
    word = _without_tense(word)
    if word.endswith("y") and _VOWEL.search(word, 0, len(word) - 1):
        word = word[:-1] + "i"
    if word.endswith("e") and len(word) >= _MIN_CHARS:
        word = word[:-1]
    return word


def _singular(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us")) else word


def _without_tense(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _VOWEL_THEN_CONSONANT.search(word, 0, len(word) - 3) else word
    cut = 2 if word.endswith("ed") else 3 if word.endswith("ing") else 0
    if not cut or not _VOWEL.search(word, 0, len(word) - cut):
        return word
    rest = word[:-cut]
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if len(rest) > 1 and rest[-1] == rest[-2] and rest[-1] not in "aeiouylsz":
        return rest[:-1]
    return rest
