"""Unit names and amounts in them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from localrag.text.units import Unit, currency_before, normal_amount, unit_at


@pytest.mark.parametrize(
    ("text", "base", "ends"),
    [
        ("tonnes of", "kg", 6),
        ("km/h on", "km/h", 4),
        ("square metres", "m²", 13),
        ("m² of", "m²", 2),
        ("per cent", "%", 8),
        ("MB", "byte", 2),
        ("working", None, 0),
        ("pounds of waste", None, 0),
        ("", None, 0),
    ],
)
def test_a_unit_is_read_with_its_whole_name(text: str, base: str | None, ends: int) -> None:
    found = unit_at(text, 0)
    assert (found[0].base, found[1]) == (base, ends) if found else base is None


@pytest.mark.parametrize(("text", "code"), [("EUR ", "EUR"), ("US$", "USD"), ("€", "EUR"), ("the ", None)])
def test_a_currency_stands_before_its_amount(text: str, code: str | None) -> None:
    found = currency_before(text, len(text))
    assert (found[0].base if found else None) == code


def test_units_of_one_measure_meet_in_one_form() -> None:
    kilogram, tonne = Unit("quantity", "kg"), Unit("quantity", "kg", Fraction(1000))
    assert normal_amount(Fraction(15, 2), tonne) == normal_amount(Fraction(7500), kilogram) == "7500 kg"


def test_days_months_and_hours_are_not_turned_into_each_other() -> None:
    day, hour = Unit("duration", "day"), Unit("duration", "second", Fraction(3600))
    assert normal_amount(Fraction(1), day) != normal_amount(Fraction(24), hour)


def test_nothing_of_one_unit_is_not_nothing_of_another() -> None:
    hour, minute = Unit("duration", "second", Fraction(3600)), Unit("duration", "second", Fraction(60))
    assert normal_amount(Fraction(0), hour) != normal_amount(Fraction(0), minute)
