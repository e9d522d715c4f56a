"""Words -> the readable documents whose title or id shares one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import cast

from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.index.permitted import Claims
from localrag.index.rows import title_words
from localrag.ports import TitledDocument
from localrag.records.authority import UNAPPROVED
from localrag.records.ids import DocumentId


def documents_named(
    database: ReadingDatabase, words: Sequence[str], readable: Claims
) -> list[TitledDocument]:
    """Readable documents of any status whose title or document id shares a word, most shared first.

    One entry a document id, under the title that shares most and has fewest words besides; ties by document
    id, then by title.
    """
    # Words may come as stems already, and the stem of a stem may be another.
    wanted = list(dict.fromkeys(term for word in words for term in (word, *title_words(word, ""))))
    shared: dict[int, int] = defaultdict(int)
    for (key,) in database.rows_among("SELECT document_key FROM title_words WHERE word IN ({})", wanted):
        if cast(int, key) < len(readable) and readable[cast(int, key)]:
            shared[cast(int, key)] += 1
    best: dict[str, tuple[int, int, str, str]] = {}
    approved: set[str] = set()
    for key, document_id, title, case_id, authority in database.rows_among(
        "SELECT document_key, document_id, title, case_id, authority "
        "FROM documents JOIN standings USING (standing_id) WHERE document_key IN ({})",
        list(shared),
    ):
        if authority not in UNAPPROVED:
            approved.add(cast(str, document_id))
        length = len(title_words(cast(str, title), ""))
        found = (-shared[cast(int, key)], length, cast(str, title), cast(str, case_id or ""))
        best[cast(str, document_id)] = min(found, best.get(cast(str, document_id), found))
    titles: dict[str, set[str]] = defaultdict(set)
    for key, document_id, title in database.rows_among(
        "SELECT document_key, document_id, title FROM documents WHERE +published = 1 AND document_id IN ({})",
        list(best),
    ):
        if cast(int, key) < len(readable) and readable[cast(int, key)]:
            titles[cast(str, document_id)].add(cast(str, title))
    return [
        TitledDocument(
            DocumentId(document_id),
            title,
            case_id or None,
            has_other_titles=len(titles[document_id]) > 1,
            is_approved=document_id in approved,
        )
        for document_id, (_, _, title, case_id) in sorted(best.items(), key=lambda one: (one[1][0], one[0]))
    ]
