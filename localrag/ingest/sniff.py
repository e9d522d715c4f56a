"""The first bytes of a file and its name -> what kind of file it really is."""

from __future__ import annotations

import codecs
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
}
_PDF_WITHIN = 1024
"""Bytes before ``%PDF-`` that readers forgive; ISO 32000-1, annex H."""
_SIGNATURES = (
    (b"PK\x03\x04", "zip or office file"),
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
_BY_NAME = {
    ".htm": "html",
    ".html": "html",
    ".xhtml": "html",
    ".csv": "csv",
    ".tsv": "csv",
    ".eml": "e-mail",
    ".xml": "xml",
    ".svg": "svg image",
}
"""Kinds of text that need a reader of their own: as plain text they would be noise."""
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


def _written(head: bytes, suffix: str, claimed: MediaType | None) -> Kind:
    start = head.lstrip(codecs.BOM_UTF8 + b" \t\r\n")[:64].lower()
    if start.startswith((b"<!doctype html", b"<html")):
        return Kind(None, "html", claimed)
    if start.startswith(b"<?xml"):
        return Kind(None, "xml", claimed)
    for signature, words in _SIGNATURES:
        if len(signature) > 2 and head.startswith(signature):
            return Kind(None, words, claimed)
    if suffix in _BY_NAME:
        return Kind(None, _BY_NAME[suffix], claimed)
    if claimed == "pdf":
        # Windows-1252 accepts nearly any bytes: only real UTF-8 may overrule the name.
        return Kind("text", "text", claimed) if _is_utf8(head) else Kind("pdf", "unknown", claimed)
    return Kind(claimed or "text", claimed or "text", claimed)


def _is_utf8(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _suffix(name: str) -> str:
    stem, dot, suffix = name.rpartition(".")
    return f".{suffix.lower()}" if dot and stem else ""
