"""``ask``: exit codes, JSON, options, and what it refuses."""

from __future__ import annotations

import io
import sys
from datetime import date
from pathlib import Path

import pytest

from localrag.errors import AccessError, IndexDamagedError
from localrag.records.answer import RagAnswer
from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ScriptedBackend, answer


class Stdin:
    """Standard input with these bytes."""

    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)
        self.closed = False


@pytest.mark.parametrize(
    ("status", "code"),
    [
        ("answered", 0),
        ("insufficient_evidence", 3),
        ("needs_clarification", 4),
        ("conflicting_evidence", 5),
        ("refused", 6),
        ("redirected", 7),
        ("escalated", 7),
    ],
)
def test_the_exit_code_is_the_answers_status(command: Run, status: str, code: int) -> None:
    backend = ScriptedBackend(answers={"q": answer("q", status=status)})
    assert command("ask", "q", backend=backend).code == code
    assert command("ask", "q", "--json", backend=backend).code == code


def test_json_is_exactly_the_record(command: Run) -> None:
    outcome = command("ask", "q", "--json")
    assert RagAnswer.model_validate_json(outcome.out) == answer("q")
    assert outcome.out.count("\n") == 1
    assert outcome.err == ""


def test_options_reach_the_assistant(command: Run) -> None:
    backend = ScriptedBackend()
    command("ask", "q", "--as-of", "2025-06-30", "--case", "8842", "--risk", "high", backend=backend)
    asked = backend.asked[0]
    assert (asked["as_of"], asked["case_id"], asked["risk_level"], asked["channel"]) == (
        date(2025, 6, 30),
        "8842",
        "high",
        "cli",
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("--home", "/h", "--as", "ann", "--json", "ask", "q"),
        ("ask", "--home", "/h", "--as", "ann", "--json", "q"),
        ("ask", "q", "--json", "--as", "ann", "--home", "/h"),
        ("--home", "/other", "--json", "ask", "q", "--as", "ann", "--home", "/h"),
    ],
)
def test_common_options_stand_before_or_after_the_command(command: Run, arguments: tuple[str, ...]) -> None:
    backend = ScriptedBackend()
    outcome = command(*arguments, backend=backend)
    assert backend.opened == [(Path("/h").absolute(), "ann", None)]
    assert outcome.document["question"] == "q"


def test_an_empty_question_is_the_assistants_to_judge(command: Run) -> None:
    backend = ScriptedBackend(answers={"": answer("", status="needs_clarification")})
    assert command("ask", "", backend=backend).code == 4


def test_no_question_is_a_usage_error_that_shows_how(command: Run) -> None:
    outcome = command("ask")
    assert outcome.code == 2
    assert "localrag ask -" in outcome.err
    assert outcome.out == ""


def test_a_question_may_come_from_standard_input(command: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin("\ufeffWie lange?\n".encode()))
    backend = ScriptedBackend()
    command("ask", "-", backend=backend)
    assert backend.asked[0]["question"] == "Wie lange?\n"


@pytest.mark.parametrize(
    ("stdin", "said"),
    [(Stdin(b"\x89PNG\r\n\x1a\n\x00\xff"), "not text"), (Stdin(b"a" * 4_000_001), "4 MB"), (None, "closed")],
)
def test_what_is_no_question_on_standard_input_is_said(
    command: Run, monkeypatch: pytest.MonkeyPatch, stdin: Stdin | None, said: str
) -> None:
    monkeypatch.setattr(sys, "stdin", stdin)
    outcome = command("ask", "-")
    assert outcome.code == 2
    assert said in outcome.err


def test_a_question_of_a_megabyte_arrives_whole(command: Run) -> None:
    backend = ScriptedBackend()
    command("ask", "a " * 500_000, "--json", backend=backend)
    assert len(str(backend.asked[0]["question"])) == 1_000_000


def test_bytes_that_are_no_text_become_replacement_characters(command: Run) -> None:
    backend = ScriptedBackend()
    outcome = command("ask", "caf\udce9", "--json", backend=backend)
    assert outcome.document["question"] == "caf\ufffd"


@pytest.mark.parametrize("value", ["yesterday", "2026-02-30", "20260101", "2026-W01-1", ""])
def test_a_day_is_written_in_one_form(command: Run, value: str) -> None:
    outcome = command("ask", "q", "--as-of", value, "--json")
    assert outcome.code == 2
    assert "YYYY-MM-DD" in outcome.document["error"]["message"]


def test_an_error_is_two_lines_that_say_what_to_do(command: Run) -> None:
    outcome = command("ask", "q", backend=ScriptedBackend(missing=True))
    assert outcome.code == 8
    assert outcome.out == ""
    assert outcome.err.splitlines() == [
        "localrag: There is no index at /nowhere/home.",
        "  Build one with: localrag index FOLDER",
    ]


def test_an_error_in_json_is_one_document_on_standard_output(command: Run) -> None:
    outcome = command("ask", "q", "--json", backend=ScriptedBackend(missing=True))
    assert outcome.code == 8
    assert outcome.document["error"]["code"] == "index_missing"
    assert set(outcome.document["error"]) == {"code", "message", "hint"}
    assert outcome.err == ""


@pytest.mark.parametrize(
    ("error", "code"),
    [(AccessError("No."), 2), (IndexDamagedError(Path("a.seg"), "is cut short"), 8)],
)
def test_an_error_while_asking_keeps_its_exit_code(command: Run, error: Exception, code: int) -> None:
    backend = ScriptedBackend(answers={"q": error})
    assert command("ask", "q", backend=backend).code == code
    assert backend.closed == 1


def test_debug_shows_the_traceback(command: Run) -> None:
    backend = ScriptedBackend(answers={"q": AccessError("No.")})
    assert "Traceback" in command("ask", "q", "--debug", backend=backend).err
    assert "Traceback" not in command("ask", "q", backend=backend).err


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", "q", "--nope"),
        ("nope",),
        ("ask", "q", "extra"),
        ("ask", "q", "--risk", "huge"),
        ("ask", "--as"),
    ],
)
def test_usage_errors_are_json_too(command: Run, arguments: tuple[str, ...]) -> None:
    outcome = command("--json", *arguments)
    assert outcome.code == 2
    assert outcome.document["error"]["code"] == "usage"


def test_an_option_behind_two_dashes_is_part_of_the_question(command: Run) -> None:
    backend = ScriptedBackend()
    outcome = command("ask", "--", "--json", backend=backend)
    assert backend.asked[0]["question"] == "--json"
    assert outcome.out.startswith("Answered")


def test_an_interruption_is_one_line_and_130(command: Run) -> None:
    backend = ScriptedBackend(answers={"q": KeyboardInterrupt()})
    outcome = command("ask", "q", backend=backend)
    assert (outcome.code, outcome.err) == (130, "localrag: Interrupted.\n")
    assert backend.closed == 1


def test_an_empty_home_is_a_slip_not_the_current_folder(command: Run) -> None:
    outcome = command("ask", "q", "--home", "")
    assert outcome.code == 2
    assert "--home is empty" in outcome.err
