"""The metadata files of one source -> the metadata of each of its documents."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path

from localrag.ingest.front_matter import plain
from localrag.ingest.metadata import Resolved
from localrag.ingest.opening import opened, pieces
from localrag.ingest.scan import FoundFile, Listing, ancestors
from localrag.ingest.source_files import MAX_BYTES, NAME, SourceFile, parse_toml, read_source_file
from localrag.ingest.values import (
    ACCESS_KEYS,
    DOCUMENT_KEYS,
    FORCE_KEYS,
    SOURCE_KEYS,
    Values,
    meant_key,
    read_values,
)
from localrag.records.extract import Extract, FrontMatter, UnparsableError

_MARK_WORDS = 6
"""Of a line that is a classification mark: "Confidential - inspectors only" (guess)."""
_NOTHING_FREE: frozenset[str] = frozenset()


class SourceMetadata:
    """What the ``_source.toml`` files and sidecars of one source say, read once a run."""

    def __init__(self, root: Path, listing: Listing, *, levels: Sequence[str], name: str) -> None:
        """Read the ``_source.toml`` files of a source.

        Args:
            root: Real path of the source.
            listing: What lies below it.
            levels: Classification levels, lowest first.
            name: Of the source, for warnings, before its id is known.
        """
        self._root = root
        self._listing = listing
        self._levels = levels
        self._name = name
        self._said: list[str] = []
        self._files: dict[str, SourceFile] = {}
        self._hashes: dict[str, str] = {}
        for folder, file in listing.source_files.items():
            data = _bytes_of(root, file)
            self._hashes[folder] = data if isinstance(data, str) else hashlib.sha256(data).hexdigest()
            where = f"{name}/{file.uri}"
            self._files[folder] = (
                SourceFile(broken=data, warnings=(f"{where}: {data}",))
                if isinstance(data, str)
                else read_source_file(data, where, levels=levels)
            )

    @property
    def root_file(self) -> SourceFile:
        """The root's ``_source.toml``; an empty one where there is none."""
        return self._files.get("", SourceFile())

    @property
    def warnings(self) -> list[str]:
        """Of all ``_source.toml`` files, and sidecars that belong to nothing."""
        found = [warning for folder in sorted(self._files) for warning in self._files[folder].warnings]
        orphans = (f"{self._name}/{uri}: belongs to no document" for uri in sorted(self._listing.orphans))
        return [*self._said, *found, *orphans]

    def warn(self, words: str) -> None:
        """Add a warning about the source."""
        self._said.append(words)

    def fingerprint(self, uri: str) -> str:
        """Changes whenever anything outside a document that decides its metadata does."""
        parts: list[object] = [list(self._levels)]
        parts.extend((folder, self._hashes[folder]) for folder in ancestors(uri) if folder in self._hashes)
        if (sidecar := self._listing.sidecars.get(uri)) is not None:
            data = _bytes_of(self._root, sidecar)
            parts.append(data if isinstance(data, str) else hashlib.sha256(data).hexdigest())
        return hashlib.sha256(json.dumps(parts).encode("ascii")).hexdigest()[:32]

    def resolve(self, uri: str, extract: Extract) -> Resolved:
        """What counts for one document, before defaults; strongest last."""
        resolved = Resolved(self._levels)
        root = self.root_file
        if root.broken:
            resolved.close(f"{self._name}/{uri}: {NAME} of the source {root.broken}")
            resolved.close_force()
        for values in root.values_for(uri):
            resolved.set_all(values)
        for folder in ancestors(uri):
            if folder and folder in self._files:
                self._tighten_by_folder(resolved, folder, uri)
        if (level := marked_level(extract.marks, self._levels)) is not None:
            resolved.raise_by_mark(level, f"{self._name}/{uri}")
        trusted = root.trusts_front_matter
        if extract.front_matter is not None:
            self._apply_front_matter(resolved, extract.front_matter, uri, trusted=trusted)
        if (sidecar := self._listing.sidecars.get(uri)) is not None:
            self._apply_sidecar(resolved, sidecar, trusted=trusted)
        return resolved

    def _tighten_by_folder(self, resolved: Resolved, folder: str, uri: str) -> None:
        file = self._files[folder]
        where = f"{self._name}/{folder}/{NAME}"
        if file.broken:
            resolved.close(f"{self._name}/{uri}: {where} {file.broken}")
        for values in file.values_for(uri[len(folder) + 1 :]):
            resolved.tighten(values, where, free=_NOTHING_FREE)

    def _apply_front_matter(self, resolved: Resolved, front: FrontMatter, uri: str, *, trusted: bool) -> None:
        where = f"{self._name}/{uri}"
        if front.broken:
            meant = {key for word in front.mentioned if (key := _key_of(word)) is not None}
            if not meant:
                return
            resolved.warnings.append(f"{where}: front matter is read as text: {front.broken}")
            _apply(resolved, Values(broken=frozenset(meant)), where, trusted=trusted)
            return
        _apply(resolved, self._read(resolved, front.values, where), where, trusted=trusted)

    def _apply_sidecar(self, resolved: Resolved, sidecar: FoundFile, *, trusted: bool) -> None:
        where = f"{self._name}/{sidecar.uri}"
        data = _bytes_of(self._root, sidecar)
        table = data if isinstance(data, str) else parse_toml(data)
        if isinstance(table, str):
            resolved.close(f"{where}: {table}")
            if trusted:
                resolved.close_force()
            return
        plain_table = {key: plain(value) for key, value in table.items()}
        _apply(resolved, self._read(resolved, plain_table, where), where, trusted=trusted)

    def _read(self, resolved: Resolved, table: dict[str, object], where: str) -> Values:
        values = read_values(table, where, known=DOCUMENT_KEYS, levels=self._levels)
        resolved.warnings.extend(values.warnings)
        return values


def marked_level(marks: Sequence[str], levels: Sequence[str]) -> str | None:
    """The highest level that a running line of a document states, on its own or behind "Classification:"."""
    found = -1
    for mark in marks:
        words = re.findall(r"[^\W_]+", mark.casefold())
        words = words[1:] if words[:1] == ["classification"] else words
        for number, level in enumerate(levels):
            if (
                words
                and words[: len(level.split())] == level.casefold().split()
                and len(words) <= _MARK_WORDS
            ):
                found = max(found, number)
    return levels[found] if found >= 0 else None


def _apply(resolved: Resolved, values: Values, where: str, *, trusted: bool) -> None:
    if trusted:
        resolved.set_all(values)
    else:
        resolved.tighten(values, where)


def _key_of(word: str) -> str | None:
    key = word if word in SOURCE_KEYS else meant_key(word)
    return key if key in ACCESS_KEYS | FORCE_KEYS | {"authority"} else None


def _bytes_of(root: Path, file: FoundFile) -> bytes | str:
    """The bytes of a metadata file, or why it cannot be read, in words."""
    try:
        with opened(root, file.parts) as descriptor:
            return b"".join(pieces(descriptor, MAX_BYTES))
    except UnparsableError as error:
        return f"cannot be read: {error.detail}"
