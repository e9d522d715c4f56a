"""A version named in the question answers, labelled; one that may not be read is like one not there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from localrag.records.answer import RagAnswer
from localrag.records.documents import ParsedDocument
from localrag.wiring import open_assistant, shipped_embedder
from tests.builders import build_home, document
from tests.fakes.standing_clock import StandingClock

POLICY = """
version = "1"
[accounts."*"]
user_id = "ada"
tenant_id = "local"
roles = ["staff"]
[roles.staff]
acl_policy_ids = ["staff"]
classifications = ["public", "internal"]
"""


def lending(days: int, version: str, first: str, last: str | None, acl: str = "staff") -> ParsedDocument:
    return document(
        f"A canoe may be borrowed for at most {days} days.",
        uri=f"lending-{version}.md",
        title="Lending Policy",
        document_id="LEND-7",
        version=version,
        authority="official_policy",
        valid_from=first,
        valid_to=last,
        acl_policy_id=acl,
    )


SHELF = (
    lending(5, "1", "2020-01-01", "2021-12-31", acl="board"),
    lending(9, "2", "2022-01-01", "2023-12-31"),
    lending(14, "3", "2024-01-01", None),
)


def ask(
    tmp_path: Path, question: str, as_of: date | None = None, shelf: Sequence[ParsedDocument] = SHELF
) -> RagAnswer:
    home = build_home(tmp_path / "home", shelf, embedder=shipped_embedder())
    (home / "policy.toml").write_text(POLICY, encoding="utf-8")
    clock = StandingClock(datetime(2026, 11, 30, 9, tzinfo=UTC))
    with open_assistant(home, state=tmp_path / "state", clock=clock) as assistant:
        return assistant.ask(question, as_of=as_of)


@pytest.mark.parametrize(
    "question",
    [
        "How long may a canoe be borrowed under LEND-7@2?",
        "How long may a canoe be borrowed according to version 2 of the Lending Policy?",
    ],
)
@pytest.mark.parametrize("as_of", [None, date(2025, 6, 1)])
def test_the_version_that_is_named_answers_and_says_that_it_is_past(
    tmp_path: Path, question: str, as_of: date | None
) -> None:
    answer = ask(tmp_path, question, as_of)
    assert "9 days" in answer.answer_markdown
    assert [one.version for one in answer.citations] == ["2"]
    assert any("LEND-7@2" in note and "quoted as it stood" in note for note in answer.notices), answer.notices


def test_without_a_version_the_one_in_force_answers(tmp_path: Path) -> None:
    assert "14 days" in ask(tmp_path, "How long may a canoe be borrowed under LEND-7?").answer_markdown


def test_a_version_that_may_not_be_read_is_like_one_that_does_not_exist(tmp_path: Path) -> None:
    hidden, absent = (
        ask(tmp_path / number, f"How long may a canoe be borrowed under LEND-7@{number}?") for number in "18"
    )
    assert hidden.status == absent.status == "insufficient_evidence"
    assert hidden.answer_markdown.replace("version 1", "version 8") == absent.answer_markdown
    assert hidden.notices == absent.notices
    assert "5 days" not in hidden.model_dump_json()


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Is LEND-7@2 still in force?", "No: Lending Policy, version 2, is not in force on 30 November 2026"),
        ("Is LEND-7 still in force?", "Yes: Lending Policy, version 3, is in force"),
        ("LEND-7@2", "9 days"),
    ],
)
def test_a_version_is_asked_after_by_its_mark_alone(tmp_path: Path, question: str, said: str) -> None:
    assert said in ask(tmp_path, question).answer_markdown


def test_whether_a_hidden_version_holds_is_as_unknown_as_whether_an_absent_one_does(tmp_path: Path) -> None:
    hidden, absent = (ask(tmp_path / number, f"Is LEND-7@{number} still in force?") for number in "18")
    assert hidden.status == absent.status == "insufficient_evidence"
    assert hidden.answer_markdown.replace("LEND-7@1", "LEND-7@8") == absent.answer_markdown


def test_a_notice_is_asked_after_by_its_number_although_it_has_ended(tmp_path: Path) -> None:
    notice = document(
        "The boathouse closes at noon.",
        uri="notice.md",
        title="Notice 2022-11: Winter Hours",
        document_id="N-2022-11",
        status="archived",
    )
    answer = ask(tmp_path, "Is notice 2022-11 still in force?", shelf=(*SHELF, notice))
    assert answer.answer_markdown.startswith("No: Notice 2022-11: Winter Hours is not in force")
    assert "it is archived" in answer.answer_markdown
