"""``sessions``: what is listed, shown, exported, renamed, deleted; and how ``ask`` names a conversation."""

from __future__ import annotations

import pytest

from localrag.records.session import Session, SessionTurn
from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ASKED_AT, QUOTE, ScriptedBackend, answer


@pytest.fixture
def backend() -> ScriptedBackend:
    turns = (
        SessionTurn(
            asked_at=ASKED_AT, question="First?", understood_as="First?", status="answered", answer=answer()
        ),
        SessionTurn(
            asked_at=ASKED_AT,
            question="Then?",
            understood_as="Then?",
            status="answered",
            withheld="Not shown.",
        ),
    )
    session = Session(
        conversation_id="c1",
        title="Dead\x1b[2Jlines",
        started_at=ASKED_AT,
        last_at=ASKED_AT,
        marking="internal",
        turns=turns,
    )
    return ScriptedBackend(sessions=[session])


def test_list_shows_id_count_and_title_on_a_safe_line(command: Run, backend: ScriptedBackend) -> None:
    outcome = command("sessions", "list", backend=backend)
    assert outcome.out.startswith("c1  ")
    assert outcome.out.rstrip().endswith("2 questions  Dead␛[2Jlines")


def test_an_empty_list_says_so(command: Run) -> None:
    assert command("sessions", "list").out == "No conversation is kept.\n"
    assert command("sessions", "list", "--json").document == {"sessions": []}


def test_show_prints_answers_and_what_is_withheld(command: Run, backend: ScriptedBackend) -> None:
    outcome = command("sessions", "show", "c1", backend=backend)
    assert QUOTE in outcome.out
    assert "Marking: internal." in outcome.out
    assert "Not shown." in outcome.out
    assert "\x1b" not in outcome.out


@pytest.mark.parametrize("verb", ["show", "export"])
def test_json_is_the_record(command: Run, backend: ScriptedBackend, verb: str) -> None:
    outcome = command("sessions", verb, "c1", "--json", backend=backend)
    assert Session.model_validate(outcome.document) == backend.sessions["c1"]


def test_export_is_markdown(command: Run, backend: ScriptedBackend) -> None:
    outcome = command("sessions", "export", "c1", backend=backend)
    assert outcome.out.startswith("**Marking: internal**")
    assert "## 2. Then?" in outcome.out


def test_rename_and_delete_do_it_and_say_it(command: Run, backend: ScriptedBackend) -> None:
    assert command("sessions", "rename", "c1", "Better", backend=backend).code == 0
    assert backend.sessions["c1"].title == "Better"
    outcome = command("sessions", "delete", "c1", "--json", backend=backend)
    assert outcome.document == {"conversation_id": "c1", "done": "deleted"}
    assert backend.sessions == {}


@pytest.mark.parametrize("verb", [("show",), ("export",), ("delete",), ("rename",)])
def test_an_unknown_conversation_is_an_error_of_its_own(command: Run, verb: tuple[str, ...]) -> None:
    title = ("t",) if verb == ("rename",) else ()
    outcome = command("sessions", *verb, "zz", *title, "--json")
    assert (outcome.code, outcome.document["error"]["code"]) == (2, "not_found")


def test_ask_hands_the_conversation_on_and_shows_its_name(command: Run) -> None:
    backend = ScriptedBackend(answers={"q": answer("q", conversation_id="c1")})
    outcome = command("ask", "q", "--conversation", "c1", "--no-history", backend=backend)
    assert (backend.asked[0]["conversation_id"], backend.asked[0]["with_history"]) == ("c1", False)
    assert "Conversation: c1." in outcome.out
