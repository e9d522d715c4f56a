"""What a program was given as text -> text that every encoding and store takes."""

from __future__ import annotations


def text_argument(typed: str) -> str:
    """A text that may travel on: what is no character becomes U+FFFD.

    Python hands over bytes that its locale cannot read as lone surrogates; read as UTF-8 they are what the
    asker meant, whatever the locale.
    """
    if typed.isascii():
        return typed
    try:
        return typed.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:
        return typed.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
