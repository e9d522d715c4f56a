"""The files of a home and of the state -> checks of who can open and who can change them."""

from __future__ import annotations

import shlex
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from localrag.records.checkup import Check
from localrag.settings import Settings

_RULES = ("policy.toml", "localrag.toml", "guard.toml", "glossary.toml")
"""Everybody may read them; whoever may write one decides what is answered."""


def modes(home: Path, state: Path, settings: Settings) -> Iterator[Check]:
    """Whether only who should can open or change the files of the home and of the state."""
    if sys.platform == "win32":
        says = "Windows decides by the folders' permissions; keep home and state inside the account's profile"
        yield Check(name="modes", health="note", says=says)
        return
    readable = stat.S_IRWXO if settings.access.group else stat.S_IRWXO | stat.S_IRWXG
    data = [path for path in _files(home) if path.name not in _RULES]
    open_data = [path for path in data if path.is_file() and _mode(path) & readable]
    writable = [path for path in (home, *_files(home)) if _mode(path) & (stat.S_IWOTH | stat.S_IWGRP)]
    names = "o" if settings.access.group else "go"
    if writable:
        says = f"others may change {_named(writable)}"
        yield Check(name="home modes", health="failed", says=says, mend=f"chmod -R go-w {_quoted(home)}")
    elif open_data:
        says = f"others may open {_named(open_data)}, whatever the policy says"
        mend = f"chmod -R {names}-rwx {_quoted(home)}"
        yield Check(name="home modes", health="failed", says=says, mend=mend)
    elif home.exists():
        who = f"its owner and the group {settings.access.group}" if settings.access.group else "its owner"
        says = f"{home} can be changed by its owner, its index opened by {who}"
        yield Check(
            name="home modes", health="ok", says=says + (" and group" if settings.access.group else "")
        )
    if not state.exists():
        yield Check(name="state modes", health="ok", says=f"{state} is made when the first trace is kept")
        return
    foreign = [path for path in (state, *_files(state)) if _mode(path) & (stat.S_IRWXO | stat.S_IRWXG)]
    if foreign:
        says = f"others may open {_named(foreign)}"
        yield Check(name="state modes", health="failed", says=says, mend=f"chmod -R go-rwx {_quoted(state)}")
    else:
        yield Check(name="state modes", health="ok", says=f"{state} is this account's alone")


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if not path.is_symlink()) if folder.is_dir() else []


def _mode(path: Path) -> int:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0


def _named(paths: list[Path]) -> str:
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    return f"{paths[0]}{more}"


def _quoted(path: Path) -> str:
    return shlex.quote(str(path))
