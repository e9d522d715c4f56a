"""What a user calls a conversation -> its id and title."""

from __future__ import annotations

import secrets

from localrag.errors import UsageError
from localrag.text.display import safe_line

NEW = "new"
"""Typed in place of an id: the conversation gets one."""
MAX_ID_CHARS = 64
MAX_TITLE_CHARS = 80
"""Guess: a line of a list."""


def conversation_id_of(typed: str) -> str:
    """The id that is meant; a fresh one of eight hexadecimal digits for ``new``.

    Raises:
        UsageError: It is empty, longer than ``MAX_ID_CHARS``, or holds a line feed or a control character.
    """
    name = typed.strip()
    if name == NEW:
        return secrets.token_hex(4)
    if not name or len(name) > MAX_ID_CHARS or not name.isprintable():
        raise UsageError(
            f"A conversation's id is 1 to {MAX_ID_CHARS} printable characters.",
            f"Choose another one, or {NEW} to have one chosen.",
        )
    return name


def title_of(text: str) -> str:
    """A title in one line, from a first question or from what the user typed; empty gives ``Untitled``."""
    line = safe_line(text)
    if len(line) > MAX_TITLE_CHARS:
        line = line[:MAX_TITLE_CHARS].rsplit(" ", 1)[0] + " ..."
    return line or "Untitled"
