"""A file found in a source -> what is in it, or why it is no document."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from localrag.ingest.opening import opened, pieces
from localrag.ingest.parser_process import ParserProcess
from localrag.ingest.scan import FoundFile
from localrag.ingest.sniff import HEAD_BYTES, sniff
from localrag.records.documents import MediaType
from localrag.records.extract import Extract, UnparsableError


@dataclass(frozen=True, slots=True)
class Same:
    """The bytes are those of the last run."""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A kind of file that is not read."""

    detail: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A document that could not be read."""

    reason: str
    detail: str
    content_hash: str | None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document."""

    extract: Extract
    media_type: MediaType
    content_hash: str
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unread:
    """A document, new or with other bytes than before, that was only looked at."""


Reading = Same | Unsupported | Failed | Parsed | Unread


def read(
    root: Path,
    file: FoundFile,
    parser: ParserProcess | None,
    *,
    max_bytes: int,
    known_hash: str | None,
    named: bool,
) -> Reading:
    """Open, look at and parse one file.

    Args:
        root: Real path of the source.
        file: As its folder listed it.
        parser: Runs the parser apart from this process; null: nothing is parsed, documents are ``Unread``.
        max_bytes: Larger files are ``too_large`` and not read.
        known_hash: Of the last run; where the bytes still have it they are not parsed again.
        named: Whether the file itself was asked for: then a kind that is not read is a failure.
    """
    if file.size > max_bytes:
        return Failed("too_large", f"larger than {max_bytes:,} bytes", None)
    digest = hashlib.sha256()
    warnings: tuple[str, ...] = ()
    try:
        with opened(root, file.parts) as descriptor:
            kind = sniff(_head(descriptor), file.parts[-1])
            if kind.mismatch:
                warnings = (kind.mismatch,)
            if kind.media_type is None:
                detail = kind.mismatch or f"{kind.name}: not a kind of document that is read"
                return Failed("unsupported", detail, None) if named else Unsupported(detail)
            if known_hash is not None:
                for piece in pieces(descriptor, max_bytes):
                    digest.update(piece)
                if digest.hexdigest() == known_hash:
                    return Same()
                digest = hashlib.sha256()
            if parser is None:
                return Unread()
            data = b"".join(_hashed(descriptor, max_bytes, digest))
        extract = parser.parse(kind.media_type, data)
    except UnparsableError as error:
        content_hash = None if error.reason in ("unreadable", "not_a_file") else digest.hexdigest()
        return Failed(error.reason, error.detail, content_hash, warnings)
    partial = (f"partial: {extract.partial}",) if extract.partial else ()
    return Parsed(extract, kind.media_type, digest.hexdigest(), (*warnings, *partial, *extract.warnings))


def _head(descriptor: int) -> bytes:
    return next(pieces(descriptor, 1 << 62), b"")[:HEAD_BYTES]


def _hashed(descriptor: int, max_bytes: int, digest: hashlib._Hash) -> Iterator[bytes]:
    for piece in pieces(descriptor, max_bytes):
        digest.update(piece)
        yield piece
