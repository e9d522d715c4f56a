"""Versions that one asker may read -> the days on which each is in force among them.

The rules (docs/index.md says why):

1. A version's own days are valid_from..valid_to; a draft has none.
2. Of versions that share a document id, one ends for good on the day before a later one starts, if the
   later one is of at least equal authority and has days of its own. The same start ends superseded or
   archived versions that state no end and are named in ``supersedes``; without any such end they have no day.
3. A version named in ``supersedes``, directly or through others, is not in force on the days of the
   superseding one, if that is of at least equal authority; when it expires, the superseded one counts again.
4. Of versions that claim one document id and version, days go to the one of higher authority, then of later
   valid_from, then of the smaller source id and uri.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from localrag.records.authority import AUTHORITY_ORDER, AuthorityMetadata

Days = tuple[tuple[int, int], ...]
"""Spans of proleptic ordinals, both ends inclusive, rising, apart from each other."""

FIRST_DAY, LAST_DAY = date.min.toordinal(), date.max.toordinal()
"""Stand for an open start and an open end."""


class Version(NamedTuple):
    """One version of a document, as far as the rules look at it."""

    key: int
    document_id: str
    version: str | None
    standing: AuthorityMetadata
    supersedes: tuple[str, ...]
    place: tuple[str, str]
    """Source id and uri: breaks ties."""

    @property
    def rank(self) -> int:
        """Place in the order of authority, 0 highest."""
        return AUTHORITY_ORDER.index(self.standing.authority)

    @property
    def starts(self) -> int:
        """First day by its own word, as an ordinal."""
        return self.standing.valid_from.toordinal() if self.standing.valid_from else FIRST_DAY


def own_days(standing: AuthorityMetadata, next_start: int | None = None) -> Days:
    """The days of a version whose successor, if any, starts on ``next_start``: one span or none."""
    if standing.status == "draft":
        return ()
    if standing.status in ("superseded", "archived") and standing.valid_to is None and next_start is None:
        return ()
    first = standing.valid_from.toordinal() if standing.valid_from else FIRST_DAY
    last = standing.valid_to.toordinal() if standing.valid_to else LAST_DAY
    if next_start is not None:
        last = min(last, next_start - 1)
    return ((first, last),) if first <= last else ()


def days_in_force(versions: Sequence[Version]) -> dict[int, Days]:
    """The days on which each version is in force among those given, by key.

    All must be readable by one asker, and so of one tenant: what is not given changes nothing.
    """
    above = _superseding(versions)
    own = _own_days_among(versions, above)
    reach = {version.key: _reachable(version.key, above) for version in versions}
    by_key = {version.key: version for version in versions}
    days: dict[int, Days] = {}
    for version in versions:
        taken = [
            own[other]
            for other in reach[version.key]
            if version.key not in reach[other] or by_key[other].starts > version.starts
        ]
        days[version.key] = _without(own[version.key], taken)
    for twins in _claims(versions).values():
        for place, version in enumerate(twins[1:], 1):
            days[version.key] = _without(days[version.key], [own[better.key] for better in twins[:place]])
    return days


def linked(versions: Sequence[Version], document_id: str) -> frozenset[int]:
    """Keys of a document's versions, and of those that ``supersedes`` links to them, in either direction."""
    above = _superseding(versions)
    beside: dict[int, set[int]] = defaultdict(set)
    for key, superseding in above.items():
        for one in superseding:
            beside[key].add(one.key)
            beside[one.key].add(key)
    same_id: dict[str, set[int]] = defaultdict(set)
    for version in versions:
        same_id[version.document_id].add(version.key)
    id_of = {version.key: version.document_id for version in versions}
    found: set[int] = set()
    waiting = set(same_id[document_id])
    while waiting:
        key = waiting.pop()
        found.add(key)
        waiting |= (beside[key] | same_id[id_of[key]]) - found
    return frozenset(found)


def touches(days: Days, first: int, last: int) -> bool:
    """Whether any of the days lies within first..last."""
    return any(start <= last and first <= end for start, end in days)


def last_day(days: Days, on: int | None) -> int | None:
    """The end of the span that holds ``on`` or follows it first; of the last span where ``on`` is null.

    Null where there is no such span, or nothing ends it.
    """
    ends = [end for _, end in days if on is None or end >= on]
    if not ends:
        return None
    end = ends[-1] if on is None else ends[0]
    return None if end == LAST_DAY else end


def _superseding(versions: Iterable[Version]) -> dict[int, list[Version]]:
    """Key -> the versions that say they supersede it and may."""
    by_label: dict[str, list[Version]] = defaultdict(list)
    by_id: dict[str, list[Version]] = defaultdict(list)
    for version in versions:
        by_id[version.document_id].append(version)
        if version.version is not None:
            by_label[f"{version.document_id}@{version.version}"].append(version)
    above: dict[int, list[Version]] = defaultdict(list)
    for version in versions:
        if version.standing.status == "draft":
            continue
        for name in version.supersedes:
            for other in by_id.get(name) or by_label.get(name) or ():
                if other.key == version.key or version.rank > other.rank:
                    continue
                # Naming one's own document means its earlier versions.
                if other.document_id == version.document_id and other.starts > version.starts:
                    continue
                above[other.key].append(version)
    return above


def _own_days_among(versions: Iterable[Version], above: Mapping[int, Sequence[Version]]) -> dict[int, Days]:
    """Own days of each version, ended by its successors; latest start first, so successors are known."""
    own: dict[int, Days] = {}
    # Document id -> what starts where, of versions that have days: (start, rank).
    starts: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for version in sorted(versions, key=lambda one: (-one.starts, one.rank)):
        later = [
            start
            for start, rank in starts[version.document_id]
            if start > version.starts and rank <= version.rank
        ]
        if version.standing.status in ("superseded", "archived"):
            named = above.get(version.key, ())
            later += [one.starts for one in named if one.starts > version.starts and own[one.key]]
        own[version.key] = own_days(version.standing, min(later, default=None))
        if own[version.key]:
            starts[version.document_id].append((version.starts, version.rank))
    return own


def _reachable(key: int, above: Mapping[int, Sequence[Version]]) -> frozenset[int]:
    """Every version that supersedes this one, directly or through others; never itself."""
    found: set[int] = set()
    waiting = [key]
    while waiting:
        for version in above.get(waiting.pop(), ()):
            if version.key not in found:
                found.add(version.key)
                waiting.append(version.key)
    return frozenset(found - {key})


def _claims(versions: Iterable[Version]) -> dict[tuple[str, str | None], list[Version]]:
    """Versions by what they claim to be, the one that decides first."""
    claims: dict[tuple[str, str | None], list[Version]] = defaultdict(list)
    for version in versions:
        claims[version.document_id, version.version].append(version)
    for twins in claims.values():
        twins.sort(key=lambda one: (one.rank, -one.starts, one.place))
    return claims


def _without(days: Days, taken: Iterable[Days]) -> Days:
    left = days
    for first, last in (span for spans in taken for span in spans):
        left = tuple(
            (start, end)
            for before, after in left
            for start, end in ((before, min(after, first - 1)), (max(before, last + 1), after))
            if start <= end
        )
    return left
