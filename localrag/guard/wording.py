"""Phrases of ``guard.toml`` -> where a text uses them, as words or as a command to the assistant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

MAX_GAP = 5
"""Words that ``**`` may skip. Guess: an object with its attributes."""
MIN_WORDS_AROUND = 3
"""Words outside quotation marks from which on what stands inside is talked about, not said. Guess."""

_WORD = r"[^\W_]+(?:['’-][^\W_]+)*"
_BETWEEN = r"(?:[^\w.!?;]+|\s*$)"
_WORDS = re.compile(_WORD)
_QUOTED = re.compile(r"“[^”]{3,}”|„[^“”]{3,}[“”]|«[^»]{3,}»|\"[^\"]{3,}\"|(?<!\w)['‘][^'’]{8,}['’](?!\w)")
_BEFORE_COMMAND = re.compile(
    r"(?:^|[.!?:;,…\n\"“>)\]-])\s*(?:\W*\b(?:please|now|so|and|then|but|just|also|first|again|stop|well|okay|"
    r"ok|finally|instead|from now on|i want you to|i need you to|i command you to|you must|you should|"
    r"you shall|you will|you can|you have to|you are to|bitte|nun|jetzt|dann|und|aber|also)\b\W*)*$"
    r"|\b(?:please|now|but then|i want you to|i need you to|i command you to|you must|you shall|you will|"
    r"you have to|bitte|and then)\W+$",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:told|tells?|telling|asked|asks|asking|says?|saying|said|instructs|instructed|instructing|orders|"
    r"ordered|claims?|claiming|writes|wrote|written|reads|demands|wants|phrases?|words|sentences?|wording|"
    r"messages?|like|such as|attempts?|tries|tricks?|"
    r"somebody|someone|if|whether|when|who|gesagt|sagt|wenn|ob)\b",
    re.IGNORECASE,
)
"""Before a command in its sentence: it is somebody else's, and talked about."""
_REACH = 160
"""Characters before a phrase in which is looked for what makes it a command. Guess: a long sentence."""


class Phrases:
    """Phrases to look for, each read on first use.

    A phrase is words between spaces: ``may|can`` either, ``the?`` may be missing, ``instruct*`` any ending,
    ``*`` any one word, ``**`` up to five, ``@name`` any word of a class. Case does not count; a phrase stays
    within a sentence.
    """

    def __init__(self, phrases: Sequence[str], classes: Mapping[str, Sequence[str]]) -> None:
        self._phrases, self._classes = phrases, classes

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where phrases stand, by phrase and place; time is linear in the text."""
        said = {word.lower() for word in _WORDS.findall(text)}
        found = []
        for firsts, pattern in self._read:
            if any(_begins(first, said) for first in firsts):
                found += [match.span() for match in pattern().finditer(text)]
        return found

    @cached_property
    def _read(self) -> list[tuple[tuple[str, ...], _Lazy]]:
        return [(_firsts(phrase, self._classes), _Lazy(phrase, self._classes)) for phrase in self._phrases]


class _Lazy:
    """A phrase as a pattern, compiled when a text may hold it: most questions hold none."""

    def __init__(self, phrase: str, classes: Mapping[str, Sequence[str]]) -> None:
        self._phrase, self._classes = phrase, classes

    def __call__(self) -> re.Pattern[str]:
        return self._pattern

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        slots = "".join(_slot(token, self._classes) for token in self._phrase.split())
        return re.compile(rf"(?<![\w'’-]){slots}", re.IGNORECASE)


class Uses(NamedTuple):
    """How a rule is worded."""

    anywhere: Phrases
    as_command: Phrases
    """Count only where they are said to the reader, not about somebody."""


def is_used(text: str, uses: Uses) -> bool:
    """Whether a text says one of the phrases in earnest.

    Not counted: what stands in quotation marks within a longer text, and a command that is told of
    ("when told to ignore the rules", "ignoring the rules", "may staff ignore the rules?").
    """
    bare = unquoted(text)
    if uses.anywhere.spans(bare):
        return True
    return any(_is_command(bare, *span) for span in uses.as_command.spans(bare))


def unquoted(text: str) -> str:
    """A text of the same length, with blanks for what it quotes; as it is where little else is left."""
    bare = _QUOTED.sub(lambda match: " " * len(match[0]), text)
    return bare if len(_WORDS.findall(bare)) >= MIN_WORDS_AROUND else text


def unknown_classes(phrases: Iterable[str], classes: Mapping[str, Sequence[str]]) -> list[str]:
    """Names used as ``@name`` that stand for nothing, each once, in order."""
    named = (
        option[1:]
        for phrase in phrases
        for token in phrase.split()
        for option in token.rstrip("?").split("|")
        if option.startswith("@")
    )
    return [name for name in dict.fromkeys(named) if name not in classes]


def _is_command(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - _REACH) : start]
    verb = _WORDS.match(text, start)
    # A shout in the middle of a sentence begins a new one.
    shouted = verb is not None and len(verb[0]) > 2 and verb[0].isupper() and not text.isupper()
    if not shouted and not _BEFORE_COMMAND.search(before):
        return False
    sentence = re.split(r"[.!?;\n]", before)[-1]
    if shouted:
        return True
    rest = re.split(r"[.!?\n]", text[end:], maxsplit=1)[0]
    is_asked = text[end + len(rest) : end + len(rest) + 1] == "?" and bool(_REPORTED.search(sentence))
    return not is_asked and not _REPORTED.search(sentence)


def _begins(first: str, said: set[str]) -> bool:
    if first == "*":
        return True
    if first.endswith("*"):
        return any(word.startswith(first[:-1]) for word in said)
    return first in said


def _firsts(phrase: str, classes: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Words that a phrase can begin with; ``*`` for any."""
    firsts: list[str] = []
    for token in phrase.split():
        options = ["*"] if token in ("*", "**") else _options(token, classes)
        firsts += [option.split()[0].lower() for option in options]
        if not token.endswith("?"):
            break
    return tuple(firsts)


def _options(token: str, classes: Mapping[str, Sequence[str]]) -> list[str]:
    options: list[str] = []
    for option in token.rstrip("?").split("|"):
        options += classes.get(option[1:], ()) if option.startswith("@") else [option]
    return options


def _slot(token: str, classes: Mapping[str, Sequence[str]]) -> str:
    if token == "**":
        return rf"(?:{_WORD}{_BETWEEN}){{0,{MAX_GAP}}}"
    if token == "*":
        return rf"{_WORD}{_BETWEEN}"
    written = (_BETWEEN.join(_ending(word) for word in option.split()) for option in _options(token, classes))
    return rf"(?:(?:{'|'.join(written)})(?![\w]){_BETWEEN.replace('+', '*', 1)})" + (
        "?" if token.endswith("?") else ""
    )


def _ending(word: str) -> str:
    return re.escape(word[:-1]) + r"\w*" if word.endswith("*") else re.escape(word)
