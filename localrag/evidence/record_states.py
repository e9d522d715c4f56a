"""A demand and the units of a case's record -> whether the record has it, lacks it, or is silent."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localrag.evidence.demands import Demand
from localrag.evidence.units import Unit
from localrag.evidence.words import content_keys
from localrag.records.evidence import RequirementState

_MISSING = re.compile(
    r"\b(?:missing|absent|outstanding|lacking|pending|awaited|to follow|incomplete|overdue|unsigned|none|no"
    r"|not (?:yet )?(?:on file|received|present|done|available|provided|submitted|found"
    r"|completed?|signed|there"
    r"|filed|attached|obtained|made|ready|given))\b|\[ \]|[☐✗✘]",
    re.IGNORECASE,
)
_MET = re.compile(
    r"\b(?:present|yes|on file|received|done|completed?|available|provided|submitted|signed|attached|ok|filed"
    r"|not applicable|n/a|obtained|fulfilled|in order|approved|confirmed)\b|\[x\]|[☑✓✔]",
    re.IGNORECASE,
)
_ALIKE = 0.7
"""Share of a demand's words that an entry about it must have (guess: allows one of four to differ)."""
_STATE = re.compile(r"(?:[:|–—]|\s-\s)\s*(?P<state>[^:|–—]{2,60}?)\s*\|?\s*\.?$")


def state_of(demand: Demand, record: Sequence[Unit]) -> tuple[RequirementState, Unit | None]:
    """What a case's record says of a demand, and the entry that says it.

    The entry that shares most of the demand's words decides; of equal ones the last. An entry that says
    "missing", "not on file" or has an empty box lacks it; any other entry shows that it is there.
    """
    best: Unit | None = None
    most = 0.0
    for unit in record:
        shared = len(demand.keys & content_keys(unit.text)) / len(demand.keys) if demand.keys else 0.0
        if shared >= _ALIKE and shared >= most:
            best, most = unit, shared
    if best is None:
        return "no_entry", None
    return ("missing" if _says_missing(demand, best) else "met"), best


def _says_missing(demand: Demand, entry: Unit) -> bool:
    """Whether the entry's state is that of a thing not there; words of the demand itself do not count."""
    if "[ ]" in entry.marker:
        return True
    if "[x]" in entry.marker.lower():
        return False
    stated = _STATE.search(entry.text)
    if stated:
        said = stated["state"]
        if _MISSING.search(said) and not re.search(r"not applicable", said, re.IGNORECASE):
            return True
        if _MET.search(said):
            return False
    rest = _without(entry.text, demand.unit.text)
    return bool(_MISSING.search(rest)) and not _MET.fullmatch(rest.strip(" .:;|-–"))


def _without(text: str, known: str) -> str:
    """The text without the demand's own wording, which may speak of what is absent."""
    bare = known.strip(" .;:")
    return text.replace(bare, " ") if bare and bare in text else text
