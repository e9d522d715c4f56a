"""Keys as fast as they arrive -> one after the other, each once the one before has taken effect.

Textual hands a key to what has the focus when it arrives. A key that moves the focus takes effect later, so
that the letters typed right behind it would go to where the focus was: as commands, or to nobody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.widgets import Input, TextArea

if TYPE_CHECKING:
    from textual.app import App
    from textual.dom import DOMNode

_ROUNDS = 4
"""A key becomes an action, the action a message, the message a screen, and the screen takes the focus."""
_PATIENCE_SECONDS = 2.0
"""After which the next key goes on whatever the one before does. Guess."""


class KeysInTurn:
    """Holds back what is typed while an earlier key is at work; nothing is dropped or reordered."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._held: deque[events.Event] = deque()
        self._at_work: events.Event | None = None

    def admits(self, event: events.Event) -> bool:
        """Whether the key or paste may go on now; if not, it is posted again in its turn."""
        if event is self._at_work:
            self._watch(event)
        elif letter := _behind_escape(event):
            self._held += [events.Key("escape", "\x1b"), events.Key(letter, letter)]
            if self._at_work is None:
                self._let_on(None)
            return False
        elif self._at_work is not None:
            self._held.append(event)
            return False
        elif not (_is_letter(event) and isinstance(self._app.focused, TextArea | Input)):
            self._at_work = event
            self._watch(event)
        return True

    def _watch(self, event: events.Event) -> None:
        self._app.set_timer(_PATIENCE_SECONDS, partial(self._let_on, event))
        self._follow(event, self._way(self._focused()))

    def _way(self, target: DOMNode) -> Iterator[DOMNode]:
        """What has to catch up, in order: where a key goes, what is above, and what has the focus by then."""
        yield self._app
        for _ in range(_ROUNDS):
            yield from target.ancestors_with_self
            target = self._focused()

    def _follow(self, event: events.Event, way: Iterator[DOMNode]) -> None:
        for node in way:
            # Runs once the node has dealt with all that waits for it; false where it is gone.
            if node.call_later(self._follow, event, way):
                return
        self._let_on(event)

    def _let_on(self, event: events.Event | None) -> None:
        if event is self._at_work:
            self._at_work = self._held.popleft() if self._held else None
            if self._at_work is not None:
                self._app.post_message(self._at_work)

    def _focused(self) -> DOMNode:
        return self._app.focused or self._app.screen


def _is_letter(event: events.Event) -> bool:
    return isinstance(event, events.Key) and event.is_printable


def _behind_escape(event: events.Event) -> str | None:
    """The letter of Alt and a letter, which a terminal sends as Esc and the letter; else null."""
    with_alt = isinstance(event, events.Key) and event.key.startswith("alt+") and event.is_printable
    return event.character if with_alt else None  # type: ignore[attr-defined]
