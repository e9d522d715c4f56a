"""Questions in a conversation over a real small index: what carries over, and what never does."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from localrag.api import Assistant
from localrag.errors import NotFoundError, SettingsError, UsageError
from localrag.index.writer import open_writer
from localrag.records.answer import RagAnswer
from localrag.records.documents import ParsedDocument
from localrag.records.ids import SourceId
from localrag.sessions.opening import WITHHELD
from localrag.wiring import open_assistant, shipped_embedder
from tests.builders import build_home, document, untold
from tests.fakes.named_account import NamedAccount
from tests.fakes.standing_clock import StandingClock

POLICY = """
version = "{version}"
[accounts.ada]
tenant_id = "local"
roles = ["staff"]
act_as = ["bob"]
[accounts.bob]
tenant_id = "local"
roles = ["staff"]
[roles.staff]
acl_policy_ids = [{acls}]
classifications = ["public", "internal"]
"""
APPEALS = document(
    "An appeal against a permit decision must be filed within 14 calendar days, says KESTREL-77.",
    uri="appeals.md",
    title="Appeals Policy",
    authority="official_policy",
    acl_policy_id="rules",
)
CONTRACTORS = document(
    "A contractor must file an appeal against a permit decision within 21 calendar days.",
    uri="contractors.md",
    title="Conditions for Contractors",
    authority="official_policy",
)
FIRST = "What is the deadline for an appeal against a permit decision?"


@contextmanager
def _open(tmp_path: Path, *acls: str, as_user: str | None = None) -> Iterator[Assistant]:
    named = ", ".join(f'"{acl}"' for acl in acls or ("staff", "rules"))
    (tmp_path / "home" / "policy.toml").write_text(POLICY.format(version=len(acls), acls=named))
    with open_assistant(
        tmp_path / "home",
        state=tmp_path / "state",
        account=NamedAccount("ada"),
        clock=StandingClock(),
        as_user=as_user,
    ) as assistant:
        yield assistant


def _home(tmp_path: Path, documents: Sequence[ParsedDocument] = (APPEALS, CONTRACTORS)) -> None:
    build_home(tmp_path, documents, embedder=shipped_embedder(), under_policy=True)


def _withdraw(tmp_path: Path, *uris: str) -> None:
    with open_writer(tmp_path / "home", under_policy=True, group=None) as writer:
        for uri in uris:
            writer.remove(SourceId("rules"), uri)
        writer.publish(shipped_embedder(), untold)


def _everything_but_times(answer: RagAnswer) -> dict[str, object]:
    return answer.model_dump(exclude={"request_id", "trace_id", "timings_ms", "asked_at"})


def _everything_but_ids(answer: RagAnswer) -> dict[str, object]:
    told = _everything_but_times(answer)
    return {key: value for key, value in told.items() if key != "conversation_id"}


SAMPLES = [
    document(
        f"The reference part of a sample must be kept for {days} calendar days after the result.",
        uri=f"{name}.md",
        title=f"Notice on {name}",
        authority="approved_procedure",
    )
    for name, days in (("laboratory", 30), ("stores", 45))
]
COMPLETE = (
    "How long must the reference part of a sample be kept?",
    FIRST,
    "Who may enter the evidence room?",
    "Is training offered?",
)


@pytest.mark.parametrize("question", COMPLETE)
def test_a_complete_question_is_answered_in_any_conversation_as_it_is_alone(
    tmp_path: Path, question: str
) -> None:
    _home(tmp_path, (APPEALS, CONTRACTORS, *SAMPLES))
    with _open(tmp_path) as assistant:
        alone = _everything_but_ids(assistant.ask(question))
        for number, before in enumerate((*COMPLETE, "and for contractors?", "Is it allowed?")):
            assistant.ask(before, conversation_id=f"c{number}")
            answer = assistant.ask(question, conversation_id=f"c{number}")
            assert _everything_but_ids(answer) == alone


def test_two_rules_that_differ_still_differ_after_another_question(tmp_path: Path) -> None:
    _home(tmp_path, (APPEALS, CONTRACTORS, *SAMPLES))
    with _open(tmp_path) as assistant:
        assistant.ask(FIRST, conversation_id="c")
        answer = assistant.ask(COMPLETE[0], conversation_id="c")
    assert answer.status == "conflicting_evidence"


def test_a_follow_up_is_asked_as_a_question_of_its_own(tmp_path: Path) -> None:
    _home(tmp_path)
    with _open(tmp_path) as assistant:
        assistant.ask(FIRST, conversation_id="c")
        answer = assistant.ask("and for contractors?", conversation_id="c")
    assert answer.question == "and for contractors?"
    assert "contractors" in answer.understood_as
    assert "appeal" in answer.understood_as
    assert "21 calendar days" in answer.answer_markdown


def test_without_history_a_question_is_asked_by_itself_and_still_kept(tmp_path: Path) -> None:
    _home(tmp_path)
    with _open(tmp_path) as assistant:
        assistant.ask(FIRST, conversation_id="c")
        answer = assistant.ask("and for contractors?", conversation_id="c", with_history=False)
        assert answer.understood_as == "and for contractors?"
        assert len(assistant.session("c").turns) == 2


def test_a_reply_to_a_question_back_completes_what_was_asked(tmp_path: Path) -> None:
    records = [
        document(
            f"2026-03-0{number}: Case opened after a complaint.",
            uri=f"case-{case}.md",
            title=f"Record of case {case}",
            authority="case_record",
            case_id=f"case-{case}",
        )
        for number, case in ((1, 8842), (2, 9001))
    ]
    _home(tmp_path, records)
    with _open(tmp_path) as assistant:
        back = assistant.ask("When was this case opened?", conversation_id="c")
        assert (back.status, "8842" in (back.follow_up_question or "")) == ("needs_clarification", True)
        answer = assistant.ask("8842", conversation_id="c")
        assert answer.case_id == "case-8842"
        assert "2026-03-01" in answer.answer_markdown
        then = assistant.ask("And the other one, 9001: when was it opened?", conversation_id="c")
        assert then.case_id == "case-9001"


def test_a_conversation_is_shown_as_it_was_answered(tmp_path: Path) -> None:
    _home(tmp_path)
    with _open(tmp_path) as assistant:
        answer = assistant.ask(FIRST, conversation_id="c")
        (turn,) = assistant.session("c").turns
    assert turn.answer is not None
    for name in ("answer_markdown", "citations", "claims", "status", "marking", "notices", "temporal"):
        assert getattr(turn.answer, name) == getattr(answer, name), name
    assert [one.text for one in turn.answer.evidence] == [one.text for one in answer.evidence]


def test_no_word_of_a_document_is_in_the_file(tmp_path: Path) -> None:
    _home(tmp_path)
    with _open(tmp_path) as assistant:
        assert "KESTREL-77" in assistant.ask(FIRST, conversation_id="c").answer_markdown
        assistant.ask("What is the fee for KESTRELS?", conversation_id="c")
    kept = b"".join(path.read_bytes() for path in (tmp_path / "state").glob("sessions.db*"))
    assert b"KESTRELS" in kept
    assert b"KESTREL-77" not in kept
    assert b"Appeals Policy" not in kept


def test_what_an_earlier_turn_found_and_said_changes_no_later_answer(tmp_path: Path) -> None:
    _home(tmp_path)
    answers = []
    for kept in (None, "KESTREL-77 says: contractors never need to appeal."):
        with _open(tmp_path) as assistant:
            first = assistant.ask(FIRST, conversation_id="c")
            if kept is not None:
                with closing(sqlite3.connect(tmp_path / "state" / "sessions.db")) as database, database:
                    database.execute(
                        "UPDATE turns SET body = json_set(body, '$.answer', ?)",
                        (first.model_copy(update={"answer_markdown": kept}).model_dump_json(),),
                    )
            answers.append(assistant.ask("and for contractors?", conversation_id="c"))
            assistant.delete_session("c")
    assert _everything_but_times(answers[0]) == _everything_but_times(answers[1])


@pytest.mark.parametrize("asked_again", [FIRST, "Is there any record of KESTREL-77?", "and who says so?"])
def test_an_answer_from_a_document_that_is_gone_is_not_said_again(tmp_path: Path, asked_again: str) -> None:
    _home(tmp_path)
    with _open(tmp_path) as assistant:
        assert "KESTREL" in assistant.ask(FIRST, conversation_id="c").answer_markdown
    _withdraw(tmp_path, "appeals.md")
    with _open(tmp_path) as assistant:
        answer = assistant.ask(asked_again, conversation_id="c")
        shown = assistant.session("c").turns[0]
    assert "14 calendar days" not in answer.model_dump_json()
    assert "Appeals Policy" not in answer.model_dump_json()
    assert (shown.answer, shown.withheld) == (None, WITHHELD)


def test_rights_that_are_taken_away_count_from_the_next_question_on(tmp_path: Path) -> None:
    _home(tmp_path)
    with _open(tmp_path) as assistant:
        assistant.ask(FIRST, conversation_id="c")
        assert "KESTREL" in assistant.session("c").model_dump_json()
    with _open(tmp_path, "staff") as assistant:
        answer = assistant.ask("and who says so?", conversation_id="c")
        session = assistant.session("c")
    assert "KESTREL" not in answer.model_dump_json()
    assert "KESTREL" not in session.model_dump_json()
    assert "Appeals Policy" not in session.model_dump_json()


def test_of_withdrawn_documents_none_is_shown_or_used_again(tmp_path: Path) -> None:
    rooms = [
        document(
            f"The key of room {number} is kept by OSPREY-{number:03d}.",
            uri=f"room-{number}.md",
            title=f"Room {number} HERON{number:03d}",
            acl_policy_id="staff" if number % 2 else "rules",
        )
        for number in range(100, 108)
    ]
    _home(tmp_path, [*rooms, CONTRACTORS])
    questions = [f"Who keeps the key of room {number}?" for number in range(100, 108)]
    with _open(tmp_path) as assistant:
        said = [assistant.ask(question, conversation_id="c").answer_markdown for question in questions]
        assert sum("OSPREY" in one for one in said) == 8
    # The odd ones are deleted, the even ones are taken out of the asker's rights.
    _withdraw(tmp_path, *(f"room-{number}.md" for number in range(101, 108, 2)))
    with _open(tmp_path, "staff") as assistant:
        shown = assistant.session("c").model_dump_json()
        again = [assistant.ask(question, conversation_id="c").model_dump_json() for question in questions]
        assert "OSPREY" not in "".join((shown, *again))
        assert "HERON" not in "".join((shown, *again))


def test_somebody_elses_conversation_looks_like_an_unknown_one(tmp_path: Path) -> None:
    _home(tmp_path)
    with _open(tmp_path) as assistant:
        assistant.ask(FIRST, conversation_id="c")
    with _open(tmp_path, as_user="bob") as assistant:
        assert assistant.sessions() == []
        with pytest.raises(NotFoundError):
            assistant.session("c")
        assert assistant.ask("and for contractors?", conversation_id="c").understood_as == (
            "and for contractors?"
        )


def test_a_deleted_conversation_is_not_leaned_on(tmp_path: Path) -> None:
    _home(tmp_path)
    with _open(tmp_path) as assistant:
        assistant.ask(FIRST, conversation_id="c")
        assistant.delete_session("c")
        assert assistant.ask("and for contractors?", conversation_id="c").understood_as == (
            "and for contractors?"
        )


def test_new_starts_a_conversation_and_says_its_id(tmp_path: Path) -> None:
    _home(tmp_path)
    with _open(tmp_path) as assistant:
        answer = assistant.ask(FIRST, conversation_id="new")
        assert answer.conversation_id not in (None, "new")
        assert [one.conversation_id for one in assistant.sessions()] == [answer.conversation_id]
        with pytest.raises(UsageError):
            assistant.ask(FIRST, conversation_id="a\nb")


def test_a_question_by_itself_keeps_no_conversation(tmp_path: Path) -> None:
    _home(tmp_path)
    with _open(tmp_path) as assistant:
        assert assistant.ask(FIRST).conversation_id is None
    assert not (tmp_path / "state" / "sessions.db").exists()


def test_a_conversation_that_cannot_be_kept_is_said_and_the_answer_given(tmp_path: Path) -> None:
    _home(tmp_path)
    (tmp_path / "state").write_text("in the way")
    with _open(tmp_path) as assistant:
        answer = assistant.ask(FIRST, conversation_id="c")
    assert answer.status == "answered"
    assert any("Conversations cannot be kept" in notice for notice in answer.notices)


def test_the_homes_glossary_is_read_and_said(tmp_path: Path) -> None:
    _home(tmp_path)
    (tmp_path / "home" / "glossary.toml").write_text("[abbreviations]\nPD = 'permit decision'\n")
    with _open(tmp_path) as assistant:
        answer = assistant.ask("What is the deadline for an appeal against a PD?")
    assert "14 calendar days" in answer.answer_markdown
    assert '"PD" was read as "permit decision".' in answer.assumptions


def test_a_broken_glossary_stops_before_anything_is_answered(tmp_path: Path) -> None:
    _home(tmp_path)
    (tmp_path / "home" / "glossary.toml").write_text("[abbreviations]\nPD = 3\n")
    with pytest.raises(SettingsError, match=r"glossary.toml: line 2"), _open(tmp_path):
        pass
