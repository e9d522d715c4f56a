"""A run summed up, and two runs compared."""

from __future__ import annotations

import pytest

from localrag.evaluate.compare import compare
from localrag.evaluate.report import METRICS, metric, report
from localrag.evaluate.score import scored
from localrag.records.evaluation import CaseFault, EvalReport, Run
from tests.evaluate.making import case, outcome, run_of
from tests.fakes.scripted_backend import answer

ABSTAINED = answer(status="insufficient_evidence", answer_markdown="Not found.", citations=(), evidence=())
MIXED = run_of(
    outcome(case("a", tags=["x", "y"], written_by="ada")),
    outcome(case("b", tags=["x"]), ABSTAINED),
    outcome(case("c", disposition="abstain"), ABSTAINED),
)


def told(run: Run = MIXED, *, rounded: bool = True) -> EvalReport:
    return report(run.head, scored(run), rounded=rounded)


def test_unnecessary_abstentions_are_those_where_an_answer_is_expected() -> None:
    assert told().unnecessary_abstentions == 1


def test_every_tag_and_writer_has_figures_of_its_own() -> None:
    found = {one.tag: (one.cases, one.right.value) for one in told().tags}
    assert found == {"x": (2, 0.5), "y": (1, 1), "written_by:ada": (1, 1)}


def test_macro_f1_says_of_which_f1_it_is() -> None:
    assert (told().macro_f1, told().macro_f1_of) == ((0.67 + 0.67) / 4, "rounded")
    exact = told(rounded=False)
    assert (exact.macro_f1, exact.macro_f1_of) == ((2 / 3 + 2 / 3) / 4, "exact")


def test_a_measure_is_over_the_cases_to_which_it_applies() -> None:
    run = run_of(outcome(case("a", must_contain=["14"])), outcome(case("b")))
    assert told(run).measures["contains"].cases == 1
    assert told(run).measures["right"].cases == 2


def test_lines_that_are_no_cases_are_carried_along() -> None:
    fault = CaseFault(line=3, problem="oops")
    assert report(MIXED.head, [], unread_lines=[fault]).unread_lines == (fault,)


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_is_a_figure_or_does_not_apply(name: str) -> None:
    found = metric(told(), name)
    assert found is None or found >= 0


def test_metrics_are_the_figures_of_the_report() -> None:
    assert metric(told(), "recall:answer") == 0.5
    assert metric(told(), "right") == pytest.approx(2 / 3)
    assert metric(told(), "unnecessary_abstentions") == 1
    assert metric(told(), "token_f1") is None


def test_answers_are_told_by_the_confidence_they_were_given_with() -> None:
    run = run_of(
        outcome(case("a"), answer(confidence="high")),
        outcome(case("b", must_contain=["x-ray"]), answer(confidence="high")),
        outcome(case("c"), answer(confidence="low")),
        outcome(case("d"), ABSTAINED),
    )
    found = {name: (one.cases, one.value) for name, one in told(run).confidence.items()}
    assert found == {"high": (2, 0.5), "low": (1, 1)}


def test_latency_is_of_what_was_asked() -> None:
    late = told().latency_ms
    assert late is not None
    assert (late.median, late.worst) == (12, 12)
    assert report(MIXED.head, []).latency_ms is None


def test_a_comparison_tells_broken_before_mended_before_other_changes() -> None:
    before = run_of(
        outcome(case("same")),
        outcome(case("text"), answer(answer_markdown="Before. [E1]")),
        outcome(case("mended"), ABSTAINED),
        outcome(case("broken")),
        outcome(case("gone")),
    )
    after = run_of(
        outcome(case("same")),
        outcome(case("text")),
        outcome(case("mended")),
        outcome(case("broken"), ABSTAINED),
        outcome(case("new")),
        cases_sha256="1" * 64,
    )
    found = compare((before.head, scored(before)), (after.head, scored(after)))
    kinds = [(one.id, one.kind) for one in found.changes]
    assert kinds == [
        ("broken", "broken"),
        ("mended", "mended"),
        ("text", "text"),
        ("new", "added"),
        ("gone", "removed"),
    ]
    assert (found.unchanged, found.cases_differ) == (1, True)
    assert found.changes[0].faults_after == ("disposition abstain, expected answer",)


def test_a_comparison_tells_how_far_the_measures_moved() -> None:
    before, after = run_of(outcome(case("a"), ABSTAINED)), run_of(outcome(case("a")))
    found = compare((before.head, scored(before)), (after.head, scored(after)))
    assert found.differences["right"].value == 1


def test_texts_that_may_not_be_shown_are_not_compared() -> None:
    before = run_of(outcome(case("a"), answer(answer_markdown="Before. [E1]")))
    hidden = scored(before, may_show=lambda _: False)
    assert compare((before.head, hidden), (MIXED.head, scored(run_of(outcome(case("a")))))).changes == ()
