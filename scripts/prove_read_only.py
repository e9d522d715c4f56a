#!/usr/bin/env python3
"""Thirty commands on a home that cannot be written: nothing is written, all ends as on a writable copy.

The home is a read-only bind mount in a mount namespace of its own where this account may make one (root on
Linux); elsewhere its folders are 0500 and its files 0400. Exit codes, and standard output without what is
random, are compared with those over a writable copy; bytes, times and file names of the home with those
before. The controls are a run that must write, and a home that was written to.

    python scripts/prove_read_only.py
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
QUESTION = "What is the deadline to appeal an enforcement notice?"
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("ask", QUESTION),
    ("ask", QUESTION, "--json"),
    ("ask", QUESTION, "--explain"),
    ("ask", QUESTION, "--as-of", "2025-02-01"),
    ("ask", QUESTION, "--risk", "high"),
    ("ask", "What is the capital of Italy?"),
    ("ask", "When was the notice served?", "--case", "8842"),
    ("ask", "What is the reporting threshold?", "--as", "supervisor"),
    ("ask", QUESTION, "--as", "contractor"),
    ("ask", QUESTION, "--conversation", "read-only"),
    ("ask", "And for a permit?", "--conversation", "read-only"),
    ("ask", "--batch", "-"),
    ("search", "appeal deadline"),
    ("search", "POL-212", "--json"),
    ("search", "enforcement", "--top-k", "3"),
    ("show", "POL-212"),
    ("show", "no-such-document"),
    ("case", "8842"),
    ("status",),
    ("status", "--failed"),
    ("verify",),
    ("verify", "--full"),
    ("repair", "--dry-run"),
    ("index", "--dry-run"),
    ("policy", "check"),
    ("policy", "explain", "officer", "POL-212"),
    ("trace", "list"),
    ("trace", "verify"),
    ("sessions", "list"),
    ("doctor",),
)
_RANDOM = re.compile(
    r"\(just now\)|\([^()]* ago\)"
    r"|[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{12,64}\b|\b(?=[0-9a-z]*\d)[0-9a-z]{8,}\b"
    r"|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|\+00:00)?|\b\d+(\.\d+)?( (ms|s|MB|GB))?\b"
)
"""Ids, moments, measured numbers."""


class Outcome(NamedTuple):
    """How a command ended."""

    code: int
    shown: str


def main() -> int:
    """Run all over both homes; fails where one differs, a byte changed or a control was not seen."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        home, copy = place / "home", place / "copy"
        home.mkdir()
        shutil.copy(ROOT / "corpus" / "demo_policy.toml", home / "policy.toml")
        sources = [str(ROOT / "corpus" / one) for one in ("agency", "uploads", "harbour")]
        built = _run(("index", *sources), home, place / "builder", ())
        if built.code:
            raise SystemExit(built.shown)
        shutil.copytree(home, copy)
        prefix = _closed(home)
        before = _snapshot(home)
        differing = []
        for command in COMMANDS:
            closed = _run(command, home, place / "state", prefix)
            free = _run(command, copy, place / "other", ())
            if closed != free:
                differing.append(f"{' '.join(command)}: {_difference(closed, free)}")
        changed = [path for path, known in _snapshot(home).items() if before.get(path) != known]
        changed += [path for path in before if path not in _snapshot(home)]
        print(f"{'a read-only mount' if prefix else 'folders 0500, files 0400'}; {len(COMMANDS)} commands")
        print(f"{len(differing)} ended otherwise than on a writable copy{_bound(len(differing))}")
        print(f"{len(changed)} files of the home written, made or removed{_bound(len(changed))}")
        for line in (*differing, *changed):
            print("   ", line)
        seen = _controls(home, copy, place, prefix)
        print(
            f"controls (a run that must write; a home that was written to): {sum(seen)} of {len(seen)} seen"
        )
        _open(home)
    return int(bool(differing) or bool(changed) or not all(seen))


def _controls(home: Path, copy: Path, place: Path, prefix: Sequence[str]) -> list[bool]:
    fresh = place / "fresh"
    fresh.mkdir()
    (fresh / "rule.md").write_text("The fee is 15 euro.\n", encoding="utf-8")
    before = _snapshot(copy)
    closed = _run(("index", str(fresh)), home, place / "state", prefix)
    free = _run(("index", str(fresh)), copy, place / "other", ())
    return [closed.code != free.code, _snapshot(copy) != before]


def _closed(home: Path) -> tuple[str, ...]:
    """Make the home one that cannot be written; gives what commands over it have to be run by."""
    mounted = (
        "unshare",
        "-m",
        "sh",
        "-c",
        f'mount --bind "{home}" "{home}" && mount -o remount,ro,bind "{home}"',
    )
    if sys.platform == "linux" and subprocess.run(mounted, capture_output=True, check=False).returncode == 0:
        return (*mounted[:4], f'{mounted[4]} && exec "$@"', "sh")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        raise SystemExit(
            "As root, modes stop nobody: run this where a mount namespace is allowed, or as another user."
        )
    for path in (*home.rglob("*"), home):
        path.chmod(0o500 if path.is_dir() else 0o400)
    return ()


def _open(home: Path) -> None:
    for path in (home, *home.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)


def _run(command: Sequence[str], home: Path, state: Path, prefix: Sequence[str]) -> Outcome:
    done = subprocess.run(
        [*prefix, sys.executable, "-m", "localrag", *command],
        cwd=ROOT,
        env={**os.environ, "LOCALRAG_HOME": str(home), "LOCALRAG_STATE": str(state)},
        input=json.dumps({"id": 1, "query": QUESTION}) + "\n",
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=300,
    )
    # Doctor says of the home that it cannot be written, as it should.
    shown = (
        "" if command[0] == "doctor" else done.stdout.replace(str(home), "HOME").replace(str(state), "STATE")
    )
    return Outcome(done.returncode, _RANDOM.sub("#", shown))


def _difference(one: Outcome, other: Outcome) -> str:
    if one.code != other.code:
        return f"exit {one.code} in place of {other.code}: {one.shown[:200]}"
    pairs = zip(one.shown.splitlines(), other.shown.splitlines(), strict=False)
    return next(
        (f"{left!r} in place of {right!r}" for left, right in pairs if left != right), "lines more or less"
    )


def _snapshot(home: Path) -> dict[str, tuple[int, int, int, bytes]]:
    """Inode, mode, time of last change and content of every file and folder."""
    found = {}
    for path in (home, *home.rglob("*")):
        known = path.stat()
        content = path.read_bytes() if path.is_file() else b""
        found[str(path.relative_to(home))] = (known.st_ino, known.st_mode, known.st_mtime_ns, content)
    return found


def _bound(found: int) -> str:
    return "" if found else f" (95 % upper bound {3 / len(COMMANDS):.3f})"


if __name__ == "__main__":
    raise SystemExit(main())
