"""Negations and opposites in a claim against those of its sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from localrag.text.inflection import inflection_key
from localrag.validate.reading import Reading, Word
from localrag.validate.verdict import Verdict

_NEGATION = re.compile(
    r"\b(?P<noun>no\s+one|nobody|nothing|none|neither|no)\b|\b(?P<verb>not|never|nor|cannot|without|hardly|nowhere|non)\b"
    r"|(?P<short>n['’]t)\b|\b(?P<fail>fail(?:s|ed|ing)?\s+to|lacks?|lacked|lacking)\b",
    re.IGNORECASE,
)
_NO_NEGATION = re.compile(
    r"(?:\bnot|n['’]t)\s+(?:only|just|merely|simply)\b|\b(?:whether\s+or\s+not|no\s+matter|no\.?\s*\d)\b|^\W*no[,.!]",
    re.IGNORECASE,
)
_COMPARES = re.compile(
    r"\b(?:no|not)\s+(?:(?:later|earlier|more|less|fewer|longer|greater|older|higher)\s+than|(?:to\s+)?exceed(?:ing)?)\b",
    re.IGNORECASE,
)
"""Part of a comparison where a value follows: "not more than 14 days"."""
_BEFORE_VALUE = 24
"""Characters between a comparison and its value at most (guess: "the sum of about")."""
_SCOPE = 3
"""Content words behind a negation that it may deny (guess)."""

_OPPOSITES = """
allow permit authorise authorize approve accept | forbid prohibit ban refuse reject deny
before | after
earlier | later
early | late
more | less fewer
most | least fewest
above over exceed | below under
maximum | minimum
increase rise grow raise enhance promote boost | decrease fall decline reduce drop lower
enhance promote improve induce stimulate strengthen | suppress inhibit prevent impair worsen weaken diminish
activate | inhibit suppress deactivate
cause | prevent
fast faster quick quicker rapid | slow slower
improve better | worsen worse deteriorate
easy easier | hard harder difficult
cheap cheaper | expensive dearer
encourage | discourage delay prevent
high higher highest | low lower lowest
include | exclude
open | close
begin start commence | end finish terminate stop
first | last
valid | invalid void
legal lawful | illegal unlawful
present | missing absent
success succeed | failure fail
win | lose
always | never
public | private confidential
internal | external
enter | leave exit
import | export
buy purchase | sell
lend | borrow
true correct | false incorrect wrong
positive | negative
strong stronger | weak weaker
large larger big bigger great | small smaller
long longer | short shorter
old older | young younger new
hot warm | cold
north | south
east | west
northern | southern
eastern | western
left | right
male man | female woman
day | night
morning | evening
mandatory compulsory obligatory | optional voluntary
temporary | permanent
direct | indirect
active | inactive passive
safe | dangerous unsafe
same | different
agree | disagree
gain | loss
rich | poor
upper | lower
odd | even
front | back
inside | outside
majority | minority
employer | employee
landlord | tenant
plaintiff | defendant
appellant | respondent
best better | worst worse
with | without
"""


def _table(rows: str) -> dict[str, frozenset[str]]:
    opposites: dict[str, set[str]] = {}
    for row in rows.strip().splitlines():
        left, right = ({inflection_key(word) for word in side.split()} for side in row.split("|"))
        for one, other in ((left, right), (right, left)):
            for key in one:
                opposites.setdefault(key, set()).update(other - one)
    return {key: frozenset(others) for key, others in opposites.items()}


OPPOSITES = _table(_OPPOSITES)


class _Denied(NamedTuple):
    cue: str
    scope: tuple[Word, ...]
    """Content words that it may deny, nearest first."""


def check_negation(claim: Reading, sources: Sequence[Reading]) -> Verdict | None:
    """A verdict where the claim denies what a source states, or states what it denies; null otherwise."""
    told = [denied for source in sources for denied in _negations(source)]
    stated = list(_negations(claim))
    told_keys = {word.key for denied in told for word in denied.scope}
    answered = 0
    for denied in stated:
        keys = [word.key for word in denied.scope]
        by_form = _denied_by_form(keys, sources)
        if not by_form and not (told_keys.intersection(keys) if keys else told):
            return Verdict("contradicted", f"it denies (“{denied.cue}”) what the source does not deny")
        answered += by_form
    if len(stated) > len(told) + answered:
        return Verdict("contradicted", "it denies more than the source does")
    stated_keys = {word.key for denied in stated for word in denied.scope}
    for denied in told:
        first = denied.scope[:1]
        if not first or first[0].key not in claim.keys:
            continue
        if not stated_keys.intersection(word.key for word in denied.scope) and not _denied_by_form(
            [first[0].key], [claim]
        ):
            return Verdict("contradicted", f"the source denies it (“{denied.cue} … {first[0].text}”)")
    for source in sources:
        for key, word in source.denied_by_form.items():
            said = key in claim.keys and key not in source.keys and inflection_key(word) not in claim.keys
            if said and key not in stated_keys:
                return Verdict("contradicted", f"the source says “{word}”")
    return None


def _negations(source: Reading) -> Iterator[_Denied]:
    excepted = [match.span() for match in _NO_NEGATION.finditer(source.text)]
    excepted += [
        match.span()
        for match in _COMPARES.finditer(source.text)
        if any(0 <= value.start - match.end() <= _BEFORE_VALUE for value in source.values)
    ]
    for match in _NEGATION.finditer(source.text):
        if any(start <= match.start() < end for start, end in excepted):
            continue
        yield _Denied(match.group(), _scope(source, match.end()))


_CLAUSE = re.compile(
    r"[,;:.!?()]|\b(?:but|and|or|because|if|unless|when|while|although|which|that)\b", re.IGNORECASE
)


def _scope(source: Reading, start: int) -> tuple[Word, ...]:
    ahead = [word for word in source.words if word.start >= start and (word.is_content or word.in_value)]
    if not ahead:
        return ()
    clause = _CLAUSE.search(source.text, ahead[0].end)
    end = clause.start() if clause else len(source.text)
    return tuple(word for word in ahead[:_SCOPE] if word.end <= end)


def _denied_by_form(keys: Sequence[str], sources: Sequence[Reading]) -> bool:
    """Whether a source denies by a prefix or says the opposite instead: "unpaid" or "due" for "not paid"."""
    return any(
        key in source.denied_by_form
        or (key not in source.keys and OPPOSITES.get(key, frozenset()) & source.keys)
        for source in sources
        for key in keys
    )


def check_opposites(claim: Reading, sources: Sequence[Reading]) -> Verdict | None:
    """A verdict where the claim says the opposite of what a source says of the same thing; null otherwise.

    The best source comes first: there any opposite counts that the claim does not say, too. Where a source
    says both ("decreased nausea but increased bleeding"), the words around decide.
    """
    for word in claim.words:
        opposites = OPPOSITES.get(word.key)
        if not opposites or word.in_value:
            continue
        around = _around(claim, word)
        same = max((_shared(source, frozenset((word.key,)), around) for source in sources), default=(0, ""))
        other = max((_shared(source, opposites - claim.keys, around) for source in sources), default=(0, ""))
        if other[0] > same[0] and (other[0] >= _SAME_THING or other[0] == len(around)):
            return Verdict("contradicted", f"it says “{word.text}”, the source says “{other[1]}”")
        missing = all(word.key not in source.keys for source in sources)
        told = [one.text for one in sources[0].words if one.key in opposites - claim.keys]
        if missing and told:
            return Verdict("contradicted", f"it says “{word.text}”, the source says “{told[0]}”")
    return None


_SAME_THING = 2
"""Words around two opposites that have to agree for both to be about one thing (guess)."""
_BEFORE, _AFTER = 2, 4
"""Content words looked at before and after a word that has an opposite (guess)."""


def _around(source: Reading, word: Word) -> frozenset[str]:
    before = [one.key for one in source.content if one.end <= word.start]
    after = [one.key for one in source.content if one.start >= word.end]
    return frozenset(before[-_BEFORE:] + after[:_AFTER])


def _shared(source: Reading, keys: frozenset[str], around: frozenset[str]) -> tuple[int, str]:
    """How many of the words around stand around one of the keys in a source, at best, and that word."""
    found = [(len(_around(source, word) & around), word.text) for word in source.words if word.key in keys]
    return max(found, default=(0, ""))
