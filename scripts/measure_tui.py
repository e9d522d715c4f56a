#!/usr/bin/env python3
"""The terminal UI: first paint beside an empty Textual program, and memory over many questions.

python scripts/measure_tui.py --home HOME --questions 500
"""

from __future__ import annotations

import argparse
import asyncio
import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from localrag.api import Assistant
from localrag.ports import OnProgress
from localrag.records.index import IndexSummary
from localrag.tui.app import LocalragApp
from localrag.tui.widgets.question_box import QuestionBox
from localrag.wiring import open_assistant

EMPTY = (
    "from textual.app import App\nfrom textual.widgets import Static\n"
    "class Empty(App):\n    def compose(self):\n        yield Static('Ask about')\nEmpty().run()\n"
)


def main() -> int:
    """Print one figure a line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--questions", type=int, default=500)
    options = parser.parse_args()
    ours = [sys.executable, "-m", "localrag", "tui", "--home", str(options.home)]
    empty = [sys.executable, "-c", EMPTY]
    pairs = [(_first_paint(ours), _first_paint(empty)) for _ in range(options.runs)]
    print(f"first paint, median of {options.runs}: {statistics.median(one for one, _ in pairs):.2f} s")
    print(f"an empty Textual program in the same run: {statistics.median(two for _, two in pairs):.2f} s")
    print(f"median difference of the pairs: {statistics.median(one - two for one, two in pairs):.2f} s")
    with tempfile.TemporaryDirectory() as state:
        asyncio.run(_memory(options.home, Path(state), options.questions))
    return 0


def _first_paint(command: Sequence[str]) -> float:
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color"}
    started = time.perf_counter()
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    seen = b""
    while b"sk about" not in seen:
        if select.select([ours], [], [], 20)[0]:
            seen += os.read(ours, 65536)
        else:
            raise RuntimeError(f"nothing was painted: {seen[-200:]!r}")
    seconds = time.perf_counter() - started
    process.kill()
    process.wait()
    os.close(ours)
    return seconds


class _Home:
    def __init__(self, home: Path, state: Path) -> None:
        self._home, self._state = home, state

    def open_assistant(self) -> Assistant:
        return open_assistant(self._home, state=self._state)

    def index(self, paths: Sequence[Path], on_progress: OnProgress) -> IndexSummary:
        raise NotImplementedError


async def _memory(home: Path, state: Path, questions: int) -> None:
    app = LocalragApp(_Home(home, state), {})
    asked = ("What is the deadline for an appeal?", "Who signs a report?", "May a contractor do that?")
    async with app.run_test(size=(120, 40)) as pilot:
        for number in range(1, questions + 1):
            if number % 5 == 0:
                await pilot.press("ctrl+n")
            box = app.screen.query_one(QuestionBox)
            box.focus()
            box.insert(f"{asked[number % len(asked)]} ({number})")
            await pilot.press("enter")
            while app.screen._jobs:  # type: ignore[attr-defined]
                await pilot.pause(0.01)
            if number in (10, 100, questions):
                print(f"memory after {number} questions: {_resident_mb():.0f} MB")


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    sys.exit(main())
