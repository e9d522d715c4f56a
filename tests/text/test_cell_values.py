"""Cells as people see them."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.text.cell_values import shown


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (0.05, "0%", "5%"),
        (0.125, "0.0%", "12.5%"),
        (1250, '#,##0.00 "EUR"', "1,250.00 EUR"),
        (1250.5, "[$€-407]#,##0.00", "€1,250.50"),
        (1250, '_-* #,##0.00\\ "€"_-', "1,250.00 €"),
        (-3, "0.00;(0.00)", "(3.00)"),
        (-3, "0.00", "-3.00"),
        (0, '0;-0;"none"', "none"),
        (7, "000", "007"),
        (1234567, "#,##0,", "1,235"),
        (12.5, "0.##", "12.5"),
        (12, "0.##", "12"),
        (2.5, "0", "3"),
        (0.1 + 0.2, "General", "0.3"),
        (1e20, "General", "1e+20"),
        (42, "@", "42"),
        (1.5, "# ?/?", "1.5"),
        (True, "General", "TRUE"),
        ("as is", "0.00", "as is"),
        (date(2026, 5, 1), "dd/mm/yyyy", "2026-05-01"),
        (datetime(2026, 5, 1), "General", "2026-05-01"),
        (datetime(2026, 5, 1, 9, 30), "General", "2026-05-01 09:30"),
        (time(9, 30), "h:mm", "09:30"),
        (timedelta(hours=30, minutes=5), "[h]:mm", "30:05"),
    ],
)
def test_a_value_is_shown_by_its_format(value: object, number_format: str, text: str) -> None:
    assert shown(value, number_format) == text


@given(st.one_of(st.integers(), st.floats()), st.text(alphabet='0#?,.%;"\\_*[]$€ aE+-/', max_size=12))
def test_any_format_shows_something(value: float, number_format: str) -> None:
    assert isinstance(shown(value, number_format), str)
