"""The days in force, against the rules applied to one day at a time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from localrag.index.in_force import Version, days_in_force, touches
from localrag.records.authority import AuthorityMetadata

FIRST, LAST = date(2023, 1, 1), date(2023, 1, 8)
WINDOW = range(FIRST.toordinal() - 2, LAST.toordinal() + 3)
"""Beyond every date drawn on both sides: what holds at its ends holds for good."""

dates = st.one_of(st.none(), st.dates(FIRST, LAST))
drawn_versions = st.lists(
    st.tuples(
        st.builds(
            AuthorityMetadata,
            authority=st.sampled_from(["official_policy", "faq"]),
            status=st.sampled_from(["active", "active", "draft", "superseded", "archived"]),
            valid_from=dates,
            valid_to=dates,
        ),
        st.sampled_from("AB"),
        st.sampled_from(["1", "2", None]),
        st.lists(st.sampled_from(["A", "B", "A@1", "B@2"]), max_size=2).map(tuple),
    ),
    max_size=5,
)


def made(drawn: Sequence[tuple[AuthorityMetadata, str, str | None, tuple[str, ...]]]) -> list[Version]:
    return [
        Version(key, name, label, standing, supersedes, ("s", str(key)))
        for key, (standing, name, label, supersedes) in enumerate(drawn)
    ]


class DayByDay:
    """The rules of ``docs/index.md``, each day judged by itself."""

    def __init__(self, versions: Sequence[Version]) -> None:
        self.versions = list(versions)
        self.own = cache(self._own)

    def holds(self, one: Version, day: int) -> bool:
        """Whether a version is in force on a day."""
        if not self.own(one, day):
            return False
        above = self.above(one)
        if any(
            self.own(other, day)
            for other in above
            if one not in self.above(other) or other.starts > one.starts
        ):
            return False
        better = [other for other in self.versions if self.claims_before(other, one)]
        return not any(self.own(other, day) for other in better)

    def _own(self, one: Version, day: int) -> bool:
        standing = one.standing
        ends = [
            other.starts
            for other in self.versions
            if other.document_id == one.document_id
            and other.starts > one.starts
            and other.rank <= one.rank
            and self.has_days(other)
        ]
        is_past = standing.status in ("superseded", "archived")
        if is_past:
            naming = [other for other in self.versions if self.supersedes(other, one)]
            ends += [other.starts for other in naming if other.starts > one.starts and self.has_days(other)]
        if standing.status == "draft" or (is_past and standing.valid_to is None and not ends):
            return False
        begins = standing.valid_from is None or standing.valid_from.toordinal() <= day
        lasts = standing.valid_to is None or day <= standing.valid_to.toordinal()
        return begins and lasts and all(day < end for end in ends)

    def has_days(self, one: Version) -> bool:
        return any(self.own(one, day) for day in WINDOW)

    def supersedes(self, one: Version, other: Version) -> bool:
        if one.key == other.key or one.standing.status == "draft" or one.rank > other.rank:
            return False
        if one.document_id == other.document_id and other.starts > one.starts:
            return False
        return other.document_id in one.supersedes or (
            other.version is not None and f"{other.document_id}@{other.version}" in one.supersedes
        )

    def above(self, one: Version) -> list[Version]:
        found: list[Version] = []
        waiting = [one]
        while waiting:
            at = waiting.pop()
            new = [other for other in self.versions if self.supersedes(other, at) and other not in found]
            found += new
            waiting += new
        return [other for other in found if other.key != one.key]

    def claims_before(self, one: Version, other: Version) -> bool:
        if one.key == other.key or (one.document_id, one.version) != (other.document_id, other.version):
            return False
        return (one.rank, -one.starts, one.place) < (other.rank, -other.starts, other.place)


@settings(max_examples=400)
@given(drawn_versions)
def test_days_in_force_are_those_of_the_rules_applied_day_by_day(
    drawn: list[tuple[AuthorityMetadata, str, str | None, tuple[str, ...]]],
) -> None:
    versions = made(drawn)
    found, oracle = days_in_force(versions), DayByDay(versions)
    for one in versions:
        for day in WINDOW:
            said = touches(found[one.key], day, day)
            assert said == oracle.holds(one, day), (one, date.fromordinal(day))


@given(drawn_versions)
def test_a_draft_and_a_version_that_ends_before_it_starts_are_in_force_on_no_day(
    drawn: list[tuple[AuthorityMetadata, str, str | None, tuple[str, ...]]],
) -> None:
    versions = made(drawn)
    found = days_in_force(versions)
    for one in versions:
        starts, ends = one.standing.valid_from, one.standing.valid_to
        if one.standing.status == "draft" or (starts and ends and ends < starts):
            assert found[one.key] == ()


@given(drawn_versions)
def test_of_versions_of_one_document_with_equal_authority_and_a_start_one_is_in_force_at_a_time(
    drawn: list[tuple[AuthorityMetadata, str, str | None, tuple[str, ...]]],
) -> None:
    versions = [
        one._replace(standing=one.standing.model_copy(update={"authority": "official_policy"}))
        for one in made(drawn)
    ]
    found = days_in_force(versions)
    for day in WINDOW:
        held = [one for one in versions if touches(found[one.key], day, day)]
        assert len({(one.document_id, one.starts) for one in held}) == len({one.document_id for one in held})
