"""What a question is asked under: the day whose rules count, the case, and how fresh the index is."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widgets import Input, Label, Static

from localrag.text.wording import ago

if TYPE_CHECKING:
    from localrag.records.index import IndexStatus


class Controls(Horizontal):
    """One line, always in sight."""

    def compose(self) -> ComposeResult:
        """Left to right."""
        yield Label("As of ", markup=False)
        yield Input(id="as-of", placeholder="today", compact=True, max_length=10)
        yield Label(" Case ", markup=False)
        yield Input(id="case", placeholder="none", compact=True)
        yield Static(id="index", markup=False)

    @property
    def case_id(self) -> str | None:
        """As typed; null where nothing is."""
        return self.query_one("#case", Input).value.strip() or None

    def day(self) -> date | None:
        """The day whose rules count; null: today's.

        Raises:
            ValueError: What was typed is no day; the field is marked and has the focus.
        """
        field = self.query_one("#as-of", Input)
        value = field.value.strip()
        field.remove_class("-wrong")
        if not value or value.casefold() == "today":
            return None
        try:
            return date.fromisoformat(value)
        except ValueError:
            field.add_class("-wrong")
            field.focus()
            raise ValueError(f"{value} is not a day; write it as YYYY-MM-DD.") from None

    def clear(self) -> None:
        """Today's rules, no case."""
        for name in ("#as-of", "#case"):
            self.query_one(name, Input).value = ""

    def offer_cases(self, cases: Sequence[str]) -> None:
        """Complete these while a case is typed."""
        self.query_one("#case", Input).suggester = SuggestFromList(cases, case_sensitive=False)

    def show_index(self, status: IndexStatus, now: datetime) -> None:
        """Say how fresh the index is."""
        fresh = status.indexed_at
        text = "nothing readable" if fresh is None else f"indexed {ago(fresh, now)}"
        self.query_one("#index", Static).update(Content(text))
