#!/usr/bin/env python3
"""Run every command of the real program in awkward surroundings: its output keeps its form in all of them.

With ``--json`` standard output must be one JSON document or JSON lines, errors included; without it no byte
may steer a terminal; never a traceback; only exit codes of the manual. POSIX alone, since it needs a shell.

    python scripts/prove_manners.py
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = (
    "ask 'What is the deadline to appeal an enforcement notice?'",
    "ask 'What is the deadline to appeal?' --explain",
    "ask -",
    "ask --batch -",
    "search 'appeal deadline' --top-k 50",
    "search --batch -",
    "show POL-212",
    "case 8842",
    "index",
    "status --failed",
    "verify",
    "sessions list",
    "policy check",
    "doctor",
    "trace list",
    "trace verify",
)
SURROUNDINGS = {
    "plain": "localrag ARGUMENTS < /dev/null",
    "no home": "localrag ARGUMENTS --home NOWHERE < /dev/null",
    "a damaged index": "localrag ARGUMENTS --home DAMAGED < /dev/null",
    "standard input closed": "localrag ARGUMENTS 0<&-",
    "standard input binary": "localrag ARGUMENTS < PYTHON",
    "ten megabytes of standard input": "head -c 10000000 /dev/zero | tr '\\0' 'a' | localrag ARGUMENTS",
    "a reader that leaves": "localrag ARGUMENTS < /dev/null | head -n 1",
    "standard output closed": "localrag ARGUMENTS < /dev/null >&-",
    "a full disk": "localrag ARGUMENTS < /dev/null > /dev/full",
    "LC_ALL=C": "LC_ALL=C PYTHONCOERCECLOCALE=0 PYTHONUTF8=0 localrag ARGUMENTS < /dev/null",
    "cp1252": "PYTHONIOENCODING=cp1252 localrag ARGUMENTS < /dev/null",
    "a bad option": "localrag ARGUMENTS --no-such $'\\x1b[2J' < /dev/null",
}
"""Shell lines; the first word is the program with home and state of a trial."""
EXIT_CODES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 141}
_STEERING = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(Path(folder))
        for form, check in (("--json", json_problem), ("for people", people_problem)):
            found, runs = [], 0
            for name, line in SURROUNDINGS.items():
                for command in COMMANDS[:: options.every]:
                    done = trials.run(line, f"{command} --json" if form == "--json" else command)
                    runs += 1
                    if problem := check(done):
                        found.append(f"{command} with {name}: {problem}")
            bound = f" (95 % upper bound: {3 / runs:.3f})" if not found else ""
            print(f"{form}: {len(found)} of {runs} runs out of form{bound}", flush=True)
            for problem in found[:10]:
                print("   ", problem)
            options.faults += len(found)
    control = bool(json_problem(_faked(b"Answered\n"))) and bool(people_problem(_faked(b"\x1b[2J")))
    print(f"control, text in place of JSON and a control sequence: {'seen' if control else 'NOT SEEN'}")
    return int(options.faults > 0 or not control)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="only each n-th command, for a short run")
    parser.set_defaults(faults=0)
    return parser.parse_args()


def json_problem(done: subprocess.CompletedProcess[bytes]) -> str | None:
    """What is wrong with a run that was to write JSON."""
    for line in done.stdout.splitlines():
        try:
            json.loads(line)
        except ValueError:
            return f"not JSON: {line[:80]!r}"
    return _problem(done)


def people_problem(done: subprocess.CompletedProcess[bytes]) -> str | None:
    """What is wrong with a run that was to write for people."""
    return _problem(done)


def _problem(done: subprocess.CompletedProcess[bytes]) -> str | None:
    if done.returncode not in EXIT_CODES:
        return f"exit {done.returncode}"
    if b"Traceback" in done.stderr or b"fault in localrag" in done.stdout + done.stderr:
        return f"a fault: {done.stderr[-200:]!r}"
    if steering := _STEERING.search(done.stdout + done.stderr):
        return f"steers the terminal: {steering[0]!r}"
    return None


def _faked(out: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.CompletedProcess([], 0, out, b"")


class Trials:
    """A home, a damaged copy of it, and a shell in which ``localrag`` is the real program over them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        home = folder / "home"
        home.mkdir()
        shutil.copy(ROOT / "corpus" / "demo_policy.toml", home / "policy.toml")
        self.run(f"localrag index {ROOT / 'corpus' / 'agency'}", "")
        shutil.copytree(home, folder / "damaged")
        for path in (folder / "damaged" / "segments").iterdir():
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])

    def run(self, line: str, arguments: str) -> subprocess.CompletedProcess[bytes]:
        """One shell line; the exit code is that of the program, also before a pipe."""
        places: dict[str, Callable[[], str]] = {
            "ARGUMENTS": lambda: arguments,
            "NOWHERE": lambda: str(self._folder / "nowhere"),
            "DAMAGED": lambda: str(self._folder / "damaged"),
            "PYTHON": lambda: sys.executable,
        }
        filled = re.sub(r"\b(ARGUMENTS|NOWHERE|DAMAGED|PYTHON)\b", lambda m: places[m[1]](), line)
        define = f'set -o pipefail; localrag() {{ "{sys.executable}" -m localrag "$@"; }}; '
        return subprocess.run(
            ["bash", "-c", define + filled],
            cwd=ROOT,
            env={
                **os.environ,
                "LOCALRAG_HOME": str(self._folder / "home"),
                "LOCALRAG_STATE": str(self._folder / "state"),
                "PYTHONPATH": str(ROOT),
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            capture_output=True,
            check=False,
            timeout=120,
        )


if __name__ == "__main__":
    raise SystemExit(main())
