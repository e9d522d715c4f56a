"""``tui``: the terminal UI over the same home and rights as every other command."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING

from localrag.cli.invocation import Invocation, command
from localrag.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from localrag.api import Assistant
    from localrag.ports import OnProgress
    from localrag.records.index import IndexSummary
    from localrag.tui.app import LocalragApp

_ESCAPE_MILLISECONDS = 25
"""How long Esc waits to become the first part of another key: less than from one typed key to the next, so
that Esc and a letter stay two keys. Guess; the variable ESCDELAY overrides it."""

_EXAMPLES = """
localrag tui
localrag tui --home /media/stick/home
"""


@command("tui", help="Ask, and check the evidence, on a full screen.", example=_EXAMPLES)
def command_tui(invocation: Invocation) -> int:
    """Run until it is left."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "The terminal UI needs a terminal on standard input and output.",
            'For scripts there is: localrag ask "QUESTION" --json',
        )
    os.environ.setdefault("ESCDELAY", str(_ESCAPE_MILLISECONDS))
    from localrag.tui.app import LocalragApp

    gc.enable()
    app = LocalragApp(_OneHome(invocation))
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda number, _: _leave(app, 128 + number))
    app.run()
    return app.return_code or 0


def _leave(app: LocalragApp, code: int) -> None:
    """Leave in order, which puts the terminal back as it was."""
    # From another thread: a message of a signal's own does not wake a loop that waits for a key.
    threading.Thread(target=app.exit, kwargs={"return_code": code}).start()


class _OneHome:
    """The home that the command line named."""

    def __init__(self, invocation: Invocation) -> None:
        self._invocation = invocation

    def open_assistant(self) -> Assistant:
        """An assistant over the newest generation."""
        return self._invocation.open_assistant(will_ask=True)  # type: ignore[return-value]

    def index(self, paths: Sequence[Path], on_progress: OnProgress) -> IndexSummary:
        """Bring the index up to date."""
        from localrag.records.index import IndexOptions

        return self._invocation.backend.index(
            paths, home=self._invocation.own_home(), on_progress=on_progress, options=IndexOptions()
        )
