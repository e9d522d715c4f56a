"""A text and a file's name that is typed -> the text in a new file that only its owner may read."""

from __future__ import annotations

import os
from pathlib import Path

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from localrag.errors import StorageError
from localrag.text.display import safe_line
from localrag.tui.widgets.key_line import KeyLine
from localrag.tui.worker import told


class SaveScreen(ModalScreen[None]):
    """One line to type; Enter writes, Esc does not. What cannot be written leaves the line as it is."""

    BINDINGS = [Binding("escape", "app.pop_screen", "Back")]

    def __init__(self, what: str, text: str, suggested: Path) -> None:
        """``what`` is one word for the text, as in "Save the answer"."""
        super().__init__()
        self._what, self._text, self._suggested = what, text, suggested

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        with Vertical(id="save"):
            yield Static(f"Save the {self._what} to this file? Enter writes it, Esc does not.", markup=False)
            yield Input(safe_line(str(self._suggested)), id="file", compact=True)
            yield Static(id="save-line", markup=False)
        yield KeyLine(show_command_palette=False)

    def on_mount(self) -> None:
        """Type at once."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Write the file and say where it is; an empty line writes nothing."""
        typed = event.value.strip()
        if not typed:
            return
        path = Path(typed).expanduser().absolute()
        try:
            write_new(path, self._text)
        except StorageError as error:
            self.query_one("#save-line", Static).update(Content(told(error)))
        else:
            self.app.notify(safe_line(f"Written to {path}"), markup=False)
            self.dismiss()


def write_new(path: Path, text: str) -> None:
    """Write a file that is not there yet, readable and writable by its owner alone, whatever the umask.

    Raises:
        StorageError: It is there already, or cannot be written.
    """
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text if text.endswith("\n") else f"{text}\n")
    except OSError as error:
        raise StorageError(
            f"{path} cannot be written: {error.strerror or error}.", "Choose another file name."
        ) from error
