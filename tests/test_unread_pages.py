"""Pages that could not be read are named where an answer is missing, and in the status."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.adapters.clock import SystemClock
from localrag.api import Assistant
from localrag.index.writer import open_writer
from localrag.ingest.run import index
from localrag.records.index import IndexOptions, IndexSummary
from localrag.settings import IndexSettings
from localrag.wiring import open_assistant, shipped_embedder
from tests.builders import untold
from tests.ingest.pdf_files import words_and_pictures

UNREAD = "4 of 6 pages have no text (pages 3-6)"
LEVELS = ("public", "internal", "confidential", "restricted")
POLICY = """
version = "1"
[accounts."*"]
tenant_id = "local"
roles = ["staff"]
[roles.staff]
acl_policy_ids = ["staff"]
classifications = ["internal"]
"""
SOURCE = """
[defaults]
acl_policy_id = "staff"
classification = "internal"
[[match]]
glob = "board/**"
acl_policy_id = "board"
"""
WORDS = ["The gate code is kept by the porter.", "The porter works at the gate."]
GATE = words_and_pictures(WORDS, 4)
QUESTION = "How often is the gate code reviewed?"


def indexed(tmp_path: Path, files: dict[str, bytes], *, policy: bool = False) -> IndexSummary:
    folder, home = tmp_path / "docs", tmp_path / "home"
    home.mkdir(exist_ok=True)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    if policy:
        (home / "policy.toml").write_text(POLICY)
        (folder / "_source.toml").write_text(SOURCE)
    with open_writer(home, under_policy=policy, group=None) as writer:
        return index(
            [folder],
            writer,
            shipped_embedder(),
            settings=IndexSettings(),
            options=IndexOptions(),
            classifications=LEVELS,
            clock=SystemClock(),
            has_policy=policy,
            on_progress=untold,
        )


def opened(tmp_path: Path) -> Assistant:
    return open_assistant(tmp_path / "home", state=tmp_path / "state")


def test_an_abstention_names_the_pages_next_to_the_question_that_could_not_be_read(tmp_path: Path) -> None:
    indexed(tmp_path, {"gate.pdf": GATE})
    with opened(tmp_path) as assistant:
        answer = assistant.ask(QUESTION)
        status = assistant.status()
    assert answer.status == "insufficient_evidence"
    assert any(UNREAD in notice and notice.startswith("gate") for notice in answer.notices)
    assert [(one.uri, one.detail) for one in status.partial] == [("gate.pdf", UNREAD)]


def test_an_answer_that_stands_in_what_was_read_says_nothing_of_it(tmp_path: Path) -> None:
    indexed(tmp_path, {"gate.pdf": GATE})
    with opened(tmp_path) as assistant:
        answer = assistant.ask("Who keeps the gate code?")
    assert answer.status == "answered"
    assert not any(UNREAD in notice for notice in answer.notices)


def test_a_document_read_in_full_is_not_named(tmp_path: Path) -> None:
    indexed(tmp_path, {"gate.pdf": words_and_pictures(WORDS, 0)})
    with opened(tmp_path) as assistant:
        assert assistant.status().partial == ()
        assert not any("could not be read" in notice for notice in assistant.ask(QUESTION).notices)


@pytest.mark.parametrize("kind", ["ask", "status"])
def test_what_the_asker_may_not_read_is_not_named(tmp_path: Path, kind: str) -> None:
    indexed(tmp_path, {"open.pdf": words_and_pictures(["All is well."], 0), "board/b.pdf": GATE}, policy=True)
    with opened(tmp_path) as assistant:
        told = str(assistant.ask(QUESTION).notices if kind == "ask" else assistant.status())
    assert "b.pdf" not in told
    assert "no text" not in told


def test_a_second_run_keeps_what_is_known_of_it(tmp_path: Path) -> None:
    indexed(tmp_path, {"gate.pdf": GATE})
    summary = indexed(tmp_path, {"gate.pdf": GATE})
    assert (summary.unchanged, summary.failed) == (1, ())
    with opened(tmp_path) as assistant:
        assert [one.detail for one in assistant.status().partial] == [UNREAD]
