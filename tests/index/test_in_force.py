from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.index.in_force import Days, Version, days_in_force, last_day, linked, touches
from localrag.records.authority import Authority, AuthorityMetadata, Status, is_in_force


def version(
    key: int,
    *,
    document_id: str = "POL-1",
    label: str | None = None,
    authority: Authority = "official_policy",
    status: Status = "active",
    start: str | None = None,
    end: str | None = None,
    supersedes: tuple[str, ...] = (),
) -> Version:
    return Version(
        key=key,
        document_id=document_id,
        version=label or str(key),
        standing=AuthorityMetadata(
            authority=authority,
            status=status,
            valid_from=date.fromisoformat(start) if start else None,
            valid_to=date.fromisoformat(end) if end else None,
        ),
        supersedes=supersedes,
        place=("rules", f"{key}.md"),
    )


def in_force_on(day: str, *versions: Version) -> set[int]:
    number = date.fromisoformat(day).toordinal()
    return {key for key, days in days_in_force(versions).items() if touches(days, number, number)}


OLD = version(1, start="2023-01-01")
NEW = version(2, start="2026-01-01")


def test_an_open_end_closes_the_day_before_the_next_version_starts() -> None:
    assert in_force_on("2025-12-31", OLD, NEW) == {1}
    assert in_force_on("2026-01-01", OLD, NEW) == {2}


def test_an_older_version_does_not_come_back_when_its_successor_expires() -> None:
    expired = version(2, start="2024-01-01", end="2024-12-31")
    assert in_force_on("2025-06-01", OLD, expired) == set()


@pytest.mark.parametrize(
    "successor",
    [
        version(2, start="2026-01-01", status="draft"),
        version(2, start="2026-01-01", status="archived"),
        version(2, start="2026-01-01", authority="user_upload"),
        version(2, start="2026-01-01", end="2025-01-01"),
        version(2),
    ],
    ids=["draft", "archived without end", "lower authority", "ends before it starts", "undated"],
)
def test_a_version_is_not_ended_by_what_does_not_count(successor: Version) -> None:
    assert 1 in in_force_on("2026-06-01", OLD, successor)


def test_a_superseded_version_is_in_force_until_its_successor_starts() -> None:
    superseded = version(1, start="2023-01-01", status="superseded")
    assert in_force_on("2024-06-01", superseded, NEW) == {1}
    assert in_force_on("2024-06-01", superseded) == set()


def test_a_superseded_version_is_ended_by_the_document_that_names_it() -> None:
    superseded = version(1, document_id="POL-0", start="2023-01-01", status="superseded")
    new = version(2, start="2026-01-01", supersedes=("POL-0",))
    assert in_force_on("2024-06-01", superseded, new) == {1}
    assert in_force_on("2026-06-01", superseded, new) == {2}


@pytest.mark.parametrize("name", ["POL-0", "POL-0@1"])
def test_a_document_that_is_named_as_superseded_gives_way(name: str) -> None:
    named = version(1, document_id="POL-0", start="2023-01-01")
    new = version(2, start="2026-01-01", supersedes=(name,))
    assert in_force_on("2025-12-31", named, new) == {1}
    assert in_force_on("2026-01-01", named, new) == {2}


def test_naming_another_version_leaves_this_one() -> None:
    kept = version(1, document_id="POL-0", label="2024")
    assert in_force_on("2026-06-01", kept, version(2, supersedes=("POL-0@2023",))) == {1, 2}


def test_a_named_document_counts_again_when_what_superseded_it_expires() -> None:
    named = version(1, document_id="POL-0")
    temporary = version(2, start="2026-03-01", end="2026-05-31", supersedes=("POL-0",))
    assert in_force_on("2026-04-01", named, temporary) == {2}
    assert in_force_on("2026-06-01", named, temporary) == {1}


def test_superseding_goes_through_what_was_itself_superseded() -> None:
    first = version(1, document_id="A")
    second = version(2, document_id="B", start="2024-01-01", supersedes=("A",))
    third = version(3, document_id="C", start="2026-01-01", supersedes=("B",))
    assert in_force_on("2026-06-01", first, second, third) == {3}


