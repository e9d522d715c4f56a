"""Days before a rule began: its start is said; no undated upload and no event of a case stands in."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

from localrag.records.answer import RagAnswer
from localrag.wiring import open_assistant, shipped_embedder
from tests.builders import build_home, document
from tests.fakes.standing_clock import StandingClock

SHELF = (
    document(
        "A canoe must be returned within 14 calendar days.",
        uri="lending.md",
        title="Lending Policy",
        document_id="LEND-7",
        version="1",
        authority="official_policy",
        valid_from="2021-07-01",
    ),
    document(
        "From now on a canoe must be returned within 10 calendar days.",
        uri="notes.md",
        title="Boathouse Notes",
        authority="user_upload",
    ),
    document(
        "2024-05-02: The canoe was returned after 40 days; the limit was 8 days.",
        uri="case-7.md",
        title="Case 7",
        authority="case_record",
        case_id="case-7",
    ),
)


def ask(tmp_path: Path, question: str, as_of: date | None = None) -> RagAnswer:
    home = build_home(tmp_path / "home", SHELF, embedder=shipped_embedder())
    clock = StandingClock(datetime(2026, 11, 30, 9, tzinfo=UTC))
    with open_assistant(home, state=tmp_path / "state", clock=clock) as assistant:
        return assistant.ask(question, as_of=as_of)


def test_an_undated_upload_does_not_answer_for_days_before_the_first_official_version(tmp_path: Path) -> None:
    answer = ask(tmp_path, "Within how many days must a canoe be returned?", date(2020, 1, 1))
    assert answer.status == "insufficient_evidence"
    assert answer.citations == ()
    assert any("Lending Policy" in one and "in force from 1 July 2021" in one for one in answer.notices)


def test_since_then_the_official_version_answers(tmp_path: Path) -> None:
    answer = ask(tmp_path, "Within how many days must a canoe be returned?", date(2024, 1, 1))
    assert "14 calendar days" in answer.answer_markdown


def test_a_case_record_never_answers_for_a_rule(tmp_path: Path) -> None:
    answer = ask(tmp_path, "What was the limit before 2026?")
    assert not any(one.document_id.startswith("case") for one in answer.evidence)
    assert "40" not in answer.answer_markdown
    assert "8 days" not in answer.answer_markdown
