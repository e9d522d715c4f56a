"""A path in an account's own state -> a folder or file that nobody else can open, whatever the umask."""

from __future__ import annotations

import os
from pathlib import Path


def private_folder(path: Path) -> None:
    """Make a folder (0700) where it is missing, with all it lies in; one that is there stays as it is."""
    if path.is_dir():
        return
    private_folder(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)
    path.chmod(0o700)


def private_file(path: Path) -> None:
    """Make an empty file (0600) in a private folder where it is missing."""
    private_folder(path.parent)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        return
    path.chmod(0o600)
