"""Conversations as Markdown."""

from __future__ import annotations

from localrag.records.session import Session, SessionTurn
from localrag.sessions.export import markdown
from tests.fakes.scripted_backend import ASKED_AT, QUOTE, answer, citation


def _session(**changes: object) -> Session:
    turn = SessionTurn(
        asked_at=ASKED_AT,
        question="and for contractors?",
        understood_as="What is the deadline for contractors?",
        status="answered",
        answer=answer(),
    ).model_copy(update=changes)
    return Session(
        conversation_id="c1",
        title="Deadlines",
        started_at=ASKED_AT,
        last_at=ASKED_AT,
        marking="internal",
        turns=(turn,),
    )


def test_an_export_holds_question_answer_quote_place_version_and_marking() -> None:
    text = markdown(_session())
    for part in (
        "**Marking: internal**",
        "# Deadlines",
        "Understood as: What is the deadline for contractors?",
        f"{QUOTE} [E1]",
        f"> {QUOTE}",
        "p. 14, sheet 16",
        "version 2026",
        "in force since 2026-01-01",
    ):
        assert part in text


def test_a_withheld_answer_is_said() -> None:
    text = markdown(_session(answer=None, withheld="This answer is not shown."))
    assert "This answer is not shown." in text
    assert QUOTE not in text


def test_foreign_text_becomes_no_structure() -> None:
    hostile = answer(citations=(citation(quote="<script>x</script>\n# [E9](javascript:x) \x1b[2J"),))
    text = markdown(_session(question="# big [link](x)\n\n## fake", answer=hostile))
    assert "\x1b" not in text
    assert "<script" not in text.replace("\\<script", "")
    assert "[link](x)" not in text
    assert "\n## fake" not in text
