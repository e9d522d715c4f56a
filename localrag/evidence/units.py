"""A passage -> the sentences, rows, items and steps it can be quoted by, each with what introduces it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from localrag.records.retrieval import EvidenceCandidate
from localrag.text.sentences import Segment, SegmentKind, segments

_WHOLE_ITEM = 600
"""Characters up to which a list item of several sentences stays one unit (guess: four lines)."""


class Unit(NamedTuple):
    """One quotable piece: ``text`` is the passage's text at ``start`` to ``end``."""

    at: int
    """Position of the passage among the evidence."""
    order: int
    """Counts the units of one passage from 0."""
    start: int
    end: int
    text: str
    kind: SegmentKind
    marker: str
    block: int
    """Units of one paragraph share it."""
    heading: str
    """The nearest heading inside the passage, else empty."""
    lead: str
    """The sentence that introduces a list or a table, and a table's first row; else empty."""
    before: str
    """The sentence before it in the same paragraph, else empty."""


def units(evidence: Sequence[EvidenceCandidate]) -> list[Unit]:
    """Everything quotable, passage by passage in reading order; headings, code and table heads are not."""
    return [unit for at, candidate in enumerate(evidence) for unit in _of_passage(at, candidate.text)]


def _of_passage(at: int, text: str) -> Iterator[Unit]:
    heading = lead = header = before = ""
    last_block = -1
    order = 0
    found = list(_joined(list(_as_rows(segments(text), text))))
    for number, segment in enumerate(found):
        piece = text[segment.start : segment.end]
        if segment.kind in ("heading", "code"):
            heading, lead, header, before = (piece if segment.kind == "heading" else heading), "", "", ""
            continue
        if segment.kind == "row":
            introduced = f"{lead}\n{header}".strip()
            if not header:
                header = piece
                if number + 1 < len(found) and _is_head(segment, found[number + 1], text):
                    continue
        else:
            header = ""
            introduced = lead if segment.kind in ("item", "step") else ""
        yield Unit(
            at, order, segment.start, segment.end, piece, segment.kind, segment.marker, segment.block,
            heading, introduced, before if segment.block == last_block else "",
        )  # fmt: skip
        order += 1
        if segment.kind == "prose":
            lead = piece
        before, last_block = piece, segment.block


def _is_head(row: Segment, following: Segment, text: str) -> bool:
    """Whether a first row only names columns: a rule stands below it, or it alone has no digit."""
    if following.kind != "row":
        return False
    if "--" in text[row.end : following.start]:
        return True
    has_digit = any(map(str.isdigit, text[row.start : row.end]))
    return not has_digit and any(map(str.isdigit, text[following.start : following.end]))


def _as_rows(found: Sequence[Segment], text: str) -> Iterator[Segment]:
    """Segments with the lines behind a colon that end like no sentence taken for rows: a table from a PDF."""
    opened = False
    for at, segment in enumerate(found):
        piece = text[segment.start : segment.end].rstrip()
        alone = all(
            one.block != segment.block for one in found[max(0, at - 1) : at + 2] if one is not segment
        )
        is_line = segment.kind == "prose" and alone and "\n" not in piece and piece[-1:] not in ".;:!?"
        if segment.kind == "row" or (opened and is_line):
            opened = True
            yield segment._replace(kind="row")
            continue
        opened = piece.endswith(":")
        yield segment


def _joined(found: Sequence[Segment]) -> Iterator[Segment]:
    """Segments with the sentences of one short list item put together again."""
    for _, group in groupby(found, key=lambda segment: segment.block):
        members = list(group)
        first, last = members[0], members[-1]
        if first.kind in ("item", "step") and last.end - first.start <= _WHOLE_ITEM:
            yield first._replace(end=last.end)
        else:
            yield from members
