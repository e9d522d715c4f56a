"""corpus.db -> the few facts that it keeps by name."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.errors import IndexMissingError
from localrag.index.schema import GENERATION, VERSION, IndexVersionError


def published_facts(database: ReadingDatabase, home: Path) -> dict[str, str]:
    """Facts of an index that was published, by the names in ``schema``.

    Raises:
        IndexMissingError: Nothing was published yet.
        IndexVersionError: Another version of localrag wrote it.
    """
    (version,) = database.rows("PRAGMA user_version")[0]
    if version not in (0, VERSION):
        raise IndexVersionError(home, cast(int, version))
    rows = database.rows("SELECT name, value FROM meta") if version else []
    facts = {cast(str, name): cast(str, value) for name, value in rows}
    if GENERATION not in facts:
        raise IndexMissingError(home)
    return facts
