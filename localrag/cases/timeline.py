"""A case's records -> its dated entries, oldest first, each with its place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from localrag.cases.events import case_events
from localrag.errors import NotFoundError
from localrag.ports import Corpus
from localrag.records.authority import is_in_force
from localrag.records.case import CaseTimeline, TimelineEntry
from localrag.records.ids import EvidenceId
from localrag.records.marking import highest
from localrag.records.retrieval import EvidenceCandidate
from localrag.records.security import SecurityContext, may_read
from localrag.text.identifiers import canonical_case

_NOT_CITED = EvidenceId("")


def case_timeline(
    case_id: str,
    security: SecurityContext,
    corpus: Corpus,
    *,
    today: date,
    locale: str,
    classifications: Sequence[str],
) -> CaseTimeline:
    """What the readable records of a case that are in force today tell, day by day.

    Args:
        case_id: In any form: ``8842``, ``case-8842``.
        security: Rights; applied before anything is read.
        corpus: The index generation to read.
        today: The day of asking.
        locale: Decides whether 02/03/2026 is in March.
        classifications: Lowest first.

    Raises:
        NotFoundError: There is no such case, or the asker may read none of its records.
    """
    canonical = canonical_case(case_id)
    record = [
        passage
        for passage in corpus.case_records(canonical, security)
        # The second gate, as for an answer.
        if may_read(security, passage.access) and is_in_force(passage.standing, today)
    ]
    if not record:
        named = case_id.strip() or "without a number"
        raise NotFoundError(f"There is no case {named}.", "Find one with: localrag search WORDS")
    return CaseTimeline(
        case_id=canonical,
        titles=tuple(dict.fromkeys(passage.source_title for passage in record)),
        entries=timeline(canonical, record, locale=locale),
        marking=highest((passage.classification for passage in record), classifications),
    )


def timeline(
    case_id: str, record: Sequence[EvidenceCandidate], *, locale: str = "en_GB"
) -> tuple[TimelineEntry, ...]:
    """Dated entries of a case.

    Args:
        case_id: Canonical.
        record: Passages of its records, by document and place in it; they may overlap.
        locale: Decides whether 02/03/2026 is in March.

    Returns:
        Oldest first, those of one day in the order of the passages. What two overlapping passages of one
        document both hold stands once.
    """
    found: dict[tuple[str, str, int], TimelineEntry] = {}
    for passage in record:
        for event in case_events(passage.text, case_id, _NOT_CITED, locale=locale):
            place = passage.source_id, passage.source_uri, passage.start_char + event.span.start
            found.setdefault(
                place,
                TimelineEntry(
                    day=event.day,
                    text=" ".join(event.text.split()),
                    quote=passage.text[event.span.start : event.span.end],
                    title=passage.source_title,
                    document_id=passage.document_id,
                    version=passage.version,
                    source_id=passage.source_id,
                    uri=passage.source_uri,
                    chunk_id=passage.chunk_id,
                    page_start=passage.page_start,
                    page_end=passage.page_end,
                    page_label=passage.page_label,
                    heading_path=passage.heading_path,
                ),
            )
    return tuple(sorted(found.values(), key=lambda entry: entry.day))
