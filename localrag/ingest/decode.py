"""Bytes of a text file -> its text, with line ends as ``\\n`` and without control characters."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

MAX_TEXT_CHARS = 20_000_000
"""Of one file; design value. A manual of a thousand pages has 3 million."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Longest first where one begins with another."""
_LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_UNWANTED = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Decoded(NamedTuple):
    """A text and what had to be done to get it."""

    text: str
    warnings: tuple[str, ...]


def decode(data: bytes) -> Decoded:
    """The text of a file, whatever the locale of this machine.

    A byte order mark decides; else UTF-8; else Windows-1252, which is a guess and says so. Empty data
    gives an empty text.
    """
    raw, warnings = _characters(data)
    text, counted = clean(raw)
    return Decoded(text, (*warnings, *counted))


def clean(raw: str) -> Decoded:
    """A text with ``\\n`` line ends, without control characters or lone surrogates."""
    warnings = []
    text, surrogates = _LONE_SURROGATE.subn("\ufffd", raw)
    text, dropped = _UNWANTED.subn("", _LINE_ENDS.sub("\n", text))
    if surrogates:
        warnings.append(f"{surrogates} half characters were replaced")
    if dropped:
        warnings.append(f"{dropped} control characters were dropped")
    return Decoded(text, tuple(warnings))


def _characters(data: bytes) -> tuple[str, list[str]]:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _replacing(data[len(bom) :], encoding)
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        text, warnings = _replacing(data, "cp1252")
        return text, ["not UTF-8: read as Windows-1252", *warnings]


def _replacing(data: bytes, encoding: str) -> tuple[str, list[str]]:
    try:
        return data.decode(encoding), []
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
        count = text.count("\ufffd")
        return text, [f"{count} characters that are not {encoding} were replaced"]
