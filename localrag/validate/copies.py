"""A claim that copies a sentence of its sources -> what was changed in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from localrag.text.values import Value
from localrag.text.word_sets import word_set
from localrag.validate.coverage import says
from localrag.validate.figures import same_value
from localrag.validate.reading import Reading, Word
from localrag.validate.verdict import Verdict

_COPY = 0.7
"""Share of the claim's words that stand in one source in order, from which it counts as a copy (guess)."""

_NEAR_COPY = 0.8
"""The same, from which every other word has to be accounted for (guess)."""


class _Change(NamedTuple):
    """What stands in the claim where the source has something else."""

    stated: list[Word]
    told: list[Word]


def check_copy(claim: Reading, sources: Sequence[Reading]) -> Verdict | None:
    """A verdict where a copied sentence was changed in what matters; null for what is no copy.

    A value or name in the place of another, or words put in that the sentence does not say. What stands
    elsewhere in the sources does not excuse it.
    """
    likest, likeness = None, _COPY
    for source in sources:
        alike = _likeness(claim, source, at_least=likeness)
        if alike >= likeness and (likest is None or alike > likeness):
            likest, likeness = source, alike
    if likest is None:
        return None
    for change in _changes(claim, likest):
        verdict = _replaced(change, claim, likest)
        if verdict is None and likeness >= _NEAR_COPY:
            verdict = _put_in(change, likest, sources)
        if verdict is not None:
            return verdict
    return None


def _replaced(change: _Change, claim: Reading, source: Reading) -> Verdict | None:
    told_values = [value for value in source.values if _touches(change.told, value)]
    for value in claim.values:
        if not _touches(change.stated, value) or not told_values:
            continue
        if not any(same_value(value, other) for other in told_values):
            stated, told = claim.text[value.start : value.end], told_values[0]
            told_text = source.text[told.start : told.end]
            return Verdict("contradicted", f"it says “{stated}”, the source says “{told_text}”")
    told_content = [word for word in change.told if word.is_content]
    for word in change.stated:
        if word.is_name and told_content and not any(_alike(word, other) for other in told_content):
            return Verdict("contradicted", f"it says “{word.text}”, the source says “{told_content[0].text}”")
    return None


def _put_in(change: _Change, source: Reading, sources: Sequence[Reading]) -> Verdict | None:
    """Words in the place of others have to be said by the sentence itself, others by any source."""
    replaces = any(word.is_content for word in change.told)
    for word in change.stated:
        if word.is_content and not any(says(one, word) for one in ((source,) if replaces else sources)):
            return Verdict("unsupported", f"“{word.text}” was put into a sentence of the source")
    return None


def _alike(word: Word, other: Word) -> bool:
    return says(Reading(other.text), word)


def _touches(words: Sequence[Word], value: Value) -> bool:
    return any(word.start < value.end and value.start < word.end for word in words)


def _changes(claim: Reading, source: Reading) -> Iterator[_Change]:
    matcher = SequenceMatcher(None, _keys(claim), _keys(source), autojunk=False)
    for kind, start, end, other_start, other_end in matcher.get_opcodes():
        if kind != "equal":
            yield _Change(claim.words[start:end], source.words[other_start:other_end])


def likeness(claim: Reading, source: Reading) -> float:
    """Share of the claim's words that stand in the source in the same order, 0 to 1."""
    return _likeness(claim, source, at_least=0.0)


def _likeness(claim: Reading, source: Reading, *, at_least: float) -> float:
    """Share of the claim's words in order in the source; 0 where it is surely below ``at_least``."""
    own, other = _keys(claim), _keys(source)
    if not own or len(claim.keys & source.keys) < at_least * len(claim.keys) * 0.9:
        return 0.0
    blocks = SequenceMatcher(None, own, other, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(own)


def _keys(reading: Reading) -> list[str]:
    return [word.key for word in reading.words]


_PREPOSITIONS = word_set(
    "in at on of from for by with to into near under over about against between after before"
)


def check_order(claim: Reading, source: Reading) -> Verdict | None:
    """Unclear where the claim names who does what to whom in another order than its source; null otherwise.

    Names behind a preposition may stand anywhere; active and passive turn the order rightly.
    """
    stated, told = _named_roles(claim), _named_roles(source)
    names = [name for name in dict.fromkeys(stated) if stated.count(name) == told.count(name) == 1]
    if len(names) < 2 or not {word.key for word in claim.content} <= source.keys:
        return None
    places = [told.index(name) for name in names]
    if places != sorted(places) and ("by" in claim.keys) == ("by" in source.keys):
        return Verdict("unclear", "it names the same things in another order")
    return None


def _named_roles(reading: Reading) -> list[str]:
    before = ""
    found = []
    for word in reading.words:
        if word.is_content and word.text[0].isupper() and before not in _PREPOSITIONS:
            found.append(word.key)
        before = word.text.lower()
    return found
