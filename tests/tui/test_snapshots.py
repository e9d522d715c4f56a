"""How the screens look; after a wanted change: pytest tests/tui/test_snapshots.py --snapshot-update."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from localrag.tui.app import LocalragApp
from localrag.tui.widgets.question_box import QuestionBox
from tests.fakes.scripted_backend import ASKED_AT, answer, citation, evidence
from tests.fakes.scripted_home import ScriptedHome
from tests.tui.driving import until

Compare = Callable[..., bool]
FULL = answer(
    "May we close case 8842?",
    answer_markdown="No, a rule requires otherwise. [E1]\n\n**Reasons**\n\n- The fee is open. [E2]",
    citations=(citation(), citation("E2", quote="The fee is open.", answer_span=None)),
    evidence=(
        evidence(),
        evidence("E2", source_title="Case 8842", authority="case_record", status="superseded"),
    ),
    notices=("The FAQ says 30 days; the policy prevails.",),
)


def started(theme: str | None = None) -> LocalragApp:
    app = LocalragApp(ScriptedHome(answers={FULL.question: FULL}), {}, lambda: ASKED_AT)
    if theme:
        app.theme = theme
    return app


async def answered(pilot: Pilot[None]) -> None:
    app = pilot.app
    assert isinstance(app, LocalragApp)
    box = app.screen.query_one(QuestionBox)
    box.cursor_blink = False
    box.insert(FULL.question)
    await pilot.press("enter")
    await until(pilot, app, "Answered")
    await until(pilot, app, "E2" if app.size.width < 100 and app.size.height < 22 else "in force")
    await pilot.wait_for_scheduled_animations()


@pytest.mark.parametrize("size", [(80, 24), (60, 15), (160, 50)])
def test_an_answer_at_every_size(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert snap_compare(started(), terminal_size=size, run_before=answered)


def test_an_answer_in_the_light_theme(snap_compare: Compare) -> None:
    assert snap_compare(started("textual-light"), terminal_size=(80, 24), run_before=answered)


def test_an_answer_without_colour(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(started(), terminal_size=(80, 24), run_before=answered)
