"""Rights and a day -> which documents an asker may read, and which of them are in force."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.sqlite_reading import ReadingDatabase, Row
from localrag.index.in_force import Days, Version, days_in_force, last_day, linked, own_days, touches
from localrag.index.rows import STANDING_COLUMNS
from localrag.records.authority import Authority, AuthorityMetadata, Status
from localrag.records.retrieval import RetrievalFilters
from localrag.records.security import AccessTuple, SecurityContext, may_read

Claims = NDArray[np.bool_]
"""One claim a document, by its key; keys of documents that are gone are false."""


class Standing(NamedTuple):
    """What documents share that decides about reading and validity."""

    access: AccessTuple
    authority: AuthorityMetadata


class DocumentTable:
    """The published documents as columns; a few hundred distinct standings stand for all of them."""

    def __init__(self, database: ReadingDatabase) -> None:
        self._database = database
        rows = database.rows(
            "SELECT document_key, standing_id, case_id, has_relatives, passage_count FROM documents "
            "INDEXED BY documents_in_scope WHERE published = 1 ORDER BY document_key"
        )
        self.keys = np.array([row[0] for row in rows], dtype=np.int64)
        """Rising."""
        self.size = int(self.keys[-1]) + 1 if rows else 1
        """One more than the largest key."""
        self._standing = np.array([row[1] for row in rows], dtype=np.int64)
        self._case = [cast("str | None", row[2]) for row in rows]
        self._has_relatives = np.array([row[3] for row in rows], dtype=np.bool_)
        self._passages = np.array([row[4] for row in rows], dtype=np.int64)

    @cached_property
    def standings(self) -> dict[int, Standing]:
        """Distinct standings by id."""
        rows = self._database.rows(f"SELECT standing_id, {STANDING_COLUMNS} FROM standings")
        with self._database.values():
            return {cast(int, row[0]): standing_of(row[1:]) for row in rows}

    @cached_property
    def _cases(self) -> tuple[NDArray[np.int64], dict[str, int]]:
        """The case of each document as a number, 0 where it belongs to none, and the numbers."""
        numbers: dict[str, int] = {}
        return np.array(
            [0 if case is None else numbers.setdefault(case, len(numbers) + 1) for case in self._case],
            dtype=np.int64,
        ), numbers

    def readable(self, security: SecurityContext) -> Permitted:
        """What these rights let be read, whatever its validity."""
        gate = {number: may_read(security, one.access) for number, one in self.standings.items()}
        return Permitted(
            self, self._expanded(gate), frozenset(number for number, passed in gate.items() if passed)
        )

    def passages_of(self, documents: Claims) -> int:
        """How many passages the documents have."""
        return int(self._passages[documents[self.keys]].sum())

    def cases(self, documents: Claims) -> list[str]:
        """Cases of the documents, sorted."""
        column, numbers = self._cases
        found = set(np.unique(column[documents[self.keys]]).tolist())
        return sorted(case for case, number in numbers.items() if number in found)

    def _expanded(self, by_standing: Mapping[int, bool]) -> Claims:
        judged = np.zeros(max(by_standing, default=0) + 1, dtype=np.bool_)
        judged[list(by_standing)] = list(by_standing.values())
        claims = np.zeros(self.size, dtype=np.bool_)
        claims[self.keys] = judged[self._standing]
        return claims

    def with_relatives(self) -> Claims:
        """Documents whose validity other documents may touch."""
        claims = np.zeros(self.size, dtype=np.bool_)
        claims[self.keys] = self._has_relatives
        return claims

    def matching_standing(self, authorities: tuple[Authority, ...]) -> Claims:
        """Documents of these authorities."""
        return self._expanded(
            {number: one.authority.authority in authorities for number, one in self.standings.items()}
        )

    def drafts(self) -> Claims:
        """Documents with the status of a draft."""
        return self._expanded(
            {number: one.authority.status == "draft" for number, one in self.standings.items()}
        )

    def in_force_alone(self, first: int, last: int) -> Claims:
        """Documents that are in force on a day of first..last by their own word."""
        return self._expanded(
            {number: touches(own_days(one.authority), first, last) for number, one in self.standings.items()}
        )

    def of_case_or_none(self, case_id: str) -> Claims:
        """Documents that belong to the case, or to no case."""
        column, numbers = self._cases
        claims = np.zeros(self.size, dtype=np.bool_)
        claims[self.keys] = (column == 0) | (column == numbers.get(case_id, 0))
        return claims

    def named(self, document_ids: tuple[str, ...]) -> Claims:
        """Documents of these ids."""
        claims = np.zeros(self.size, dtype=np.bool_)
        rows = self._database.rows_among(
            "SELECT document_key FROM documents WHERE +published = 1 AND document_id IN ({})", document_ids
        )
        claims[[cast(int, row[0]) for row in rows]] = True
        return claims

    def of_version(self, label: str) -> Claims:
        """Documents whose version has this label."""
        claims = np.zeros(self.size, dtype=np.bool_)
        rows = self._database.rows_among(
            "SELECT document_key FROM documents WHERE +published = 1 AND version IN ({})", (label,)
        )
        claims[[cast(int, row[0]) for row in rows]] = True
        return claims

    def versions_among(self, readable: Claims) -> list[Version]:
        """The readable documents with relatives, by key."""
        rows = self._database.rows(
            "SELECT document_key, document_id, version, standing_id, supersedes, source_id, uri "
            "FROM documents WHERE published = 1 AND has_relatives = 1 ORDER BY document_key"
        )
        with self._database.values():
            return [
                Version(
                    key=cast(int, row[0]),
                    document_id=cast(str, row[1]),
                    version=cast("str | None", row[2]),
                    standing=self.standings[cast(int, row[3])].authority,
                    supersedes=tuple(json.loads(cast(str, row[4]))),
                    place=(cast(str, row[5]), cast(str, row[6])),
                )
                for row in rows
                if readable[cast(int, row[0])]
            ]


class Permitted:
    """The documents that one asker may read; validity is judged among them alone."""

    def __init__(self, table: DocumentTable, readable: Claims, standings: frozenset[int]) -> None:
        self._table = table
        self.readable = readable
        """Whatever their validity."""
        self.standings = standings
        """Ids of the standings that may be read."""

    @cached_property
    def _versions(self) -> list[Version]:
        return self._table.versions_among(self.readable)

    @cached_property
    def _days(self) -> dict[int, Days]:
        """Days in force of the readable documents with relatives."""
        return days_in_force(self._versions)

    def editions(self, document_id: str) -> list[int]:
        """Keys of the readable versions of a document and of those linked to it, rising."""
        own = np.flatnonzero(self._table.named((document_id,)) & self.readable)
        return sorted({*own.tolist(), *linked(self._versions, document_id)})

    def filtered(self, filters: RetrievalFilters) -> Claims:
        """The readable documents that the filters leave."""
        left = self.readable
        if filters.in_force_on is not None:
            wanted = self._in_force(filters.in_force_on, filters.in_force_until or filters.in_force_on)
            left = left & (wanted | self._table.drafts() if filters.with_drafts else wanted)
        if filters.ended_before is not None:
            left = left & ~self._in_force(filters.ended_before, date.max) & ~self._table.drafts()
        if filters.case_id is not None:
            left = left & self._table.of_case_or_none(filters.case_id)
        if filters.authorities:
            left = left & self._table.matching_standing(filters.authorities)
        if filters.document_ids:
            left = left & self._table.named(filters.document_ids)
        if filters.version is not None:
            left = left & self._table.of_version(filters.version)
        return left

    def ends(self, document_key: int, standing: AuthorityMetadata, on: date | None) -> date | None:
        """The last day a document is in force, as its word and its readable successors have it.

        Of the span that holds ``on``, where the document is in force in several.
        """
        days = self._days.get(document_key)
        if not days:
            return standing.valid_to
        end = last_day(days, on.toordinal() if on else None)
        return date.fromordinal(end) if end is not None else None

    def _in_force(self, on: date, until: date) -> Claims:
        first, last = on.toordinal(), until.toordinal()
        alone = self._table.in_force_alone(first, last) & ~self._table.with_relatives()
        alone[[key for key, days in self._days.items() if touches(days, first, last)]] = True
        return alone


def standing_of(row: Row) -> Standing:
    """Values of STANDING_COLUMNS, read back."""
    tenant, acl, classification, source_type, authority, status, valid_from, valid_to = row
    return Standing(
        AccessTuple.model_validate(
            {
                "tenant_id": tenant,
                "acl_policy_id": acl,
                "classification": classification,
                "source_type": source_type,
            }
        ),
        AuthorityMetadata(
            authority=cast(Authority, authority),
            status=cast(Status, status),
            valid_from=_day(valid_from),
            valid_to=_day(valid_to),
        ),
    )


def _day(value: object) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) else None
