"""Amounts that a question names and the limits in a sentence -> whether the limits hold for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from localrag.text.comparators import Comparator
from localrag.text.values import Value

_MEASURED = ("money", "quantity", "duration", "percent")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


class Quantity(NamedTuple):
    """An amount and what it is measured in."""

    amount: float
    unit: str
    comparator: Comparator | None = None


def quantities(found: Sequence[Value]) -> list[Quantity]:
    """Amounts with a unit, in order; bare numbers, dates and ordinals are none."""
    return [quantity for value in found if (quantity := _quantity(value)) is not None]


def is_quantity(value: Value) -> bool:
    """Whether a value is an amount with a unit."""
    return _quantity(value) is not None


def meets(asked: Sequence[Quantity], stated: Sequence[Quantity]) -> float:
    """Whether a sentence's limits hold for the amounts that a question names.

    Args:
        asked: Of the question.
        stated: Of the sentence, with what compares them ("over 7.5 tonnes").

    Returns:
        Above 0 up to 1 where every limit in a unit of the question holds, more the nearer the limit lies;
        -1 where one fails; 0 where the sentence has none in such a unit. An amount without a comparison
        holds where it is the same, and else says nothing.
    """
    verdict = 0.0
    for one in asked:
        for limit in stated:
            if limit.unit != one.unit:
                continue
            held = _holds(one.amount, limit)
            if held is False:
                return -1.0
            if held:
                verdict = max(verdict, 0.5 + 0.5 * _closeness(one.amount, limit.amount))
    return verdict


def _quantity(value: Value) -> Quantity | None:
    if value.kind not in _MEASURED:
        return None
    number = _NUMBER.search(value.normal)
    if number is None:
        return None
    # Calendar and working days are compared as days: which of them is meant is not told by a question.
    before, after = value.normal[: number.start()], value.normal[number.end() :]
    unit = before + "#" + (after.split(" ")[0] if value.kind == "duration" else after)
    return Quantity(float(number.group()), unit, value.comparator)


def _holds(amount: float, limit: Quantity) -> bool | None:
    match limit.comparator:
        case "over" | "after":
            return amount > limit.amount
        case "at least" | "from":
            return amount >= limit.amount
        case "under" | "before":
            return amount < limit.amount
        case "at most" | "within" | "until" | "by":
            return amount <= limit.amount
        case _:
            return True if amount == limit.amount else None


def _closeness(one: float, other: float) -> float:
    larger = max(abs(one), abs(other))
    return min(abs(one), abs(other)) / larger if larger else 1.0
