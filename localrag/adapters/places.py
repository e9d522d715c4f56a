"""The operating system -> where localrag keeps its index and an account's own state."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def index_home() -> Path:
    """``LOCALRAG_HOME``, else the platform's data folder of this account."""
    return _chosen("LOCALRAG_HOME") or _platform_folder("XDG_DATA_HOME", (".local", "share"))


def user_state() -> Path:
    """``LOCALRAG_STATE``, else the platform's state folder of this account."""
    return _chosen("LOCALRAG_STATE") or _platform_folder("XDG_STATE_HOME", (".local", "state"))


def _chosen(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value).expanduser().absolute() if value else None


def _platform_folder(variable: str, below_home: tuple[str, str]) -> Path:
    if sys.platform in ("win32", "darwin"):
        import platformdirs

        data = variable == "XDG_DATA_HOME"
        folder = platformdirs.user_data_path if data else platformdirs.user_state_path
        path: Path = folder("localrag", appauthor=False)
        # macOS keeps both in one folder; state gets a room of its own there.
        return path if data or sys.platform == "win32" else path / "state"
    # The XDG rule in two lines: importing platformdirs costs a cold question 40 ms
    # (python -X importtime, 2026-11-30).
    chosen = os.environ.get(variable, "")
    base = Path(chosen) if Path(chosen).is_absolute() else Path.home().joinpath(*below_home)
    return base / "localrag"
