"""Text that a terminal or a markup reader would obey, and what tells that it got through."""

from __future__ import annotations

SEQUENCES = (
    "\x1b]52;c;aGk=\x07",
    "\x1b]8;;http://x\x1b\\t\x1b]8;;\x1b\\",
    "\x1b]0;owned\x07",
    "\x1b[2J\x1b[H",
    "\x9b2J",
    "\x90q\x9c",
    "\x1b]unterminated",
    "\x07\x08\x7f",
    "\x0d",
    "\u202eevil\u2066",
    "".join(chr(0xE0000 + ord(letter)) for letter in "hidden"),
    "\ufe0f\ufe0f\ufe0f",
)
MARKUP = (
    "[/]",
    "[b + 3",
    "[@click=app.quit]go[/]",
    "[link=http://x]y[/link]",
    "[red]not red[/red]",
    "[[nested]",
    "\\[escaped]",
    "[E1] [E2]",
    "",
)
_ORDERS = {chr(mark) for mark in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def obeyed(text: str, allowed: str = "\n") -> list[str]:
    """Characters that a terminal would obey instead of showing them."""
    return [
        mark
        for mark in text
        if (mark < " " and mark not in allowed)
        or "\x7f" <= mark <= "\x9f"
        or mark in _ORDERS
        or 0xE0000 <= ord(mark) <= 0xE007F
    ]
