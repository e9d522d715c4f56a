"""Questions for yes or no -> verdict, reasons, next action, limitations."""

from __future__ import annotations

from datetime import date

from localrag.answer.compose import markdown
from localrag.answer.extractive import answer
from localrag.records.answer import Draft
from localrag.records.evidence import Computation, EvidencePackage, Requirement, Verdict
from localrag.text.composed import NEUTRAL_VERDICT
from tests.answer.making import finding, package, passage, plan

RULE = "Formal review is required when repeat non-compliance occurs within 90 calendar days."
MANUAL = passage(f"{RULE} The case officer must refer the case to the Review Panel.", 1)
FIRST = "2026-05-02: Non-compliance recorded."
SECOND = "2026-06-19: Non-compliance recorded."
RECORD = passage(f"- {FIRST}\n- {SECOND}\n", 2, title="Case 8842", authority="case_record")
DEMAND = "The supervisor's decision must be on file before the case is marked as closed."
PROCEDURE = passage(DEMAND, 3, title="Closure Procedure", authority="approved_procedure")
COMPUTED = "2026-05-02 to 2026-06-19 is 48 days, within 90 calendar days."
ASKED = plan(("Can we close case 8842 without escalation?", "yes_no"), query_type="case_specific")


def case(verdict: Verdict | None) -> EvidencePackage:
    findings = [
        finding(MANUAL, RULE, "rule"),
        finding(RECORD, FIRST, "event"),
        finding(RECORD, SECOND, "event"),
        finding(MANUAL, "The case officer must refer the case to the Review Panel.", "action"),
        finding(PROCEDURE, DEMAND, "requirement"),
    ]
    computation = Computation(
        name="days_between",
        operands=("2026-05-02", "2026-06-19"),
        result="48",
        relation="within",
        limit="90 calendar days",
        last_day=date(2026, 7, 31),
        holds=True,
        derived_from=(1, 2, 0),
        text=COMPUTED,
    )
    return package(
        [MANUAL, RECORD, PROCEDURE],
        findings,
        computations=(computation,),
        requirements=(Requirement(finding=4, state="no_entry"),),
        verdicts=(verdict,) if verdict else (),
    )


def block(draft: Draft, kind: str) -> list[str]:
    return [one.text for part in draft.blocks if part.kind == kind for one in part.sentences]


def test_the_verdict_line_comes_first_and_derives_from_the_rule() -> None:
    draft = answer(ASKED, case(Verdict(says="no", derived_from=(0, 1, 2), reason="")))
    assert draft.blocks[0].kind == "verdict"
    verdict = draft.sentences[0]
    assert verdict.text.startswith("No, not on the evidence found")
    stated = {sentence.claim_id: sentence.text for sentence in draft.sentences}
    assert [stated[claim] for claim in verdict.derived_from] == [RULE, FIRST, SECOND]


def test_each_reason_is_a_bullet_with_its_own_evidence_the_computed_one_included() -> None:
    draft = answer(ASKED, case(Verdict(says="no", derived_from=(0, 1, 2), reason="")))
    assert block(draft, "reasons") == [RULE, FIRST, SECOND, COMPUTED]
    assert f"- {COMPUTED} [E2] [E1]" in markdown(draft.blocks).splitlines()


def test_the_next_action_is_the_consequence_that_a_rule_states() -> None:
    draft = answer(ASKED, case(Verdict(says="no", derived_from=(0,), reason="")))
    assert block(draft, "next_action") == ["The case officer must refer the case to the Review Panel."]


def test_a_requirement_without_an_entry_is_a_limitation_that_cites_it() -> None:
    draft = answer(ASKED, case(Verdict(says="no", derived_from=(0,), reason="")))
    assert block(draft, "limitations") == [f"The record has no entry on this requirement: {DEMAND}"]


def test_without_a_verdict_the_line_is_neutral() -> None:
    assert block(answer(ASKED, case(None)), "verdict") == [NEUTRAL_VERDICT]


def test_a_verdict_that_its_rule_does_not_carry_is_not_given() -> None:
    rule = "A case may be closed by the supervisor."
    manual = passage(rule)
    found = package(
        [manual],
        [finding(manual, rule, "rule")],
        verdicts=(Verdict(says="no", derived_from=(0,), reason=""),),
    )
    assert block(answer(ASKED, found), "verdict") == [NEUTRAL_VERDICT]


def test_without_reasons_there_is_no_verdict() -> None:
    assert answer(ASKED, package([MANUAL])).blocks == ()


def test_sections_without_evidence_are_absent() -> None:
    manual = passage(RULE)
    draft = answer(ASKED, package([manual], [finding(manual, RULE, "rule")]))
    assert [part.kind for part in draft.blocks] == ["verdict", "reasons"]