@pytest.mark.parametrize("changes", [{"authority": "faq"}, {"status": "draft"}])
def test_superseding_needs_authority_and_force(changes: dict[str, str]) -> None:
    weak = version(2, document_id="B", supersedes=("POL-1",))
    weak = weak._replace(standing=weak.standing.model_copy(update=changes))
    assert 1 in in_force_on("2026-06-01", OLD, weak)


def test_two_documents_that_supersede_each_other_are_decided_by_the_later_start() -> None:
    one = version(1, document_id="A", start="2024-01-01", supersedes=("B",))
    other = version(2, document_id="B", start="2025-01-01", supersedes=("A",))
    assert in_force_on("2026-06-01", one, other) == {2}


def test_two_undated_documents_that_supersede_each_other_both_stand() -> None:
    one = version(1, document_id="A", supersedes=("B",))
    other = version(2, document_id="B", supersedes=("A",))
    assert in_force_on("2026-06-01", one, other) == {1, 2}


def test_a_version_that_names_its_own_document_means_the_earlier_ones() -> None:
    new = version(2, start="2026-01-01", supersedes=("POL-1",))
    later = version(3, start="2027-01-01")
    assert in_force_on("2026-06-01", OLD, new, later) == {2}


def test_of_two_files_that_claim_one_version_authority_decides() -> None:
    real = version(2, label="2026", start="2026-01-01")
    false = version(1, label="2026", start="2026-01-01", authority="user_upload")
    assert in_force_on("2026-06-01", false, real) == {2}


def test_of_equal_claims_the_smaller_place_decides() -> None:
    assert in_force_on("2026-06-01", version(5, label="x"), version(4, label="x")) == {4}


def test_a_draft_is_never_in_force() -> None:
    assert in_force_on("2026-06-01", version(1, status="draft")) == set()


@pytest.mark.parametrize(("on", "end"), [("2026-01-15", "2026-02-28"), ("2026-08-01", None), (None, None)])
def test_the_end_shown_is_that_of_the_span_asked_about(on: str | None, end: str | None) -> None:
    named = version(1, document_id="POL-0")
    temporary = version(2, start="2026-03-01", end="2026-05-31", supersedes=("POL-0",))
    days = days_in_force([named, temporary])[1]
    shown = last_day(days, date.fromisoformat(on).toordinal() if on else None)
    assert shown == (date.fromisoformat(end).toordinal() if end else None)


dates = st.one_of(st.none(), st.dates(date(2023, 1, 1), date(2023, 1, 9)))
standings = st.builds(
    AuthorityMetadata,
    authority=st.sampled_from(["official_policy", "faq"]),
    status=st.sampled_from(["active", "draft", "superseded", "archived"]),
    valid_from=dates,
    valid_to=dates,
)


@given(standings, st.dates(date(2022, 12, 30), date(2023, 1, 11)))
def test_a_version_without_relatives_is_judged_as_the_records_judge_it(
    standing: AuthorityMetadata, day: date
) -> None:
    alone = Version(1, "A", None, standing, (), ("s", "u"))
    days: Days = days_in_force([alone])[1]
    assert touches(days, day.toordinal(), day.toordinal()) == is_in_force(standing, day)


@given(
    st.lists(st.tuples(standings, st.sampled_from("AB"), st.sampled_from([(), ("A",), ("B",)])), max_size=6)
)
def test_the_order_of_versions_does_not_matter(
    drawn: list[tuple[AuthorityMetadata, str, tuple[str, ...]]],
) -> None:
    versions = [
        Version(key, name, None, standing, supersedes, ("s", str(key)))
        for key, (standing, name, supersedes) in enumerate(drawn)
    ]
    assert days_in_force(versions) == days_in_force(versions[::-1])


def test_versions_are_linked_by_document_id_and_by_supersedes_in_either_direction() -> None:
    versions = [
        version(1, document_id="A"),
        version(2, document_id="A", start="2024-01-01"),
        version(3, document_id="B", supersedes=("A",)),
        version(4, document_id="C", supersedes=("B@3",)),
        version(5, document_id="D"),
    ]
    for name in ("A", "B", "C"):
        assert linked(versions, name) == {1, 2, 3, 4}
    assert linked(versions, "D") == {5}
    assert linked(versions, "E") == frozenset()
