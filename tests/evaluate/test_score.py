"""One outcome held against its case."""

from __future__ import annotations

from typing import Any

import pytest

from localrag.evaluate.score import score, scored
from localrag.records.answer import RagAnswer
from localrag.records.evaluation import CaseOutcome, CaseScore
from tests.evaluate.making import case, outcome, ranked, run_of
from tests.fakes.scripted_backend import QUOTE, answer, citation, evidence


def of(given: RagAnswer | None = None, **expected: Any) -> CaseScore:
    return score(outcome(case(**expected), given), {})


def abstention(**changes: Any) -> RagAnswer:
    return answer(
        status="insufficient_evidence", answer_markdown="Not found.", citations=(), evidence=(), **changes
    )


def test_a_case_of_which_all_is_met_is_right() -> None:
    found = of(status="answered", must_contain=["14 calendar days"], gold_documents=["appeals-policy@2026"])
    assert found.faults == ()
    assert found.values["right"] == found.values["status"] == found.values["contains"] == 1


def test_a_measure_that_does_not_apply_is_left_out() -> None:
    assert set(of(abstention(), disposition="abstain").values) == {"right", "disposition"}


def test_an_abstention_is_unnecessary_where_an_answer_is_expected() -> None:
    assert of(abstention()).values["unnecessary_abstention"] == 1
    assert of().values["unnecessary_abstention"] == 0
    assert of(answer(status="refused")).values["unnecessary_abstention"] == 0


def test_another_status_of_the_same_disposition_is_a_fault_where_one_is_named() -> None:
    given = abstention()
    assert of(given, disposition="abstain").faults == ()
    found = of(given, disposition="abstain", status="needs_clarification")
    assert found.faults == ("status insufficient_evidence, expected needs_clarification",)
    assert found.values["disposition"] == 1


def test_what_a_quote_shows_counts_as_shown_but_not_as_said() -> None:
    given = answer(answer_markdown="Soon. [E1]")
    found = of(given, must_contain=["14 calendar days"], must_not_contain=["14 calendar days"])
    assert found.values["contains"] == 1
    assert found.values["forbidden"] == 0


def test_an_abstention_shows_what_it_must_not_by_any_part() -> None:
    given = abstention(notices=("It was 21 days.",))
    assert of(given, disposition="abstain", must_not_contain=["21 days"]).faults == ("says '21 days'",)


def test_an_abstention_where_an_answer_is_expected_earns_nothing() -> None:
    found = of(abstention(), answers=["14 calendar days"], must_contain=["14"], gold_documents=["x"])
    assert (found.values["exact"], found.values["token_f1"], found.values["contains"]) == (0, 0, 0)
    assert "citation_recall" not in found.values


def test_the_value_of_a_quote_counts_as_exact() -> None:
    assert of(answers=["14 calendar days"]).values["exact"] == 1
    assert of(answers=["15 calendar days"]).values["exact"] == 0


def test_citations_are_held_against_the_gold_documents() -> None:
    given = answer(
        citations=(citation(), citation("E2", document_id="faq", version=None)),
        evidence=(evidence(), evidence("E2", document_id="faq", version=None)),
    )
    found = of(given, gold_documents=["appeals-policy", "manual"])
    assert (found.values["citation_precision"], found.values["citation_recall"]) == (0.5, 0.5)


def test_citing_none_of_the_gold_documents_is_a_fault() -> None:
    assert of(gold_documents=["manual"]).faults == ("cites appeals-policy@2026, expected manual",)


@pytest.mark.parametrize(
    ("gold", "wrong"), [("appeals-policy@2026", 0), ("appeals-policy@2025", 1), ("manual@2", 0)]
)
def test_a_wrong_version_is_the_right_document_in_another_version(gold: str, wrong: int) -> None:
    assert of(gold_documents=[gold]).values["wrong_version"] == wrong


@pytest.mark.parametrize(("authority", "lower"), [("faq", 1), ("official_policy", 0)])
def test_a_lower_authority_is_below_the_highest_gold_document(authority: str, lower: int) -> None:
    given = answer(evidence=(evidence(authority=authority),))
    ranking = [ranked("manual", authority="official_policy"), ranked("leaflet", authority="user_upload")]
    made = outcome(case(gold_documents=["manual", "leaflet"]), given, ranking)
    (found,) = scored(run_of(made))
    assert found.values["lower_authority"] == lower


def test_authority_that_nothing_tells_is_not_judged() -> None:
    assert "lower_authority" not in of(gold_documents=["manual"]).values


@pytest.mark.parametrize(("quote", "found"), [(QUOTE[5:30], 1), ("21 days", 0)])
def test_a_gold_quote_is_looked_for_in_what_is_cited(quote: str, found: int) -> None:
    assert of(gold_quote=quote).values["gold_quote"] == found


def test_a_case_that_could_not_be_asked_earns_nothing_and_says_why() -> None:
    made = CaseOutcome(
        case=case(status="answered", must_contain=["14"], gold_documents=["x"]),
        error="Not allowed.",
        milliseconds=1,
    )
    found = score(made, {})
    assert found.faults == ("could not be asked: Not allowed.",)
    assert set(found.values.values()) == {0.0}
    assert {"right", "contains", "mrr"} <= found.values.keys()
    assert found.actual is None


def test_the_text_of_an_answer_is_left_out_where_it_may_not_be_shown_now() -> None:
    (hidden,) = scored(run_of(outcome()), may_show=lambda _: False)
    (shown,) = scored(run_of(outcome()))
    assert (hidden.answer_text, shown.answer_text) == ("", QUOTE)
    assert hidden.values == shown.values
