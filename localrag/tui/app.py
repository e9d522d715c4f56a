"""A backend -> the running terminal UI: its screens, commands and way out."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from rich.text import Text
from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.message_pump import MessagePump
from textual.screen import ModalScreen, Screen

from localrag.text.display import safe_text
from localrag.tui.backend import Backend
from localrag.tui.copied import has_clipboard
from localrag.tui.keys_in_turn import KeysInTurn
from localrag.tui.screens.ask import AskScreen
from localrag.tui.worker import Done, Failed, Outcome, Result, Worker, told

if TYPE_CHECKING:
    from localrag.api import Assistant
    from localrag.ports import OnProgress


class LocalragApp(App[None]):
    """Ask, check, trust."""

    TITLE = "localrag"
    CSS_PATH = "style.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (22, "-tall")]
    BINDINGS = [
        Binding("f1", "show_help_panel", "Keys"),
        Binding("f2", "corpus", "Documents"),
        Binding("f3", "traces", "Traces"),
        Binding("f4", "index", "Index"),
        Binding("f5", "sessions", "Conversations"),
        Binding("ctrl+q", "quit", "Quit", priority=True),
    ]

    def __init__(
        self,
        backend: Backend,
        environment: Mapping[str, str] = os.environ,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        super().__init__()
        self._backend = backend
        self.now = now
        """The present moment; tests let it stand still."""
        self.work = Worker(backend.open_assistant)
        """Where all screens send what takes time."""
        self.has_clipboard = has_clipboard(environment)
        """Whether what is copied may arrive; where not, a file is offered."""
        self._keys = KeysInTurn(self)
        if not _writes_unicode(environment):
            self.add_class("-ascii")

    async def on_event(self, event: events.Event) -> None:
        """Let a key or a paste wait until the key before it has taken effect."""
        typed = isinstance(event, events.Key | events.Paste) and not event.is_forwarded
        if not typed or self._keys.admits(event):
            await super().on_event(event)

    def get_default_screen(self) -> Screen[None]:
        """The screen that is always there."""
        return AskScreen()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers beside Textual's own."""
        yield SystemCommand(
            "Documents", "See what is indexed and which versions are in force", self.action_corpus
        )
        yield SystemCommand("Conversations", "Open, rename, export or delete one", self.action_sessions)
        yield SystemCommand("Traces", "See what happened to earlier questions", self.action_traces)
        yield SystemCommand("Index a folder", "Read documents into the index", self.action_index)
        yield from super().get_system_commands(screen)

    def action_show_help_panel(self) -> None:
        """Show the keys; where they are shown, hide them."""
        if self.screen.query("HelpPanel"):
            self.action_hide_help_panel()
        else:
            super().action_show_help_panel()

    # Each screen is imported when it is first opened: the first picture does not wait for it.

    def action_corpus(self) -> None:
        """Show what is indexed."""
        from localrag.tui.screens.corpus import CorpusScreen

        self._open(CorpusScreen())

    def action_traces(self) -> None:
        """Show earlier questions."""
        from localrag.tui.screens.traces import TraceScreen

        self._open(TraceScreen())

    def action_sessions(self) -> None:
        """Show saved conversations."""
        from localrag.tui.screens.sessions import SessionScreen

        if self._makes_room() and isinstance(self.screen, AskScreen):
            self.push_screen(SessionScreen(), self.screen.resume)

    def action_index(self) -> None:
        """Offer to index a folder."""
        from localrag.tui.screens.index import IndexScreen

        if self._makes_room():
            self.push_screen(IndexScreen(self._backend), self._indexed)

    def fetch(
        self,
        work: Callable[[Assistant, OnProgress], Result],
        then: Callable[[Result], object],
        screen: MessagePump,
    ) -> None:
        """Queue work on the assistant for a screen.

        Args:
            work: Runs in the worker's thread.
            then: Given the result in the screen's turn, while the screen is there; an error is told instead.
            screen: Whose work it is.
        """

        def take(outcome: Outcome[Result]) -> None:
            match outcome:
                case Done(result):
                    then(result)
                case Failed(error):
                    self.tell(error)

        self.work.ask(work, then=lambda outcome: screen.call_later(take, outcome))

    def tell(
        self, error: BaseException, severity: Literal["information", "warning", "error"] = "error"
    ) -> None:
        """Say what went wrong and what to do next; whatever it is, the program goes on."""
        self.notify(told(error), severity=severity, timeout=12, markup=False)

    def _fatal_error(self) -> None:
        # Textual would print the values of all variables, and so the text of documents, as they are.
        told = "".join(traceback.format_exception(sys.exception()))
        self.panic(Text(safe_text(f"localrag: the program has a fault; please report it.\n{told}")))

    def on_unmount(self) -> None:
        """Let go of the index."""
        self.work.close()

    def _open(self, screen: Screen[None]) -> None:
        if self._makes_room():
            self.push_screen(screen)

    def _makes_room(self) -> bool:
        """Go back to the questions; false where something on top has to be finished first."""
        if isinstance(self.screen, ModalScreen):
            return False
        if not isinstance(self.screen, AskScreen):
            self.pop_screen()
        return True

    def _indexed(self, changed: bool | None) -> None:
        if changed:
            self.work.reopen()
            for screen in self.screen_stack:
                if isinstance(screen, AskScreen):
                    screen.refresh_index()


def _writes_unicode(environment: Mapping[str, str]) -> bool:
    """Whether the locale says that the terminal shows more than ASCII; silence means that it does."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = environment.get(name)
        if value:
            return "utf" in value.casefold()
    return True
