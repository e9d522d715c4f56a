"""Questions about one case: rules with windows, the record's events, checklists, verdicts, next actions."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.evidence.read import read
from localrag.records.evidence import EvidencePackage
from localrag.records.retrieval import EvidenceCandidate
from tests.evidence.making import findings_of, judged, pack, passage, question, said

# A procedure, a rule and a record made up for these tests, about mooring permits.
RENEWAL_RULE = passage(
    "A permit must be reviewed by the mooring board if two spillages are reported within six months."
    " The owner must be heard before the review."
    " A permit under review must not be renewed until the board has decided.",
    document="mooring-rules",
    title="Mooring Rules",
    headings=("Renewal of permits",),
    start=0,
)
RENEWAL_ACTION = passage(
    "After the condition is met, the desk officer must send the file to the mooring board within five days."
    " The board meets in Tarn Hall.",
    document="mooring-rules",
    title="Mooring Rules",
    headings=("Renewal of permits",),
    start=500,
)
RENEWAL_LIST = passage(
    "The following documents must be on file before a permit is renewed:\n\n"
    "- Survey of the hull.\n- Insurance policy of the boat.\n- Receipt for the harbour fee.\n",
    document="renewal-procedure",
    title="Renewal Procedure",
    headings=("Documents",),
    authority="approved_procedure",
)
RENEWAL_CONSENT = passage(
    "The written consent of the lock keeper must be on file before a permit is renewed.",
    document="renewal-procedure",
    title="Renewal Procedure",
    headings=("Consent",),
    authority="approved_procedure",
)


def permit_record(first: str = "3 February 2026", second: str = "10 July 2026") -> EvidenceCandidate:
    return passage(
        "Permit issued: 4 January 2022\n"
        f"{first} – Spillage reported: diesel at the north pontoon.\n"
        "9 April 2026 – Letter sent to the owner.\n"
        f"{second} – Spillage reported: paint at the slipway.\n\n"
        "| Document | State |\n|---|---|\n"
        "| Survey of the hull | on file |\n"
        "| Insurance policy of the boat | not yet received |\n"
        "| Receipt for the harbour fee | on file |\n",
        document="permit-311",
        title="Permit 311",
        authority="case_record",
        case="case-311",
    )


RENEW = question(
    "Can we renew permit 311?", "yes_no", "renew", "permit", query_type="case_specific", case="case-311"
)
RULES = (RENEWAL_RULE, RENEWAL_ACTION, RENEWAL_LIST, RENEWAL_CONSENT)


@pytest.fixture(name="renewal")
def _renewal() -> EvidencePackage:
    return judged(RENEW, *RULES, permit_record())


def test_the_governing_rule_and_the_two_events_it_speaks_of_are_found(renewal: EvidencePackage) -> None:
    assert "two spillages are reported within six months" in said(renewal, "rule")[0]
    assert [line[:12] for line in said(renewal, "event")] == ["3 February 2", "10 July 2026"]


def test_the_days_between_the_events_are_counted_against_the_rules_limit(renewal: EvidencePackage) -> None:
    (counted,) = renewal.computations
    assert (counted.name, counted.operands, counted.result) == (
        "days_between",
        ("2026-02-03", "2026-07-10"),
        "157",
    )
    assert (counted.limit, counted.holds, counted.last_day) == ("six months", True, date(2026, 8, 3))


def test_a_computation_derives_from_its_events_and_its_rule(renewal: EvidencePackage) -> None:
    roles = [renewal.findings[at].role for at in renewal.computations[0].derived_from]
    assert roles == ["event", "event", "rule"]


def test_a_met_condition_and_a_missing_item_make_the_verdict_no(renewal: EvidencePackage) -> None:
    assert renewal.sufficiency == "sufficient"
    verdict = renewal.verdict_on(0)
    assert verdict is not None
    assert verdict.says == "no"
    assert renewal.findings[verdict.derived_from[0]].quote.startswith("A permit must be reviewed")


def test_what_the_section_forbids_once_the_condition_is_met_decides_too(renewal: EvidencePackage) -> None:
    verdict = renewal.verdict_on(0)
    assert verdict is not None
    deciding = [renewal.findings[at].quote for at in verdict.derived_from]
    assert "A permit under review must not be renewed until the board has decided." in deciding


def test_each_demanded_item_is_held_against_the_record(renewal: EvidencePackage) -> None:
    states = {renewal.findings[one.finding].quote: one.state for one in renewal.requirements}
    assert states == {
        "Survey of the hull.": "met",
        "Insurance policy of the boat.": "missing",
        "Receipt for the harbour fee.": "met",
        "The written consent of the lock keeper must be on file before a permit is renewed.": "no_entry",
    }


def test_the_records_own_entry_stands_beside_a_missing_item(renewal: EvidencePackage) -> None:
    (lacking,) = [one for one in renewal.requirements if one.state == "missing"]
    assert lacking.entry is not None
    assert "not yet received" in renewal.findings[lacking.entry].quote


def test_the_next_action_is_the_duty_that_points_back_at_the_condition(renewal: EvidencePackage) -> None:
    (action,) = said(renewal, "action")
    assert action.startswith("After the condition is met, the desk officer must send the file")


def test_events_outside_the_window_do_not_meet_the_condition() -> None:
    found = judged(RENEW, RENEWAL_RULE, RENEWAL_ACTION, permit_record("3 February 2025", "10 July 2026"))
    assert [one.holds for one in found.computations] == [False]
    verdict = found.verdict_on(0)
    assert verdict is None or verdict.says != "no"
    assert said(found, "action") == []


def test_the_last_day_of_the_window_still_counts() -> None:
    inside = findings_of(RENEW, RENEWAL_RULE, permit_record("3 February 2026", "3 August 2026"))
    outside = findings_of(RENEW, RENEWAL_RULE, permit_record("3 February 2026", "4 August 2026"))
    assert [inside.computations[0].holds, outside.computations[0].holds] == [True, False]


def test_without_a_stated_consequence_there_is_no_next_action() -> None:
    alone = passage(
        "A permit is not renewed if two spillages are reported within six months.",
        document="mooring-rules",
        headings=("Renewal of permits",),
    )
    assert said(judged(RENEW, alone, permit_record()), "action") == []


def test_an_event_that_denies_the_rules_words_does_not_count() -> None:
    record = passage(
        "- 2026-02-03: Spillage reported: diesel.\n- 2026-05-01: Patrol: no spillage was reported.\n",
        document="permit-311",
        authority="case_record",
        case="case-311",
    )
    assert findings_of(RENEW, RENEWAL_RULE, record).computations == ()


def test_another_cases_events_are_left_out() -> None:
    other = passage(
        "- 2026-06-01: Spillage reported: oil.",
        document="permit-400",
        authority="case_record",
        case="case-400",
    )
    one = passage(
        "- 2026-02-03: Spillage reported: diesel.",
        document="permit-311",
        authority="case_record",
        case="case-311",
    )
    assert findings_of(RENEW, RENEWAL_RULE, one, other).computations == ()


def test_a_duty_to_act_in_time_is_judged_by_the_days_before_the_later_event() -> None:
    rule = passage(
        "A renewal application must be filed at least 30 calendar days before the permit expires.",
        headings=("Time limits",),
    )
    record = passage(
        "- 2026-05-20: Renewal application filed by the owner.\n- 2026-06-10: Permit expires.\n",
        document="permit-311",
        authority="case_record",
        case="case-311",
    )
    plan = question(
        "Was the renewal application for permit 311 filed in time?",
        "yes_no",
        "renewal application",
        "filed in time",
        query_type="case_specific",
        case="case-311",
    )
    found = judged(plan, rule, record)
    assert [(one.result, one.holds) for one in found.computations] == [("21", False)]
    verdict = found.verdict_on(0)
    assert verdict is not None
    assert verdict.says == "no"


def test_working_days_leave_out_weekends_and_holidays() -> None:
    rule = passage("A permit is withdrawn when two spillages are reported within ten working days.")
    record = passage(
        "- 2026-05-01: Spillage reported: diesel.\n- 2026-05-18: Spillage reported: oil.\n",
        document="permit-311",
        authority="case_record",
        case="case-311",
    )
    plan = question("Is permit 311 withdrawn?", "yes_no", "permit", "withdrawn", case="case-311")
    packed = pack(plan, [rule, record])
    plain = read(plan, packed).computations[0]
    with_holiday = read(plan, packed, holidays=(date(2026, 5, 14),)).computations[0]
    assert (plain.result, plain.holds) == ("11", False)
    assert (with_holiday.result, with_holiday.holds) == ("10", True)
    assert with_holiday.operands == ("2026-05-01", "2026-05-18", "2026-05-14")


def test_the_record_and_what_speaks_of_it_are_chosen_before_the_budget_runs_out() -> None:
    padding = [
        passage(
            f"Permit renewal note {number}. " + "The permit is renewed at the desk. " * 12,
            document=f"n{number}",
        )
        for number in range(6)
    ]
    packed = pack(RENEW, [*padding, *RULES, permit_record()], budget=260)
    chosen = {one.document_id for one in packed.selected_evidence}
    assert {"mooring-rules", "renewal-procedure", "permit-311"} <= chosen


def test_the_records_own_checklist_is_chosen_with_the_checklist_though_the_budget_is_short() -> None:
    events = passage(
        "- 2026-02-03: Spillage reported: diesel at the north pontoon.\n"
        "- 2026-07-10: Spillage reported: paint at the slipway.\n",
        document="permit-311",
        authority="case_record",
        case="case-311",
    )
    states = passage(
        "1. Survey of the hull: on file.\n2. Insurance policy of the boat: missing.\n"
        "3. Receipt for the harbour fee: on file.\n",
        document="permit-311",
        authority="case_record",
        case="case-311",
        start=400,
    )
    notes = passage(
        "The skipper wrote. " * 40, document="permit-311", authority="case_record", case="case-311"
    )
    for budget in range(160, 300, 10):
        packed = pack(RENEW, [*RULES, events, notes, states], budget=budget)
        assert states.text in [one.text for one in packed.selected_evidence]


def test_days_are_not_counted_from_an_entry_that_only_mentions_the_rules_start() -> None:
    rule = passage(
        "A permit may be renewed if the second visit takes place within ten working days after the end of"
        " the drying period."
    )
    record = passage(
        "- 2026-05-14: Order received: the drying period ends on 2026-06-11.\n"
        "- 2026-06-19: Second visit: the pontoon was dry.\n",
        document="permit-311",
        authority="case_record",
        case="case-311",
    )
    named = record.model_copy(
        update={"text": record.text + "- 2026-06-11: End of the drying period: no visit was made.\n"}
    )
    assert findings_of(RENEW, rule, record).computations == ()
    assert [one.result for one in findings_of(RENEW, rule, named).computations] == ["6"]


def test_a_second_question_of_fact_takes_nothing_from_the_verdict_on_the_first() -> None:
    alone = judged(RENEW, *RULES, permit_record())
    fact = RENEW.parts[0].model_copy(update={"text": "Has the fee for permit 311 been paid?"})
    both = judged(RENEW.model_copy(update={"parts": (RENEW.parts[0], fact)}), *RULES, permit_record())
    alone_verdict = alone.verdict_on(0)
    assert alone_verdict is not None
    both_verdict = both.verdict_on(0)
    assert both_verdict is not None
    assert both_verdict.says == alone_verdict.says
