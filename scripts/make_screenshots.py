#!/usr/bin/env python3
"""Make the pictures of the terminal UI in docs/screens from the sample corpus.

python scripts/make_screenshots.py
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from textual.pilot import Pilot

from localrag.administration import index
from localrag.api import Assistant
from localrag.ports import OnProgress
from localrag.records.index import IndexOptions, IndexSummary
from localrag.tui.app import LocalragApp
from localrag.tui.widgets.question_box import QuestionBox
from localrag.wiring import open_assistant

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "screens"
SIZE = (120, 34)


def main() -> int:
    """Write the pictures anew."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        home = _Home(Path(folder))
        home.index([ROOT / "corpus" / name for name in ("agency", "uploads", "harbour")], lambda _: None)
        asyncio.run(_take(home))
    return 0


class _Home:
    def __init__(self, root: Path) -> None:
        self._home, self._state = root / "home", root / "state"
        self._home.mkdir()
        shutil.copy(ROOT / "corpus" / "demo_policy.toml", self._home / "policy.toml")

    def open_assistant(self) -> Assistant:
        return open_assistant(self._home, state=self._state)

    def index(self, paths: Sequence[Path], on_progress: OnProgress) -> IndexSummary:
        return index(paths, home=self._home, on_progress=on_progress, options=IndexOptions())


async def _take(home: _Home) -> None:
    app = LocalragApp(home, {})
    async with app.run_test(size=SIZE) as pilot:
        await _ask(pilot, app, "What is the deadline to appeal an enforcement notice?")
        _keep(app, "answer")
        await pilot.press("enter")
        await pilot.pause(0.5)
        _keep(app, "page")
        await pilot.press("escape", "f2")
        await pilot.pause(0.5)
        _keep(app, "documents")


async def _ask(pilot: Pilot[None], app: LocalragApp, question: str) -> None:
    box = app.screen.query_one(QuestionBox)
    box.cursor_blink = False
    box.insert(question)
    await pilot.press("enter")
    await pilot.pause(2.0)


def _keep(app: LocalragApp, name: str) -> None:
    (PICTURES / f"{name}.svg").write_text(app.export_screenshot(title="localrag"), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
