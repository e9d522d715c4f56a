"""Styles of a Word document -> which paragraphs are headings, titles and list items by their style."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_MAX_CHAIN = 20
"""Styles based on each other; a longer chain is a loop (guess)."""


class Look(NamedTuple):
    """What a style makes of a paragraph."""

    level: int
    """Of a heading, from 1, or 0."""
    is_title: bool


class _Style(NamedTuple):
    name: str
    based_on: str | None
    properties: Any


# Any: elements of lxml, which ships no types.
class Styles:
    """The paragraph styles by their ids."""

    def __init__(self, root: Any) -> None:
        self._styles: dict[str, _Style] = {}
        self._default: str | None = None
        for style in root.iter(f"{_W}style") if root is not None else ():
            if style.get(f"{_W}type") != "paragraph":
                continue
            based_on = style.find(f"{_W}basedOn")
            name = style.find(f"{_W}name")
            style_id = style.get(f"{_W}styleId")
            self._styles[style_id] = _Style(
                name.get(f"{_W}val", "") if name is not None else "",
                based_on.get(f"{_W}val") if based_on is not None else None,
                style.find(f"{_W}pPr"),
            )
            if style.get(f"{_W}default") in ("1", "true"):
                self._default = style_id

    def look(self, paragraph: Any) -> Look:
        """What the paragraph's own outline level, or else its style, says."""
        own = paragraph.find(f"{_W}pPr")
        level = _outline_level(own)
        is_title = False
        for style in self._chain(own):
            if style.name.lower() == "title":
                is_title = True
            if level is None and (heading := _HEADING.fullmatch(style.name)):
                level = int(heading[1])
            if level is None:
                level = _outline_level(style.properties)
        return Look(1 if is_title and not level else level or 0, is_title)

    def numbering_of(self, paragraph: Any) -> Any:
        """The nearest ``numPr`` element: the paragraph's own, or of its styles; None without one."""
        own = paragraph.find(f"{_W}pPr")
        for properties in (own, *(style.properties for style in self._chain(own))):
            found = properties.find(f"{_W}numPr") if properties is not None else None
            if found is not None and found.find(f"{_W}numId") is not None:
                return found
        return None

    def _chain(self, own: Any) -> list[_Style]:
        stated = own.find(f"{_W}pStyle") if own is not None else None
        style_id = stated.get(f"{_W}val") if stated is not None else self._default
        found: list[_Style] = []
        while style_id is not None and style_id in self._styles and len(found) < _MAX_CHAIN:
            found.append(self._styles[style_id])
            style_id = found[-1].based_on
        return found


def _outline_level(properties: Any) -> int | None:
    """From 1; 0 where it is body text by its own word, None where nothing is said."""
    found = properties.find(f"{_W}outlineLvl") if properties is not None else None
    value = found.get(f"{_W}val", "") if found is not None else ""
    if not re.fullmatch(r"\d", value):
        return None
    return int(value) + 1 if int(value) < 9 else 0
