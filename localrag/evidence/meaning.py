"""Matches by words and an embedder's comparison -> matches by words and meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from localrag.evidence.units import Unit
from localrag.records.retrieval import EvidenceCandidate

Similarity = Callable[[str, Sequence[str]], Sequence[float]]
"""Of a question to sentences, -1 to 1 each, in their order."""

COMPARED = 6
"""Sentences compared by meaning for one part, 2 to 4 ms each on two cores (guess at what it may cost)."""
_NEAREST_PASSAGES = 2
"""Passages nearest in meaning whose best sentence is compared whatever its words (guess)."""


def worth_comparing(matched: Sequence[Unit], evidence: Sequence[EvidenceCandidate]) -> list[int]:
    """Positions of the units that are compared by meaning, at most ``COMPARED``.

    Args:
        matched: Best by words first.
        evidence: The passages that the units' ``at`` counts.

    Returns:
        Ascending: the best by words, and the best of the passages nearest in meaning.
    """
    kept: list[int] = []
    for at in nearest_passages(evidence):
        kept += [position for position, unit in enumerate(matched) if unit.at == at][:2]
    by_words = [position for position in range(len(matched)) if position not in kept]
    return sorted([*kept, *by_words[: max(0, COMPARED - len(kept))]])


def nearest_passages(evidence: Sequence[EvidenceCandidate]) -> list[int]:
    """Positions of the passages nearest to the question in meaning, nearest first; none without vectors."""
    known = [at for at in range(len(evidence)) if evidence[at].dense_score is not None]
    return sorted(known, key=lambda at: -(evidence[at].dense_score or 0.0))[:_NEAREST_PASSAGES]


def meaning_of(at: int, evidence: Sequence[EvidenceCandidate]) -> float:
    """A passage's similarity with the question; the least known one where it has none, 0 where none has."""
    own = evidence[at].dense_score
    if own is not None:
        return own
    return min((one.dense_score for one in evidence if one.dense_score is not None), default=0.0)


def as_compared(unit: Unit, candidate: EvidenceCandidate) -> str:
    """A unit as it is compared: with its heading, a row with its columns' heads, an item with its lead."""
    heading = unit.heading or (candidate.heading_path[-1] if candidate.heading_path else "")
    if unit.kind == "row":
        body = row_in_words(unit)
    elif unit.kind in ("item", "step") and unit.lead:
        body = f"{unit.lead} {unit.text}"
    else:
        body = unit.text
    return f"{heading}: {body}" if heading else body


def row_in_words(unit: Unit) -> str:
    """A table row with each cell behind its column's head; one without bars behind what introduces it."""
    if "|" not in unit.text:
        return " ".join(f"{unit.lead} {unit.text}".split())
    heads = cells(unit.lead.rsplit("\n", 1)[-1]) if "|" in unit.lead else []
    said = []
    for number, cell in enumerate(cells(unit.text)):
        head = heads[number] if number < len(heads) else ""
        if cell:
            said.append(f"{head}: {cell}" if head else cell)
    return "; ".join(said)


def cells(row: str) -> list[str]:
    """The cells of a table row, stripped; outer bars give none."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]
