"""``_source.toml`` files -> what a source says about its documents."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from localrag.ingest.values import SOURCE_KEYS, Values, meant_key, read_values

NAME = "_source.toml"
SIDECAR_SUFFIX = ".meta.toml"
MAX_BYTES = 1_000_000
"""Of a metadata file (guess: ten thousand matches)."""

_SOURCE_ID = re.compile(r"[\w.-][\w. -]{0,99}")
_TOP_KEYS = frozenset({"source_id", "tenant_id", "trust_front_matter", "defaults", "match"})


@dataclass(frozen=True, slots=True)
class Match:
    """A ``[[match]]`` table."""

    pattern: re.Pattern[str]
    values: Values


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One ``_source.toml``, checked."""

    source_id: str | None = None
    tenant_id: str | None = None
    trusts_front_matter: bool = False
    defaults: Values = field(default_factory=Values)
    matches: tuple[Match, ...] = ()
    broken: str = ""
    """Why it cannot be used at all; everything else is then empty."""
    warnings: tuple[str, ...] = ()
    tenants: frozenset[str] = frozenset()
    """Every tenant that it names."""

    def values_for(self, uri: str) -> list[Values]:
        """What it says of a document, weakest first.

        Args:
            uri: Of the document, relative to the folder of this file.
        """
        return [self.defaults, *(match.values for match in self.matches if match.pattern.fullmatch(uri))]


def read_source_file(data: bytes, where: str, *, levels: Sequence[str]) -> SourceFile:
    """Check a ``_source.toml``.

    One that does not parse, or whose tables are not what they must be, is broken as a whole: it cannot
    be known what it would have forbidden.

    Args:
        data: The file's bytes.
        where: Names the file in warnings.
        levels: Classification levels, lowest first.
    """
    table = parse_toml(data)
    shape = table if isinstance(table, str) else _shape(table)
    if isinstance(shape, str) or isinstance(table, str):
        return SourceFile(broken=str(shape), warnings=(f"{where}: {shape}",))
    read = functools.partial(read_values, known=SOURCE_KEYS, levels=levels)
    own = read({key: table[key] for key in ("tenant_id",) if key in table}, where)
    stated = read(shape.defaults, f"{where} [defaults]")
    misplaced = _misplaced([key for key in table if key not in _TOP_KEYS], where)
    broken = stated.broken | misplaced.broken | own.broken
    usable = {key: value for key, value in {**own.usable, **stated.usable}.items() if key not in broken}
    matches = tuple(
        Match(glob_pattern(glob), read(values, f"{where} [[match]] {glob}")) for glob, values in shape.matches
    )
    tables = [own, stated, *(match.values for match in matches)]
    tenant = own.usable.get("tenant_id")
    return SourceFile(
        source_id=shape.source_id,
        tenant_id=None if tenant is None else str(tenant),
        trusts_front_matter=shape.trusts_front_matter,
        defaults=Values(usable, broken),
        matches=matches,
        warnings=(*misplaced.warnings, *(warning for values in tables for warning in values.warnings)),
        tenants=frozenset(
            str(values.usable["tenant_id"]) for values in tables if "tenant_id" in values.usable
        ),
    )


def parse_toml(data: bytes) -> dict[str, object] | str:
    """The table of a TOML file, or why there is none, in words."""
    if len(data) > MAX_BYTES:
        return f"is larger than {MAX_BYTES:,} bytes"
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return "is not UTF-8"
    except tomllib.TOMLDecodeError as error:
        return f"does not parse: {error}"
    except RecursionError:
        return "does not parse: nested too deeply"


@functools.cache
def glob_pattern(glob: str) -> re.Pattern[str]:
    """A glob over paths with forward slashes: ``*`` and ``?`` within a name, ``**`` across folders.

    ``**/`` also stands for no folder at all, so ``**/*.pdf`` fits ``a.pdf``.
    """
    pattern = ""
    position = 0
    while position < len(glob):
        if glob.startswith("**/", position):
            pattern, position = pattern + "(?:.*/)?", position + 3
        elif glob.startswith("**", position):
            pattern, position = pattern + ".*", position + 2
        elif glob[position] == "*":
            pattern, position = pattern + "[^/]*", position + 1
        elif glob[position] == "?":
            pattern, position = pattern + "[^/]", position + 1
        else:
            pattern, position = pattern + re.escape(glob[position]), position + 1
    return re.compile(pattern, re.DOTALL)


class _Shape(NamedTuple):
    source_id: str | None
    trusts_front_matter: bool
    defaults: dict[str, object]
    matches: list[tuple[str, dict[str, object]]]
    """Each glob and its overrides."""


def _shape(table: dict[str, object]) -> _Shape | str:
    """The parts of a file, or what makes it unusable as a whole."""
    source_id = table.get("source_id")
    if source_id is not None and not (isinstance(source_id, str) and _SOURCE_ID.fullmatch(source_id)):
        return "source_id must be a text of letters, digits, '-', '_' and '.'"
    trusts = table.get("trust_front_matter", False)
    if not isinstance(trusts, bool):
        return "trust_front_matter must be true or false"
    defaults = table.get("defaults", {})
    if not isinstance(defaults, dict):
        return "defaults must be a table: [defaults]"
    entries = table.get("match", [])
    if not isinstance(entries, list):
        return "match must be a list of tables: [[match]]"
    matches = []
    for entry in entries:
        glob = entry.get("glob") if isinstance(entry, dict) else None
        if not isinstance(glob, str) or not glob:
            return "every [[match]] needs a glob"
        matches.append((glob, {key: value for key, value in entry.items() if key != "glob"}))
    return _Shape(source_id, trusts, defaults, matches)


def _misplaced(stray: Sequence[str], where: str) -> Values:
    """Unknown keys at the top; one that looks like a known one leaves that one unusable."""
    broken = frozenset(key for written in stray if (key := meant_key(written)) is not None)
    warnings = tuple(
        f"{where}: unknown key {written!a}" + (" (put it under [defaults])" if written in SOURCE_KEYS else "")
        for written in stray
    )
    return Values({}, broken, warnings)
