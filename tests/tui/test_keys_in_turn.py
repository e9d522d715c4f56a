"""Keys that come faster than they take effect: none is lost, none goes to the wrong place."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from localrag.tui.app import LocalragApp
from localrag.tui.keys_in_turn import KeysInTurn
from localrag.tui.screens.ask import AskScreen
from localrag.tui.widgets.question_box import QuestionBox
from tests.fakes.scripted_home import ScriptedHome
from tests.tui.driving import ask, drive, until

NAMED = {"\x1b": "escape", "\r": "enter", "\x15": "ctrl+u", " ": "space", "?": "question_mark"}


def burst(app: LocalragApp, typed: str) -> None:
    """All keys at once, as a terminal that is read late gives them."""
    for letter in typed:
        app.post_message(events.Key(NAMED.get(letter, letter), letter))


def test_what_is_typed_right_after_escape_is_the_next_question() -> None:
    home = ScriptedHome()

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        burst(app, "\x1band for contractors?\r")
        await until(pilot, app, "Answer 2 of 2")

    drive(home, script)
    assert home.asked[-1]["question"] == "and for contractors?"


def test_a_question_that_is_begun_in_a_pane_keeps_its_letters() -> None:
    home = ScriptedHome()

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        burst(app, "is my friend safe?\r")
        await until(pilot, app, "Answer 2 of 2")

    drive(home, script)
    assert home.asked[-1]["question"] == "is my friend safe?"


def test_a_paste_right_after_a_letter_comes_behind_it() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        burst(app, "a")
        app.post_message(events.Paste("nd for contractors"))
        await until(pilot, app, "and for contractors")

    drive(ScriptedHome(), script)


def test_a_file_is_saved_by_keys_in_one_go(tmp_path: Path) -> None:
    path = tmp_path / "kept.md"

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        burst(app, f"f\x15{path}\r\x1bnext")
        await until(pilot, app, "Written to")
        await until(pilot, app, "next")
        assert app.screen.query_one(QuestionBox).text == "next"

    drive(ScriptedHome(), script)
    assert path.exists()


def test_letters_behind_a_key_that_opens_a_window_are_typed_into_it() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        burst(app, "f\x15new name")
        await until(pilot, app, "new name")
        assert app.screen.query_one(Input).value == "new name"

    drive(ScriptedHome(), script)


def test_a_page_opened_and_left_in_one_go_leaves_the_questions() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        burst(app, "\r\x1b\x1bthe fee")
        await until(pilot, app, "the fee")
        assert isinstance(app.screen, AskScreen)
        assert app.screen.query_one(QuestionBox).text == "the fee"

    drive(ScriptedHome(), script)


def test_escape_and_a_letter_that_came_as_one_key_are_both_obeyed() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        await pilot.press("f")
        await until(pilot, app, "Enter writes it")
        app.post_message(events.Key("alt+a", "a"))
        burst(app, "nd who")
        await until(pilot, app, "and who")
        assert app.screen.query_one(QuestionBox).text == "and who"

    drive(ScriptedHome(), script)


def test_without_taking_turns_letters_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KeysInTurn, "admits", lambda *_: True)

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        burst(app, "\x1band for contractors")
        await pilot.pause(0.2)
        assert app.screen.query_one(QuestionBox).text != "and for contractors"

    drive(ScriptedHome(), script)
