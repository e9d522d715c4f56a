"""The first bytes of a file and its name -> what kind of file it really is."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from localrag.records.documents import MediaType

HEAD_BYTES = 4096
"""Enough for every signature below and for judging whether it is text (guess)."""

_MARKDOWN = (".md", ".markdown", ".mdown", ".mkd")
_CLAIMS: dict[str, MediaType] = {
    ".pdf": "pdf",
    ".txt": "text",
    ".text": "text",
    **dict.fromkeys(_MARKDOWN, "markdown"),
    **dict.fromkeys((".docx", ".docm", ".dotx", ".dotm"), "docx"),
    **dict.fromkeys((".xlsx", ".xlsm", ".xltx", ".xltm"), "xlsx"),
    **dict.fromkeys((".htm", ".html", ".xhtml"), "html"),
    **dict.fromkeys((".csv", ".tsv"), "csv"),
    ".eml": "eml",
}
_OFFICE: tuple[tuple[bytes, MediaType], ...] = ((b"word/", "docx"), (b"xl/", "xlsx"))
"""Folders that the archive of an office file begins with, often enough within the first bytes."""
_OTHER_ARCHIVES = (
    (b"ppt/", "presentation"),
    (b"mimetypeapplication/epub", "e-book"),
    (b"mimetypeapplication/vnd.oasis", "OpenDocument file"),
)
_MAIL_FIELDS = (
    b"from:", b"to:", b"subject:", b"date:", b"received:", b"return-path:", b"mime-version:",
    b"message-id:", b"delivered-to:", b"content-type:", b"x-",
)  # fmt: skip
_FIELD = re.compile(rb"[!-9;-~]{1,60}:(?:[ \t]|$)")
_PAGE_STARTS = (b"<!doctype html", b"<html", b"<head", b"<body")
_MIN_FIELDS = 3
"""Of a text without a name that says so, to be a message (guess: notes may begin "Date:", "Subject:")."""
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PDF_WITHIN = 1024
"""Bytes before ``%PDF-`` that readers forgive; ISO 32000-1, annex H."""
_SIGNATURES = (
    (b"PK\x05\x06", "zip file"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old office file"),
    (b"{\\rtf", "rtf"),
    (b"%!PS", "PostScript"),
    (b"\x89PNG", "png image"),
    (b"\xff\xd8\xff", "jpeg image"),
    (b"GIF8", "gif image"),
    (b"BM", "bitmap image"),
    (b"II*\x00", "tiff image"),
    (b"MM\x00*", "tiff image"),
    (b"RIFF", "sound or picture"),
    (b"\x1f\x8b", "gzip file"),
    (b"7z\xbc\xaf", "7z file"),
    (b"\x7fELF", "program"),
    (b"MZ", "program"),
    (b"SQLite format 3\x00", "database"),
)
_BY_NAME = {".xml": "xml", ".svg": "svg image"}
"""Kinds of text that are no documents: as plain text they would be noise."""
_BINARY_CONTROLS = frozenset(range(32)) - {7, 8, 9, 10, 11, 12, 13, 26, 27}


class Kind(NamedTuple):
    """What a file is."""

    media_type: MediaType | None
    """Null where it is not read as a document."""
    name: str
    """In words: ``pdf``, ``png image``, ``html``, ``unknown``."""
    claimed: MediaType | None
    """What its name says it is; null where the name claims nothing that is read."""

    @property
    def mismatch(self) -> str | None:
        """In words, where the name says something else; null where they agree."""
        written = ("text", "markdown")
        if self.claimed is None or self.claimed == self.media_type:
            return None
        if self.claimed in written and self.media_type in written:
            return None
        return f"is named as {self.claimed} but its content is {self.name}"


def sniff(head: bytes, name: str) -> Kind:
    """What a file is, by its first ``HEAD_BYTES``; its name decides only between kinds of text.

    Bytes that are nothing known under a name that claims a known kind are taken at their word: the
    parser will say that they are damaged. An empty file is what its name claims.
    """
    suffix = _suffix(name)
    claimed = _CLAIMS.get(suffix)
    if not head:
        return Kind(claimed, claimed or "empty", claimed)
    if b"%PDF-" in head[: _PDF_WITHIN + 5]:
        return Kind("pdf", "pdf", claimed)
    if head.startswith(b"PK\x03\x04"):
        return _archived(head, claimed)
    if head.startswith(_OLE) and claimed in ("docx", "xlsx"):
        # Perhaps locked by a password: its parser can tell.
        return Kind(claimed, "old or encrypted office file", claimed)
    if is_text(head):
        return _written(head, suffix, claimed)
    for signature, words in _SIGNATURES:
        if head.startswith(signature):
            return Kind(None, words, claimed)
    return Kind(claimed, claimed or "unknown", claimed)


def is_text(head: bytes) -> bool:
    """Whether bytes can be the beginning of a text: a byte order mark, or no control bytes."""
    if head.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    return not _BINARY_CONTROLS.intersection(head)


def _archived(head: bytes, claimed: MediaType | None) -> Kind:
    for folder, words in _OTHER_ARCHIVES:
        if folder in head:
            return Kind(None, words, claimed)
    for folder, media in _OFFICE:
        if folder in head:
            return Kind(media, media, claimed)
    if claimed in ("docx", "xlsx"):
        return Kind(claimed, "zip or office file", claimed)
    return Kind(None, "zip or office file", claimed)


def _written(head: bytes, suffix: str, claimed: MediaType | None) -> Kind:
    start = _narrow(head).lstrip(codecs.BOM_UTF8 + b" \t\r\n").lower()
    if start.startswith(_PAGE_STARTS):
        return Kind("html", "html", claimed)
    if start.startswith((b"<?xml", b"<!--", b"<!doctype")) and b"<html" in start:
        return Kind("html", "html", claimed)
    if start.startswith(b"<?xml"):
        return Kind(None, "xml", claimed)
    for signature, words in _SIGNATURES:
        if len(signature) > 2 and head.startswith(signature):
            return Kind(None, words, claimed)
    if suffix in _BY_NAME:
        return Kind(None, _BY_NAME[suffix], claimed)
    if claimed in (None, "pdf", "docx", "xlsx") and _is_mail(start):
        return Kind("eml", "e-mail", claimed)
    if claimed in ("pdf", "docx", "xlsx"):
        # Windows-1252 accepts nearly any bytes: only real UTF-8 may overrule the name.
        return Kind("text", "text", claimed) if _is_utf8(head) else Kind(claimed, "unknown", claimed)
    return Kind(claimed or "text", claimed or "text", claimed)


def _narrow(head: bytes) -> bytes:
    """The same in one byte a character, where it is UTF-16, to compare it."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if head.startswith(mark):
            return head[2:].decode(encoding, "replace").encode("ascii", "replace")
    return head


def _is_mail(start: bytes) -> bool:
    """Whether it begins with header fields, two of them a message's own."""
    known = 0
    for line in start.split(b"\n")[:40]:
        if not line.strip():
            break
        if line[:1] in b" \t":
            continue
        if not _FIELD.match(line.rstrip(b"\r")):
            return False
        known += line.startswith(_MAIL_FIELDS)
    return known >= _MIN_FIELDS


def _is_utf8(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _suffix(name: str) -> str:
    stem, dot, suffix = name.rpartition(".")
    return f".{suffix.lower()}" if dot and stem else ""
