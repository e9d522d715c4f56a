"""What the terminal UI needs of the rest of the program; a Protocol, so that tests bring their own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from localrag.api import Assistant
    from localrag.ports import OnProgress
    from localrag.records.index import IndexSummary


class Backend(Protocol):
    """One index home."""

    def open_assistant(self) -> Assistant:
        """An assistant over the newest generation; it is used in one thread."""
        ...

    def index(self, paths: Sequence[Path], on_progress: OnProgress) -> IndexSummary:
        """Bring the index up to date; without paths its known sources."""
        ...
