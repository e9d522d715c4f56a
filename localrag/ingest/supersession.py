"""What the documents of one run say they supersede -> warnings where they go round in a circle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Superseding(NamedTuple):
    """One document version and what it names."""

    where: str
    """``SOURCE_ID/uri``."""
    document_id: str
    version: str | None
    names: tuple[str, ...]
    """``document_id`` or ``document_id@version``."""


def circles(documents: Sequence[Superseding]) -> list[str]:
    """A line for each group of documents that supersede each other, directly or through others.

    In order of place. Naming one's own document means its earlier versions and makes no circle; naming one of
    its versions is meant as written.
    """
    above = {one.where: _named_by(one, documents) for one in documents if one.names}
    reach = {where: _reachable(where, above) for where in above}
    told: set[str] = set()
    found = []
    for where in sorted(above):
        group = sorted(other for other in reach[where] if where in reach.get(other, ()))
        if len(group) < 2 or where in told:
            continue
        told.update(group)
        found.append(f"{', '.join(group)}: each says that it supersedes the other; the later start decides")
    return found


def _named_by(one: Superseding, documents: Sequence[Superseding]) -> set[str]:
    return {
        other.where
        for other in documents
        if other.where != one.where
        and (
            f"{other.document_id}@{other.version}" in one.names
            or (other.document_id != one.document_id and other.document_id in one.names)
        )
    }


def _reachable(start: str, above: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = above.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found
