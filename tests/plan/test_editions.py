"""Times and editions that a question sets side by side."""

from __future__ import annotations

import pytest

from localrag.records.plan import Editions
from tests.plan.asking import ask


def meant(question: str) -> tuple[str, list[str]]:
    compared = ask(question).editions or Editions(about="none", times=())
    return compared.about, [
        f"{one.version or ''}|{one.first or ''}..{one.last or ''}" for one in compared.times
    ]


TODAY = "|2026-11-30..2026-11-30"


@pytest.mark.parametrize(
    ("question", "about", "times"),
    [
        (
            "What changed between the 2023 and 2026 manuals?",
            "manuals",
            ["2023|2023-01-01..2023-12-31", "2026|2026-01-01..2026-12-31"],
        ),
        (
            "What is the difference between version 2 and version 3 of the Appeals Policy?",
            "Appeals Policy",
            ["2|..", "3|.."],
        ),
        (
            "Has the appeal deadline changed since 2024?",
            "appeal deadline",
            ["2024|2024-01-01..2024-12-31", TODAY],
        ),
        ("What changed in the Appeals Policy?", "Appeals Policy", ["|..", TODAY]),
        (
            "What changed in the Appeals Policy in 2025?",
            "Appeals Policy",
            ["|2024-12-31..2024-12-31", "|2025-12-31..2025-12-31"],
        ),
    ],
)
def test_the_thing_and_the_times_are_told_apart(question: str, about: str, times: list[str]) -> None:
    assert meant(question) == (about, times)


def test_a_question_of_one_time_compares_nothing() -> None:
    assert ask("What was the appeal deadline before 2025?").editions is None
