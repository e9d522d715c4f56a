"""Choose a folder -> it is indexed, with progress."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, ProgressBar, Static

from localrag.text.display import safe_line
from localrag.text.wording import PHASE_WORDS, counted, duration
from localrag.tui.backend import Backend
from localrag.tui.widgets.key_line import KeyLine
from localrag.tui.worker import Cancelled, Done, Failed, Job, Outcome, told

if TYPE_CHECKING:
    from localrag.records.index import IndexSummary, Progress
    from localrag.tui.app import LocalragApp


class IndexScreen(ModalScreen[bool]):
    """Gives whether the index changed."""

    BINDINGS = [Binding("escape", "leave", "Back")]

    class Step(Message):
        """Indexing moved on."""

        def __init__(self, progress: Progress) -> None:
            super().__init__()
            self.progress = progress

    class Ended(Message):
        """Indexing came to its end."""

        def __init__(self, outcome: Outcome[IndexSummary]) -> None:
            super().__init__()
            self.outcome = outcome

    def __init__(self, backend: Backend) -> None:
        super().__init__()
        self._backend = backend
        self._job: Job | None = None
        self._changed = False

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        with Vertical(id="indexing"):
            yield Static("Index a folder of documents", id="indexing-title", markup=False)
            yield Input(id="folder", placeholder="Folder or file; empty: refresh what is known")
            bar = ProgressBar(id="bar", show_eta=True)
            bar.display = False
            yield bar
            yield Static(id="indexing-line", markup=False)
            yield KeyLine(show_command_palette=False)

    def on_mount(self) -> None:
        """Type the folder."""
        self.query_one("#folder").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Start indexing."""
        if self._job is not None:
            return
        typed = event.value.strip()
        paths = (Path(typed).expanduser(),) if typed else ()
        self._say("Starting ...")
        self.query_one(ProgressBar).display = True
        self._job = cast("LocalragApp", self.app).work.run(
            lambda step: self._backend.index(paths, step),
            then=lambda outcome: self.post_message(self.Ended(outcome)),
            on_progress=self._step,
        )

    def on_index_screen_step(self, event: Step) -> None:
        """Move the bar."""
        step = event.progress
        self.query_one(ProgressBar).update(total=step.total, progress=step.done)
        current = f"  {step.current}" if step.current else ""
        self._say(f"{PHASE_WORDS.get(step.phase, step.phase)}{current}")

    def on_index_screen_ended(self, event: Ended) -> None:
        """Say what came of it; the screen stays, so that it can be read."""
        self._job = None
        self.query_one(ProgressBar).display = False
        match event.outcome:
            case Done(summary):
                self._changed = True
                self._say(_summary(summary))
            case Failed(error):
                self._say(told(error))
            case Cancelled():
                self._changed = True
                self._say("Stopped; what was finished is kept. Index again to go on.")

    def action_leave(self) -> None:
        """Stop indexing; with nothing to stop, go back."""
        if self._job is not None:
            self._job.cancel()
        else:
            self.dismiss(self._changed)

    def _step(self, progress: Progress) -> None:
        self.post_message(self.Step(progress))

    def _say(self, text: str) -> None:
        self.query_one("#indexing-line", Static).update(Content(safe_line(text)))


def _summary(summary: IndexSummary) -> str:
    failed = (
        f" {counted(len(summary.failed), 'file')} failed (F2, then f lists them)." if summary.failed else ""
    )
    warned = f" {summary.warnings[0]}" if summary.warnings else ""
    return (
        f"{summary.added} added, {summary.changed} changed, {summary.removed} removed; "
        f"{counted(summary.passages, 'passage')} in the index; {duration(summary.seconds)}.{failed}{warned}"
        " Esc goes back."
    )
