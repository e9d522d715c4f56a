"""A file as the index knows it -> how it stands to that now, without following links or leaving its root."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

from localrag.ingest.opening import opened, pieces
from localrag.records.documents import FileState, IndexedFile
from localrag.records.extract import UnparsableError

_MOST_BYTES = 1 << 40
"""No file is too large to be compared."""


class StandingFiles:
    """Looks at the disk each time it is asked; one look where nothing has changed."""

    def is_gone(self, file: IndexedFile) -> bool:
        """Whether the file, or a regular file in its place, is not there while its source is."""
        return isinstance(_looked_at(file), str) and _looked_at(file) == "gone"

    def state(self, file: IndexedFile) -> FileState:
        """How the file stands to what was indexed; its content is read only where size or times differ."""
        found = _looked_at(file)
        if isinstance(found, str):
            return found
        if (found.st_size, found.st_mtime_ns, found.st_ino) == (file.size, file.mtime_ns, file.inode):
            return "as_indexed"
        digest = hashlib.sha256()
        try:
            with opened(Path(file.root), file.uri.split("/")) as descriptor:
                for piece in pieces(descriptor, _MOST_BYTES):
                    digest.update(piece)
        except UnparsableError as error:
            return "gone" if error.reason == "not_a_file" else "unreachable"
        return "as_indexed" if digest.hexdigest() == file.content_hash else "changed"


def _looked_at(file: IndexedFile) -> os.stat_result | FileState:
    """What lies at the file's place: a regular file, or why there is none."""
    if "\\" in file.uri:
        # A name that is no text is stored with its bytes spelt out, which do not lead back to it.
        return "unreachable"
    path = os.path.join(file.root, *file.uri.split("/"))  # noqa: PTH118
    try:
        found = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return "gone" if _holds_anything(file.root) else "unreachable"
    except (OSError, ValueError):
        return "unreachable"
    return found if stat.S_ISREG(found.st_mode) else "gone"


def _holds_anything(root: str) -> bool:
    """Whether a source is there: an unplugged medium leaves no folder, or an empty one."""
    try:
        with os.scandir(root) as entries:
            return any(True for _ in entries)
    except OSError:
        return False
