#!/usr/bin/env python3
"""Press Ctrl-C at random moments of ask and of index: stopped within a second, and nothing half done.

Half of the moments are sent to a process whose streams are pipes, half to one on a terminal of its own, where
the terminal's driver turns the key into the signal; the terminal's settings must be what they were. After
each stop the index must answer as before the run or as after it, and the chain of traces must be whole.
POSIX alone.

    python scripts/prove_stop.py --moments 50
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
QUESTION = "Can we close enforcement case 8842 without escalation?"
PROMISED_SECONDS = 1.0
INTERRUPTED = 130


class Stop(NamedTuple):
    """How one interrupted command ended."""

    after: float
    """Seconds from its start to the key."""
    took: float
    """Seconds from the key to its end."""
    code: int
    finished: bool
    """Whether it had ended by itself before the key."""
    problem: str | None = None


def main() -> int:
    options = _options()
    if sys.platform == "win32":
        print("skipped: signals and terminals of POSIX are needed")
        return 0
    draw = random.Random(options.seed)
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(Path(folder))
        print(f"ask takes {trials.ask_seconds:.2f} s, index {trials.index_seconds:.2f} s")
        for name, seconds in (("ask", trials.ask_seconds), ("index", trials.index_seconds)):
            stops = [
                trials.stopped(name, draw.uniform(0.02, seconds), on_terminal=number % 2 == 1)
                for number in range(options.moments)
            ]
            faults += _report(name, stops)
        faults += trials.controls()
    return int(faults > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moments", type=int, default=50, help="of ask, and as many of index")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _report(name: str, stops: Sequence[Stop]) -> int:
    stopped = [one for one in stops if not one.finished]
    late = [one for one in stopped if one.took >= PROMISED_SECONDS]
    early = [one for one in stopped if one.code == -signal.SIGINT]
    other = [one for one in stopped if one.code != INTERRUPTED and one not in early]
    wrong = [one for one in stops if one.problem is not None]
    slowest = max((one.took for one in stopped), default=0.0)
    print(f"{name}: {len(stops)} moments, {len(stopped)} before it had ended by itself, half on a terminal")
    _count("  not stopped within a second", len(late), len(stopped))
    _count("  exit code other than 130", len(other), len(stopped))
    _count("  index, traces or terminal left otherwise", len(wrong), len(stops))
    print(f"  ended by the signal itself, before Python had started (a shell shows 130, too): {len(early)}")
    print(f"  slowest stop: {slowest:.2f} s")
    for one in (*other, *wrong)[:5]:
        print(f"    after {one.after:.3f} s: exit {one.code}, {one.problem}")
    return len(late) + len(other) + len(wrong)


def _count(name: str, found: int, of: int) -> None:
    print(f"{name}: {found} of {of}" + (f" (95 % upper bound: {3 / of:.3f})" if not found and of else ""))


class Trials:
    """One base home, a change to its documents, and ways to stop what reads or writes it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._state = folder / "state"
        self._base, self._documents = folder / "base", folder / "documents"
        shutil.copytree(ROOT / "corpus" / "agency", self._documents)
        self._base.mkdir()
        shutil.copy(ROOT / "corpus" / "demo_policy.toml", self._base / "policy.toml")
        self._call("index", str(self._documents), home=self._base)
        self._before = self._answers(self._base)
        began = time.perf_counter()
        self._call("ask", QUESTION, home=self._base)
        self.ask_seconds = time.perf_counter() - began
        for number in range(60):
            text = f"# Notice {number}\n\nThe fee of class {number} is EUR {number + 100}.\n" * 3
            (self._documents / "notices" / f"new-{number}.md").write_text(text)
        (self._documents / "guides").rename(self._documents / "handbooks")
        whole = self._copy("whole")
        began = time.perf_counter()
        self._call("index", home=whole)
        self.index_seconds = time.perf_counter() - began
        self._after = self._answers(whole)
        assert self._before != self._after

    def stopped(self, name: str, after: float, *, on_terminal: bool) -> Stop:
        """Start a command on a copy of the home, press Ctrl-C, and look at what is left."""
        home = self._copy("stopped")
        arguments = [name, QUESTION] if name == "ask" else [name]
        command = [sys.executable, "-m", "localrag", *arguments, "--home", str(home)]
        start = self._on_terminal if on_terminal else self._on_pipes
        stop = start(command, after)
        return stop if stop.problem else stop._replace(problem=self._problem(name, home))

    def controls(self) -> int:
        """What must be caught: a program that goes on, one that garbles its terminal, a third state."""
        stubborn = "import signal, time; signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(1.6)"
        slow = self._on_pipes([sys.executable, "-c", stubborn], 0.3)
        raw = (
            "import sys, time, tty\ntty.setraw(0)\n"
            "try:\n    time.sleep(9)\nexcept KeyboardInterrupt:\n    sys.exit(130)\n"
        )
        garbled = self._on_terminal([sys.executable, "-c", raw], 0.5, by_signal=True)
        third = self._copy("third")
        (self._documents / "notices" / "new-0.md").unlink()
        self._call("index", home=third)
        seen = {
            "a program that goes on for more than a second": slow.took >= PROMISED_SECONDS
            and slow.code != 130,
            "a terminal that is left raw": garbled.problem is not None,
            "an index in a third state": self._problem("index", third) is not None,
        }
        for name, caught in seen.items():
            print(f"control, {name}: {'seen' if caught else 'NOT SEEN'}")
        return sum(not caught for caught in seen.values())

    def _on_pipes(self, command: Sequence[str], after: float) -> Stop:
        with subprocess.Popen(
            command,
            cwd=ROOT,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            time.sleep(after)
            finished = process.poll() is not None
            pressed = time.perf_counter()
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=30)
            took = time.perf_counter() - pressed
        return Stop(after, took, process.returncode, finished)

    def _on_terminal(self, command: Sequence[str], after: float, *, by_signal: bool = False) -> Stop:
        import pty
        import termios

        process_id, terminal = pty.fork()
        if process_id == 0:
            os.chdir(ROOT)
            os.execvpe(command[0], list(command), self._environment())
        before = termios.tcgetattr(terminal)
        _drained(terminal, after)
        ended, status = os.waitpid(process_id, os.WNOHANG)
        finished = ended != 0
        pressed = time.perf_counter()
        if not finished:
            if by_signal:
                os.kill(process_id, signal.SIGINT)
            else:
                os.write(terminal, b"\x03")
            while ended == 0 and time.perf_counter() - pressed < 30:
                _drained(terminal, 0.005)
                ended, status = os.waitpid(process_id, os.WNOHANG)
        took = time.perf_counter() - pressed
        problem = None if termios.tcgetattr(terminal) == before else "terminal settings were changed"
        os.close(terminal)
        return Stop(after, took, os.waitstatus_to_exitcode(status), finished, problem)

    def _problem(self, name: str, home: Path) -> str | None:
        found, *faults = self._answers(home).splitlines()
        if found not in ((self._before,) if name == "ask" else (self._before, self._after)):
            return f"the index is neither as before nor as after: {found[:200]}"
        return "; ".join(faults) or None

    def _answers(self, home: Path) -> str:
        """A digest of what readers get of a home, and a line for each fault of index and traces."""
        code = (
            "import hashlib, sys, pathlib\nfrom localrag.index.reader import open_corpus\n"
            "from localrag.administration import verify, verify_traces\nhome = pathlib.Path(sys.argv[1])\n"
            "from tests.builders import EVERYTHING\nfrom localrag.records.security import SecurityContext\n"
            "asker = SecurityContext(tenant_id='vcsi', user_id='x', reads_everything=True)\n"
            "with open_corpus(home) as corpus:\n"
            "    scope = corpus.scope(asker, EVERYTHING)\n"
            "    hits = scope.lexical(['fee', 'appeal', 'deadlin'], 5000)\n"
            "    texts = [one.model_dump_json() for one in scope.fetch([h.chunk_id for h in hits])]\n"
            "    told = repr((scope.size, [(h.chunk_id, h.score) for h in hits], texts))\n"
            "print(hashlib.sha256(told.encode()).hexdigest())\n"
            "print(*verify(home), *verify_traces(pathlib.Path(sys.argv[2])).faults, sep='\\n')\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(home), str(self._state)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            return f"unreadable: {done.stderr.splitlines()[-1]}"
        return done.stdout.strip()

    def _copy(self, name: str) -> Path:
        home = self._folder / name
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(self._base, home)
        return home

    def _call(self, *arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "localrag", *arguments, "--home", str(home)],
            cwd=ROOT,
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
        )

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "LOCALRAG_STATE": str(self._state), "PYTHONPATH": str(ROOT)}


def _drained(terminal: int, seconds: float) -> None:
    """Read what a program writes, as a terminal does, so that it never waits for that."""
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        ready, _, _ = select.select([terminal], [], [], left)
        if ready:
            with contextlib.suppress(OSError):
                if os.read(terminal, 65_536):
                    continue
            time.sleep(min(left, 0.005))


if __name__ == "__main__":
    raise SystemExit(main())
