"""Bytes of an office file -> its ZIP archive, looked through before any parser opens it."""

from __future__ import annotations

import io
import zipfile
import zlib

from localrag.records.extract import UnparsableError

MAX_MEMBERS = 10_000
MAX_UNPACKED_BYTES = 200_000_000
MAX_RATIO = 200
"""Bytes unpacked for one packed; design values all three."""
_RATIO_FROM_BYTES = 5_000_000
"""A member smaller than this may be packed as tightly as it likes (guess: sheets of blanks reach 300)."""
_PIECE = 1 << 20
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_DECLARATIONS = (b"<!doctype", b"<!entity")


def checked_archive(data: bytes, *, holds: str, kind: str) -> zipfile.ZipFile:
    """The archive, once it is known to unpack to no more than a parser may be given.

    Args:
        data: The file.
        holds: Beginning of the name of a member without which it is not of its kind.
        kind: In words, for the message.

    Raises:
        UnparsableError: ``empty``, ``encrypted``, ``damaged``, ``wrong_kind``,
            ``too_large_when_unpacked``, or ``unsafe_xml`` (declares a document type or entities, which
            office files never do).
    """
    if not data.strip():
        raise UnparsableError("empty", "the file is empty")
    if data.startswith(_OLE):
        if _ENCRYPTED_PACKAGE in data:
            raise UnparsableError("encrypted", "a password is needed to open it")
        raise UnparsableError("wrong_kind", f"an office file of an older kind, not {kind}")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = archive.infolist()
        _check_sizes(members)
        if not any(member.filename.lstrip("/").startswith(holds) for member in members):
            raise UnparsableError("wrong_kind", f"a ZIP archive that holds no {kind}")
        for member in members:
            if member.filename.lower().endswith((".xml", ".rels", ".vml")):
                _check_xml(archive, member)
    except RuntimeError as error:
        raise UnparsableError("encrypted", "a member is locked by a password") from error
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError) as error:
        if isinstance(error, UnparsableError):
            raise
        raise UnparsableError("damaged", f"its ZIP archive cannot be read: {error}") from error
    return archive


def _check_sizes(members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MAX_MEMBERS:
        raise UnparsableError("too_large_when_unpacked", f"more than {MAX_MEMBERS:,} members")
    if sum(member.file_size for member in members) > MAX_UNPACKED_BYTES:
        raise UnparsableError("too_large_when_unpacked", f"more than {MAX_UNPACKED_BYTES:,} bytes unpacked")
    for member in members:
        if member.file_size > _RATIO_FROM_BYTES and member.file_size > MAX_RATIO * max(
            1, member.compress_size
        ):
            raise UnparsableError(
                "too_large_when_unpacked", f"a member unpacks to more than {MAX_RATIO} times its size"
            )


def _check_xml(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
    tail = b""
    with archive.open(member) as stream:
        while piece := stream.read(_PIECE):
            window = tail + piece.replace(b"\x00", b"").lower()
            if any(declaration in window for declaration in _DECLARATIONS):
                raise UnparsableError("unsafe_xml", "its XML declares a document type or entities")
            tail = window[-16:]
