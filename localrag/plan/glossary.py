"""``glossary.toml`` -> the agency's own words, and a question put into those that its documents use."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from localrag.errors import SettingsError
from localrag.plan.words import split_words


class Glossary(NamedTuple):
    """What the operator says words stand for."""

    abbreviations: Mapping[str, tuple[str, ...]]
    """As written (``RP``) -> what it stands for; matched with its capitals."""
    synonyms: Mapping[str, tuple[str, ...]]
    """In lower case (``pool car``) -> words that documents may use in its place, best first."""


EMPTY = Glossary({}, {})


def load_glossary(home: Path) -> Glossary:
    """The glossary of a home; empty where it has no ``glossary.toml``.

    Two tables, ``[abbreviations]`` and ``[synonyms]``, each of names with a text or a list of texts.

    Raises:
        SettingsError: The file does not parse, or holds something else.
    """
    path = home / "glossary.toml"
    try:
        text = path.read_text(encoding="utf-8-sig")
        raw = tomllib.loads(text)
    except FileNotFoundError:
        return EMPTY
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(path, str(error)) from error
    unknown = set(raw) - {"abbreviations", "synonyms"}
    if unknown:
        name = min(unknown)
        raise SettingsError(
            path, f"line {_line_of(name, text)}: {name} is neither abbreviations nor synonyms"
        )
    synonyms = _entries(path, text, raw.get("synonyms", {}))
    return Glossary(
        _entries(path, text, raw.get("abbreviations", {})),
        {name.lower(): texts for name, texts in synonyms.items()},
    )


def reword(text: str, glossary: Glossary, knows: Callable[[str], bool]) -> tuple[str, list[tuple[str, str]]]:
    """A question in the words of the readable documents.

    Args:
        text: In normal form.
        glossary: What words stand for.
        knows: Whether a readable passage holds a word.

    Returns:
        The text, and what was taken for what, in the glossary's order. An abbreviation gives way to the
        first of its long forms all of whose words are known; a synonym only where a word of its own is
        unknown. Otherwise nothing changes.
    """
    said: list[tuple[str, str]] = []
    for names, is_exact in ((glossary.abbreviations, True), (glossary.synonyms, False)):
        for name, texts in names.items():
            pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", 0 if is_exact else re.I)
            if not pattern.search(text) or (not is_exact and _are_known(name, knows)):
                continue
            chosen = next((one for one in texts if _are_known(one, knows)), None)
            if chosen is not None:
                text = pattern.sub(lambda _, chosen=chosen: chosen, text)  # type: ignore[misc]
                said.append((name, chosen))
    return text, said


def _are_known(words: str, knows: Callable[[str], bool]) -> bool:
    return all(knows(word.lower) for word in split_words(words))


def _entries(path: Path, text: str, table: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(table, dict):
        raise SettingsError(path, "abbreviations and synonyms are tables")
    found: dict[str, tuple[str, ...]] = {}
    for name, value in table.items():
        texts = value if isinstance(value, list) else [value]
        if not name.strip() or not texts or not all(isinstance(one, str) and one.strip() for one in texts):
            raise SettingsError(
                path,
                f"line {_line_of(name, text)}: {name!r} needs a text or a list of texts that are not empty",
            )
        found[name] = tuple(texts)
    return found


def _line_of(name: str, text: str) -> int:
    """The line on which a key or a table stands, from 1; the first line where it is spelt with escapes."""
    written = re.compile(rf"""^\s*\[*\s*["']?{re.escape(name)}["']?\s*[]=.]""")
    lines = text.splitlines()
    return next((number for number, line in enumerate(lines, 1) if written.match(line)), 1)
