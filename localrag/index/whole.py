"""An identifier -> a pattern that finds it as a whole: not inside a longer number, code or name."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise


@lru_cache(maxsize=256)
def whole_identifier(identifier: str) -> re.Pattern[str]:
    """A pattern for an identifier, case aside.

    ``38.101`` is not found in ``138.101`` or ``38.101.2``, ``POL-358`` not in ``POL-3581`` or
    ``POL-358-A``, ``C`` not in ``C++``; ``12(3)`` is found in ``12(3)(a)``, which is a part of it. White
    space counts as any amount of white space, between letters and marks also as none.
    """
    pieces = identifier.split()
    pattern = re.escape(pieces[0]) if pieces else ""
    for before, piece in pairwise(pieces):
        space = r"\s+" if before[-1].isalnum() and piece[0].isalnum() else r"\s*"
        pattern += space + re.escape(piece)
    # Hyphens are typeset in several ways; a straight one stands for all.
    pattern = pattern.replace(r"\-", "[-\u2010\u2011]")
    start = r"(?<!\w)(?<!\w[-./_:\u2010\u2011])" if identifier.strip()[:1].isalnum() else ""
    end = ""
    if identifier.strip()[-1:].isalnum():
        end = r"(?!\w)(?![-./_:\u2010\u2011]\w)(?!\+\+|\#)"
    elif identifier.strip()[-1:] in "+#":
        end = r"(?![\w+#])"
    return re.compile(start + pattern + end, re.IGNORECASE)
