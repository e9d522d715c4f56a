"""Letters of a PDF's line as they are drawn -> in the order in which they are read, right to left too."""

from __future__ import annotations

import re
from collections.abc import Callable

_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_RUN = re.compile(f"[{_RIGHT_TO_LEFT}](?:[{_RIGHT_TO_LEFT} ]*[{_RIGHT_TO_LEFT}])?")


def in_reading_order(line: str, left_of: Callable[[int], float | None]) -> str:
    """The line, with runs of Hebrew or Arabic turned round where they stand as they are drawn.

    Args:
        line: As the file gives it.
        left_of: Left edge of a character, by its index in the line; None where it is not known.

    Returns:
        The same characters. A run whose letters go up the page's width from left to right stands backwards;
        one whose letters go down it is right already.
    """

    def turned(match: re.Match[str]) -> str:
        letters = [at for at in range(match.start(), match.end()) if line[at].isalpha()]
        if len(letters) < 2:
            return match.group()
        first, last = left_of(letters[0]), left_of(letters[-1])
        if first is None or last is None or first >= last:
            return match.group()
        return match.group()[::-1]

    return _RUN.sub(turned, line)
