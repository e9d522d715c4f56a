"""A question bound to a source is answered by that source or by none."""

from __future__ import annotations

from localrag.evidence.bound import held_to_sources, thing_bound
from localrag.evidence.decide import decide
from localrag.records.evidence import EvidencePackage
from localrag.records.plan import QueryPlan
from tests.evidence.making import findings_of, passage, question

RULE = "An objection must be lodged within 14 days."
ASKED = "According to the mooring procedure, what is the deadline for objections?"


def _bound(text: str = ASKED, case: str | None = None) -> QueryPlan:
    plan = question(text, "deadline", "deadline", "objections")
    return plan.model_copy(update={"required_sources": ("mooring procedure",), "case_id": case})


def _held(plan: QueryPlan) -> EvidencePackage:
    return held_to_sources(
        plan,
        findings_of(
            plan,
            passage(RULE, document="objections", title="Objections Policy"),
            passage("Boats are moored by two lines.", document="moor", title="Mooring Procedure"),
        ),
    )


def test_what_another_document_says_answers_nothing_that_is_bound_to_a_source() -> None:
    decided = decide(_bound(), _held(_bound()))
    assert decided.sufficiency == "insufficient"
    assert decided.missing_information == ("the deadline for objections, according to Mooring Procedure",)


def test_the_source_that_is_named_answers() -> None:
    plan = _bound()
    found = findings_of(plan, passage(RULE, document="moor", title="Mooring Procedure"))
    assert RULE in [one.quote for one in held_to_sources(plan, found).findings]


def test_a_question_bound_to_nothing_keeps_what_every_document_says() -> None:
    plan = question("What is the deadline for objections?", "deadline", "deadline", "objections")
    found = findings_of(plan, passage(RULE, document="objections", title="Objections Policy"))
    assert found.findings
    assert held_to_sources(plan, found) == found


def test_the_record_of_the_case_stays_beside_the_source() -> None:
    plan = _bound(case="case-12")
    record = passage(RULE, document="case-12", title="Record", case="case-12", authority="case_record")
    found = findings_of(plan, record)
    assert found.findings
    assert held_to_sources(plan, found).findings == found.findings


def test_a_source_named_at_the_end_is_told_once() -> None:
    part = _bound("What is the deadline for objections per the mooring procedure?").parts[0]
    assert thing_bound(part, ["Mooring Procedure"]) == (
        "the deadline for objections, according to Mooring Procedure"
    )
