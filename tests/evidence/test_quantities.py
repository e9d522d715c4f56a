"""Amounts of a question against limits of a sentence."""

from __future__ import annotations

import pytest

from localrag.evidence.quantities import meets, quantities
from localrag.text.values import values
from tests.evidence.making import findings_of, passage, question


def amounts(text: str) -> list[object]:
    return list(quantities(values(text)))


@pytest.mark.parametrize(
    ("asked", "stated", "sign"),
    [
        ("a lorry of 9 tonnes", "vehicles over 7.5 tonnes", 1),
        ("a lorry of 7 tonnes", "vehicles over 7.5 tonnes", -1),
        ("a lorry of 7 tonnes", "vehicles over 3.5 tonnes and up to 7.5 tonnes", 1),
        ("a lorry of 9 tonnes", "vehicles over 3.5 tonnes and up to 7.5 tonnes", -1),
        ("EUR 4,000", "above EUR 2,500, up to EUR 10,000", 1),
        ("EUR 400", "at least EUR 2,500", -1),
        ("EUR 4,000", "over 7.5 tonnes", 0),
        ("13 hours", "more than 12 hours", 1),
        ("EUR 4,000", "EUR 4,000", 1),
        ("EUR 4,000", "EUR 5,000", 0),
    ],
)
def test_a_limit_holds_fails_or_says_nothing(asked: str, stated: str, sign: int) -> None:
    met = meets(quantities(values(asked)), quantities(values(stated)))
    assert (met > 0) - (met < 0) == sign


def test_of_two_limits_that_hold_the_nearer_counts_more() -> None:
    asked = quantities(values("13 hours"))
    near = meets(asked, quantities(values("more than 12 hours")))
    far = meets(asked, quantities(values("more than 8 hours")))
    assert near > far


@pytest.mark.parametrize("text", ["in 1998", "the 3rd step", "seven members", ""])
def test_bare_numbers_dates_and_ordinals_are_no_quantities(text: str) -> None:
    assert amounts(text) == []


def test_the_rule_for_the_amount_asked_about_comes_first() -> None:
    plan = question("Who signs an order of EUR 4,000?", "person", "signs", "order")
    rows = passage(
        "| Signed by | Order |\n|---|---|\n| team leader | up to EUR 2,500 |\n"
        "| head of office | above EUR 2,500, up to EUR 10,000 |\n| council | above EUR 10,000 |\n",
        headings=("Who signs an order",),
    )
    assert "head of office" in findings_of(plan, rows).findings[0].quote
