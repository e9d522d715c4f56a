#!/usr/bin/env python3
"""The terminal UI in a real terminal: keys go in by tmux, what is on the screen comes out of it.

Builds the demonstration home, then walks through every flow at 80 x 24; each line says what was seen. Says so
and does nothing where tmux is not installed.

    python scripts/prove_tmux.py
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
PATIENCE_SECONDS = 20.0
ASK = "What is the deadline for an appeal?"
BROKEN = (
    "import sys; import localrag.api as api\n"
    "def broken(*_, **__): raise ZeroDivisionError('a fault')\n"
    "api.Assistant.ask = broken\n"
    "from localrag.__main__ import main\nsys.argv[0] = 'localrag'\nsys.exit(main())\n"
)
"""The program with a fault where questions are answered."""


class Terminal:
    """One shell in a tmux of its own."""

    def __init__(self, root: Path, name: str, **environment: str) -> None:
        self._tmux = ["tmux", "-L", f"localrag-{os.getpid()}-{name}", "-f", os.devnull]
        self.root, self._settings = root, root / f"{name}.stty"
        shell = [f"{key}={value}" for key, value in environment.items()]
        self._run("new-session", "-d", "-s", "t", "-x", "80", "-y", "24", "env", *shell, "sh")
        self.keys("PS1='$ '; cd " + shlex.quote(str(PROJECT)), "Enter")

    def start(self, *arguments: str, code: str | None = None) -> None:
        """Start the UI; the settings of the terminal before are kept."""
        program = ["-c", code] if code else ["-m", "localrag"]
        file = self.root / "start.sh"
        command = shlex.join([sys.executable, *program, "tui", *arguments])
        file.write_text(f"{command}\necho code-$?\n", encoding="utf-8")
        self.keys(f"clear; stty -g > {self._settings}; sh {file}", "Enter")
        self.sees("Ask about")

    def keys(self, *keys: str) -> None:
        """Letters as they are; Enter, Escape, Tab, F1 and C-x are keys."""
        for key in keys:
            named = key in {"Enter", "Escape", "Tab", "BTab", "Down", "M-Left"} or key[:2] == "C-"
            named = named or (key[:1] == "F" and key[1:].isdigit())
            self._run("send-keys", "-t", "t", *(() if named else ("-l",)), key)
            if key == "Escape":
                # As a person: what a terminal sends at once with Esc is another key.
                time.sleep(0.1)

    def afresh(self) -> None:
        """A new conversation; nothing of the one before is on the screen."""
        self.keys("C-n")
        self.sees("New conversation.")

    def screen(self) -> str:
        """What is on it now."""
        return self._run("capture-pane", "-p", "-t", "t")

    def sees(self, text: str) -> str:
        """Wait until a text is on the screen; the screen as it is then."""
        late = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < late:
            shown = self.screen()
            if text in shown:
                return shown
            time.sleep(0.05)
        raise AssertionError(f"{text!r} did not come up:\n{self.screen()}")

    def size(self, width: int, height: int) -> None:
        """Make it larger or smaller."""
        self._run("resize-window", "-t", "t", "-x", str(width), "-y", str(height))

    def program(self) -> int:
        """The process number of the UI."""
        (pane,) = self._run("list-panes", "-t", "t", "-F", "#{pane_pid}").split()
        number = pane
        while children := subprocess.run(
            ["pgrep", "-P", number], capture_output=True, text=True
        ).stdout.split():
            number = children[0]
        return int(number)

    def is_as_before(self) -> bool:
        """Whether the shell's terminal has the settings that it had before the start."""
        after = self._settings.with_suffix(".after")
        self.keys("C-u", f"stty -g > {after}; echo read-$((1+1))", "Enter")
        self.sees("read-2")
        return after.read_text() == self._settings.read_text()

    def close(self) -> None:
        """End it and all that runs in it."""
        self._run("kill-server")

    def _run(self, *arguments: str) -> str:
        return subprocess.run([*self._tmux, *arguments], check=True, capture_output=True, text=True).stdout


def asking(one: Terminal) -> None:
    """Ask, check a quote, follow up, conflict, clarification; typed behind Esc without a pause."""
    one.keys(ASK, "Enter")
    one.sees("Answered")
    one.keys("Enter")
    one.sees("14 calendar days\u00ab")
    one.keys("Escape", "Escape", "and for contractors?", "Enter")
    one.sees("Understood as: What is the deadline for an appeal for contractors?")
    one.afresh()
    one.size(80, 50)
    one.keys(
        "How long must the reference part of a sample be kept after the result has been reported?", "Enter"
    )
    conflict = one.sees("45 calendar days")
    assert "30 calendar days" in conflict, conflict
    one.size(80, 24)
    one.afresh()
    one.keys("Can it?", "Enter")
    one.sees("Needs clarification")


def limiting(one: Terminal) -> None:
    """A day that is none, a day, a case."""
    one.afresh()
    one.keys("Tab", "2023-99-01", "BTab", ASK, "Enter")
    one.sees("is not a day")
    one.keys("C-u", "2023-06-01", "BTab", "Enter")
    one.sees("rules of 2023-06-01")
    one.afresh()
    one.keys("Tab", "Tab", "8842", "BTab", "BTab", "Has the penalty been paid?", "Enter")
    one.sees("Penalty paid")


