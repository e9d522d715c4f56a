"""A place in a text: where it starts and where it ends."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """``text[start:end]``; in characters, end exclusive."""

    start: int
    end: int
