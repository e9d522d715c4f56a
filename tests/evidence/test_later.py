"""Documents that only start after the day asked about."""

from __future__ import annotations

from datetime import date

from localrag.evidence.later import add_later, asks_of_earlier_days
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from tests.evidence.making import findings_of, passage, question

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
