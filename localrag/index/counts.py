"""Standings that may be read -> how much there is, by source, and when it was indexed."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple, cast

from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.records.ids import SourceId
from localrag.records.index import SourceStatus


class Count(NamedTuple):
    """Published documents of one source and one standing."""

    source_id: str
    standing_id: int
    documents: int
    passages: int
    newest: datetime
    """When the last of them was indexed."""


def document_counts(database: ReadingDatabase) -> list[Count]:
    """All counts of a generation, whoever may read them."""
    rows = database.rows(
        "SELECT source_id, standing_id, count(*), sum(passage_count), max(indexed_at) "
        "FROM documents WHERE published = 1 GROUP BY source_id, standing_id"
    )
    with database.values():
        return [
            Count(
                cast(str, source_id),
                cast(int, standing),
                cast(int, documents),
                cast(int, passages),
                datetime.fromisoformat(cast(str, newest)),
            )
            for source_id, standing, documents, passages, newest in rows
        ]


def newest_of(counts: Sequence[Count], standings: Collection[int]) -> datetime | None:
    """When the last readable document was indexed; null where nothing is readable."""
    return max((one.newest for one in counts if one.standing_id in standings), default=None)


def source_statuses(
    database: ReadingDatabase, counts: Sequence[Count], standings: Collection[int]
) -> tuple[SourceStatus, ...]:
    """Sources by id, over readable documents; one of which nothing is readable is not named."""
    readable: dict[str, list[Count]] = defaultdict(list)
    for one in counts:
        if one.standing_id in standings:
            readable[one.source_id].append(one)
    rows = database.rows("SELECT source_id, root, single_file, published_at FROM sources ORDER BY source_id")
    with database.values():
        return tuple(
            SourceStatus(
                source_id=SourceId(source_id),
                documents=sum(one.documents for one in readable[source_id]),
                passages=sum(one.passages for one in readable[source_id]),
                last_indexed_at=datetime.fromisoformat(published_at) if published_at else None,
                reachable=_reachable(root, single_file),
            )
            for source_id, root, single_file, published_at in cast(
                "list[tuple[str, str, str | None, str | None]]", rows
            )
            if source_id in readable
        )


def _reachable(root: str, single_file: str | None) -> bool:
    return os.path.exists(os.path.join(root, single_file) if single_file else root)  # noqa: PTH110, PTH118
