"""Named arrays <-> one immutable file, checksummed and mapped into memory."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.files import Modes, write_new
from localrag.errors import IndexDamagedError

FOLDER = "segments"
LEXICAL = "lexical"
DENSE = "dense"
_MAGIC = b"localrag segment 1\n"
_ALIGN = 64
"""Bytes; arrays start on cache lines."""
_PORTION = 1 << 22
_checked: set[tuple[str, int, int, int]] = set()
"""Files whose checksum held in this process: path, inode, size, time of last change."""


class SegmentFile(NamedTuple):
    """One file of a segment, as corpus.db lists it."""

    segment: str
    kind: str
    bytes: int
    crc32: int
    sha256: str

    @property
    def name(self) -> str:
        """Its name in the folder of segments."""
        return f"{self.segment}.{self.kind}"


def write_segment_file(
    folder: Path, segment: str, kind: str, content: NDArray[np.uint8], modes: Modes
) -> SegmentFile:
    """Write and sync one file; gives what corpus.db must know of it. The folder is the caller's to sync."""
    view = content.data
    written = SegmentFile(segment, kind, len(view), zlib.crc32(view), hashlib.sha256(view).hexdigest())
    write_new(folder / written.name, [view], modes)
    return written


def packed(arrays: Mapping[str, NDArray[np.generic]]) -> NDArray[np.uint8]:
    """One file's content: a directory of the arrays, then the arrays, little-endian, each aligned."""
    directory: dict[str, tuple[str, int, int]] = {}
    offset = 0
    for name, array in arrays.items():
        directory[name] = (array.dtype.newbyteorder("<").str, offset, array.size)
        offset += -(-array.nbytes // _ALIGN) * _ALIGN
    header = _MAGIC + json.dumps(directory).encode() + b"\n"
    start = -(-len(header) // _ALIGN) * _ALIGN
    content = np.zeros(start + offset, dtype=np.uint8)
    content[: len(header)] = np.frombuffer(header, dtype=np.uint8)
    for name, array in arrays.items():
        dtype, place, _ = directory[name]
        raw = np.ascontiguousarray(array.astype(dtype, copy=False)).view(np.uint8)
        content[start + place : start + place + raw.size] = raw
    return content


def unpacked(content: NDArray[np.uint8]) -> dict[str, NDArray[np.generic]]:
    """The arrays of a file's content, without copying; it must be undamaged."""
    end = len(_MAGIC) + bytes(content[len(_MAGIC) : 4096]).index(b"\n") + 1
    directory = json.loads(bytes(content[len(_MAGIC) : end]))
    start = -(-end // _ALIGN) * _ALIGN
    arrays = {}
    for name, (dtype, offset, size) in directory.items():
        raw = content[start + offset : start + offset + size * np.dtype(dtype).itemsize]
        arrays[name] = raw.view(np.dtype(dtype))
    return arrays


class MappedFile:
    """A segment file, held open from the start and checked when it is first used."""

    def __init__(self, folder: Path, listed: SegmentFile) -> None:
        """Map the file.

        Raises:
            FileNotFoundError: It is not there.
            IndexDamagedError: Its size is not the listed one.
        """
        self.path = folder / listed.name
        self._listed = listed
        known = self.path.stat()
        if known.st_size != listed.bytes:
            raise IndexDamagedError(self.path, f"has {known.st_size} bytes instead of {listed.bytes}")
        self._identity = (str(self.path), known.st_ino, known.st_size, known.st_mtime_ns)
        # A plain view: slices of a memmap cost five times as much to make.
        self._content: NDArray[np.uint8] = np.memmap(self.path, dtype=np.uint8, mode="r").view(np.ndarray)

    def content(self) -> NDArray[np.uint8]:
        """The bytes, after their CRC-32 was compared once in this process.

        Raises:
            IndexDamagedError: The checksum is another one.
        """
        if self._identity not in _checked:
            if zlib.crc32(self._content.data) != self._listed.crc32:
                raise IndexDamagedError(self.path, "does not match its checksum")
            _checked.add(self._identity)
        return self._content

    def has_listed_hash(self) -> bool:
        """Whether SHA-256 over the whole file is the listed one."""
        digest = hashlib.sha256()
        view = self._content.data
        for start in range(0, len(view), _PORTION):
            digest.update(view[start : start + _PORTION])
        return digest.hexdigest() == self._listed.sha256
