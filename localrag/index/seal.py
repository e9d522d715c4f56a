"""corpus.db as a writer leaves it -> its SHA-256 beside it, so that any later change shows."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

from localrag.adapters.files import Modes, remove_file, replace_file, sync_folder
from localrag.index.schema import DATABASE, SEAL

_PORTION = 1 << 22


@contextlib.contextmanager
def sealing(home: Path, modes: Modes) -> Iterator[Callable[[], None]]:
    """Give a function that breaks the seal, to be called before corpus.db changes; seal again at the end.

    A writer that changes nothing leaves the seal alone. One that is killed leaves none, as does one whose
    log readers keep from being merged: what lies in the log is not in the file yet.
    """
    broken = not (home / SEAL).exists()

    def break_seal() -> None:
        """Remove the seal, once."""
        nonlocal broken
        if not broken:
            remove_file(home / SEAL)
            sync_folder(home)
            broken = True

    yield break_seal
    if broken and not _log_bytes(home):
        replace_file(home / SEAL, _digest(home).encode(), modes)


def seal_holds(home: Path) -> bool | None:
    """Whether corpus.db is what the last writer left; null where there is no seal to tell."""
    try:
        known = (home / SEAL).read_bytes()
    except FileNotFoundError:
        return None
    return known == _digest(home).encode()


def _digest(home: Path) -> str:
    digest = hashlib.sha256()
    with (home / DATABASE).open("rb") as stream:
        while portion := stream.read(_PORTION):
            digest.update(portion)
    return digest.hexdigest()


def _log_bytes(home: Path) -> int:
    log = home / f"{DATABASE}-wal"
    return log.stat().st_size if log.exists() else 0
