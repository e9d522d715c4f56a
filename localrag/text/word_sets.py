"""Words in one string -> a set of them, so that lists of words stay readable."""

from __future__ import annotations


def word_set(words: str) -> frozenset[str]:
    """The words between white space; an empty string gives the empty set."""
    return frozenset(words.split())
