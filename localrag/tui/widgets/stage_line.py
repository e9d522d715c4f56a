"""Where the work stands -> one line at the bottom of the screen."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

_STAGES = {
    "start": "Waiting for the index",
    "plan": "Planning",
    "retrieve": "Searching",
    "evidence": "Reading the evidence",
    "answer": "Answering",
    "validate": "Checking every sentence",
}


class StageLine(Static):
    """What is running, or what came of it; empty where there is nothing to say."""

    def __init__(self) -> None:
        super().__init__(id="stage", markup=False)

    @property
    def shows_work(self) -> bool:
        """Whether work is shown as running."""
        return self.has_class("-running")

    def say(self, text: str) -> None:
        """Show a line; nothing is running."""
        self._show(text, running=False)

    def show_running(self, phase: str, *, waiting: int) -> None:
        """Show the stage that runs and how many questions wait behind it."""
        behind = f"; {waiting} waiting" if waiting else ""
        self._show(f"{_STAGES.get(phase, 'Working')} ...{behind} (Esc cancels)", running=True)

    def _show(self, text: str, *, running: bool) -> None:
        self.update(Content(text))
        self.set_class(running, "-running")
