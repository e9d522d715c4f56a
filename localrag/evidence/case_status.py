"""A case's record -> the entry that says whether the case is open or closed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localrag.evidence.units import Unit
from localrag.evidence.words import content_keys
from localrag.text.reading import cells

_LABEL = re.compile(r"\W*(?:(?:current|present|case)\s+)?(?:status|state)\W*", re.IGNORECASE)
_LINE = re.compile(r"(?P<label>[^:|]{3,24}):\s*(?P<value>\S[^|]{0,60})")
_OPEN = content_keys("open pending active reopened running")
_OVER = content_keys("closed finished settled resolved archived concluded")
_OTHER = content_keys("suspended paused stayed dormant")
_OF_THE_CASE = content_keys("case matter file record proceeding still yet already now currently enforcement")


def status_of(record: Sequence[Unit]) -> tuple[Unit, str] | None:
    """The row or line "Status: open" of a record, with its value; of several the last; null without one."""
    found = None
    for unit in record:
        label, value = named_value(unit)
        if value and _LABEL.fullmatch(label):
            found = unit, value
    return found


def named_value(unit: Unit) -> tuple[str, str]:
    """Name and value of a row of two cells or of a line "name: value"; both empty for other units."""
    if unit.kind == "row" or unit.text.lstrip().startswith("|"):
        row = [cell for cell in cells(unit.text) if cell]
        return (row[0], row[1]) if len(row) == 2 else ("", "")
    match = _LINE.fullmatch(unit.text.strip())
    return (match["label"].strip(), match["value"].strip(" .")) if match else ("", "")


def asks_of_status(about: frozenset[str], value: str) -> bool:
    """Whether the words asked about come to nothing but the state of the case itself, its own or another."""
    states = about - _OF_THE_CASE
    return bool(states) and (states <= _OPEN | _OVER | _OTHER or states <= content_keys(value))


def has_status(value: str, about: frozenset[str]) -> bool | None:
    """Whether a status is the one asked about; null where it is neither that nor its opposite."""
    said, asked = content_keys(value), about - _OF_THE_CASE
    if said & asked:
        return True
    if (said & _OPEN and asked & _OVER) or (said & _OVER and asked & _OPEN):
        return False
    return None


def is_over(value: str) -> bool:
    """Whether a status says that the case has ended."""
    return bool(content_keys(value) & _OVER)
