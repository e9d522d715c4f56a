"""What a record's status says on whether the case is open or closed."""

from __future__ import annotations

import pytest

from localrag.evidence.case_status import asks_of_status, has_status, is_over, status_of
from localrag.evidence.units import units
from localrag.evidence.words import content_keys
from tests.evidence.making import passage


@pytest.mark.parametrize(
    ("record", "value"),
    [
        ("| Site | Quay 4 |\n| Status | open |", "open"),
        ("| Entry | Value |\n|---|---|\n| Case status | closed on appeal |", "closed on appeal"),
        ("State: suspended", "suspended"),
    ],
)
def test_the_status_is_found_in_a_row_or_a_line(record: str, value: str) -> None:
    found = status_of(units([passage(record)]))
    assert found is not None
    assert found[1] == value


def test_a_state_of_something_else_is_no_status() -> None:
    assert status_of(units([passage("State of the roof: open")])) is None


@pytest.mark.parametrize(("asked", "expected"), [("closed", False), ("open", True), ("suspended", None)])
def test_open_and_closed_exclude_each_other_and_nothing_else(asked: str, expected: bool | None) -> None:
    assert has_status("open", content_keys(asked)) is expected


def test_only_a_question_on_the_case_itself_is_one_on_its_status() -> None:
    assert asks_of_status(content_keys("Is the case still open?"), "closed")
    assert asks_of_status(content_keys("Is the case still under review?"), "under review")
    assert not asks_of_status(content_keys("Is the drain open?"), "open")


def test_a_closed_case_is_over() -> None:
    assert is_over("closed")
    assert not is_over("open")
