#!/usr/bin/env python3
"""Every file of a home and of an account's state is private, under any umask, also while a run goes on.

Under umask 000, 022 and 077 a home is built, asked, indexed again, verified and purged; meanwhile the modes
of all that lies in home and state, the log and temporary files included, are looked at again and again.
Folders must be 0700 and files 0600. The control is a file of another mode that lives for a twentieth of a
second. POSIX alone.

    python scripts/prove_modes.py
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UMASKS = (0o000, 0o022, 0o077)
QUESTION = "What is the deadline to appeal an enforcement notice?"
AGENCY = str(ROOT / "corpus" / "agency")
COMMANDS = (
    ("index", AGENCY),
    ("ask", QUESTION),
    ("ask", QUESTION, "--conversation", "modes"),
    ("index", "--rehash"),
    ("verify", "--full"),
    ("purge", "POL-212"),
    ("index", str(ROOT / "corpus" / "uploads")),
    ("trace", "verify"),
)
_BETWEEN_LOOKS = 0.002
"""Seconds."""


class Watch:
    """Looks at the modes of all files below some folders until it is stopped."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.looks = 0
        self.seen: set[str] = set()
        """Names of files and folders that were looked at."""
        self.open_to_others: dict[str, str] = {}
        self._folders = folders
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def stop(self) -> None:
        """Look once more and end."""
        self._stopped.set()
        self._thread.join()
        self._look()

    def _watch(self) -> None:
        while not self._stopped.wait(_BETWEEN_LOOKS):
            self._look()

    def _look(self) -> None:
        self.looks += 1
        for folder in self._folders:
            for path in (folder, *folder.rglob("*")):
                try:
                    mode = path.lstat().st_mode
                except FileNotFoundError:
                    continue
                self.seen.add(str(path))
                if stat.S_IMODE(mode) != (0o700 if stat.S_ISDIR(mode) else 0o600):
                    self.open_to_others[str(path)] = oct(stat.S_IMODE(mode))


def main() -> int:
    """Run it all; fails where a mode was another one, a command failed or the control was not seen."""
    faults: dict[str, str] = {}
    for umask in UMASKS:
        with tempfile.TemporaryDirectory() as name:
            folders = [Path(name) / "home", Path(name) / "state"]
            folders[0].mkdir(mode=0o700)
            shutil.copy(ROOT / "corpus" / "demo_policy.toml", folders[0] / "policy.toml")
            (folders[0] / "policy.toml").chmod(0o600)
            watch = Watch(folders)
            try:
                for command in COMMANDS:
                    _run(command, folders, umask)
            finally:
                watch.stop()
            faults |= watch.open_to_others
            print(
                f"umask {umask:03o}: {len(watch.seen)} files and folders in {watch.looks} looks", flush=True
            )
    print(f"{len(faults)} were open to others")
    for path, mode in faults.items():
        print("   ", path, mode)
    print(f"control, a file of mode 0644 for a moment: {'seen' if _control() else 'NOT SEEN'}")
    return int(bool(faults) or not _control())


def _run(command: Sequence[str], folders: Sequence[Path], umask: int) -> None:
    home, state = map(str, folders)
    done = subprocess.run(
        [sys.executable, "-m", "localrag", *command],
        cwd=ROOT,
        env={**os.environ, "LOCALRAG_HOME": home, "LOCALRAG_STATE": state},
        umask=umask,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    # 3 to 7 are answers; 9 is an index with a file that cannot be read.
    if done.returncode not in (0, 3, 4, 5, 9):
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}: {done.stdout}{done.stderr}")


def _control() -> bool:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "home"
        folder.mkdir(mode=0o700)
        watch = Watch([folder])
        (folder / "corpus.db-wal").touch()
        (folder / "corpus.db-wal").chmod(0o644)
        time.sleep(0.05)
        (folder / "corpus.db-wal").unlink()
        watch.stop()
        return bool(watch.open_to_others)


if __name__ == "__main__":
    raise SystemExit(main())
