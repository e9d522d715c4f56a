"""A home -> the same home without files that no generation lists."""

from __future__ import annotations

from pathlib import Path

from localrag.adapters.files import remove_file, remove_unfinished
from localrag.adapters.sqlite_writing import WritingDatabase
from localrag.index.mapped import SEGMENT_FILES, listed_files
from localrag.index.segments import FOLDER


def sweep(database: WritingDatabase, home: Path) -> list[str]:
    """Remove what killed runs left and what was replaced; gives the names of files that would not go.

    Readers that were open before hold the files open; a system that then refuses is asked again next time.
    """
    remove_unfinished(home)
    listed = {file.name for files in listed_files(database.rows(SEGMENT_FILES)).values() for file in files}
    return [
        path.name for path in (home / FOLDER).iterdir() if path.name not in listed and not remove_file(path)
    ]
