"""Marks and what runs need, of a real assistant over a small home under a policy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from localrag.api import Assistant
from localrag.errors import NotFoundError, UsageError
from localrag.records.ids import ChunkId
from localrag.wiring import open_assistant, shipped_embedder
from tests.builders import build_home, document
from tests.fakes.named_account import NamedAccount

POLICY = """
version = "7"
[accounts.ada]
tenant_id = "local"
roles = ["staff"]
[accounts.bob]
tenant_id = "local"
roles = ["staff"]
[roles.staff]
acl_policy_ids = ["staff"]
classifications = ["internal"]
"""
QUESTION = "Within what time must an appeal be filed?"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("assessment")
    text = "An appeal must be filed within 14 calendar days after receiving the notice."
    made = build_home(folder, [document(text)], embedder=shipped_embedder(), under_policy=True)
    (made / "policy.toml").write_text(POLICY)
    return made


@pytest.fixture
def ada(home: Path, tmp_path: Path) -> Iterator[Assistant]:
    with open_assistant(home, state=tmp_path / "state", account=NamedAccount("ada")) as assistant:
        yield assistant


def test_a_mark_holds_the_question_and_no_text_of_documents(ada: Assistant) -> None:
    asked = ada.ask(QUESTION)
    kept = ada.assessment.mark(asked.trace_id, wrong="It is 21.")
    assert (kept.trace.raw_query, kept.wrong) == (QUESTION, "It is 21.")
    assert "calendar days" not in kept.model_dump_json()
    assert ada.assessment.marks() == [kept]


def test_what_is_wrong_has_to_be_said(ada: Assistant) -> None:
    with pytest.raises(UsageError):
        ada.assessment.mark(ada.ask(QUESTION).trace_id, wrong=" \n")


def test_nobody_marks_or_sees_or_takes_back_for_another(ada: Assistant, home: Path, tmp_path: Path) -> None:
    trace_id = ada.ask(QUESTION).trace_id
    ada.assessment.mark(trace_id, wrong="No.")
    with open_assistant(home, state=tmp_path / "state", account=NamedAccount("bob")) as bob:
        with pytest.raises(NotFoundError):
            bob.assessment.mark(trace_id, wrong="Mine.")
        with pytest.raises(NotFoundError):
            bob.assessment.unmark(trace_id)
        assert bob.assessment.marks() == []
    ada.assessment.unmark(trace_id)
    assert ada.assessment.marks() == []


def test_a_run_says_what_it_is_made_with(ada: Assistant) -> None:
    head = ada.assessment.run_head("cases.jsonl", "0" * 64, 3)
    assert (head.asker, head.policy_version, head.cases) == ("ada", "7", 3)
    assert head.generation == ada.status().generation


def test_text_may_be_shown_as_long_as_all_of_it_may_be_read(ada: Assistant, home: Path) -> None:
    shown = [one.chunk_id for one in ada.ask(QUESTION).evidence]
    assert shown
    assert ada.assessment.may_show(shown)
    assert not ada.assessment.may_show([*shown, ChunkId("unknown")])
    assert not ada.assessment.may_show(shown, as_user="bob")
    policy = home / "policy.toml"
    policy.write_text(POLICY.replace('roles = ["staff"]', "roles = []"))
    try:
        assert not ada.assessment.may_show(shown)
    finally:
        policy.write_text(POLICY)
