"""A lower source's answer, and what higher ones state -> the conflict that cannot be excluded."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from localrag.evidence.conditions import differ
from localrag.evidence.related import related
from localrag.evidence.statements import Statement, compatible, in_force_together
from localrag.evidence.words import content_keys, root, whole_words
from localrag.records.authority import INFORMAL, RULING, Authority, outranks
from localrag.records.plan import QuestionPart
from localrag.text.modality import Modal
from localrag.text.word_sets import word_set

_SHARED = 0.5
"""Share of the things asked about that a higher statement must name (guess: what is done with them is often
worded otherwise, so a part must do)."""
_NEAR = 0.55
"""Cosine similarity of question and sentence from which the thing may have been named by another word (guess:
"luggage" and "baggage", "fridge" and "refrigerator" had .62)."""
_MOST = 2
"""Higher statements shown beside the lower one (guess: the one meant is among the best)."""
_DONE = re.compile(
    r"\b(?:may|can|could|must|should|shall|will|would|do|does|did)\s+(?:i|we|you|he|she|it|they|one|people|staff"
    r"|anybody|anyone|everybody|somebody|someone)\s+(?:(?:have|need)\s+to\s+)?(\w+)"
    r"|\bto\s+(?:be\s+)?(\w+)|\b(?:be|been|being)\s+(\w+)|\b(\w+ed)\b",
    re.IGNORECASE,
)
"""What is done with the thing asked about: "may I KEEP a book", "to be HANDED in", "is a book KEPT"."""
_MEASURES = frozenset(
    root(word)
    for word in word_set(
        "time date minute hour day week month year amount number percentage share maximum minimum most least"
        " limit long often far fast heavy high deep many much period deadline"
    )
)


def doubtful(
    part: QuestionPart,
    statements: Sequence[Statement],
    gone: Collection[int],
    authority_order: tuple[Authority, ...],
) -> list[Statement]:
    """Statements of higher sources on what is asked about, beside the lower one that would answer alone.

    Whether "may be borrowed for 12 weeks" and "can keep it for 20" mean the same is nothing that words or
    their likeness tell for sure: on fifteen such pairs, each beside another rule on the same thing, no
    threshold of similarity parted the two (our measurement, 2026-12-01). So both are shown.

    Args:
        part: What is asked.
        statements: Of the part, in the order of its findings, rivals included.
        gone: Positions of findings that have lost a conflict already.
        authority_order: Highest first.

    Returns:
        The lower statement that answers best, and up to two higher ones with another value of the same kind,
        in force on a common day and under no condition of their own. Empty where a higher one agrees, where
        a source that rules answers best, or where the answer is no value.
    """
    standing = [one for one in statements if one.at not in gone]
    lower = next((one for one in standing if one.finding.role == "answer"), None)
    if lower is None or lower.source.authority not in INFORMAL:
        return []
    if not lower.is_sole or isinstance(lower.value, Modal):
        return []
    things = things_asked(part)
    asked_words = content_keys(" ".join(part.about) or part.text)
    above = [
        one
        for one in standing
        if one.source.authority in RULING
        and outranks(one.source.authority, lower.source.authority, authority_order)
        and not isinstance(one.value, Modal)
        and one.value.kind == lower.value.kind
        and one.is_sole
        and in_force_together(lower.source, one.source)
        and (_names(one, things) or (one.finding.similarity or 0.0) >= _NEAR)
        and not differ((), one.limits, asked_words | (lower.topic & one.topic))
    ]
    if not above or any(compatible(lower.value, one.value) for one in above):
        return []
    return [lower, *sorted(above, key=lambda one: -(one.finding.similarity or 0.0))[:_MOST]]


def things_asked(part: QuestionPart) -> frozenset[str]:
    """Roots of the things asked about, without what is done with them and what is measured of them.

    All words asked about where nothing else is left: "How long do I have to appeal?" is about the deed.
    """
    text = part.timeless or part.text
    deeds = {match.span(group) for match in _DONE.finditer(text) for group in (1, 2, 3, 4) if match[group]}
    named = [word for word in whole_words(text) if word.is_content and word.key not in _MEASURES]
    things = frozenset(word.key for word in named if (word.start, word.end) not in deeds)
    return things or frozenset(word.key for word in named)


def _names(statement: Statement, things: frozenset[str]) -> bool:
    """Whether a statement names enough of the things asked about, one of them in its own words."""
    own = statement.topic
    around = own | content_keys(" ".join((statement.source.source_title, *statement.source.heading_path)))
    named = {thing for thing in things if {thing, *related(thing)} & around}
    return len(named) >= _SHARED * len(things) and any({thing, *related(thing)} & own for thing in named)
