"""A text -> what it says about itself between fences at its start, and the text below."""

from __future__ import annotations

import re
import tomllib
from datetime import date, datetime, time
from typing import NamedTuple

from localrag.adapters.yaml_front_matter import YamlError, load_table
from localrag.records.extract import FrontMatter

MAX_CHARS = 65_536
"""Guess: longer "front matter" is a text between two rules."""

_FENCED = re.compile(r"(?P<fence>\+\+\+|---)[ \t]*\n(?P<inside>(?:.*\n)*?)(?P=fence)[ \t]*(?:\n|\Z)")
_KEY = re.compile(r"^[ \t]*[\"']?([^\s\"':=\[\]#]{1,64})[\"']?[ \t]*[:=]", re.MULTILINE)


class Parted(NamedTuple):
    """A text parted from its front matter."""

    front_matter: FrontMatter | None
    body: str


def part(text: str) -> Parted:
    """Take the front matter off a text: ``+++`` TOML or ``---`` YAML, with a closing fence.

    A fenced block that does not parse to a table is text and stays in the body; what it seems to say is
    noted, so that nobody takes a misspelt restriction for none.
    """
    match = _FENCED.match(text[: MAX_CHARS + 8])
    if match is None:
        return Parted(None, text)
    inside = match["inside"]
    try:
        table = tomllib.loads(inside) if match["fence"] == "+++" else load_table(inside)
    except (tomllib.TOMLDecodeError, YamlError, RecursionError) as error:
        keys = tuple(dict.fromkeys(_KEY.findall(inside)))
        return Parted(FrontMatter({}, broken=str(error) or "nested too deeply", mentioned=keys), text)
    if not table:
        return Parted(None, text)
    return Parted(FrontMatter({key: plain(value) for key, value in table.items()}), text[match.end() :])


def plain(value: object) -> object:
    """A value as texts, numbers, booleans, lists and tables only; dates as ISO texts, others as words."""
    match value:
        case datetime() | date() | time():
            return value.isoformat()
        case bool() | int() | float() | str():
            return value
        case list() | tuple():
            return [plain(item) for item in value]
        case dict():
            return {str(key): plain(item) for key, item in value.items()}
        case _:
            return str(value)
