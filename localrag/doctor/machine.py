"""This machine -> checks of Python, processor, memory and free disk."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from localrag.adapters.machine import free_bytes, has_avx2, memory
from localrag.records.checkup import Check

_OLDEST_PYTHON = (3, 11)
_LITTLE_MEMORY = 1_000_000_000
"""In bytes, for programs: a question takes some 300 MB, indexing a large PDF more. Guess."""
_LITTLE_DISK, _NO_DISK = 1_000_000_000, 100_000_000
"""In bytes: an index of 100,000 passages takes some 400 MB, and a run writes beside what is there. Guess."""


def python() -> Check:
    """Whether this Python is new enough."""
    import platform

    told = f"Python {platform.python_version()} ({sys.executable}), {platform.platform()}"
    if sys.version_info < _OLDEST_PYTHON:
        return Check(name="python", health="failed", says=told, mend="Install Python 3.11 or newer.")
    return Check(name="python", health="ok", says=told)


def processor() -> Check:
    """How many cores there are, and whether they encode fast."""
    cores = f"{os.cpu_count() or 1} cores"
    match has_avx2():
        case True:
            return Check(name="processor", health="ok", says=f"{cores}, with wide vector instructions")
        case False:
            says = f"{cores}, without AVX2: everything works, and indexing is several times slower"
            return Check(name="processor", health="warning", says=says)
        case _:
            return Check(name="processor", health="note", says=f"{cores}; the system tells no more of it")


def room_in_memory() -> Check:
    """Whether a question has memory to run in."""
    found = memory()
    if found is None:
        return Check(name="memory", health="note", says="The system does not tell how much memory there is.")
    says = f"{_size(found.total)} of memory"
    if found.available is not None:
        says += f", {_size(found.available)} of it free for programs"
    short = (found.available if found.available is not None else found.total) < _LITTLE_MEMORY
    return Check(name="memory", health="warning" if short else "ok", says=says)


def room_on_disk(name: str, folder: Path) -> Check:
    """Whether there is room where the index or the state lies."""
    try:
        free = free_bytes(folder)
    except OSError as error:
        says = f"{folder} cannot be looked at: {error.strerror or error}."
        return Check(name=name, health="failed", says=says, mend="Choose another folder: --home DIR")
    says = f"{_size(free)} free at {folder}"
    if free < _NO_DISK:
        mend = f"Delete files that are not needed on the disk of {folder}."
        return Check(name=name, health="failed", says=says, mend=mend)
    return Check(name=name, health="warning" if free < _LITTLE_DISK else "ok", says=says)


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"
