"""A version that a question names, and the question without it."""

from __future__ import annotations

import pytest

from localrag.plan.named_version import named_version
from tests.plan.asking import ask


@pytest.mark.parametrize(
    ("text", "label", "left"),
    [
        ("What is the fee in POL-212@2?", "2", "What is the fee in POL-212?"),
        (
            "What does version 2 of the Appeals Policy say on fees?",
            "2",
            "What does the Appeals Policy say on fees?",
        ),
        ("Under POL-212, version 2.1, what is the fee?", "2.1", "Under POL-212, what is the fee?"),
        ("What is the fee in the Appeals Policy (version 3)?", "3", "What is the fee in the Appeals Policy?"),
        ("Under POL-212 v1, what is the fee?", "1", "Under POL-212, what is the fee?"),
        ("What is the fee in the 2023 edition of the manual?", "2023", "What is the fee in the manual?"),
    ],
)  # fmt: skip
def test_a_version_is_read_in_the_ways_that_people_write_it(text: str, label: str, left: str) -> None:
    found = named_version(text)
    assert found is not None
    assert found.label == label
    assert " ".join(found.text.split()) == left


@pytest.mark.parametrize(
    "text",
    [
        "What is the fee?",
        "Is version 2 of the Appeals Policy still in force?",
        "What changed between version 1 and version 2 of the Appeals Policy?",
        "Write to desk@2nd.example about the fee.",
        "Which version of the Appeals Policy applies?",
    ],
)
def test_other_questions_name_no_version_that_answers(text: str) -> None:
    assert named_version(text) is None


def test_the_version_binds_the_answer_to_its_document_on_no_day() -> None:
    plan = ask("What does version 2 of the Appeals Policy say about the deadline?")
    assert plan.named_version == "2"
    assert plan.required_sources == ("Appeals Policy",)
    assert plan.temporal.effective_policy_date is None
    assert plan.temporal.basis == "version 2 named"
    assert plan.wants_history


def test_a_version_right_behind_an_id_is_of_the_document_with_that_id() -> None:
    plan = ask("What did POL-212@2 say about the deadline?")
    assert (plan.named_version, plan.required_sources) == ("2", ("POL-212",))
    assert plan.assumptions == ()


def test_a_version_of_no_known_document_binds_nothing() -> None:
    assert ask("What does version 2 of the sailing rules say about the deadline?").named_version is None
