"""How far reviewers agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.evaluate.agreement import agreements, kappa
from localrag.records.review import LABELS, Review
from tests.fakes.scripted_backend import ASKED_AT

COUNTS = st.tuples(*[st.integers(0, 30)] * 4)


def review(reviewer: str, case_id: str, grounded: bool | None) -> Review:
    return Review(case_id=case_id, reviewer=reviewer, reviewed_at=ASKED_AT, labels={"grounded": grounded})


def test_kappa_of_a_worked_example() -> None:
    """20 and 15 of 50 agreed on, 5 and 10 not: .7 seen, .5 by chance, so .4."""
    assert kappa(20, 15, 5, 10) == pytest.approx(0.4)


def test_kappa_is_undefined_where_chance_alone_agrees_on_everything() -> None:
    assert kappa(0, 0, 0, 0) is None
    assert kappa(7, 0, 0, 0) is None


@given(COUNTS)
def test_kappa_is_at_most_1_and_the_same_for_either_order(counts: tuple[int, int, int, int]) -> None:
    yes, no, first, second = counts
    found = kappa(yes, no, first, second)
    assert found is None or -1 <= found <= 1
    assert found == kappa(yes, no, second, first)
    if found is not None and not first and not second:
        assert found == pytest.approx(1)


@given(st.integers(1, 20), st.integers(1, 20))
def test_independent_reviewers_agree_by_chance_alone(one: int, other: int) -> None:
    """A table that is the product of its margins has kappa 0."""
    assert kappa(one * other, 1, one, other) == pytest.approx(0)


def test_reviewers_are_compared_pair_by_pair_and_label_by_label() -> None:
    reviews = [
        review("b", "1", True),
        review("a", "1", False),
        review("a", "1", True),
        review("a", "2", True),
        review("b", "2", None),
        review("a", "3", False),
        review("b", "3", True),
        review("c", "9", True),
    ]
    found = agreements(reviews)
    assert [(one.first, one.second) for one in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    grounded = found[0].labels[LABELS.index("grounded")]
    assert (grounded.cases, grounded.both_yes, grounded.second_only) == (2, 1, 1)
    assert grounded.agreement == 0.5
    assert found[0].labels[LABELS.index("complete")].agreement is None


def test_one_reviewer_agrees_with_nobody() -> None:
    assert agreements([review("a", "1", True)]) == []
