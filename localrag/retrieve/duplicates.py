"""Candidates -> candidates without repeated passages, each place named on the one that stays."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.records.retrieval import EvidenceCandidate


def collapse(candidates: Sequence[EvidenceCandidate], *, keep_versions: bool) -> list[EvidenceCandidate]:
    """Merge candidates whose text is the same but for white space and case.

    Args:
        candidates: Best first; all readable by the asker.
        keep_versions: Leave the same words in two versions of a document apart, as history wants them.

    Returns:
        The first of each kind, in order; ``also_in`` names the places of the others.
    """
    kept: dict[tuple[str, str], EvidenceCandidate] = {}
    for candidate in candidates:
        version = candidate.label if keep_versions else ""
        key = (" ".join(candidate.text.split()).casefold(), version)
        first = kept.get(key)
        if first is None:
            kept[key] = candidate
            continue
        place = f"{candidate.source_id}/{candidate.source_uri}"
        if place not in (*first.also_in, f"{first.source_id}/{first.source_uri}"):
            kept[key] = first.model_copy(update={"also_in": (*first.also_in, place)})
    return list(kept.values())
