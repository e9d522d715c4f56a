"""``mark``: kept, listed, exported as cases, taken back."""

from __future__ import annotations

import pytest

from localrag.evaluate.cases import read_cases
from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ScriptedBackend, trace


@pytest.fixture
def backend() -> ScriptedBackend:
    return ScriptedBackend(traces=[trace("t1"), trace("t2", raw_query="")])


def test_a_mark_is_kept_and_listed(command: Run, backend: ScriptedBackend) -> None:
    assert command("mark", "t1", "--wrong", "It is\x1b 14 days", backend=backend).code == 0
    assert command("mark", "list", backend=backend).out == "t1  What is the deadline?  (It is␛ 14 days)\n"
    assert command("mark", "list", "--json", backend=backend).document["marks"][0]["wrong"]


def test_marks_are_exported_as_cases_that_can_be_evaluated(command: Run, backend: ScriptedBackend) -> None:
    command("mark", "t1", "--wrong", "No", "--contains", "14", "--document", "POL-1", backend=backend)
    command("mark", "t2", "--wrong", "No", backend=backend)
    outcome = command("mark", "export", backend=backend)
    (case,) = read_cases(outcome.out.encode().splitlines()).cases
    assert (case.must_contain, case.gold_documents, case.tags) == (("14",), ("POL-1",), ("marked",))
    assert "the question of t2 was taken out" in outcome.err


def test_a_mark_is_taken_back(command: Run, backend: ScriptedBackend) -> None:
    command("mark", "t1", "--wrong", "No", backend=backend)
    assert command("mark", "remove", "t1", "--json", backend=backend).document["done"] == "removed"
    assert command("mark", "list", backend=backend).out == "Nothing is marked.\n"
    assert command("mark", "remove", "t1", backend=backend).code == 2


def test_an_unknown_trace_is_an_error(command: Run, backend: ScriptedBackend) -> None:
    outcome = command("mark", "zz", "--wrong", "No", "--json", backend=backend)
    assert (outcome.code, outcome.document["error"]["code"]) == (2, "not_found")


def test_what_is_wrong_has_to_be_said(command: Run, backend: ScriptedBackend) -> None:
    assert command("mark", "t1", backend=backend).code == 2


def test_the_newest_question_need_not_be_named(command: Run, backend: ScriptedBackend) -> None:
    assert command("mark", "last", "--wrong", "No", "--json", backend=backend).document["wrong"] == "No"
    assert [*backend.marks] == ["t1"]
    assert command("mark", "last", "--wrong", "No", backend=ScriptedBackend()).code == 2
