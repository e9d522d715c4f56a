"""An answer into a file, where the terminal has no clipboard or at a key."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from localrag.errors import StorageError
from localrag.tui.app import LocalragApp
from localrag.tui.copied import has_clipboard
from localrag.tui.screens.save import SaveScreen, write_new
from tests.fakes.scripted_backend import QUOTE, answer
from tests.fakes.scripted_home import ScriptedHome
from tests.tui.driving import ask, drive, until


async def _save(pilot: Pilot[None], app: LocalragApp, key: str, path: Path) -> None:
    await ask(pilot, app, "What is the deadline?", "Answered")
    await pilot.press(key)
    await until(pilot, app, "Enter writes it")
    app.screen.query_one(Input).value = str(path)
    await pilot.press("enter")


def test_the_file_holds_marking_question_answer_and_citation(tmp_path: Path) -> None:
    path = tmp_path / "[b]kept.md"

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await _save(pilot, app, "f", path)
        await until(pilot, app, "Written to")
        assert not isinstance(app.screen, SaveScreen)

    drive(ScriptedHome(), script)
    text = path.read_text(encoding="utf-8")
    citation = f"[E1] Appeals Policy (appeals-policy@2026), p. 14: \u201c{QUOTE}\u201d"
    for part in ("Marking: internal", "What is the deadline?", f"{QUOTE} [E1]", citation):
        assert part in text


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no mode of this kind")
def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    write_new(tmp_path / "kept.md", "text")
    assert stat.S_IMODE((tmp_path / "kept.md").stat().st_mode) == 0o600


def test_nothing_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "kept.md"
    path.write_text("before", encoding="utf-8")

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await _save(pilot, app, "f", path)
        await until(pilot, app, "Choose another file name.")
        assert isinstance(app.screen, SaveScreen)

    drive(ScriptedHome(), script)
    assert path.read_text(encoding="utf-8") == "before"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be written"):
        write_new(tmp_path / "missing" / "kept.md", "text")


def test_where_there_is_no_clipboard_a_copy_key_offers_a_file(tmp_path: Path) -> None:
    path = tmp_path / "sentence.md"

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await _save(pilot, app, "s", path)
        await until(pilot, app, "Written to")
        assert app.clipboard == ""

    drive(ScriptedHome(), script, environment={"TERM": "linux"})
    assert path.read_text(encoding="utf-8") == f"{QUOTE}\n"


def test_what_a_terminal_would_obey_reaches_neither_clipboard_nor_file(tmp_path: Path) -> None:
    path = tmp_path / "kept.md"
    hostile = answer("odd", answer_markdown="Go\x1b]52;c;aGk=\x07 on. [E1]")

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "odd", "Answered")
        await pilot.press("y")
        assert app.clipboard.endswith("on. [E1]")
        assert "\x1b" not in app.clipboard
        assert "\x07" not in app.clipboard
        await pilot.press("f")
        await until(pilot, app, "Enter writes it")
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await until(pilot, app, "Written to")

    drive(ScriptedHome(answers={"odd": hostile}), script)
    text = path.read_text(encoding="utf-8")
    assert "on. [E1]" in text
    assert "\x1b" not in text
    assert "\x07" not in text


@pytest.mark.parametrize(
    ("environment", "has"),
    [
        ({}, True),
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "vt220"}, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, False),
    ],
)
def test_terminals_without_a_clipboard_are_known(environment: dict[str, str], has: bool) -> None:
    assert has_clipboard(environment) is has
