"""The text of a TOML file -> the lines on which its tables and keys stand, for people who have to mend it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence

KeyPath = tuple[str, ...]


def lines_of(text: str) -> dict[KeyPath, int]:
    """Table headers and keys by their full path, each with its line from 1.

    Keys within inline tables and within arrays of several lines have no line of their own.

    Args:
        text: Of a file that parses.
    """
    found: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("["):
            header = _path(stripped)
            if header is not None:
                table = header
                found.setdefault(table, number)
            continue
        key, equals, _ = stripped.partition("=")
        path = _path(f"{key} = 0") if equals else None
        if path is not None:
            found.setdefault((*table, *path), number)
    return found


def line_of(lines: Mapping[KeyPath, int], path: Sequence[object]) -> int | None:
    """The line of a path, or of the nearest table around it; null where neither has one."""
    steps = tuple(step for step in path if isinstance(step, str))
    for length in range(len(steps), 0, -1):
        if steps[:length] in lines:
            return lines[steps[:length]]
    return None


def _path(line: str) -> KeyPath | None:
    """The one path that a line of TOML declares; null where the line is no TOML by itself."""
    try:
        declared: object = tomllib.loads(line)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    path: list[str] = []
    while isinstance(declared, dict) and len(declared) == 1:
        ((name, declared),) = declared.items()
        path.append(name)
    return tuple(path) or None
