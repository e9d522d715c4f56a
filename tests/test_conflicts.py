"""The hand-written authority and conflict cases of scripts/conflict_cases.toml, judged without an encoder."""

from __future__ import annotations

import importlib.util
import sys
from datetime import date
from pathlib import Path
from types import ModuleType

import pytest

from localrag.evidence.conflicts import conflicts
from tests.evidence.making import findings_of, passage, question
from tests.plan.asking import ask

SCRIPTS = Path(__file__).resolve().parents[1] / "scripts"


def _measuring() -> ModuleType:
    spec = importlib.util.spec_from_file_location("measure_conflicts", SCRIPTS / "measure_conflicts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["measure_conflicts"] = module
    spec.loader.exec_module(module)
    return module


CASES = _measuring().cases()
NEEDS_THE_ENCODER = (
    ("What is the maximum weight of a parcel?", "equals conflict"),
    ("When does the night shift begin?", "higher wins"),
    ("When does the night shift begin?", "equals conflict"),
    ("How many hours of rest must a pilot have?", "another condition"),
    ("At what time do the gates close?", "equals conflict"),
    ("When is the deadline for the grant application?", "higher wins"),
    ("When is the deadline for the grant application?", "equals conflict"),
)
"""Words alone do not read both statements of these; scripts/measure_conflicts.py asks the whole assistant."""
READ = [case for case in CASES if (case.question, case.kind) not in NEEDS_THE_ENCODER]


@pytest.mark.parametrize("number", range(len(READ)))
def test_the_right_statement_stands(number: int) -> None:
    case = READ[number]
    part = ask(case.question).parts[0]
    first, second = (
        passage(one.text, document=f"document-{at}", title=f"Document {at}", authority=one.authority)
        for at, one in enumerate(case.statements)
    )
    asked = question(case.question, part.kind, *part.about)
    found = conflicts(asked, findings_of(asked, first, second))
    answers = [one.quote for one in found.findings if one.role in ("answer", "rule", "item")]
    match case.kind:
        case "higher wins":
            assert [one.winner for one in found.conflicts] == ["E1"]
            assert answers == [first.text]
            assert any(case.other in note for note in found.notes)
        case "equals conflict":
            assert [one.winner for one in found.conflicts] == [None]
            assert {side.quote for side in found.conflicts[0].sides} == {first.text, second.text}
        case "another condition":
            assert found.conflicts == ()
            assert answers[:1] == [first.text]
        case _:
            assert found.conflicts == ()
            assert answers


def test_versions_that_are_never_in_force_together_do_not_conflict() -> None:
    asked = question("How long are visitor badges valid?", "duration", "visitor", "badges", "valid")
    old = passage("A visitor badge is valid for 10 days.", document="old", valid_to=date(2024, 12, 31))
    new = passage("A visitor badge is valid for 14 days.", document="new", valid_from=date(2025, 1, 1))
    assert conflicts(asked, findings_of(asked, old, new)).conflicts == ()
