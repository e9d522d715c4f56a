"""A demand and the units of a case's record -> whether the record has it, lacks it, or is silent."""

from __future__ import annotations

import re
from collections.abc import Sequence

from localrag.evidence.demands import Demand
from localrag.evidence.units import Unit
from localrag.evidence.words import content_keys
from localrag.records.evidence import RequirementState
from localrag.records.retrieval import EvidenceCandidate

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


_LINE_ENTRY = re.compile(r"[^:|\n]{2,80}(?:[:|–—]|\s-\s)\s*\S[^\n]{0,80}")
"""``Road test protocol: outstanding`` on a line of its own."""


def is_record_of(candidate: EvidenceCandidate, case_id: str | None) -> bool:
    """Whether a passage is of a case's own record; what somebody else says of the case is not."""
    return case_id is not None and candidate.case_id == case_id and candidate.authority == "case_record"


def entries(record: Sequence[Unit]) -> list[Unit]:
    """A record's units, with lines of the form "thing: state" that stand below each other taken apart."""
    found: list[Unit] = []
    for unit in record:
        lines = list(re.finditer(r"[^\n]+", unit.text))
        if (
            unit.kind != "prose"
            or len(lines) < 2
            or not any(_LINE_ENTRY.fullmatch(one.group().strip()) for one in lines)
        ):
            found.append(unit)
            continue
        for line in lines:
            start = line.start() + len(line.group()) - len(line.group().lstrip())
            text = line.group().strip()
            found.append(
                unit._replace(start=unit.start + start, end=unit.start + start + len(text), text=text)
            )
    return found


def with_box(entry: Unit, text: str) -> Unit:
    """An entry with the box before it, which alone says whether the thing is there.

    Args:
        entry: Of a record.
        text: Of its passage.
    """
    at = text.rfind("[", max(0, entry.start - _BEFORE_BOX), entry.start)
    if at < 0 or not re.fullmatch(r"\[[ xX]\]\s*", text[at : entry.start]):
        return entry
    return entry._replace(start=at, text=text[at : entry.end])


_BEFORE_BOX = 8
"""Characters between the opening of a box and what it belongs to."""


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
    return ("missing" if says_missing(best, demand.unit.text) else "met"), best


def says_missing(entry: Unit, demand: str = "") -> bool | None:
    """Whether the entry's state is that of a thing not there; words of the demand itself do not count.

    Null where it tells neither that it is there nor that it is not.
    """
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
    rest = _without(entry.text, demand)
    return True if _MISSING.search(rest) and not _MET.fullmatch(rest.strip(" .:;|-–")) else None


def _without(text: str, known: str) -> str:
    """The text without the demand's own wording, which may speak of what is absent."""
    bare = known.strip(" .;:")
    return text.replace(bare, " ") if bare and bare in text else text
