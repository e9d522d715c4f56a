"""A home whose first run found nothing to index -> the folder as it was before."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

from localrag.adapters.files import Modes, writer_lock
from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.index.schema import DATABASE, LOCK, SEAL
from localrag.index.segments import FOLDER


def discard_if_empty(home: Path, modes: Modes) -> None:
    """Remove the files of an index that holds no document; other files stay, and the folder with them.

    An index with documents, staged ones too, is left alone.

    Raises:
        BusyError: Another process writes by now.
    """
    if not (home / LOCK).exists():
        return
    with writer_lock(home / LOCK, modes):
        if (home / DATABASE).exists():
            with contextlib.closing(ReadingDatabase(home / DATABASE)) as database:
                if database.rows("SELECT 1 FROM documents LIMIT 1"):
                    return
        for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", SEAL):
            (home / name).unlink(missing_ok=True)
        shutil.rmtree(home / FOLDER, ignore_errors=True)
    (home / LOCK).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        home.rmdir()
