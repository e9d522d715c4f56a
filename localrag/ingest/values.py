"""A table of metadata as written -> its values one by one, and what cannot be used, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from difflib import get_close_matches
from typing import get_args

from localrag.records.authority import AUTHORITY_ORDER, Status
from localrag.text.identifiers import canonical_case

ACCESS_KEYS = frozenset({"acl_policy_id", "classification", "source_type", "tenant_id"})
"""Decide who may read; unusable ones close the document."""
FORCE_KEYS = frozenset({"status", "valid_from", "valid_to"})
"""Decide when it is in force; unusable ones leave it in force on no day."""
DOCUMENT_KEYS = frozenset(
    {
        "title", "document_id", "source_type", "authority", "status", "valid_from", "valid_to", "supersedes",
        "version", "classification", "acl_policy_id", "case_id", "category", "language",
    }
)  # fmt: skip
"""What a sidecar or front matter may say."""
SOURCE_KEYS = DOCUMENT_KEYS | {"tenant_id"}
"""What ``[defaults]`` and ``[[match]]`` may say."""

_MAX_CHARS = 500
"""Of a value; guess."""
_ALIKE = 0.8
"""Likeness from which an unknown key is taken for a misspelt one (difflib's ratio; guess)."""
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Values:
    """The usable values of one table, and the keys whose values cannot be used."""

    usable: dict[str, object] = field(default_factory=dict)
    broken: frozenset[str] = frozenset()
    warnings: tuple[str, ...] = ()
    """Each names its file and key."""


class _UnusableError(ValueError):
    """A value is not what its key needs; says what is."""


def read_values(
    table: Mapping[str, object], where: str, *, known: frozenset[str], levels: Sequence[str]
) -> Values:
    """Check a table's values one by one.

    An unknown key that looks like a misspelt one counts as that key with an unusable value, so that a
    misspelt restriction is never taken for none.

    Args:
        table: As parsed.
        where: Names the file in warnings.
        known: Keys that may stand here.
        levels: Classification levels, lowest first.
    """
    usable: dict[str, object] = {}
    broken: set[str] = set()
    warnings = []
    for written, raw in table.items():
        key = written if written in known else meant_key(written)
        if written not in known:
            meant = f"; {key} was meant?" if key else ""
            warnings.append(f"{where}: unknown key {_shown(written)}{meant}")
            broken |= {key} if key else set()
            continue
        try:
            usable[written] = _value(written, raw, levels)
        except _UnusableError as error:
            warnings.append(f"{where}: {written} = {_shown(raw)} cannot be used: {error}")
            broken.add(written)
    return Values(
        {key: value for key, value in usable.items() if key not in broken}, frozenset(broken), tuple(warnings)
    )


def meant_key(written: str) -> str | None:
    """The known key that an unknown one looks like; null where it looks like none."""
    bare = _INVISIBLE.sub("", written).strip().casefold().replace("-", "_").replace(" ", "_")
    close = get_close_matches(bare, sorted(SOURCE_KEYS), n=1, cutoff=_ALIKE)
    return close[0] if close else None


def _value(key: str, raw: object, levels: Sequence[str]) -> object:
    match key:
        case "valid_from" | "valid_to":
            return _date(raw)
        case "status":
            return _one_of(raw, get_args(Status))
        case "authority":
            return _one_of(raw, AUTHORITY_ORDER)
        case "classification":
            return _one_of(raw, levels)
        case "supersedes":
            return _references(raw)
        case "case_id":
            return canonical_case(_words(str(raw) if _is_whole(raw) else raw))
        case "version":
            return _words(str(raw) if _is_whole(raw) or isinstance(raw, float) else raw)
        case "document_id":
            name = _words(raw)
            if "@" in name:
                raise _UnusableError("@ parts an id from its version")
            return name
        case _:
            return _words(raw)


def _is_whole(raw: object) -> bool:
    return isinstance(raw, int) and not isinstance(raw, bool)


def _words(raw: object) -> str:
    if isinstance(raw, date):
        raw = raw.isoformat()
    if not isinstance(raw, str):
        raise _UnusableError("a text is needed")
    text = " ".join(raw.split())
    if not text:
        raise _UnusableError("it is empty")
    if len(text) > _MAX_CHARS:
        raise _UnusableError(f"it is longer than {_MAX_CHARS} characters")
    if _INVISIBLE.search(text):
        raise _UnusableError("it holds an invisible character")
    return text


def _one_of(raw: object, allowed: Sequence[str]) -> str:
    text = raw.strip().lower() if isinstance(raw, str) else ""
    if text not in allowed:
        raise _UnusableError("not one of " + ", ".join(allowed))
    return text


def _date(raw: object) -> date:
    if isinstance(raw, datetime):
        return raw.date()
    if isinstance(raw, date):
        return raw
    if isinstance(raw, str):
        try:
            return datetime.fromisoformat(raw.strip()).date()
        except ValueError:
            pass
    raise _UnusableError("not a day of the calendar, as 2026-01-31")


def _references(raw: object) -> tuple[str, ...]:
    items = raw if isinstance(raw, list | tuple) else [raw]
    return tuple(dict.fromkeys(_words(item) for item in items))


def _shown(value: object) -> str:
    text = value.isoformat() if isinstance(value, date) else str(value)
    return ascii(text if len(text) <= 60 else text[:59] + "…")
