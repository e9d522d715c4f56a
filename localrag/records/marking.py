"""Classifications -> the marking of what shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def highest(levels: Iterable[str | None], classifications: Sequence[str]) -> str | None:
    """The highest of some classifications; null where there is none.

    Args:
        levels: Null where something has none.
        classifications: Lowest first; a level that is not among them counts as the highest.
    """
    known = {level for level in levels if level is not None}
    unknown = sorted(known.difference(classifications))
    if unknown:
        return unknown[-1]
    return max(known, key=classifications.index, default=None)
