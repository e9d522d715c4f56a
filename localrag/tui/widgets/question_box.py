"""Where a question is typed: several lines, history, completion of names."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.widgets import TextArea

from localrag.text.display import safe_text

_SHORTEST = 3
"""Letters of a name before the rest of it is offered. Guess."""
_KEPT = 200
"""Questions that the up key brings back. Guess."""


class QuestionBox(TextArea):
    """Enter asks; Ctrl+J starts a new line; up and down on the outer lines bring earlier questions back.

    Pasted text keeps its lines. Where the last word begins a known name, the rest of it is offered; the
    right key at the end takes it.
    """

    BINDINGS = [
        Binding("enter", "ask", "Ask"),
        Binding("ctrl+j", "new_line", "New line", show=False),
    ]

    class Asked(Message):
        """The question is to be answered."""

        def __init__(self, question: str) -> None:
            super().__init__()
            self.question = question

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(
            id=id,
            soft_wrap=True,
            compact=True,
            highlight_cursor_line=False,
            placeholder="Ask about policies, procedures and cases",
        )
        self.names: Sequence[str] = ()
        """Titles and cases that may be named, as the asker may know them."""
        self._history: list[str] = []
        self._place = 0

    def action_ask(self) -> None:
        """Hand the question over and make room for the next one."""
        question = self.text.strip()
        if not question:
            return
        if not self._history or self._history[-1] != question:
            self._history = [*self._history, question][-_KEPT:]
        self._place = len(self._history)
        self.text = ""
        self.post_message(self.Asked(question))

    def put_back(self, question: str) -> None:
        """Give a question that was not answered back, where nothing else is typed yet."""
        if not self.text:
            self.text = question
            self.move_cursor(self.document.end)
            self.focus()

    def action_new_line(self) -> None:
        """Start a new line."""
        self.insert("\n")

    def action_cursor_up(self, select: bool = False) -> None:
        """Up a line; from the first one to the question before."""
        if not select and self.cursor_location[0] == 0 and self.wrapped_document.height <= 1:
            self._recall(-1)
        else:
            super().action_cursor_up(select)

    def action_cursor_down(self, select: bool = False) -> None:
        """Down a line; from the last one to the question after."""
        if (
            not select
            and self.cursor_location[0] == self.document.line_count - 1
            and self._place < len(self._history)
        ):
            self._recall(+1)
        else:
            super().action_cursor_down(select)

    def update_suggestion(self) -> None:
        """Offer the rest of a name that the text's end begins."""
        row, column = self.cursor_location
        line = self.document.get_line(row)
        self.suggestion = completion(line[:column], self.names) if column == len(line) else ""

    async def _on_key(self, event: events.Key) -> None:
        # Here rather than by the binding: Enter must not overtake letters that wait to be put in.
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.action_ask()
        else:
            await super()._on_key(event)

    def _on_paste(self, event: events.Paste) -> None:  # type: ignore[override]
        # A pasted question is kept as it is: nothing of it is asked before Enter is pressed.
        event.stop()
        event.prevent_default()
        self.insert(safe_text(event.text.replace("\r\n", "\n").replace("\r", "\n")))

    def _recall(self, step: int) -> None:
        if not self._history:
            return
        self._place = min(max(self._place + step, 0), len(self._history))
        self.text = self._history[self._place] if self._place < len(self._history) else ""
        self.move_cursor(self.document.end)


def completion(typed: str, names: Sequence[str]) -> str:
    """The rest of the first name that some last words of the text begin, case aside; else empty.

    Args:
        typed: Up to the cursor.
        names: In the order of preference.
    """
    words = typed.split(" ")
    for first in range(max(0, len(words) - 6), len(words)):
        begun = " ".join(words[first:])
        if len(begun) < _SHORTEST:
            continue
        for name in names:
            if len(name) > len(begun) and name.casefold().startswith(begun.casefold()):
                return name[len(begun) :]
    return ""