def keeping(one: Terminal) -> None:
    """Save an answer, export a conversation, both in one go; look at a trace."""
    kept, exported = one.root / "kept.md", one.root / "conversation.json"
    one.afresh()
    one.keys(ASK, "Enter")
    one.sees("Answered")
    one.keys("f", "C-u", str(kept), "Enter")
    one.sees("Written to")
    assert kept.stat().st_mode & 0o777 == 0o600, oct(kept.stat().st_mode)
    one.keys("F5")
    one.sees(ASK)
    one.keys("x", "C-u", str(exported), "Enter")
    late = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < late and not exported.exists():
        time.sleep(0.05)
    assert "14 calendar days" in exported.read_text(encoding="utf-8")
    one.keys("Escape", "F3")
    one.sees("considered")
    one.keys("Escape")


def cancelling(one: Terminal) -> None:
    """Esc behind Enter: the question comes back, nothing is answered."""
    one.afresh()
    one.keys(ASK)
    one._run("send-keys", "-t", "t", "Enter", "Escape")
    one.sees("Cancelled.")
    one.sees(ASK)


def resizing(one: Terminal) -> None:
    """100 other sizes while a question is answered."""
    one.afresh()
    one.keys(ASK, "Enter")
    for number in range(50):
        one.size(20 + number, 5 + number % 15)
        one.size(160 - number, 50)
    one.size(80, 24)
    one.sees("Answered")


def signals(one: Terminal, *arguments: str) -> None:
    """Each leaves the terminal as it was; after the one that cannot be caught the next start is as ever."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        os.kill(one.program(), number)
        one.sees(f"code-{128 + number}")
        assert one.is_as_before(), f"{number.name} left the terminal changed"
        one.start(*arguments)
    os.kill(one.program(), signal.SIGKILL)
    time.sleep(1)
    one.keys("stty sane; reset", "C-j")
    time.sleep(2)
    one.start(*arguments)
    one.keys("F5")
    one.sees(ASK)
    one.keys("Escape", "C-q")
    one.sees("code-0")
    assert one.is_as_before(), "quitting left the terminal changed"


def unwritable(one: Terminal, *arguments: str) -> None:
    """A state folder that cannot be written: told beside the answer."""
    one.start(*arguments)
    one.size(80, 50)
    one.keys(ASK, "Enter")
    one.sees("could not be kept")
    one.keys("C-q")
    one.sees("code-0")


def failing(one: Terminal, *arguments: str) -> None:
    """A fault behind the screen is a message; the program goes on and ends in order."""
    one.start(*arguments, code=BROKEN)
    one.keys(ASK, "Enter")
    one.sees("ZeroDivisionError")
    one.keys("C-q")
    one.sees("code-0")
    assert one.is_as_before(), "a fault left the terminal changed"


def without_index(one: Terminal, root: Path) -> None:
    """A first start offers to index a folder, and the first question is answered from it."""
    folder = root / "few"
    folder.mkdir()
    (folder / "rule.md").write_text("# Keys\n\nA lost key is reported within 3 days.\n", encoding="utf-8")
    one.start("--home", str(root / "empty"))
    one.sees("Folder")
    one.keys("C-u", str(folder), "Enter")
    one.sees("1 passage in the index")
    one.keys("Escape", "When is a lost key reported?", "Enter")
    one.sees("within 3 days")


def two_at_once(root: Path, *arguments: str, **environment: str) -> None:
    """Two terminals over one home and state: each answers, each sees the other's conversation."""
    pair = [Terminal(root, name, **environment) for name in ("left", "right")]
    try:
        for one in pair:
            one.start(*arguments)
        asked = (ASK, "Who signs an inspection report?")
        for one, question in zip(pair, asked, strict=True):
            one.keys(question, "Enter")
        for one in pair:
            one.sees("rules of")
        for one, other in zip(pair, reversed(asked), strict=True):
            one.keys("F5")
            one.sees(other)
    finally:
        for one in pair:
            one.close()


def main() -> int:
    """Print a line a flow; 1 where one failed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args()
    if shutil.which("tmux") is None:
        print("tmux is not installed: nothing was tried.")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        home = root / "home"
        home.mkdir()
        shutil.copy(PROJECT / "corpus" / "demo_policy.toml", home / "policy.toml")
        corpus = [str(PROJECT / "corpus" / name) for name in ("agency", "uploads", "harbour")]
        subprocess.run(
            [sys.executable, "-m", "localrag", "index", *corpus, "--home", str(home)],
            cwd=PROJECT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        return _tried(root, "--home", str(home))


def _tried(root: Path, *arguments: str) -> int:
    state = {"LOCALRAG_STATE": str(root / "state"), "LC_ALL": "C.UTF-8"}
    (root / "file").touch()
    no_state = {**state, "LOCALRAG_STATE": str(root / "file" / "state")}
    faults = 0

    def one_flow(name: str, flow: Callable[[], object]) -> None:
        nonlocal faults
        try:
            flow()
            print(f"{name}: as promised", flush=True)
        except (AssertionError, OSError, subprocess.CalledProcessError) as fault:
            faults += 1
            print(f"{name}: FAULT {fault}", flush=True)

    main_terminal = Terminal(root, "main", **state)
    others = [
        Terminal(root, "fault", **state),
        Terminal(root, "new", **state),
        Terminal(root, "ro", **no_state),
    ]
    try:
        main_terminal.start(*arguments)
        for flow in (asking, limiting, keeping, cancelling, resizing):
            one_flow(flow.__name__, lambda flow=flow: flow(main_terminal))  # type: ignore[misc]
        one_flow("signals", lambda: signals(main_terminal, *arguments))
        one_flow("failing", lambda: failing(others[0], *arguments))
        one_flow("without_index", lambda: without_index(others[1], root))
        one_flow("unwritable", lambda: unwritable(others[2], *arguments))
        one_flow("two_at_once", lambda: two_at_once(root, *arguments, **state))
    finally:
        for one in (main_terminal, *others):
            one.close()
    print(f"{faults} faults of 10 flows")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
