"""Purging one of several homes that share a state: its own questions go, those of other homes stay."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from localrag.adapters.account import SystemAccount
from localrag.adapters.sqlite_sessions import SqliteSessions
from localrag.adapters.sqlite_traces import SqliteTraces
from localrag.administration import index, purge
from localrag.kept import runs
from localrag.records.evaluation import CaseOutcome, EvalCase
from localrag.records.index import PurgeSummary
from localrag.wiring import open_assistant
from tests.builders import asker, untold

QUESTION = "What does the kestrel permit cost?"


class Desk:
    """Two homes, one state; home A has been asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state = folder / "state"
        self.a, self.b = folder / "a", folder / "b"
        self.permits = self.write("agency", "permits.md", "The kestrel permit costs 14 euro.")
        self.tea = self.write("mydocs", "tea.md", "Tea is served at four.")
        self.index(self.a, self.permits)
        self.index(self.b, self.tea)
        self.ask(self.a, "work")

    def write(self, source: str, name: str, text: str) -> Path:
        path = self.folder / source / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# {source}\n\n{text}\n", encoding="utf-8")
        return path

    def index(self, home: Path, file: Path) -> None:
        index([file.parent], home=home, on_progress=untold)

    def ask(self, home: Path, conversation: str) -> None:
        with open_assistant(home, state=self.state) as assistant:
            answer = assistant.ask(QUESTION, conversation_id=conversation)
        assert answer.evidence

    def purge(self, home: Path, *names: str) -> PurgeSummary:
        return purge(names, home=home, state=self.state)

    def forget_home_ids(self) -> None:
        """Make home A and what was asked as a localrag without ids of homes left them."""
        with closing(sqlite3.connect(self.a / "corpus.db", isolation_level=None)) as database:
            database.execute("DELETE FROM meta WHERE name = 'home_id'")
        (self.a / "corpus.sha256").unlink()
        shutil.rmtree(self.state)
        self.ask(self.a, "work")

    def kept(self) -> tuple[list[str], list[str]]:
        """Questions whose text the traces still have, and ids of the conversations."""
        security = asker().model_copy(update={"user_id": SystemAccount().name()})
        texts = [trace.raw_query for trace in SqliteTraces(self.state).latest(security, 99)]
        turns = [one.conversation_id for one in SqliteSessions(self.state).latest(security, 99)]
        return [text for text in texts if text], sorted(turns)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_questions_to_another_home_stay(desk: Desk) -> None:
    done = desk.purge(desk.b, "mydocs/tea.md")
    assert (len(done.purged), done.questions, done.turns) == (1, 0, 0)
    done = desk.purge(desk.b)
    assert (done.questions, done.turns) == (0, 0)
    assert desk.kept() == ([QUESTION], ["work"])


def test_questions_to_this_home_go(desk: Desk) -> None:
    done = desk.purge(desk.a, "agency/permits.md")
    assert (done.questions, done.turns) == (1, 1)
    assert desk.kept() == ([], [])


def test_a_question_to_another_home_stays_where_both_hold_the_file(desk: Desk) -> None:
    desk.index(desk.b, desk.permits)
    desk.ask(desk.b, "there")
    done = desk.purge(desk.b, "agency/permits.md")
    assert (done.questions, done.turns) == (1, 1)
    assert desk.kept() == ([QUESTION], ["work"])


def test_what_index_took_out_before_goes_with_its_questions(desk: Desk) -> None:
    desk.write("agency", "other.md", "Other things cost nothing.")
    desk.permits.unlink()
    desk.index(desk.a, desk.permits)
    done = desk.purge(desk.a)
    assert (done.questions, done.turns) == (1, 1)


def test_a_home_keeps_its_id_where_it_moves(desk: Desk) -> None:
    moved = desk.a.rename(desk.folder / "moved")
    assert desk.purge(moved, "agency/permits.md").questions == 1


def test_a_question_without_word_of_its_home_goes_with_what_is_taken_out_now(desk: Desk) -> None:
    desk.forget_home_ids()
    assert desk.purge(desk.b, "mydocs/tea.md").questions == 0
    assert desk.kept() == ([QUESTION], ["work"])
    done = desk.purge(desk.a, "agency/permits.md")
    assert (done.questions, done.turns) == (1, 1)


def test_runs_of_evaluation_and_marks_go_to_the_last_byte(desk: Desk) -> None:
    with open_assistant(desk.a, state=desk.state) as assistant:
        asked = assistant.ask(QUESTION)
        assistant.assessment.mark(asked.trace_id, wrong="It is Tuesday.")
        case = EvalCase(id="1", question=QUESTION, disposition="answer")
        outcome = CaseOutcome(case=case, answer=asked, milliseconds=1)
        head = assistant.assessment.run_head("cases.jsonl", "0", 1)
        assert list(runs(desk.state).keep(head, [outcome])) == [outcome]
    assert desk.purge(desk.b, "mydocs/tea.md").outcomes == 0
    assert any(QUESTION in path.read_text() for path in desk.state.rglob("*.jsonl"))
    done = desk.purge(desk.a, "agency/permits.md")
    assert (done.marks, done.outcomes) == (1, 1)
    assert not any(QUESTION in path.read_text() for path in desk.state.rglob("*.jsonl"))
