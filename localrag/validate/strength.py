"""Quantifiers and words of duty in a claim against those of its source."""

from __future__ import annotations

import re
from collections import Counter

from localrag.text.inflection import inflection_key
from localrag.text.modality import Sense, modals
from localrag.text.word_sets import word_set
from localrag.validate.copies import likeness
from localrag.validate.reading import Reading, Word
from localrag.validate.verdict import Verdict

_CLASSES = {
    "all": word_set("all every always entire entirely everyone everybody whole completely fully"),
    "some": word_set("some several sometimes partly partially few certain"),
    "most": word_set("most mostly usually generally often mainly majority typically"),
    "many": word_set("many numerous"),
    "only": word_set("only solely exclusively merely"),
}
_CLASS_OF = {inflection_key(word): name for name, members in _CLASSES.items() for word in members}
_NOT_BEFORE = re.compile(r"(?:\bnot|n['’]t)\s+$", re.IGNORECASE)
_NOT_ONLY = re.compile(r"(?:\bnot|n['’]t)\s+(?:only|just|merely|simply|solely)\b", re.IGNORECASE)
_ADDED = ("all", "most", "only")
"""Classes that a claim may not add."""
_DROPPED = ("some", "most", "only")
"""Classes that a claim may not leave out."""
_COPIED = 0.85
"""The same, from which every quantifier has to stand in its place (guess)."""
_RETOLD = 0.5
"""Share of words in the source's order from which a claim retells that sentence (guess)."""


def check_quantifiers(claim: Reading, source: Reading) -> Verdict | None:
    """A verdict where the claim counts otherwise than its best source: all, most, some, only."""
    stated, told = _quantifiers(claim), _quantifiers(source)
    for name, word in stated.items():
        if name in _ADDED and name not in told:
            return Verdict("unsupported", f"“{word.text}” does not stand in the source")
        if name == "some" and "all" in told and "some" not in told:
            return Verdict("unclear", f"it says “{word.text}”, the source says “{told['all'].text}”")
    alike = likeness(claim, source)
    if alike < _RETOLD:
        return None
    if bool(_NOT_ONLY.search(claim.text)) != bool(_NOT_ONLY.search(source.text)):
        return Verdict("unsupported", "one of claim and source says “not only”")
    for name, word in told.items():
        if name in _DROPPED and name not in stated and _counts_what_is_claimed(word, source, claim):
            return Verdict("unsupported", f"it leaves out “{word.text}”")
    if alike >= _COPIED and _counted(claim) != _counted(source):
        return Verdict("unsupported", "it says all, some, most or only in other places than the source")
    return None


def _counted(source: Reading) -> Counter[str]:
    return Counter(_CLASS_OF[word.key] for word in source.words if word.key in _CLASS_OF)


def _quantifiers(source: Reading) -> dict[str, Word]:
    found: dict[str, Word] = {}
    for word in source.words:
        name = _CLASS_OF.get(word.key)
        denied = name == "only" and _NOT_BEFORE.search(source.text[: word.start])
        if name and not word.is_name and not denied:
            found.setdefault(name, word)
    return found


def _counts_what_is_claimed(word: Word, source: Reading, claim: Reading) -> bool:
    following = [one for one in source.content if one.start > word.end][:2]
    return bool(following) and following[0].key in claim.keys


_WORDS: dict[Sense, str] = {
    "duty": "must",
    "prohibition": "must not",
    "advice": "should",
    "warning": "should not",
    "permission": "may",
    "release": "need not",
}


def check_modality(claim: Reading, source: Reading) -> Verdict | None:
    """A verdict where must, should and may (not) are not those of the best source; null otherwise.

    A word of duty is compared through the content word behind it; a claim may not add one, and may not
    leave out "may" or "should", which would make a fact of it.
    """
    stated, told = _duties(claim), _duties(source)
    senses = {sense for sense, _ in told}
    for sense, head in stated:
        same_head = {one for one, other in told if other == head}
        against = same_head or senses
        if not against or (sense == "permission" and not same_head):
            if sense == "permission":
                continue
            return Verdict("unsupported", f"“{_WORDS[sense]}” does not stand in the source")
        if sense not in against:
            listed = ", ".join(sorted(_WORDS[one] for one in against))
            return Verdict(
                "contradicted" if same_head else "unsupported",
                f"it says “{_WORDS[sense]}”, the source says “{listed}”",
            )
    if likeness(claim, source) < _RETOLD:
        return None
    for sense, head in told:
        if sense == "duty" or head is None or head not in claim.keys or (sense, head) in stated:
            continue
        if any(one == head for _, one in stated) or not _carries(claim, sense):
            return Verdict("unsupported", f"it leaves out “{_WORDS[sense]}”")
    return None


def _carries(claim: Reading, sense: Sense) -> bool:
    return any(modal.sense == sense for modal in modals(claim.text))


def _duties(source: Reading) -> list[tuple[Sense, str | None]]:
    """Each word of duty with the key of the first content word behind it."""
    found = []
    for modal in modals(source.text):
        head = next((word.key for word in source.content if word.start >= modal.end), None)
        found.append((modal.sense, head))
    return found
