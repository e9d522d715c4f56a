"""A folder on disk -> the files below it that may be documents, and what else lies there."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from localrag.ingest.opening import is_inside
from localrag.ingest.roots import Root
from localrag.ingest.source_files import NAME, SIDECAR_SUFFIX


class FoundFile(NamedTuple):
    """A regular file, as its folder lists it."""

    uri: str
    parts: tuple[str, ...]
    """Names from the root to the file, as the file system spells them."""
    size: int
    mtime_ns: int
    inode: int


class LeftAside(NamedTuple):
    """Something that is no document by where or what it is."""

    uri: str
    reason: str
    """``link`` or ``not_a_file``."""
    detail: str


@dataclass(slots=True)
class Listing:
    """Everything below a root; empty lists where there is nothing of a kind."""

    documents: list[FoundFile] = field(default_factory=list)
    """By uri."""
    sidecars: dict[str, FoundFile] = field(default_factory=dict)
    """Metadata beside a document, by the document's uri."""
    source_files: dict[str, FoundFile] = field(default_factory=dict)
    """``_source.toml``, by the uri of its folder (the root's is empty)."""
    aside: list[LeftAside] = field(default_factory=list)
    unlisted: list[str] = field(default_factory=list)
    """Uris of folders that cannot be listed, each with a slash at its end."""
    is_empty: bool = True
    """Whether there is nothing to see at all, hidden things aside."""
    orphans: list[str] = field(default_factory=list)
    """Uris of sidecars without a document."""


def scan(root: Path, only: str | None = None, on_found: Callable[[int], None] = lambda _: None) -> Listing:
    """What lies below a root; links are never followed, hidden files and folders never seen.

    Args:
        root: Real path of the source.
        only: Name of the one file that is meant; then nothing else is a document and no folder is
            entered.
        on_found: Told after each folder how many documents were found so far.

    Raises:
        OSError: The root itself cannot be listed.
    """
    listing = Listing()
    sidecars: list[FoundFile] = []
    folders: list[tuple[str, ...]] = [()]
    while folders:
        parts = folders.pop()
        try:
            entries = _entries(root.joinpath(*parts))
        except OSError:
            if not parts:
                raise
            listing.unlisted.append(uri_of(parts) + "/")
            continue
        for entry in entries:
            inner = (*parts, entry.name)
            if _is_hidden(entry.name) and entry.name != only:
                continue
            listing.is_empty = False
            if only is not None and not _concerns(entry.name, only):
                continue
            if entry.is_symlink() or not entry.is_dir(follow_symlinks=False):
                _sort_in(entry, inner, root, listing, sidecars)
            elif only is None and is_inside(entry.path, str(root)):
                folders.append(inner)
        on_found(len(listing.documents))
    _assign(listing, sidecars)
    listing.documents.sort()
    return listing


def look(root: Root, on_found: Callable[[int], None] = lambda _: None) -> Listing | None:
    """What lies below a root on record; None where it is not there, is a link by now, or cannot be listed."""
    try:
        if os.path.realpath(root.folder, strict=True) != str(root.folder):
            return None
        return scan(root.folder, root.only, on_found)
    except OSError:
        return None


def uri_of(parts: tuple[str, ...]) -> str:
    """Names joined by slashes; bytes of a name that are no text are shown as ``\\xNN``."""
    uri = "/".join(parts)
    if uri.isascii():
        return uri
    return uri.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return list(entries)


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "~$")) or name.lower() in ("thumbs.db", "desktop.ini")


def _concerns(name: str, only: str) -> bool:
    return name == only or name.lower() in (NAME, (only + SIDECAR_SUFFIX).lower())


def _sort_in(
    entry: os.DirEntry[str], parts: tuple[str, ...], root: Path, listing: Listing, sidecars: list[FoundFile]
) -> None:
    uri = uri_of(parts)
    name = entry.name.lower()
    is_metadata = name == NAME or name.endswith(SIDECAR_SUFFIX)
    if entry.is_symlink() and not is_metadata:
        inside = is_inside(entry.path, str(root))
        detail = "a link: what it leads to is read where it lies" if inside else "a link that leads outside"
        listing.aside.append(LeftAside(uri, "link", detail))
        return
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError as error:
        listing.aside.append(LeftAside(uri, "not_a_file", error.strerror or "cannot be looked at"))
        return
    # A metadata file that is a link or a pipe is not passed over: it is found broken when it is opened.
    if not stat.S_ISREG(status.st_mode) and not is_metadata:
        listing.aside.append(LeftAside(uri, "not_a_file", "a device, FIFO or socket, which is never opened"))
        return
    file = FoundFile(uri, parts, status.st_size, status.st_mtime_ns, status.st_ino)
    if name == NAME:
        listing.source_files[uri_of(parts[:-1])] = file
    elif name.endswith(SIDECAR_SUFFIX):
        sidecars.append(file)
    else:
        listing.documents.append(file)


def _assign(listing: Listing, sidecars: list[FoundFile]) -> None:
    """Give each sidecar to its document; case counts only where two names differ by nothing else."""
    exact = {file.uri for file in listing.documents}
    folded = {uri.lower(): uri for uri in sorted(exact)}
    for file in sorted(sidecars):
        named = file.uri[: -len(SIDECAR_SUFFIX)]
        uri = named if named in exact else folded.get(named.lower())
        if uri is None:
            listing.orphans.append(file.uri)
        else:
            listing.sidecars[uri] = file


def under(uri: str, folders: list[str]) -> bool:
    """Whether a uri lies in one of some folders, given with a slash at their ends."""
    return any(uri.startswith(folder) for folder in folders)


def ancestors(uri: str) -> Iterator[str]:
    """Uris of the folders above a file, the root (empty) first."""
    parts = uri.split("/")[:-1]
    for depth in range(len(parts) + 1):
        yield "/".join(parts[:depth])
