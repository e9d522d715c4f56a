"""Options and environment -> the home that a command uses."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from localrag.errors import UsageError

if TYPE_CHECKING:
    from localrag.cli.backend import Backend

CHECKOUT = "LOCALRAG_CHECKOUT"
"""Set by ``scripts/localrag`` alone: the folder whose ``corpus`` may stand in for a missing index."""


def own_home(given: str | None, backend: Backend) -> Path:
    """The home that writing commands use: ``--home``, ``LOCALRAG_HOME``, else the account's data folder."""
    if given is None:
        return backend.default_home()
    if not given:
        # It would mean the current folder, and is a likely slip of a script with an unset variable.
        raise UsageError("--home is empty.", "Name a folder: --home DIR")
    return Path(given).expanduser().absolute()


def reading_home(given: str | None, backend: Backend) -> tuple[Path, Path | None]:
    """The home that reading commands use, and the state folder that goes with it (null: the account's).

    Where nobody has chosen a home and the account has none yet, a program started by ``scripts/localrag``
    answers from the demonstration home of its checkout, built now if need be; it says so.
    """
    home = own_home(given, backend)
    checkout = os.environ.get(CHECKOUT)
    if given is not None or not checkout or os.environ.get("LOCALRAG_HOME") or home.exists():
        return home, None
    from localrag.cli.demo import demonstration_home

    return demonstration_home(Path(checkout), backend)
