"""Windows, demands and records worded in other ways: school buses, with days, counts and boxes."""

from __future__ import annotations

import pytest

from localrag.evidence.window_rules import window_rules
from localrag.records.authority import Authority
from localrag.records.evidence import EvidencePackage
from localrag.records.retrieval import EvidenceCandidate
from tests.evidence.making import judged, passage, question, said

EXTEND = question(
    "Can we extend the route contract?",
    "yes_no",
    "extend",
    "route",
    "contract",
    query_type="case_specific",
    case="case-514",
)


def rule(text: str, *, authority: Authority = "official_policy") -> EvidenceCandidate:
    return passage(
        text, document="bus-rules", title="School Bus Rules", headings=("Contracts",), authority=authority
    )


def record(*entries: str, authority: Authority = "case_record", case: str = "case-514") -> EvidenceCandidate:
    return passage(
        "\n".join(entries), document=f"file-{case}", title="Route 14", authority=authority, case=case
    )


def says(found: EvidencePackage) -> str:
    verdict = found.verdict_on(0)
    assert verdict is not None
    return verdict.says


LATE = (
    "| Date | Event |\n|---|---|",
    "| 3 February 2026 | Late arrival at the school |",
    "| 20 February 2026 | Late arrival at the school |",
)
THIRD_TIME = rule("A route contract must not be extended if three late arrivals are recorded within 60 days.")


def test_a_rule_that_counts_three_is_not_met_by_two() -> None:
    assert judged(EXTEND, THIRD_TIME, record(*LATE)).computations == ()


def test_a_rule_that_counts_three_is_met_by_three_from_the_first_to_the_last() -> None:
    found = judged(EXTEND, THIRD_TIME, record(*LATE, "| 1 April 2026 | Late arrival at the school |"))
    (counted,) = found.computations
    assert (counted.operands, counted.result, counted.holds) == (("2026-02-03", "2026-04-01"), "57", True)
    assert len(counted.derived_from) == 4
    assert says(found) == "no"


@pytest.mark.parametrize(
    ("clause", "times"),
    [
        ("if more than two complaints are made within 60 days", 3),
        ("if a fourth complaint is made within 60 days", 4),
        ("where two or more complaints were made in 60 days", 2),
        ("if complaints recur within 60 days", 2),
    ],
)
def test_a_repeat_says_how_often_it_must_happen(clause: str, times: int) -> None:
    (found,) = window_rules(f"A hearing must be held {clause}.")
    assert (found.is_repeat, found.times, found.relation) == (True, times, "within")


BETWEEN = rule(
    "A contract may only be extended if at least 21 days lie between the brake test and the last accident."
)


@pytest.mark.parametrize(
    ("tested", "days", "verdict"), [("12 March 2026", "13", "no"), ("20 March 2026", "21", "yes")]
)
def test_the_days_between_two_different_events_are_counted(tested: str, days: str, verdict: str) -> None:
    found = judged(
        EXTEND,
        BETWEEN,
        record("- 4 January 2026: Accident in the depot.", "- 27 February 2026: Accident at a crossing.",
               f"- {tested}: Brake test passed."),
    )  # fmt: skip
    (counted,) = found.computations
    assert (counted.result, says(found)) == (days, verdict)


def test_unless_turns_a_condition_round() -> None:
    unless = rule(
        "A contract must not be extended unless the brake test took place within 30 days of the accident."
    )
    late = record("- 1 March 2026: Accident at a crossing.", "- 9 May 2026: Brake test passed.")
    in_time = record("- 1 March 2026: Accident at a crossing.", "- 9 March 2026: Brake test passed.")
    assert says(judged(EXTEND, unless, late)) == "no"
    assert says(judged(EXTEND, unless, in_time)) == "yes"


def test_what_somebody_has_to_do_is_no_paper_that_the_record_lacks() -> None:
    duty = rule("The route clerk must invite the operator in writing before a route contract is extended.")
    paper = rule("The consent of the school must be obtained in writing before a route contract is extended.")
    found = judged(EXTEND, duty, paper, record(*LATE))
    assert [found.findings[one.finding].quote[:11] for one in found.requirements] == ["The consent"]


LIST = rule(
    "The following papers must be on file before a route contract is extended:\n\n"
    "- Insurance policy of the operator\n- Roadworthiness certificate\n"
)


def test_an_empty_box_is_quoted_with_its_box() -> None:
    boxes = record("- [x] Insurance policy of the operator", "- [ ] Roadworthiness certificate")
    assert said(judged(EXTEND, LIST, boxes), "item") == [
        "[x] Insurance policy of the operator",
        "[ ] Roadworthiness certificate",
    ]


def test_lines_of_things_and_states_are_entries_of_their_own() -> None:
    lines = record("Insurance policy of the operator: received", "Roadworthiness certificate: outstanding")
    found = judged(EXTEND, LIST, lines)
    assert [one.state for one in found.requirements] == ["met", "missing"]
    assert says(found) == "no"


@pytest.mark.parametrize(
    "other",
    [
        record("- 1 April 2026: Late arrival at the school.", authority="user_upload"),
        record("- 1 April 2026: Late arrival at the school.", case="case-515"),
    ],
)
def test_only_the_case_s_own_record_says_what_happened(other: EvidenceCandidate) -> None:
    assert judged(EXTEND, THIRD_TIME, record(*LATE), other).computations == ()
