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
_WIDE_HEAD = 1024
_WIDE_SHARE = 0.7
"""Bytes looked at, and share of every other one that must be zero (guesses)."""
_PROPER_FOR_BROKEN = 10
"""Guess."""
_LINE_ENDS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_UNWANTED = re.compile("[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Decoded(NamedTuple):
    """A text and what had to be done to get it."""

    text: str
    warnings: tuple[str, ...]


def decode(data: bytes, declared: str | None = None) -> Decoded:
    """The text of a file, whatever the locale of this machine.

    A byte order mark decides; else what the file declares, where it fits; else UTF-8; else a guess from the
    bytes, which says so. Empty data gives an empty text.

    Args:
        data: The bytes.
        declared: Name of an encoding that the file or the message states; unknown ones are not believed.
    """
    raw, warnings = _characters(data, declared)
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


def _characters(data: bytes, declared: str | None) -> tuple[str, list[str]]:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _replacing(data[len(bom) :], encoding)
    if (text := _strictly(data, declared)) is not None:
        return text, []
    if b"\x1b$" in data and (text := _strictly(data, "iso2022_jp")) is not None:
        return text, ["not UTF-8: read as ISO-2022-JP"]
    if (wide := _wide(data)) is not None:
        text, warnings = _replacing(data, wide)
        return text, [f"no byte order mark: read as {_named(wide)}", *warnings]
    if (text := _strictly(data, "utf-8")) is not None:
        return text, []
    if (mended := _nearly_utf8(data)) is not None:
        return mended
    from localrag.adapters.charsets import likely_encoding

    encoding = likely_encoding(data)
    text, warnings = _replacing(data, encoding)
    return text, [f"not UTF-8: read as {_named(encoding)}", *warnings]


def _strictly(data: bytes, encoding: str | None) -> str | None:
    if not encoding:
        return None
    try:
        if not codecs.lookup(encoding)._is_text_encoding:
            return None
        return data.decode(encoding)
    except (LookupError, ValueError):
        return None


def _nearly_utf8(data: bytes) -> tuple[str, list[str]] | None:
    """UTF-8 with some damage: far more characters that are proper UTF-8 beyond ASCII than broken ones."""
    text, warnings = _replacing(data, "utf-8")
    broken = text.count("\ufffd")
    proper = sum(map((127).__lt__, map(ord, text))) - broken
    return (text, warnings) if proper > _PROPER_FOR_BROKEN * broken else None


def _wide(data: bytes) -> str | None:
    """UTF-16 without a byte order mark: nearly every second byte of its beginning is zero."""
    head = data[:_WIDE_HEAD]
    half = len(head) // 2
    for encoding, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        if half >= 2 and zeros.count(0) >= _WIDE_SHARE * half and head.count(0) < 1.2 * zeros.count(0):
            return encoding
    return None


def _named(encoding: str) -> str:
    return encoding.replace("cp125", "Windows-125").replace("utf-16", "UTF-16")


def _replacing(data: bytes, encoding: str) -> tuple[str, list[str]]:
    try:
        return data.decode(encoding), []
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
        count = text.count("\ufffd")
        return text, [f"{count} characters that are not {encoding} were replaced"]
