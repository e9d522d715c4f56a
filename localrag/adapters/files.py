"""Private folders and files, writes that survive a power cut, one writer at a time."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from localrag.errors import BusyError, StorageError

_UNFINISHED = ".new"
_LOCK_BYTE = 1 << 30
"""Beyond what the lock file says, so that others can read it while it is held on Windows."""


class Modes(NamedTuple):
    """Who may read what is created."""

    file: int
    folder: int
    group_id: int | None
    """Group that files and folders are given to; null leaves the account's own."""


OWNER_ONLY = Modes(file=0o600, folder=0o700, group_id=None)


def modes_for(group: str | None) -> Modes:
    """0600 and 0700, or 0640 and 0750 for a named account group.

    Raises:
        StorageError: The system has no such group.
    """
    if group is None or sys.platform == "win32":
        return OWNER_ONLY
    import grp

    try:
        return Modes(file=0o640, folder=0o750, group_id=grp.getgrnam(group).gr_gid)
    except KeyError as error:
        raise StorageError(
            f"There is no account group {group} on this machine.", "Correct access.group in localrag.toml."
        ) from error


def modes_of(path: Path) -> Modes:
    """The modes that a file was created with, to create more like it."""
    if sys.platform == "win32":
        return OWNER_ONLY
    with translated(path):
        known = path.stat()
    if stat.S_IMODE(known.st_mode) & stat.S_IRGRP:
        return Modes(file=0o640, folder=0o750, group_id=known.st_gid)
    return OWNER_ONLY


def make_folder(path: Path, modes: Modes) -> None:
    """Create a folder, and those above it, under any umask; one that exists keeps its mode."""
    if path.is_dir():
        return
    with translated(path):
        make_folder(path.parent, modes) if not path.parent.exists() else None
        path.mkdir(mode=OWNER_ONLY.folder, exist_ok=True)
        _give(path, modes.folder, modes.group_id)
        sync_folder(path.parent)


def create_file(path: Path, modes: Modes) -> None:
    """An empty private file under any umask; one that exists is only given mode and group."""
    with translated(path):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, OWNER_ONLY.file))
        _give(path, modes.file, modes.group_id)


def give(path: Path, modes: Modes) -> None:
    """Set mode and group of a file that another library made; a missing file is no fault."""
    with translated(path), contextlib.suppress(FileNotFoundError):
        _give(path, modes.file, modes.group_id)


def write_new(path: Path, parts: Iterable[bytes | memoryview], modes: Modes) -> None:
    """Write a file that does not exist yet and bring it to the disk; its folder is the caller's to sync.

    Raises:
        StorageError: The disk is full, or refuses; what was written is removed.
    """
    with translated(path), contextlib.ExitStack() as undo:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, OWNER_ONLY.file)
        undo.callback(remove_file, path)
        with os.fdopen(handle, "wb") as stream:
            for part in parts:
                stream.write(part)
            stream.flush()
            os.fsync(stream.fileno())
        _give(path, modes.file, modes.group_id)
        undo.pop_all()


def replace_file(path: Path, content: bytes, modes: Modes) -> None:
    """Write a file whole or not at all, in place of what it held, and bring it to the disk."""
    fresh = path.with_name(f".{path.name}.{os.urandom(8).hex()}{_UNFINISHED}")
    write_new(fresh, [content], modes)
    with translated(path), contextlib.ExitStack() as undo:
        undo.callback(remove_file, fresh)
        fresh.replace(path)
        undo.pop_all()
        sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Bring a folder's entries to the disk; Windows does so by itself."""
    if sys.platform == "win32":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_file(path: Path) -> bool:
    """Remove a file; false where somebody still has it open (Windows) or it may not be removed."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def remove_unfinished(folder: Path) -> None:
    """Remove what killed calls of ``replace_file`` left in a folder."""
    for path in folder.glob(f".*{_UNFINISHED}"):
        remove_file(path)


def check_room(folder: Path, wanted: float) -> None:
    """Make sure that a disk has room for so many bytes.

    Raises:
        StorageError: It has not; says how much is missing.
    """
    with translated(folder):
        free = shutil.disk_usage(folder).free
    if wanted > free:
        raise StorageError(
            f"{folder} needs about {wanted / 1e6:,.0f} MB more, and {free / 1e6:,.0f} MB are free.",
            "Make room on that disk, or choose another home with --home. Nothing was lost.",
        )


def is_writable(folder: Path) -> bool:
    """Whether this process could create a file there: rights, and the medium."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    if hasattr(os, "statvfs"):
        return not os.statvfs(folder).f_flag & os.ST_RDONLY
    return True


@contextlib.contextmanager
def writer_lock(path: Path, modes: Modes) -> Iterator[None]:
    """Hold the one writer's place, by a lock of the operating system that ends with the process.

    The file says who holds it; a file left by a process that died holds nothing.

    Raises:
        BusyError: Another process holds it; says which one and since when.
    """
    create_file(path, modes)
    with translated(path):
        stream = path.open("r+b", buffering=0)
    with stream:
        if not _try_lock(stream.fileno()):
            raise _busy(stream.read())
        with translated(path):
            stream.truncate(0)
            stream.write(json.dumps({"pid": os.getpid(), "since": _now()}).encode())
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                stream.truncate(0)
            _unlock(stream.fileno())


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn what the operating system says into a StorageError."""
    try:
        yield
    except OSError as error:
        raise StorageError(
            f"{path}: {error.strerror or error}.", "Check free space and rights of the folder."
        ) from error


_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


def _give(path: Path, mode: int, group_id: int | None) -> None:
    if sys.platform == "win32":
        return
    known = path.stat()
    if group_id is not None and known.st_gid != group_id:
        os.chown(path, -1, group_id)
    if stat.S_IMODE(known.st_mode) != mode:
        path.chmod(mode)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _busy(content: bytes) -> BusyError:
    try:
        said = json.loads(content)
        pid, since = int(said["pid"]), str(said["since"])
    except (ValueError, KeyError, TypeError):
        return BusyError("Another process is writing this index.", "Wait until it is done, then try again.")
    return BusyError(
        f"Process {pid} has been writing this index since {since}.", "Wait until it is done, then try again."
    )


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        os.lseek(handle, _LOCK_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(handle, 0, os.SEEK_SET)
        return True

    def _unlock(handle: int) -> None:
        os.lseek(handle, _LOCK_BYTE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)
