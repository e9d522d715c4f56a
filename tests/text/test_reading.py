"""Quotes as one line, rows as words."""

from __future__ import annotations

import pytest

from localrag.text.reading import one_line, row_line, same_reading


@pytest.mark.parametrize(
    ("quote", "line"),
    [
        ("within 14\ncalendar  days", "within 14 calendar days"),
        ("the evalu-\nation of non-\ncompliance", "the evaluation of non-compliance"),
        ("in Anglo-\nSaxon law", "in Anglo-Saxon law"),
        ("marked *not applicable* or **void**", "marked not applicable or void"),
        ("2 * 3 * 4 and a_b_c", "2 * 3 * 4 and a_b_c"),
        ("see [the rule](rules.md)", "see the rule"),
        ("evalu\u00ad\nation", "evaluation"),
        ("10² items – “all”", "10² items – “all”"),
        ("", ""),
    ],
)
def test_a_quote_reads_as_one_line(quote: str, line: str) -> None:
    assert one_line(quote) == line


def test_a_row_of_two_reads_as_name_and_value() -> None:
    assert row_line("| Site | Brackwater Yard |", "| Entry | Value |") == "Site: Brackwater Yard"


def test_a_row_of_more_takes_its_names_from_the_header() -> None:
    assert row_line("| A | EUR 250 | |", "| Class | Fee | Note |") == "Class: A; Fee: EUR 250"
    assert row_line("| A | EUR 250 |", "| Class | Fee |") == "Class: A; Fee: EUR 250"


def test_readings_are_the_same_where_only_typography_differs() -> None:
    assert same_reading("the ﬁnal *rule*", "the final\nrule")
    assert not same_reading("10²", "102")
