"""A path within a root -> the open file itself, never a link, a device or something outside."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from localrag.records.extract import UnparsableError

_PIECE = 1 << 20
"""Bytes read at a time."""
_FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_DIRECTORY", 0)
_STEPWISE = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")


@contextlib.contextmanager
def opened(root: Path, parts: Sequence[str]) -> Iterator[int]:
    """A file descriptor for reading a regular file below a root.

    Every step of the path is opened without following links where the platform can, so that a link put
    there after the folder was listed leads nowhere. Opening never waits (a FIFO would).

    Args:
        root: Real path of the source.
        parts: Names from the root to the file, at least one.

    Raises:
        UnparsableError: ``unreadable``, or ``not_a_file`` for links, devices, FIFOs and sockets.
    """
    try:
        descriptor = _open_stepwise(root, parts) if _STEPWISE else _open_checked(root, parts)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK, errno.ENXIO, errno.ENOTDIR):
            raise UnparsableError("not_a_file", "a link or a device, which is never opened") from error
        raise UnparsableError("unreadable", error.strerror or "cannot be opened") from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise UnparsableError("not_a_file", "not a regular file")
        yield descriptor
    finally:
        os.close(descriptor)


def pieces(descriptor: int, most_bytes: int) -> Iterator[bytes]:
    """The bytes of an open file from its start, in order.

    Raises:
        UnparsableError: ``too_large`` beyond ``most_bytes``, or ``unreadable``.
    """
    left = most_bytes
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        while piece := os.read(descriptor, _PIECE):
            left -= len(piece)
            if left < 0:
                raise UnparsableError("too_large", f"larger than {most_bytes:,} bytes")
            yield piece
    except OSError as error:
        raise UnparsableError("unreadable", error.strerror or "cannot be read") from error


def is_inside(path: str, root: str) -> bool:
    """Whether a path, links resolved, lies within a root; False where it cannot be resolved."""
    try:
        real = os.path.normcase(os.path.realpath(path, strict=True))
        top = os.path.normcase(os.path.realpath(root, strict=True))
        return os.path.commonpath([real, top]) == top
    except (OSError, ValueError):
        return False


def _open_stepwise(root: Path, parts: Sequence[str]) -> int:
    folder = os.open(root, _FOLDER)
    try:
        for name in parts[:-1]:
            inner = os.open(name, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], _FILE, dir_fd=folder)
    finally:
        os.close(folder)


def _open_checked(root: Path, parts: Sequence[str]) -> int:
    path = root.joinpath(*parts)
    if path.is_symlink() or not is_inside(str(path), str(root)):
        raise OSError(errno.ELOOP, "leads out of the source")
    if not stat.S_ISREG(path.lstat().st_mode):
        raise OSError(errno.ENXIO, "not a regular file")
    return os.open(path, _FILE)
