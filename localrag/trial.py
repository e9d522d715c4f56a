"""A home -> a private copy of it, some documents left out or added, which is gone when the block ends."""

from __future__ import annotations

import contextlib
import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from localrag.access.policy import FILE_NAME
from localrag.adapters.files import modes_for, writer_lock
from localrag.adapters.private_files import private_file, private_folder
from localrag.adapters.sqlite_reading import ReadingDatabase
from localrag.administration import administered, index
from localrag.errors import BusyError, IndexMissingError, NotFoundError
from localrag.index.schema import DATABASE
from localrag.index.segments import FOLDER
from localrag.index.writer import open_writer
from localrag.records.index import Progress
from localrag.settings import load_settings
from localrag.wiring import default_state, load_embedder

PLACE = "trials"
"""Folder of the state in which copies lie while they are used."""
_SETTINGS = ("localrag.toml", FILE_NAME, "guard.toml", "glossary.toml")
_LOCK = "in-use.lock"


class Trial(NamedTuple):
    """A copy of a home, and a state folder that goes with it: nothing of the real ones is touched."""

    home: Path
    state: Path


@contextlib.contextmanager
def trial_home(
    home: Path,
    *,
    state: Path | None = None,
    without: Sequence[str] = (),
    added: Mapping[str, str] | None = None,
) -> Iterator[Trial]:
    """A copy of an index home as it stands now, for questions that must not touch the real one.

    It lies in the state folder (0700). Copies that a killed process left behind are removed first.

    Args:
        home: Index home; only read.
        state: In which the copy lies; this account's where left out.
        without: Documents that the copy does not hold: ids (all versions), ``document_id@version`` or
            ``SOURCE_ID/uri``.
        added: Files that it holds besides, by their path ``SOURCE/NAME``; a ``_source.toml`` among them
            says whose they are.

    Raises:
        AccessError: The account may not administer the home, whose documents it could so find out about.
        IndexMissingError: There is nothing to copy.
        NotFoundError: A name of ``without`` stands for nothing.
    """
    policy = administered(home, load_settings(home), to="make a trial copy of", changing=False)
    place = (state or default_state()) / PLACE
    private_folder(place)
    _remove_left(place)
    folder = place / f"trial-{secrets.token_hex(6)}"
    private_folder(folder)
    try:
        with writer_lock(folder / _LOCK, modes_for(None)):
            copy = folder / "home"
            private_folder(copy)
            _copy(home, copy)
            _leave_out(copy, without, under_policy=policy is not None)
            _add(copy, folder / "documents", added or {})
            yield Trial(copy, folder / "state")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        with contextlib.suppress(OSError):
            place.rmdir()


def _copy(home: Path, copy: Path) -> None:
    if not (home / DATABASE).is_file():
        raise IndexMissingError(home)
    for name in _SETTINGS:
        if (home / name).is_file():
            shutil.copyfile(home / name, copy / name)
    private_file(copy / DATABASE)
    with contextlib.closing(ReadingDatabase(home / DATABASE)) as snapshot:
        snapshot.copy_to(copy / DATABASE)
    private_folder(copy / FOLDER)
    for segment in sorted((home / FOLDER).iterdir()):
        private_file(copy / FOLDER / segment.name)
        shutil.copyfile(segment, copy / FOLDER / segment.name)


def _leave_out(copy: Path, names: Sequence[str], *, under_policy: bool) -> None:
    if not names:
        return
    embedder = load_embedder(load_settings(copy).embedder)
    with open_writer(copy, under_policy=under_policy, group=None) as writer:
        for name in names:
            places = writer.named(name)
            if not places:
                raise NotFoundError(f"There is no document {name} to leave out.")
            for source_id, uri in places:
                writer.remove(source_id, uri)
        writer.publish(embedder, _untold)


def _add(copy: Path, folder: Path, files: Mapping[str, str]) -> None:
    private_folder(folder)
    for path, text in files.items():
        private_folder((folder / path).parent)
        private_file(folder / path)
        (folder / path).write_text(text, encoding="utf-8")
    if files:
        index(sorted(one for one in folder.iterdir()), home=copy, on_progress=_untold)


def _remove_left(place: Path) -> None:
    """Remove copies that nobody uses any more: the lock of a process ends with it."""
    for folder in place.iterdir():
        if not (folder / _LOCK).exists():
            continue
        with contextlib.suppress(BusyError, OSError):
            with writer_lock(folder / _LOCK, modes_for(None)):
                pass
            shutil.rmtree(folder, ignore_errors=True)


def _untold(_step: Progress) -> None:
    """Making a trial copy is told by whoever asks for it, as one step."""
