#!/usr/bin/env python3
"""Hostile text in every place a user can see: nothing reaches the terminal that it would obey.

120 payloads (terminal sequences, C1 controls, direction overrides, hidden tags, markup and combinations of
them) are put into titles, headings, texts and file names of documents and into questions. What the commands
write and what the terminal UI puts on the screen is searched for control characters and for links that
would act. A program that passes a payload through is the control: the same search must catch it.

    python scripts/prove_terminal.py
"""

from __future__ import annotations

import argparse
import asyncio
import io
import itertools
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from textual.widgets import Static

from localrag.administration import index
from localrag.api import Assistant
from localrag.cli.main import run
from localrag.ports import OnProgress
from localrag.records.index import IndexOptions, IndexSummary
from localrag.tui.app import LocalragApp
from localrag.tui.widgets.question_box import QuestionBox
from localrag.wiring import open_assistant
from tests.hostile_text import MARKUP, SEQUENCES, obeyed

OTHER_SCRIPTS = [
    *("\u0627\u0644\u0633\u0644\u0627\u0645 " + str(number) for number in range(25)),
    *("\u0928\u092e\u0938\u094d\u0924\u0947 " + str(number) for number in range(25)),
    *("\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35 " + str(number) for number in range(25)),
    *(
        "\U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1eb\U0001f1f7 " + str(number)
        for number in range(25)
    ),
]


def payloads(count: int) -> list[str]:
    """The first of all pairs of a sequence and markup, alone, before and after it."""
    pairs = itertools.product(SEQUENCES, MARKUP)
    built = [f"a{one}{two}z" for one, two in pairs]
    built += [f"a{two}{one}z" for one, two in itertools.product(SEQUENCES, MARKUP) if two]
    return list(dict.fromkeys(built))[:count]


def main() -> int:
    """Print a line a channel: payloads tried, faults, the bound on the rate."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--payloads", type=int, default=120)
    options = parser.parse_args()
    tried = payloads(options.payloads)
    assert obeyed(tried[0]), "the search must catch a payload that is passed through"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        os.environ["LOCALRAG_STATE"] = str(root / "state")
        faults: Counter[str] = Counter()
        documents = _written(root / "documents", [*tried, *OTHER_SCRIPTS])
        faults["index"] += len(obeyed(_command(root, "index", str(documents))))
        for number, payload in enumerate(tried):
            for channel, arguments in _commands(number, payload):
                faults[channel] += bool(obeyed(_command(root, *arguments)))
        for channel in ("trace list", "status"):
            faults[channel] += len(obeyed(_command(root, *channel.split())))
        changed = sum(
            text not in _shown(root, len(tried) + place) for place, text in enumerate(OTHER_SCRIPTS)
        )
        faults["terminal UI"] = asyncio.run(_screens(root, len(tried)))
        caught = asyncio.run(_control(root))
    for channel, found in sorted(faults.items()):
        print(f"{channel}: {found} faults of {len(tried)} payloads (95 % upper bound {3 / len(tried):.3f})")
    print(f"texts in other scripts changed: {changed} of {len(OTHER_SCRIPTS)}")
    print(f"control, a live link and a raw sequence on a screen: {'caught' if caught else 'MISSED'}")
    return 1 if sum(faults.values()) or changed or not caught else 0


def _written(folder: Path, texts: Sequence[str]) -> Path:
    folder.mkdir()
    for number, text in enumerate(texts):
        safe_name = "".join(mark for mark in text if mark not in "/\\\0\r\n")[:60]
        front = f"+++\ntitle = {json.dumps(f'Rule {number} {text}')}\n+++\n"
        rule = f"The limit of item Q{number:03} is {number + 3} days, {text} it says."
        body = f"# Rule {number} {text}\n\n{rule}\n"
        path = folder / f"{number:03} {safe_name}.md"
        path.write_text(front + body, encoding="utf-8", errors="surrogatepass", newline="")
    return folder


def _commands(number: int, payload: str) -> Iterator[tuple[str, list[str]]]:
    question = f"What is the limit of item Q{number:03}?"
    yield "ask", ["ask", question]
    yield "ask --json", ["ask", question, "--json"]
    yield "ask --explain", ["ask", question, "--explain"]
    yield "ask, hostile question", ["ask", f"{question} {payload}"]
    yield "search", ["search", f"Q{number:03} {payload}"]
    yield "error", ["show", f"nothing {payload}"]


def _command(root: Path, *arguments: str) -> str:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        run([*arguments, "--home", str(root / "home")])
        out.flush()
        err.flush()
    return "".join(one.buffer.getvalue().decode("utf-8", "replace") for one in (out, err))


def _shown(root: Path, number: int) -> str:
    return _command(root, "ask", f"What is the limit of item Q{number:03}?")


class _Home:
    def __init__(self, root: Path) -> None:
        self._root = root

    def open_assistant(self) -> Assistant:
        return open_assistant(self._root / "home", state=self._root / "state")

    def index(self, paths: Sequence[Path], on_progress: OnProgress) -> IndexSummary:
        return index(paths, home=self._root / "home", on_progress=on_progress, options=IndexOptions())


async def _screens(root: Path, count: int) -> int:
    """Ask for each payload's rule, open its page, then look through documents, traces and conversations."""
    app, faults = LocalragApp(_Home(root), {}), 0
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        for number in range(count):
            box = app.screen.query_one(QuestionBox)
            box.focus()
            box.insert(f"What is the limit of item Q{number:03}?")
            await pilot.press("enter")
            for _ in range(200):
                await pilot.pause(0.02)
                if f"Q{number:03} is" in _text(app):
                    break
            faults += _faulty(app)
            await pilot.press("enter")
            await pilot.pause(0.1)
            faults += _faulty(app)
            await pilot.press("escape")
        for key in ("f2", "f3", "f5"):
            await pilot.press(key)
            await pilot.pause(0.5)
            for _ in range(60):
                await pilot.press("down")
                faults += _faulty(app)
            await pilot.press("escape")
    return faults


async def _control(root: Path) -> bool:
    app = LocalragApp(_Home(root), {})
    async with app.run_test() as pilot:
        await app.mount(Static("[@click=app.quit]go[/]", markup=True))
        await pilot.pause()
        return _faulty(app)


def _text(app: LocalragApp) -> str:
    screen = app.screen
    strips = screen._compositor.render_strips(screen.size)
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def _faulty(app: LocalragApp) -> bool:
    screen = app.screen
    for strip in screen._compositor.render_strips(screen.size):
        for segment in strip:
            style = segment.style
            if obeyed(segment.text, "") or (
                style is not None and (style.link or "@click" in (style.meta or {}))
            ):
                return True
    return False


if __name__ == "__main__":
    sys.exit(main())
