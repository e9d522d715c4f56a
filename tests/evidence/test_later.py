"""Documents that only start after the day asked about."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.evidence.later import add_later, asks_of_earlier_days, rests_on_undated, without_undated
from localrag.records.authority import AUTHORITY_ORDER, Authority
from localrag.records.evidence import EvidencePackage
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from tests.evidence.making import findings_of, judged, passage, question

FEE = question("How much was the fee for a mooring permit?", "amount", "fee", "mooring permit")


def on(day: date) -> QueryPlan:
    return FEE.model_copy(update={"temporal": FEE.temporal.model_copy(update={"effective_policy_date": day})})


def version(label: str, first: date | None) -> EvidenceCandidate:
    return passage("The fee is EUR 45.", valid_from=first).model_copy(update={"version": label})


def notes(day: date, *versions: EvidenceCandidate) -> tuple[str, ...]:
    return add_later(on(day), findings_of(FEE), versions[-1:], lambda _: versions).notes


def test_the_first_version_is_named_with_its_first_day() -> None:
    told = notes(date(1995, 1, 1), version("1", date(2021, 7, 1)), version("2", date(2025, 1, 1)))
    assert told == (
        "The index holds no version of Manual for that time: "
        "the first, version 1, is in force from 1 July 2021.",
    )


def test_nothing_is_said_where_a_version_is_old_enough_or_undated() -> None:
    assert notes(date(2022, 1, 1), version("1", date(2021, 7, 1)), version("2", date(2025, 1, 1))) == ()
    assert notes(date(1995, 1, 1), version("1", None)) == ()


def test_only_days_that_have_passed_and_that_nothing_was_found_for_are_looked_into() -> None:
    package = findings_of(FEE)
    assert asks_of_earlier_days(on(date(1995, 1, 1)), package)
    assert not asks_of_earlier_days(FEE, package)
    assert not asks_of_earlier_days(
        on(date(1995, 1, 1)), package.model_copy(update={"sufficiency": "sufficient"})
    )


def answered(plan: QueryPlan, amount: int, authority: Authority, first: date | None) -> EvidencePackage:
    text = f"The fee for a mooring permit is EUR {amount}."
    found = judged(plan, passage(text, authority=authority, title=authority, valid_from=first))
    assert found.sufficiency == "sufficient"
    return found


def held_back(authority: Authority, ruled: EvidencePackage) -> EvidencePackage:
    plan = on(date(1995, 1, 1))
    found = answered(plan, 20, authority, None)
    assert rests_on_undated(plan, found)
    return without_undated(plan, found, ruled, lambda _: ruled.selected_evidence, AUTHORITY_ORDER)


@pytest.mark.parametrize("authority", ["user_upload", "draft", "faq"])
def test_a_lower_source_does_not_win_by_stating_no_days(authority: Authority) -> None:
    found = held_back(authority, answered(FEE, 45, "official_policy", date(2021, 7, 1)))
    assert found.sufficiency == "insufficient"
    assert found.findings == ()
    assert found.missing_information
    assert "in force from 1 July 2021" in found.notes[0]
    assert found.notes[1].startswith(f"{authority} states no day")


def test_an_undated_source_answers_with_a_note_where_no_higher_one_starts_later() -> None:
    for ruled in (
        answered(FEE, 45, "official_policy", None),
        answered(FEE, 45, "user_upload", date(2021, 7, 1)),
    ):
        found = held_back("user_upload", ruled)
        assert found.sufficiency == "sufficient"
        assert any("states no day" in note for note in found.notes)


def test_a_source_with_days_and_a_question_about_today_are_left_alone() -> None:
    assert not rests_on_undated(on(date(1995, 1, 1)), answered(FEE, 45, "faq", date(1990, 1, 1)))
    assert not rests_on_undated(FEE, answered(FEE, 45, "faq", None))
