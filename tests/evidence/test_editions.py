"""Versions of one document side by side, over the days or editions a question asks about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from localrag.evidence.editions import by_edition
from localrag.records.authority import Status
from localrag.records.evidence import EvidencePackage
from localrag.records.plan import Editions, EditionTime, QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from tests.evidence.making import findings_of, passage, question

FEE = question("How much was the fee for a mooring permit?", "amount", "fee", "mooring permit")
TODAY = date(2026, 11, 30)


def version(
    label: str, fee: int, first: date, last: date | None, status: Status = "active"
) -> EvidenceCandidate:
    text = f"The fee for a mooring permit is EUR {fee} for each season."
    return passage(text, valid_from=first, valid_to=last).model_copy(
        update={"version": label, "status": status}
    )


ONE = version("1", 45, date(2022, 1, 1), date(2023, 12, 31))
TWO = version("2", 45, date(2024, 1, 1), date(2024, 12, 31))
THREE = version("3", 60, date(2025, 1, 1), None)
DRAFT = version("4", 90, date(2027, 1, 1), None, "draft")
ALL = (ONE, TWO, THREE, DRAFT)


def over(first: date, last: date) -> QueryPlan:
    temporal = FEE.temporal.model_copy(update={"effective_policy_date": first, "effective_policy_end": last})
    return FEE.model_copy(update={"temporal": temporal})


def compared(*times: EditionTime, about: str = "fee mooring permit") -> QueryPlan:
    return FEE.model_copy(update={"editions": Editions(about=about, times=times), "wants_history": True})


def wordings(
    plan: QueryPlan, *read: EvidenceCandidate, known: Sequence[EvidenceCandidate] = ALL
) -> list[str]:
    package = by_edition(plan, findings_of(plan, *read), lambda _: known)
    return [" ".join(labels(package, row)) for row in range(len(package.editions))]


def labels(package: EvidencePackage, row: int) -> list[str]:
    """``1-2`` for a wording that versions 1 to 2 have."""
    found = []
    for wording in package.editions[row].wordings:
        named = [package.evidence(one.evidence_id) for one in wording]
        found.append("-".join(str(one.version) for one in named if one))
    return found


def test_a_stretch_in_which_the_rule_turned_shows_each_wording_with_its_versions() -> None:
    assert wordings(over(date(2023, 6, 1), date(2025, 6, 1)), THREE) == ["1-2 3"]


def test_a_stretch_in_which_nothing_turned_is_left_as_it_is() -> None:
    assert wordings(over(date(2023, 6, 1), date(2024, 6, 1)), TWO) == []


def test_a_version_that_ended_before_the_stretch_takes_no_part() -> None:
    assert wordings(over(date(2024, 6, 1), date(2025, 6, 1)), THREE) == ["2 3"]


def test_editions_are_meant_by_their_label() -> None:
    plan = compared(EditionTime(written="1", version="1"), EditionTime(written="3", version="3"))
    assert wordings(plan, THREE) == ["1-2 3"]


def test_editions_are_meant_by_the_days_they_were_in_force() -> None:
    then = EditionTime(written="2024", first=date(2024, 1, 1), last=date(2024, 12, 31))
    now = EditionTime(written="now", first=TODAY, last=TODAY)
    assert wordings(compared(then, now), THREE) == ["2 3"]


def test_without_a_time_the_version_before_the_present_one_is_meant() -> None:
    plan = compared(EditionTime(written="before"), EditionTime(written="now", first=TODAY, last=TODAY))
    assert wordings(plan, THREE) == ["2 3"]


def test_that_nothing_changed_is_told_as_well() -> None:
    plan = compared(EditionTime(written="1", version="1"), EditionTime(written="2", version="2"))
    assert wordings(plan, TWO) == ["1-2"]


def test_editions_are_compared_as_a_whole_where_nothing_but_the_document_is_named() -> None:
    plan = compared(
        EditionTime(written="2", version="2"), EditionTime(written="3", version="3"), about="Manual"
    )
    assert wordings(plan, THREE) == ["2 3"]


def test_a_draft_takes_part_only_where_drafts_are_asked_for() -> None:
    plan = compared(EditionTime(written="3", version="3"), EditionTime(written="4", version="4"))
    assert wordings(plan, THREE) == []
    assert wordings(plan.model_copy(update={"wants_drafts": True}), THREE) == ["3 4"]


def test_what_is_quoted_stands_in_the_package() -> None:
    plan = over(date(2023, 6, 1), date(2025, 6, 1))
    package = by_edition(plan, findings_of(plan, THREE), lambda _: ALL)
    for finding in package.findings:
        source = package.evidence(finding.evidence_id)
        assert source is not None
        assert source.text[finding.span.start : finding.span.end] == finding.quote
