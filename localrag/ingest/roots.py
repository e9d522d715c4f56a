"""Paths as typed and sources on record -> the sources that this run looks at."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from localrag.errors import UsageError
from localrag.ingest.source_files import NAME
from localrag.records.documents import SourceRecord
from localrag.records.ids import SourceId


class Root(NamedTuple):
    """A folder, or one file in it, that is meant as a source."""

    folder: Path
    """Real path."""
    only: str | None
    """Name of the one file, where only that is meant."""
    known: SourceRecord | None
    """Its record, where it was indexed before."""

    @property
    def path(self) -> Path:
        """The folder, or the one file."""
        return self.folder if self.only is None else self.folder / self.only


def roots(paths: Sequence[Path], known: Sequence[SourceRecord]) -> list[Root]:
    """The sources meant by the paths, each once, in order; all known ones where there are no paths.

    Raises:
        UsageError: A path is not there, is neither file nor folder, or overlaps another source.
    """
    if not paths:
        return [root_of(source) for source in known]
    given: list[Root] = []
    for path in paths:
        root = _typed(path, known)
        if root not in given:
            given.append(root)
    for number, root in enumerate(given):
        for other in given[:number]:
            _refuse_overlap_given(root, other)
        for source in known:
            if root.known is not source:
                _refuse_overlap_known(root, root_of(source))
    return given


def new_source_id(
    root: Root, stated: str | None, known: Sequence[SourceRecord], taken: Collection[str]
) -> SourceId:
    """A source id for a root without a record.

    Args:
        root: The root.
        stated: By its ``_source.toml``.
        known: Sources on record.
        taken: Ids given to other roots in this run.

    Raises:
        UsageError: The stated id belongs to another source that is still there.
    """
    ids = {source.source_id for source in known}.union(taken)
    if stated is None or root.only is not None:
        base = stated or re.sub(r"[^\w.-]+", "-", root.folder.name).strip("-") or "source"
        numbered = (f"{base}-{number}" for number in range(2, len(ids) + 3))
        return SourceId(next(name for name in (base, *numbered) if name not in ids))
    if stated in ids:
        where = next(
            (source.root for source in known if source.source_id == stated), "another path of this run"
        )
        raise UsageError(
            f"{root.folder / NAME} says source_id = {stated!r}, which is the source at {where}.",
            "Give one of the two another source_id.",
        )
    return SourceId(stated)


def moved_from(stated: str | None, known: Sequence[SourceRecord]) -> SourceRecord | None:
    """The record of a source with a stated id whose folder is gone: it came back under another path."""
    for source in known:
        if source.source_id == stated and source.single_file is None and not Path(source.root).exists():
            return source
    return None


def root_of(source: SourceRecord) -> Root:
    """Where a source on record is looked for."""
    return Root(Path(source.root), source.single_file, source)


def _typed(path: Path, known: Sequence[SourceRecord]) -> Root:
    try:
        real = path.resolve(strict=True)
        mode = real.stat().st_mode
    except (OSError, RuntimeError, ValueError) as error:
        absolute = str(path.absolute())
        for source in known:
            if str(root_of(source).path) == absolute:
                return root_of(source)
        raise UsageError(
            f"There is no file or folder {path}.", "Check the path, and whether its drive is there."
        ) from error
    try:
        str(real).encode("utf-8")
    except UnicodeEncodeError as error:
        raise UsageError(
            f"The path {str(real)!a} holds bytes that are no text.", "Rename the folder."
        ) from error
    if stat.S_ISDIR(mode):
        root = Root(real, None, None)
    elif stat.S_ISREG(mode):
        root = Root(real.parent, real.name, None)
    else:
        raise UsageError(f"{path} is neither a file nor a folder.", "Devices and pipes are never opened.")
    return next((root_of(source) for source in known if root_of(source).path == root.path), root)


def _refuse_overlap_given(root: Root, other: Root) -> None:
    inner, outer = (root, other) if _contains(other, root) else (other, root)
    if _contains(outer, inner):
        raise UsageError(
            f"{inner.path} lies within {outer.path}: a document may belong to one source only.",
            f"Leave out {inner.path}: it is indexed with {outer.path}.",
        )


def _refuse_overlap_known(root: Root, source: Root) -> None:
    name = source.known.source_id if source.known else ""
    if _contains(source, root):
        raise UsageError(
            f"{root.path} lies within {source.path}, which is already indexed as {name}.",
            f"Bring the whole source up to date with: localrag index {source.path}",
        )
    if _contains(root, source):
        raise UsageError(
            f"{root.path} holds {source.path}, which is already indexed as {name}.",
            f"Index folders beside it instead, or first take {name} out of the index: localrag purge {name}",
        )


def _contains(outer: Root, inner: Root) -> bool:
    """Whether a root holds another one, however the two paths are spelt."""
    if outer.only is not None:
        return outer.path == inner.path
    try:
        top = outer.folder.stat()
        return any(os.path.samestat(top, folder.stat()) for folder in (inner.folder, *inner.folder.parents))
    except OSError:
        return outer.folder == inner.folder or outer.folder in inner.folder.parents
