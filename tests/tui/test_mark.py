"""Marking an answer as wrong, by keys alone."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets import Input

from localrag.errors import StorageError
from localrag.tui.app import LocalragApp
from localrag.tui.screens.mark import MarkScreen
from tests.fakes.scripted_home import ScriptedHome
from tests.tui.driving import ask, drive, until


async def _type(pilot: Pilot[None], app: LocalragApp, text: str) -> None:
    await ask(pilot, app, "What is the deadline?", "Answered")
    await pilot.press("m")
    await until(pilot, app, "What is wrong with this answer?")
    app.screen.query_one(Input).value = text
    await pilot.press("enter")


def test_what_is_typed_is_kept_and_the_answer_is_back() -> None:
    home = ScriptedHome()

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await _type(pilot, app, "It is [14] days")
        await until(pilot, app, "Marked as wrong.")
        assert home.marked == [("t1", "It is [14] days")]
        assert not isinstance(app.screen, MarkScreen)

    drive(home, script)


def test_an_empty_line_keeps_nothing_and_escape_leaves() -> None:
    home = ScriptedHome()

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await _type(pilot, app, "  ")
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(app.screen, MarkScreen)

    drive(home, script)
    assert home.marked == []


def test_what_cannot_be_kept_is_told_and_the_line_stays() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await _type(pilot, app, "It is 14 days")
        await until(pilot, app, "The disk is full.")
        assert app.screen.query_one(Input).value == "It is 14 days"

    drive(ScriptedHome(page=StorageError("The disk is full.")), script)


def test_without_an_answer_there_is_nothing_to_mark() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await until(pilot, app, "Ask")
        app.screen.action_mark()  # type: ignore[attr-defined]
        await pilot.pause()
        assert not isinstance(app.screen, MarkScreen)

    drive(ScriptedHome(), script)
