"""Values and identifiers of a claim against those of its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from localrag.text.comparators import Comparator
from localrag.text.identifiers import identifier_mentions
from localrag.text.values import Value
from localrag.validate.reading import Reading, Word
from localrag.validate.verdict import Verdict

_UPPER: frozenset[Comparator] = frozenset(("within", "at most", "by", "until", "before"))
_DIRECTIONS: dict[Comparator, str] = {
    "within": "up to", "at most": "up to", "by": "up to", "until": "up to", "before": "up to",
    "under": "under", "at least": "at least", "over": "over", "every": "every", "after": "after",
    "from": "after",
}  # fmt: skip
"""Comparators that may stand for each other; ``about`` stands for none."""
_TELLING: frozenset[Comparator] = frozenset(("at least", "at most", "over", "under", "every", "about"))
"""Comparators that may be neither added nor dropped; the others only say how a value is used."""
_NEAR = 8
"""Words on either side of a value that say what it is a value of (guess)."""
_RAW = re.compile(r"(?<![\w.])(?=[\w./-]*\d)[\w][\w./-]*")
_KIND_NAMES = {"ordinal": "number", "time": "time of day"}


def check_values(claim: Reading, sources: Sequence[Reading]) -> Verdict | None:
    """A verdict where a value of the claim is not one of the sources' values; null where all agree.

    A value agrees where kind, amount, unit and day qualifier are the same, its comparator is neither
    turned, added nor dropped, and it stands by the same words.
    """
    for value in claim.values:
        verdict = _check_value(value, claim, sources)
        if verdict is not None:
            return verdict
    return None


def _check_value(value: Value, claim: Reading, sources: Sequence[Reading]) -> Verdict | None:
    written = _written(claim, value)
    if value.kind == "number" and value.normal == "1" and written.lower() == "one":
        return None
    equal = [(source, one) for source in sources for one in source.values if same_value(value, one)]
    if not equal:
        return _without_equal(value, written, claim, sources)
    if not any(
        compatible(value.comparator, one.comparator, is_date=value.kind == "date") for _, one in equal
    ):
        source, one = equal[0]
        told = f"{one.comparator} " if one.comparator else ""
        stated = f"{value.comparator} " if value.comparator else ""
        return Verdict(
            "contradicted" if value.comparator and one.comparator else "unsupported",
            f"it says “{stated}{written}”, the source says “{told}{_written(source, one)}”",
        )
    if all(_is_bound_elsewhere(value, claim, source, one) for source, one in equal):
        return Verdict("contradicted", f"in the source “{written}” is said of something else")
    return None


def _without_equal(value: Value, written: str, claim: Reading, sources: Sequence[Reading]) -> Verdict:
    rivals = [(source, one) for source in sources for one in source.values if _is_rival(value, one)]
    if not rivals:
        kind = _KIND_NAMES.get(value.kind, value.kind)
        return Verdict("unsupported", f"the {kind} “{written}” does not stand in the source")
    nearest = max(rivals, key=lambda pair: len(_around(pair[0], pair[1]) & _around(claim, value)))
    return Verdict("contradicted", f"it says “{written}”, the source says “{_written(*nearest)}”")


def same_value(one: Value, other: Value) -> bool:
    """Whether a claim's value is a source's: kind, amount, unit and qualifier are the same.

    A number without a unit is said by one with a unit ("24" by "24 years old"), not the other way about.
    A year, month or day without a year is said by a date that lies in it. A bare year may have been read
    as a number.
    """
    if "date" in (one.kind, other.kind) and {one.kind, other.kind} <= {"date", "number"}:
        if one.normal.startswith("--"):
            return other.normal.endswith(one.normal[1:])
        return other.normal == one.normal or (
            other.kind == "date" and other.normal.startswith(f"{one.normal}-")
        )
    if one.kind == "number" and other.kind in ("duration", "quantity"):
        return bool(re.match(rf"(?:PT?)?{re.escape(one.normal)}(?![\d.])", other.normal))
    return one.kind == other.kind and one.normal == other.normal


def compatible(stated: Comparator | None, told: Comparator | None, *, is_date: bool = False) -> bool:
    """Whether a claim may compare as it does where the source compares as it does."""
    if stated == told:
        return True
    if is_date:
        stated, told = (None if one in _TELLING else one for one in (stated, told))
    if stated is None:
        return told not in _TELLING
    if told is None:
        return stated not in _TELLING
    return _DIRECTIONS.get(stated) == _DIRECTIONS.get(told) is not None


def _is_rival(value: Value, other: Value) -> bool:
    """Whether two different values could be meant for each other."""
    if value.kind == other.kind:
        return True
    measures = ("duration", "quantity", "money", "percent", "number")
    return value.kind in measures and other.kind in measures and _digits(value) == _digits(other)


def _digits(value: Value) -> str:
    return re.sub(r"[^\d.]", "", value.normal)


def _written(source: Reading, value: Value) -> str:
    return source.text[value.start : value.end]


def _around(source: Reading, value: Value) -> set[str]:
    return {word.key for word, _ in _near(source, value)}


def _near(source: Reading, value: Value) -> Iterator[tuple[Word, int]]:
    """Content words near a value with their distance in words, nearest words first on each side."""
    before = [word for word in source.words if word.end <= value.start]
    after = [word for word in source.words if word.start >= value.end]
    for distance, word in enumerate(reversed(before[-_NEAR:]), 1):
        if word.is_content:
            yield word, distance
    for distance, word in enumerate(after[:_NEAR], 1):
        if word.is_content:
            yield word, distance


def _is_bound_elsewhere(value: Value, claim: Reading, source: Reading, equal: Value) -> bool:
    """Whether the claim's words about the value stand, in the source, nearer to another value of its kind.

    Each word near the value in the claim votes for the value it stands nearest to in the source; values
    without a word between them ("10 to 24") stand together. Dates are left out: many a fact has several.
    """
    if value.kind in ("date", "ordinal", "time"):
        return False
    rivals = [one for one in source.values if one.kind == equal.kind and not same_value(value, one)]
    rivals = [one for one in rivals if not _stand_together(source, one, equal)]
    if not rivals:
        return False
    own = others = 0
    for word, _ in _near(claim, value):
        places = [one for one in source.words if one.key == word.key]
        if not places:
            continue
        distance = min(_gap(place, equal) for place in places)
        nearest = min(_gap(place, rival) for place in places for rival in rivals)
        own += distance < nearest
        others += nearest < distance
    return others > 2 * own


def _gap(word: Word, value: Value) -> int:
    """Characters between a word and a value; what follows a value is nearer than what precedes it."""
    return word.start - value.end if word.start >= value.end else value.start - word.end + 1


def _stand_together(source: Reading, one: Value, other: Value) -> bool:
    first, second = sorted((one, other), key=lambda value: value.start)
    return not any(word.is_content for word in source.words if first.end <= word.start < second.start)


def check_identifiers(claim: Reading, sources: Sequence[Reading]) -> Verdict | None:
    """A verdict where an identifier of the claim stands in no source; null where all do."""
    known = {one.canonical for source in sources for one in identifier_mentions(source.text)}
    raw = {token.lower().rstrip("./-") for source in sources for token in _RAW.findall(source.text)}
    spans = [(value.start, value.end) for value in claim.values]
    for one in identifier_mentions(claim.text):
        if one.canonical not in known and one.searched.lower() not in raw:
            return Verdict("unsupported", f"the identifier “{one.text}” does not stand in the source")
    for match in _RAW.finditer(claim.text):
        token = match.group().lower().rstrip("./-")
        in_value = any(start <= match.start() < end for start, end in spans)
        if not in_value and token not in raw and not token.isdigit():
            return Verdict("unsupported", f"“{match.group()}” does not stand in the source")
    return None
