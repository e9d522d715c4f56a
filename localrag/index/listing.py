"""The documents that an asker may read -> a list of them."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.index.permitted import Permitted, standing_of
from localrag.index.rows import STANDING_COLUMNS
from localrag.records.ids import DocumentId, SourceId
from localrag.records.index import DocumentEntry

_DOCUMENTS = (
    "SELECT document_key, source_id, document_id, version, title, uri, case_id, passage_count, indexed_at, "
    f"{STANDING_COLUMNS} FROM documents JOIN standings USING (standing_id) WHERE published = 1 "
    "ORDER BY document_id, valid_from, version, source_id, uri"
)


def documents(database: ReadingDatabase, permitted: Permitted) -> tuple[DocumentEntry, ...]:
    """Every readable document version, by document id, then by the day it starts.

    Of several spans in force the end of the last one is given.
    """
    found = []
    for row in database.rows(_DOCUMENTS):
        key = cast(int, row[0])
        if not permitted.readable[key]:
            continue
        with database.values():
            standing = standing_of(row[9:])
            found.append(
                DocumentEntry(
                    source_id=SourceId(cast(str, row[1])),
                    document_id=DocumentId(cast(str, row[2])),
                    version=cast("str | None", row[3]),
                    title=cast(str, row[4]),
                    uri=cast(str, row[5]),
                    case_id=cast("str | None", row[6]),
                    passages=cast(int, row[7]),
                    indexed_at=datetime.fromisoformat(cast(str, row[8])),
                    authority=standing.authority.authority,
                    status=standing.authority.status,
                    valid_from=standing.authority.valid_from,
                    valid_to=permitted.ends(key, standing.authority, None),
                    classification=standing.access.classification,
                )
            )
    return tuple(found)
