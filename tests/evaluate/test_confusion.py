"""The confusion matrix and what is counted from it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from localrag.evaluate.confusion import DISPOSITIONS, Pair, figures, macro_f1, macro_f1_interval, matrix

PAIRS = st.lists(
    st.tuples(st.sampled_from(DISPOSITIONS), st.none() | st.sampled_from(DISPOSITIONS)), max_size=40
)
FOUND: list[Pair] = [("answer", "answer")]


def test_rows_are_expected_and_columns_actual() -> None:
    assert matrix([("answer", "abstain")])["answer"] == {"answer": 0, "block": 0, "redirect": 0, "abstain": 1}


def test_figures_of_a_worked_example() -> None:
    """3 of 4 answers found, one of them by a wrong answer to a question to abstain from."""
    pairs: list[Pair] = [*FOUND * 3, ("answer", "abstain"), ("abstain", "answer")]
    answered, blocked, _, abstained = figures(pairs)
    assert (answered.support, answered.predicted, answered.true_positives) == (4, 4, 3)
    assert (answered.precision, answered.recall, answered.f1) == (0.75, 0.75, 0.75)
    assert (abstained.precision, abstained.recall, abstained.f1) == (0, 0, 0)
    assert (blocked.support, blocked.predicted, blocked.f1) == (0, 0, 0)


def test_a_question_that_could_not_be_asked_is_missed_and_predicts_nothing() -> None:
    answered, *_ = figures([("answer", "answer"), ("answer", None)])
    assert (answered.support, answered.predicted, answered.precision, answered.recall) == (2, 1, 1, 0.5)


def test_macro_f1_is_over_all_four_with_absent_ones_as_0() -> None:
    assert macro_f1(figures([("answer", "answer")]), rounded=False) == 0.25


def test_macro_f1_of_rounded_f1_differs_from_that_of_exact_f1() -> None:
    found = figures([*FOUND, ("answer", "block")])
    assert macro_f1(found, rounded=True) == 0.67 / 4
    assert macro_f1(found, rounded=False) == (2 / 3) / 4


@given(PAIRS)
def test_the_matrix_adds_up_to_what_was_asked(pairs: list[Pair]) -> None:
    counted = sum(sum(row.values()) for row in matrix(pairs).values())
    assert counted == sum(actual is not None for _, actual in pairs)


@given(PAIRS)
def test_figures_agree_with_counting_by_hand(pairs: list[Pair]) -> None:
    for one in figures(pairs):
        hits = sum(pair == (one.disposition, one.disposition) for pair in pairs)
        support = sum(expected == one.disposition for expected, _ in pairs)
        predicted = sum(actual == one.disposition for _, actual in pairs)
        assert (one.true_positives, one.support, one.predicted) == (hits, support, predicted)
        assert one.precision == (hits / predicted if predicted else 0)
        assert one.recall == (hits / support if support else 0)
        assert 0 <= one.f1 <= 1


@given(PAIRS)
def test_the_interval_is_ordered_and_the_same_in_every_run(pairs: list[Pair]) -> None:
    low, high = macro_f1_interval(pairs)
    assert 0 <= low <= high <= 1
    assert (low, high) == macro_f1_interval(pairs)


def test_the_interval_of_many_mixed_cases_holds_the_figure() -> None:
    pairs: list[Pair] = [(one, two) for one in DISPOSITIONS for two in DISPOSITIONS for _ in range(10)]
    low, high = macro_f1_interval(pairs)
    assert low < macro_f1(figures(pairs), rounded=False) < high


def test_all_that_could_not_be_asked_gives_zeros() -> None:
    assert macro_f1_interval([("answer", None)]) == (0, 0)
    assert macro_f1_interval([]) == (0, 0)
