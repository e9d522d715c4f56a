"""Whole plans: cases, identifiers, searches, and whatever is typed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from localrag.records.plan import QueryPlan
from tests.plan.asking import ask, library


def test_the_verdict_on_a_case_needs_rule_conditions_exceptions_events_and_checklist() -> None:
    planned = ask("Can we close enforcement case 8842 without escalation?")
    assert (planned.query_type, planned.case_id) == ("case_specific", "case-8842")
    assert [part.kind for part in planned.parts] == ["yes_no"]
    roles = {one.role: one for one in planned.subqueries}
    assert set(roles) == {"question", "rule", "conditions", "exceptions", "events", "checklist"}
    assert any("escalation" in one.text for one in planned.subqueries if one.role == "conditions")
    assert roles["events"].case_id == "case-8842"
    assert "8842" not in roles["rule"].text


def test_the_searches_are_made_of_the_question_s_own_words() -> None:
    planned = ask("May we renew permit P-77 without a soil test in case 9001?")
    conditions = [one.text for one in planned.subqueries if one.role == "conditions"]
    assert any("soil test is required" in text for text in conditions)
    assert all("clos" not in one.text for one in planned.subqueries)


def test_what_happened_in_a_case_is_looked_for_in_its_record_alone() -> None:
    planned = ask("When was case 8842 opened?")
    assert {one.case_id for one in planned.subqueries} == {"case-8842"}


@pytest.mark.parametrize(
    ("question", "case_id"),
    [
        ("May we close case 8842?", "case-8842"),
        ("May we close Case No. 8842?", "case-8842"),
        ("Is 8842 ready to be closed?", "case-8842"),
        ("Is 7777 ready to be closed?", None),
        ("What is the fee of 8842 EUR for?", None),
    ],
)
def test_a_case_is_recognised_in_many_forms(question: str, case_id: str | None) -> None:
    assert ask(question).case_id == case_id


def test_a_case_that_cannot_be_read_is_planned_like_one_that_does_not_exist() -> None:
    assert ask("May we close case 4444?").model_copy(
        update={"normalized_query": "", "subqueries": (), "parts": (), "case_id": None, "reasoning_notes": ()}
    ) == ask("May we close case 5555?").model_copy(
        update={"normalized_query": "", "subqueries": (), "parts": (), "case_id": None, "reasoning_notes": ()}
    )


def test_a_rule_asked_within_a_case_stays_a_question_about_rules() -> None:
    planned = ask("What is the deadline to appeal an enforcement notice?", case_id="8842")
    assert planned.query_type == "policy_interpretation"
    assert planned.case_id == "case-8842"


@pytest.mark.parametrize(
    ("question", "identifiers"),
    [
        ("What does section 4.2(b) say?", ("4.2",)),
        ("Show me POL-358.", ("POL-358",)),
        ("38.101", ("38.101",)),
        ("case 8842", ("8842",)),
        ("May we renew permit 4471 without an inspection?", ()),
        ("May we close case 8842?", ()),
        ("What is the limit in section 4.2?", ("4.2",)),
    ],
)
def test_identifiers_are_those_that_a_passage_must_hold(question: str, identifiers: tuple[str, ...]) -> None:
    assert ask(question).identifiers == identifiers


def test_a_lookup_searches_for_the_identifier_alone() -> None:
    assert [one.text for one in ask("Could you show me what POL-358 says?").subqueries] == ["POL-358"]


def test_one_value_takes_one_search() -> None:
    planned = ask("What is the deadline to appeal an enforcement notice?")
    assert [one.role for one in planned.subqueries] == ["question"]


def test_steps_come_with_prerequisites_and_exceptions() -> None:
    planned = ask("How do I renew a permit?")
    assert [one.role for one in planned.subqueries] == ["question", "conditions", "steps", "exceptions"]


def test_a_fault_comes_with_cause_and_remedy() -> None:
    planned = ask("The tablet does not start, what should I do?")
    assert [one.role for one in planned.subqueries] == ["question", "cause", "remedy"]


def test_the_same_question_gives_the_same_plan() -> None:
    for question in ("Can we close case 8842 without escalation?", "What changed since 2024 in the manual?"):
        assert ask(question) == ask(question)


def _holds_together(planned: QueryPlan) -> bool:
    asks_back = planned.retrieval_mode == "none"
    return (
        bool(planned.subqueries) is not asks_back
        and bool(planned.parts) is not asks_back
        and planned.needs_clarification is asks_back
        and (planned.clarification_question is not None) is asks_back
        and all(one.text.strip() for one in planned.subqueries)
    )


@settings(max_examples=200)
@given(st.text(max_size=120))
def test_any_text_gives_a_plan_that_holds_together(text: str) -> None:
    assert _holds_together(ask(text))


_PIECES = (
    "what is the when where who how many may we can it this case 8842 and or , ? . close appeal for than"
    " between compare with in 2024 before March 31 February according to closure procedure per FAQ"
    " without escalation days deadline fee if they POL-358 section 4.2 changed since was opened inspection"
)
_CASES = st.sampled_from([None, "8842", "nonsense"])


@settings(max_examples=300)
@given(st.lists(st.sampled_from(_PIECES.split(" ")), max_size=14), _CASES)
def test_words_of_questions_in_any_order_give_a_plan_that_holds_together(
    words: list[str], case_id: str | None
) -> None:
    assert _holds_together(ask(" ".join(words), case_id=case_id, catalog=library()))
