"""Passages -> those that speak to the assistant; they stay evidence like any other text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from localrag.guard.policy import GuardPolicy
from localrag.guard.wording import is_used
from localrag.records.answer import GuardDecision
from localrag.records.authority import UNAPPROVED
from localrag.records.retrieval import EvidenceCandidate

TRIGGER = "context:instruction"
_WRAPPED = re.compile(r"(?<=[\w,])[ \t]*\n(?=[ \t]*[a-z])")
"""A line that only goes on from the one before."""


def flagged(passages: Iterable[EvidenceCandidate], policy: GuardPolicy) -> list[EvidenceCandidate]:
    """Passages with wording that instructs an assistant, in their order."""
    return [one for one in passages if speaks_to_assistant(one.text, policy)]


def speaks_to_assistant(text: str, policy: GuardPolicy) -> bool:
    """Whether a text gives an assistant an instruction; one that is told of or quoted does not count."""
    return is_used(_WRAPPED.sub(" ", text), policy.context_uses)


def speakers_last(candidates: Sequence[EvidenceCandidate], policy: GuardPolicy) -> list[EvidenceCandidate]:
    """Candidates, with those uploads and drafts ranked last that speak to an assistant.

    Ten uploads that repeat a question and add an order must not push aside what answers it. Nothing is
    dropped, and the order of the others stays; without such passages all stays as it is.
    """
    last = {one.chunk_id for one in flagged((c for c in candidates if c.authority in UNAPPROVED), policy)}
    if not last:
        return list(candidates)
    behind = sorted(one.rank for one in candidates if one.chunk_id in last)
    most = max(one.rank for one in candidates)
    return [
        one.model_copy(
            update={
                "rank": most + one.rank
                if one.chunk_id in last
                else one.rank - sum(rank < one.rank for rank in behind)
            }
        )
        for one in sorted(candidates, key=lambda one: one.chunk_id in last)
    ]


def noticed(found: Iterable[EvidenceCandidate]) -> tuple[GuardDecision | None, tuple[str, ...]]:
    """The decision on flagged passages and its notice; nothing where none is."""
    passages = list(found)
    if not passages:
        return None, ()
    titles = ", ".join(dict.fromkeys(one.source_title for one in passages))
    number = "1 passage was" if len(passages) == 1 else f"{len(passages)} passages were"
    decision = GuardDecision(stage="context", disposition="answer", triggers=(TRIGGER,))
    return decision, (
        f"{number} worded as an instruction to the assistant ({titles}): read as text, not obeyed.",
    )
