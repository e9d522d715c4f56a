"""Document text -> Markdown that shows it as it is, and back; its characters never become structure."""

from __future__ import annotations

import re

from localrag.text.display import safe_line

_INLINE = re.compile(
    r"[\\`\[\]*|~]"  # escapes, code, links and marks, emphasis, table cells, strike-through
    r"|(?<![^\W_])_|_(?![^\W_])"  # an underscore inside a word is no emphasis
    r"|<(?=[A-Za-z/!?])"
    r"|&(?=#?\w{1,32};)"
)
_AT_START = re.compile(r"(?P<number>\d{1,9})(?P<stop>[.)])(?=\s|$)|(?P<mark>[-+#>=])")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def escape(text: str) -> str:
    """One line of Markdown that reads as the text: no structure, no link, no citation mark, no control.

    Square brackets are escaped, so a ``[E1]`` or ``[7]`` that a document contains is never a mark.
    """
    line = _INLINE.sub(lambda match: f"\\{match.group()}", safe_line(text))
    start = _AT_START.match(line)
    if start is None:
        return line
    if start["mark"]:
        return f"\\{line}"
    return f"{start['number']}\\{line[start.end('number') :]}"


def unescape(markdown: str) -> str:
    """Markdown without its escapes: what ``escape`` was given, for showing it as plain text."""
    return _ESCAPED.sub(r"\1", markdown)
