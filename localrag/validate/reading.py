"""A sentence -> its words and values as the checks of a claim compare them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from localrag.text.inflection import family_key, inflection_key
from localrag.text.quotes import even
from localrag.text.reading import one_line
from localrag.text.sentences import segments
from localrag.text.terms import STOP_WORDS, fold
from localrag.text.values import Value, values
from localrag.text.word_sets import word_set

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_INITIAL = re.compile(r"(?:^|[.!?:;]|[\"“(\[•-])\s*[\"“'(\[]*$")

CUES = word_set(
    "not no never none nobody nothing neither nor without cannot unless except hardly all every each any some"
    " several many few most always often usually sometimes only solely exclusively must shall should may"
    " might can could ought both either half"
)
"""Words that turn or narrow a statement; the checks of polarity compare them, coverage does not."""
_DISCOURSE = word_set(
    "upon among within per via whether if according also etc however furthermore additionally moreover"
    " therefore thus hence similarly likewise meanwhile namely respectively overall finally example instance"
    " fact addition general conclusion summary based"
)
_LIGHT = word_set(
    "area aspect areas aspects thing things way ways part parts kind kinds type types name names named called"
    " say says said instead include includes including become becomes became make makes made mean means meant"
    " people person one ones use used using well known able certain various particular specific"
)
"""Words that add next to nothing to a statement."""
_FUNCTION = (STOP_WORDS | _DISCOURSE | _LIGHT) - CUES

_PREFIXED = re.compile(r"(?:un|non)([a-z]{4,})")
_NOT_PREFIXED = word_set("unless until under union unions united units unite unique unison uncle understand")


class Word:
    """One word of a sentence: its place, its spelling and its keys."""

    __slots__ = ("end", "family", "in_value", "is_content", "is_name", "key", "start", "text")

    def __init__(self, text: str, start: int, *, is_initial: bool, in_value: bool) -> None:
        self.text = text
        self.start = start
        self.end = start + len(text)
        bare = text.lower().replace("’", "'")
        plain = fold(text)
        self.key = inflection_key(plain)
        self.family = family_key(plain)
        self.in_value = in_value
        self.is_content = not in_value and bare not in _FUNCTION and bare not in CUES and "n't" not in bare
        is_acronym = text.isupper() and len(text) > 1
        self.is_name = self.is_content and (is_acronym or (text[0].isupper() and not is_initial))

    def __repr__(self) -> str:
        return f"Word({self.text!r})"


class Reading:
    """A sentence on one line, with what the checks ask of it, worked out when first asked."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def values(self) -> list[Value]:
        """Its numbers, amounts, durations and dates, in order."""
        return values(self.text)

    @cached_property
    def words(self) -> list[Word]:
        """Its words in order; those inside a value are marked."""
        spans = [(value.start, value.end) for value in self.values]
        starts = [start for start, _ in spans]
        made = []
        for match in _TOKEN.finditer(self.text):
            at = bisect_right(starts, match.start()) - 1
            in_value = at >= 0 and match.start() < spans[at][1]
            before = self.text[max(0, match.start() - 6) : match.start()]
            made.append(
                Word(
                    match.group(),
                    match.start(),
                    is_initial=bool(_INITIAL.search(before))
                    if match.start() > 6
                    else not before.strip("\"“'(["),
                    in_value=in_value,
                )
            )
        return made

    @cached_property
    def content(self) -> list[Word]:
        """Its words that carry meaning, values and cues aside."""
        return [word for word in self.words if word.is_content]

    @cached_property
    def keys(self) -> frozenset[str]:
        """Keys of all its words."""
        return frozenset(word.key for word in self.words)

    @cached_property
    def denied_by_form(self) -> dict[str, str]:
        """Keys of what its words with a denying prefix deny, and these words: paid by ``unpaid``."""
        return {
            inflection_key(match[1]): match.group()
            for word in self.content
            if (match := _PREFIXED.fullmatch(word.text.lower())) and word.text.lower() not in _NOT_PREFIXED
        }

    @cached_property
    def families(self) -> frozenset[str]:
        """Family keys of its content words."""
        return frozenset(word.family for word in self.content)

    @cached_property
    def lowered(self) -> str:
        """The text in lower case, for fixed phrases."""
        return self.text.lower()


def read(text: str) -> list[Reading]:
    """The sentences, items and rows of a text, in order, each on one line."""
    return [reading(piece) for piece in _pieces(text)]


def _pieces(text: str) -> Iterator[str]:
    for segment in segments(text):
        line = even(one_line(text[segment.start : segment.end]))
        if line:
            yield line


@lru_cache(maxsize=2048)
def reading(line: str) -> Reading:
    """The reading of one line; the same line gives the same object."""
    return Reading(line)


def words_between(words: Sequence[Word], start: int, end: int) -> list[Word]:
    """The words that lie within ``start`` to ``end``, in order."""
    return [word for word in words if word.start >= start and word.end <= end]
