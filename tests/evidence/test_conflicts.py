"""Statements about the same thing with different values: who wins, who is reported, what is no conflict."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.records.authority import Authority
from localrag.records.evidence import EvidencePackage
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from tests.evidence.making import judged, passage, question, said

OBJECT = question(
    "What is the deadline to object to a tree felling order?", "deadline", "object", "tree felling order"
)


def rule(
    days: str,
    document: str = "by-law",
    authority: Authority = "official_policy",
    *,
    valid_from: date | None = None,
    valid_to: date | None = None,
) -> EvidenceCandidate:
    return passage(
        f"An objection to a tree felling order must be lodged within {days}.",
        document=document,
        title=document.title(),
        authority=authority,
        valid_from=valid_from,
        valid_to=valid_to,
    )


def leaflet(days: str, authority: Authority = "faq") -> EvidenceCandidate:
    return passage(
        f"You can object to a tree felling order for {days} after it was posted.",
        document="leaflet",
        title="Leaflet",
        authority=authority,
    )


def values_of(found: EvidencePackage) -> list[str]:
    return [side.value for conflict in found.conflicts for side in conflict.sides]


def test_the_higher_authority_answers_and_the_lower_is_reported() -> None:
    found = judged(OBJECT, rule("21 days", "guide", "faq"), rule("14 days"))
    assert found.sufficiency == "sufficient"
    assert said(found, "answer") == ["An objection to a tree felling order must be lodged within 14 days."]
    assert found.conflicts[0].winner == found.findings[0].evidence_id
    assert values_of(found) == ["14 days", "21 days"]


def test_the_losers_value_is_named_in_a_note_and_in_no_finding() -> None:
    found = judged(OBJECT, rule("21 days", "guide", "faq"), rule("14 days"))
    assert any("21 days" in note and "14 days" in note for note in found.notes)
    assert not any("21 days" in finding.quote for finding in found.findings)


def test_a_lower_source_worded_like_the_question_does_not_win() -> None:
    lower = passage(
        "The deadline to object to a tree felling order is 30 days.", document="blog", authority="user_upload"
    )
    found = judged(OBJECT, lower, rule("14 days"))
    assert [finding.value for finding in found.findings if finding.role == "answer"] == ["P14D"]


def test_equal_sources_that_differ_are_conflicting_and_nothing_is_taken_out() -> None:
    found = judged(OBJECT, rule("14 days"), rule("21 days", "ordinance"))
    assert found.sufficiency == "conflicting"
    assert found.conflicts[0].winner is None
    assert len(said(found, "answer")) == 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("14 days", "two weeks"),
        ("fourteen (14) days", "14 days"),
        ("14 days", "14 calendar days"),
        ("12 months", "one year"),
    ],
)
def test_values_that_may_mean_the_same_do_not_conflict(one: str, other: str) -> None:
    assert judged(OBJECT, rule(one), rule(other, "ordinance")).conflicts == ()


def test_calendar_and_working_days_are_different() -> None:
    assert judged(OBJECT, rule("14 calendar days"), rule("14 working days", "ordinance")).conflicts != ()


def test_a_rule_under_another_condition_is_no_conflict() -> None:
    special = passage(
        "For neighbours, an objection to a tree felling order must be lodged within 28 days.",
        document="ordinance",
    )
    assert judged(OBJECT, rule("14 days"), special).conflicts == ()


def test_a_document_for_other_people_is_no_conflict() -> None:
    special = passage(
        "An objection to a tree felling order must be lodged within 28 days.",
        document="terms",
        title="Terms for Tenants",
    )
    assert judged(OBJECT, rule("14 days"), special).conflicts == ()


def test_versions_that_are_never_in_force_together_do_not_conflict() -> None:
    old = rule("21 days", "ordinance", valid_to=date(2025, 12, 31))
    new = rule("14 days", valid_from=date(2026, 1, 1))
    assert judged(OBJECT, new, old).conflicts == ()


def test_one_document_does_not_conflict_with_itself() -> None:
    assert judged(OBJECT, rule("14 days"), rule("21 days")).conflicts == ()


def test_values_of_different_things_do_not_conflict() -> None:
    other = passage(
        "A tree felling order must be posted within 3 days after it was signed.", document="ordinance"
    )
    assert judged(OBJECT, rule("14 days"), other).conflicts == ()


def test_statements_without_a_value_asked_for_are_compared_too() -> None:
    plan = question("When is a survey required?", "statement", "survey", "required")
    manual = passage("A survey is required when a crack is wider than 5 mm.", document="manual")
    copy = passage(
        "A survey is required when a crack is wider than 8 mm.",
        document="tips",
        title="When is a survey required?",
        authority="faq",
    )
    found = judged(plan, copy, manual)
    assert said(found, "answer") == ["A survey is required when a crack is wider than 5 mm."]


@pytest.mark.parametrize("order", [0, 1])
def test_the_order_of_the_evidence_does_not_decide(order: int) -> None:
    pair = [rule("14 days"), leaflet("21 days")]
    found = judged(OBJECT, *(pair if order else reversed(pair)))
    assert [finding.value for finding in found.findings if finding.role == "answer"] == ["P14D"]


def test_no_evidence_has_no_conflict() -> None:
    plan: QueryPlan = OBJECT
    assert judged(plan).conflicts == ()


def test_words_that_only_ask_how_many_tell_no_thing_from_another() -> None:
    plan = question("Within how many days must a leak be reported?", "deadline", "days", "leak", "reported")
    faq = passage("A leak must be reported within 3 days.", document="faq", authority="faq")
    rules = passage("A leak must be reported within 2 calendar days.", document="rules")
    assert said(judged(plan, faq, rules), "answer") == ["A leak must be reported within 2 calendar days."]


@pytest.mark.parametrize(
    ("text", "about", "higher", "lower"),
    [
        (
            "How long may a wheelchair be borrowed?",
            ("wheelchair", "borrowed"),
            "A wheelchair may be borrowed for at most 12 weeks.",
            "A wheelchair may be borrowed for 4 weeks.",
        ),
        (
            "How long does a fishing licence last?",
            ("fishing licence", "last"),
            "A fishing licence lasts 24 months.",
            "A fishing licence lasts 6 months.",
        ),
        (
            "How long are samples frozen?",
            ("samples", "frozen"),
            "Samples are frozen for 10 days.",
            "Samples are frozen for 3 days.",
        ),
        (
            "How often are lifts inspected?",
            ("lifts", "inspected"),
            "Lifts are inspected every 6 months.",
            "Lifts are inspected every 2 years.",
        ),
    ],
)
@pytest.mark.parametrize("authority", ["faq", "draft", "user_upload"])
def test_a_lower_source_whose_heading_repeats_the_question_does_not_answer(
    text: str, about: tuple[str, ...], higher: str, lower: str, authority: Authority
) -> None:
    found = judged(
        question(text, "duration", *about),
        passage(lower, document="faq", title="Questions", headings=(text,), authority=authority),
        passage(higher, document="policy", title="Policy", headings=("Periods",)),
    )
    assert said(found, "answer") == [higher]
    assert found.conflicts[0].sides[0].quote == higher
    assert any("prevails" in note for note in found.notes)


def test_days_and_working_days_are_not_the_same() -> None:
    found = judged(OBJECT, rule("10 days"), rule("10 working days", "order"))
    assert found.sufficiency == "conflicting"
    assert set(values_of(found)) == {"10 days", "10 working days"}


def test_days_and_calendar_days_are_the_same() -> None:
    assert not judged(OBJECT, rule("10 days"), rule("10 calendar days", "order")).conflicts


def test_two_files_that_claim_one_document_and_version_may_differ() -> None:
    one = rule("10 days", "by-law")
    twin = rule("20 days", "by-law").model_copy(update={"source_uri": "copies/by-law.md", "chunk_id": "twin"})
    assert judged(OBJECT, one, twin).sufficiency == "conflicting"


@pytest.mark.parametrize(
    ("text", "about", "meant", "other"),
    [
        (
            "How many seats does meeting room 101 have?",
            ("seats", "meeting room 101"),
            "Meeting room 101 has 30 seats.",
            "Meeting room 100 has 24 seats.",
        ),
        (
            "How long may bus 12 stop at the depot?",
            ("bus 12", "stop", "depot"),
            "Bus 12 may stop at the depot for 15 minutes.",
            "Bus 14 may stop at the depot for 25 minutes.",
        ),
    ],
)
def test_things_told_apart_by_a_number_do_not_conflict(
    text: str, about: tuple[str, ...], meant: str, other: str
) -> None:
    found = judged(
        question(text, "statement", *about), passage(other, document="b"), passage(meant, document="a")
    )
    assert found.sufficiency == "sufficient"
    assert said(found, "answer")[0] == meant


def test_a_value_that_says_when_something_holds_does_not_conflict_with_the_rule() -> None:
    found = judged(
        question("When must the penalty be paid?", "deadline", "penalty", "paid"),
        passage("The penalty must be paid within 28 days.", document="a"),
        passage("A penalty that is paid within 10 days is reduced by a fifth.", document="b"),
    )
    assert found.sufficiency == "sufficient"
    assert not found.conflicts


def test_values_that_both_say_when_something_holds_do_conflict() -> None:
    found = judged(
        question("When is a review required?", "statement", "review", "required"),
        passage("A review is required when a fault recurs within 90 days.", document="a"),
        passage("A review is required when a fault recurs within 30 days.", document="b", authority="faq"),
    )
    assert [one.value for one in found.conflicts[0].sides] == ["90 days", "30 days"]
