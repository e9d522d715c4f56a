"""``ask --explain``: for people behind the answer, in JSON beside it, nothing where it is not asked for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from localrag.cli.terminal import Terminal
from localrag.text.explained import explained
from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ScriptedBackend, explanation

PLAIN = Terminal(width=None, styled=False, encoding="utf-8")


def test_the_explanation_follows_the_answer(command: Run) -> None:
    out = command("ask", "q", "--explain").out
    assert out.index("Sources") < out.index("How this came about")
    assert "words: rank 1, 12.50; meaning: rank 2, 0.750" in out
    assert "Left out: 1 no room left" in out
    assert "must come from: Appeals Policy" in out


def test_in_json_it_is_a_key_of_the_same_document(command: Run) -> None:
    document = command("ask", "q", "--explain", "--json").document
    assert document["status"] == "answered"
    assert document["explanation"]["permitted_count"] == 30


def test_it_is_told_only_where_it_is_asked_for(command: Run) -> None:
    assert "How this came about" not in command("ask", "q").out
    assert "explanation" not in command("ask", "q", "--json").document


def test_every_line_of_a_batch_has_its_own(command: Run, tmp_path: Path) -> None:
    lines = [json.dumps({"id": number, "question": f"q{number}"}) for number in (1, 2)]
    (tmp_path / "batch").write_text("\n".join(lines))
    told = command("ask", "--explain", "--batch", str(tmp_path / "batch")).lines
    assert [line["explanation"]["plan"]["normalized_query"] for line in told] == ["q1", "q2"]


def test_what_documents_say_in_it_is_shown_and_never_obeyed() -> None:
    nasty = explanation().candidates[0].model_copy(update={"title": "A\x1b]0;b\x07", "uri": "\x9b2J"})
    told = explained(explanation(candidates=(nasty,), reasons=("\x1b[2J",), missing_sources=("\u202e",)))
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set("".join(one.text + one.first for one in told))


def test_a_backend_without_listeners_is_asked_as_before(command: Run) -> None:
    backend = ScriptedBackend()
    assert command("ask", "q", backend=backend).code == 0


def test_a_plain_question_loads_nothing_for_explaining() -> None:
    listing = (
        "import os, sys\nleave = os._exit\n"
        "def tell(code):\n    print(*sys.modules, file=sys.stderr, flush=True)\n    leave(code)\n"
        "os._exit = tell\n"
        "from localrag.cli.main import main\nmain()\n"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", listing, "ask", "--home", "nowhere", "q"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    loaded = done.stderr.split()
    assert "localrag.pipeline" in loaded
    assert not {"localrag.records.explanation", "localrag.trace.explained"} & set(loaded)
