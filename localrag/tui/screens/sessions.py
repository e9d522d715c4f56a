"""Saved conversations: opened again, renamed, deleted, exported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import DataTable, Input, Static

from localrag.text.display import safe_line
from localrag.text.wording import moment
from localrag.tui.screens.save import write_new
from localrag.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from localrag.api import Assistant
    from localrag.ports import OnProgress
    from localrag.records.session import Session, SessionSummary
    from localrag.tui.app import LocalragApp

_Work = Callable[["Assistant", "OnProgress"], "list[SessionSummary]"]
_LISTED = 500
"""Latest conversations shown. Guess."""


class SessionScreen(ModalScreen["Session"]):
    """Gives the conversation that was opened, with those answers that the asker may still read."""

    BINDINGS = [
        Binding("escape", "leave", "Back"),
        Binding("r", "rename", "Rename"),
        Binding("x", "export", "Export"),
        Binding("d", "delete", "Delete"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._sessions: list[SessionSummary] = []
        self._typing_for = ""
        """What the line below the list is typed for: ``rename``, ``export`` or nothing."""
        self._deleting: str | None = None
        """The conversation that the delete key was pressed on once."""

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        yield DataTable(id="sessions", cursor_type="row", zebra_stripes=True)
        yield Input(id="session-input", compact=True)
        yield Static(id="session-line", markup=False)
        yield KeyLine(show_command_palette=False)

    def on_mount(self) -> None:
        """Ask for the list."""
        table = self.query_one(DataTable)
        table.add_columns(*(Text(name) for name in ("Last asked", "Questions", "Title", "Id")))
        self._end_typing()
        self._do(lambda assistant, _: assistant.sessions(_LISTED))

    def on_data_table_row_selected(self) -> None:
        """Open that conversation."""
        chosen = self._chosen()
        if chosen is None:
            return
        name = chosen.conversation_id
        cast("LocalragApp", self.app).fetch(lambda assistant, _: assistant.session(name), self._give, self)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what the line was typed for."""
        chosen, typed, wanted = self._chosen(), event.value.strip(), self._typing_for
        self._end_typing()
        if chosen is None or not typed:
            return
        name = chosen.conversation_id
        if wanted == "rename":
            self._do(lambda assistant, _: _renamed(assistant, name, typed), told="Renamed.")
        elif wanted == "export":
            path = Path(typed).expanduser()
            self._do(lambda assistant, _: _exported(assistant, name, path), told=f"Written to {path}.")

    def action_rename(self) -> None:
        """Type another title."""
        chosen = self._chosen()
        if chosen is not None:
            self._type("rename", chosen.title, "New title; Enter renames, Esc does not.")

    def action_export(self) -> None:
        """Type where to write it."""
        chosen = self._chosen()
        if chosen is not None:
            path = str(Path.cwd() / f"conversation-{chosen.conversation_id}.md")
            self._type(
                "export", path, "File; .json gives JSON, all else Markdown. Enter writes, Esc does not."
            )

    def action_delete(self) -> None:
        """Delete the conversation: the second press on the same one does it."""
        chosen = self._chosen()
        if chosen is None:
            return
        name = chosen.conversation_id
        if self._deleting != name:
            self._deleting = name
            self._say(f"Press d again to delete {chosen.title} for good.")
            return
        self._deleting = None
        self._do(lambda assistant, _: _deleted(assistant, name), told="Deleted.")

    def action_leave(self) -> None:
        """Stop typing; with nothing typed, go back."""
        if self._typing_for:
            self._end_typing()
        else:
            self.dismiss()

    def _give(self, session: Session) -> None:
        self.dismiss(session)

    def _do(self, work: _Work, told: str = "") -> None:
        cast("LocalragApp", self.app).fetch(work, lambda sessions: self._list(sessions, told), self)

    def _list(self, sessions: list[SessionSummary], told: str) -> None:
        self._sessions = sessions
        table = self.query_one(DataTable)
        table.clear()
        for one in sessions:
            cells = (moment(one.last_at), str(one.turns), one.title, one.conversation_id)
            table.add_row(*(Text(safe_line(cell)) for cell in cells))
        self._say(told or ("" if sessions else "No conversation is kept."))

    def _chosen(self) -> SessionSummary | None:
        row = self.query_one(DataTable).cursor_row
        return self._sessions[row] if 0 <= row < len(self._sessions) else None

    def _type(self, wanted: str, value: str, told: str) -> None:
        self._typing_for = wanted
        line = self.query_one("#session-input", Input)
        line.display = True
        line.value = safe_line(value)
        line.focus()
        self._say(told)

    def _end_typing(self) -> None:
        self._typing_for = ""
        self.query_one("#session-input").display = False
        self.query_one(DataTable).focus()
        self._say("")

    def _say(self, text: str) -> None:
        self.query_one("#session-line", Static).update(Content(safe_line(text)))


def _renamed(assistant: Assistant, name: str, title: str) -> list[SessionSummary]:
    assistant.rename_session(name, title)
    return assistant.sessions(_LISTED)


def _deleted(assistant: Assistant, name: str) -> list[SessionSummary]:
    assistant.delete_session(name)
    return assistant.sessions(_LISTED)


def _exported(assistant: Assistant, name: str, path: Path) -> list[SessionSummary]:
    from localrag.sessions.export import markdown

    session = assistant.session(name)
    as_json = path.suffix.casefold() == ".json"
    text = session.model_dump_json(indent=2) if as_json else markdown(session)
    write_new(path, text)
    return assistant.sessions(_LISTED)
