"""An answer that is wrong -> what is wrong with it, typed and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from localrag.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from localrag.records.mark import Mark
    from localrag.tui.app import LocalragApp


class MarkScreen(ModalScreen[None]):
    """One line to type; Enter keeps it, Esc does not."""

    BINDINGS = [Binding("escape", "app.pop_screen", "Back")]

    def __init__(self, trace_id: str) -> None:
        super().__init__()
        self._trace_id = trace_id

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        with Vertical(id="mark"):
            yield Static("What is wrong with this answer? Enter keeps it, for you alone.", markup=False)
            yield Input(id="wrong", compact=True)
        yield KeyLine(show_command_palette=False)

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Keep what was typed; an empty line keeps nothing."""
        wrong, trace_id = event.value.strip(), self._trace_id
        if wrong:
            app = cast("LocalragApp", self.app)
            app.fetch(
                lambda assistant, _: assistant.assessment.mark(trace_id, wrong=wrong), self._leave, self
            )

    def _leave(self, _kept: Mark) -> None:
        self.notify("Marked as wrong. Yours: localrag mark list", markup=False)
        self.dismiss()
