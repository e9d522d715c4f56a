"""A scripted home and keys -> what the screen shows."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from textual.pilot import Pilot

from localrag.tui.app import LocalragApp
from localrag.tui.backend import Backend
from localrag.tui.widgets.question_box import QuestionBox
from tests.fakes.scripted_home import ScriptedHome

AnyHome = ScriptedHome | Backend
Script = Callable[[Pilot[None], LocalragApp], Awaitable[None]]
_TRIES = 200
"""Of 10 ms each, until something is on the screen."""


def drive(
    home: AnyHome,
    script: Script,
    *,
    size: tuple[int, int] = (100, 30),
    environment: Mapping[str, str] | None = None,
) -> None:
    """Start the UI without a terminal, run the script against it, and leave."""

    async def run() -> None:
        app = LocalragApp(home, environment or {})
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await script(pilot, app)

    asyncio.run(run())


def screen_text(app: LocalragApp) -> str:
    """All that is on the screen now, line by line."""
    screen = app.screen
    strips = screen._compositor.render_strips(screen.size)
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


async def until(pilot: Pilot[None], app: LocalragApp, text: str) -> str:
    """Wait for a text on the screen; the screen as it is then."""
    for _ in range(_TRIES):
        await pilot.pause()
        shown = screen_text(app)
        if text in shown:
            return shown
        await asyncio.sleep(0.01)
    raise AssertionError(f"{text!r} did not come up:\n{screen_text(app)}")


async def ask(pilot: Pilot[None], app: LocalragApp, question: str, then: str) -> str:
    """Put a question in, press Enter and wait for a text of its answer."""
    box = app.screen.query_one(QuestionBox)
    box.focus()
    box.insert(question)
    await pilot.press("enter")
    return await until(pilot, app, then)
