"""Text from anywhere -> text that is only ever shown: no control sequence, no hidden order, no hidden tag.

What is taken out is replaced by something visible, so that a reader sees that it was there. Arabic, Hebrew,
Indic and Thai text, joiners, direction marks, emoji sequences and single variation selectors pass unchanged.
"""

from __future__ import annotations

import re

REPLACEMENT = "\ufffd"

_FLAGS = "|".join(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)
"""The three flags that Unicode spells with tag characters; any other run of tags is hidden text."""

_BIDI = "\u202a-\u202e\u2066-\u2069\u206a-\u206f"
"""Embeddings, overrides, isolates and deprecated shaping controls: they change the order in which digits are
read. The direction marks U+200E, U+200F and U+061C only help neighbouring punctuation, so they stay."""

_NEWLINES = re.compile("\r\n|[\v\f\x85\u2028\u2029]")
_UNSAFE = re.compile(
    f"(?P<flag>{_FLAGS})"
    "|(?P<control>[\x00-\x08\x0d-\x1f\x7f])"
    f"|(?P<hidden>[\x80-\x9f{_BIDI}\ufff9-\ufffb\ud800-\udfff]"
    "|[\U000e0000-\U000e007f]+"
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,})"
)
_UNSAFE_IN_JSON = re.compile(
    f"(?P<flag>{_FLAGS})"
    f"|[\x7f-\x9f{_BIDI}\u2028\u2029\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}"
)
_SPACES = re.compile(r"\s+")


def safe_text(text: str) -> str:
    """Text that a terminal shows and never obeys; line feeds and tabs are the only controls left.

    Form feeds and the other line separators become line feeds. A control character becomes its picture
    (ESC is ``␛``, a lone carriage return ``␍``); C1 controls, direction overrides, lone surrogates and each
    run of tag characters or of stacked variation selectors become U+FFFD. Idempotent; empty gives empty.
    """
    return _UNSAFE.sub(_shown, _NEWLINES.sub("\n", text))


def safe_line(text: str) -> str:
    """As ``safe_text``, on one line: each run of white space becomes one space, none at the ends."""
    return _SPACES.sub(" ", safe_text(text)).strip()


def safe_json(document: str) -> str:
    """A JSON document with the same value whose strings hold nothing that a terminal obeys.

    The characters that ``safe_text`` would replace are written as ``\\uhhhh``, so nothing is lost.
    """
    return _UNSAFE_IN_JSON.sub(_escaped_unless_flag, document)


def ascii_json(document: str) -> str:
    """A JSON document with the same value in ASCII alone, for streams that are not UTF-8."""
    if document.isascii() and "\x7f" not in document:
        return document
    return "".join(mark if " " <= mark <= "~" or mark in "\n\t" else _escaped(mark) for mark in document)


def _shown(match: re.Match[str]) -> str:
    if match["flag"]:
        return match[0]
    if match["control"]:
        return "\u2421" if match[0] == "\x7f" else chr(0x2400 + ord(match[0]))
    return REPLACEMENT


def _escaped_unless_flag(match: re.Match[str]) -> str:
    return match[0] if match["flag"] else "".join(map(_escaped, match[0]))


def _escaped(mark: str) -> str:
    """One character as JSON writes it: UTF-16, in hexadecimal."""
    code = ord(mark)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
