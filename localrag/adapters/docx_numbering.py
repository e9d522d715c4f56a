"""Numbering of a Word document -> the mark in front of each list item, counted as Word counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from localrag.adapters.docx_styles import Styles

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LEVELS = 9
_MAX_NUMBER = 32_767
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
          (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip


class _Level(NamedTuple):
    style: str
    """``decimal``, ``lowerLetter``, ``bullet`` and so on."""
    pattern: str
    """``%1.%2.``"""
    start: int


# Any: elements of lxml, which ships no types.
class Numbering:
    """The lists of a document, each with how far it has counted."""

    def __init__(self, root: Any) -> None:
        self._lists: dict[str, tuple[str, dict[int, _Level]]] = {}
        self._counts: dict[str, list[int]] = {}
        if root is None:
            return
        kinds = {kind.get(f"{_W}abstractNumId"): _levels(kind) for kind in root.findall(f"{_W}abstractNum")}
        for number in root.findall(f"{_W}num"):
            kind = number.find(f"{_W}abstractNumId")
            key = kind.get(f"{_W}val") if kind is not None else None
            levels = dict(kinds.get(key, {}))
            overrides = number.findall(f"{_W}lvlOverride")
            for override in overrides:
                at = _whole(override.get(f"{_W}ilvl"), 0)
                begun = override.find(f"{_W}startOverride")
                if begun is not None and at in levels:
                    levels[at] = levels[at]._replace(start=_whole(begun.get(f"{_W}val"), 1))
            list_id = number.get(f"{_W}numId")
            # Lists of one kind go on counting where the last one stopped, unless told to begin again.
            restarts = any(one.find(f"{_W}startOverride") is not None for one in overrides)
            self._lists[list_id] = (f"num {list_id}" if restarts else f"kind {key}", levels)

    def marker(self, paragraph: Any, styles: Styles) -> tuple[str, int] | None:
        """The mark and the depth, from 0, of a list item; None for other paragraphs."""
        properties = styles.numbering_of(paragraph)
        if properties is None:
            return None
        list_id = properties.find(f"{_W}numId").get(f"{_W}val")
        if list_id not in self._lists:
            return None
        depth_element = properties.find(f"{_W}ilvl")
        depth = min(_whole(depth_element.get(f"{_W}val") if depth_element is not None else None, 0), 8)
        key, levels = self._lists[list_id]
        level = levels.get(depth)
        if level is None or level.style in ("bullet", "none"):
            return "-", depth
        counts = self._counts.setdefault(key, [0] * _LEVELS)
        counts[depth] = counts[depth] + 1 if counts[depth] else level.start
        counts[depth + 1 :] = [0] * (_LEVELS - depth - 1)

        def number(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            one = levels.get(at)
            return "" if one is None else _written(counts[at] or one.start, one.style)

        return re.sub(r"%([1-9])", number, level.pattern).strip() or "-", depth


def _levels(kind: Any) -> dict[int, _Level]:
    found = {}
    for level in kind.findall(f"{_W}lvl"):
        at = _whole(level.get(f"{_W}ilvl"), 0)
        found[at] = _Level(
            _value(level, "numFmt", "decimal"),
            _value(level, "lvlText", f"%{at + 1}.")[:40],
            _whole(_value(level, "start", "1"), 1),
        )
    return found


def _value(element: Any, name: str, fallback: str) -> str:
    found = element.find(f"{_W}{name}")
    return str(found.get(f"{_W}val", fallback)) if found is not None else fallback


def _whole(text: str | None, fallback: int) -> int:
    return min(int(text), _MAX_NUMBER) if text and re.fullmatch(r"\d{1,6}", text) else fallback


def _written(number: int, style: str) -> str:
    match style:
        case "lowerLetter" | "upperLetter":
            letters = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 % 10 + 1)
            return letters.upper() if style == "upperLetter" else letters
        case "lowerRoman" | "upperRoman":
            roman, left = "", number % 4000
            for value, sign in _ROMAN:
                roman, left = roman + sign * (left // value), left % value
            return roman.upper() if style == "upperRoman" else roman
        case "decimalZero":
            return f"{number:02}"
        case _:
            return str(number)
