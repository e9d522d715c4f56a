"""How an answer came about: plan, candidates with their ranks and fate, sufficiency, claims, time a stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from localrag.text.explained import Told, explained
from localrag.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from localrag.records.explanation import Explanation


class WhyScreen(ModalScreen[None]):
    """A list that is only read."""

    BINDINGS = [Binding("escape,q,w", "dismiss", "Back")]

    def __init__(self, explanation: Explanation) -> None:
        super().__init__()
        self._explanation = explanation

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        with Vertical(id="passage"):
            yield OptionList(
                *(Option(_content(told)) for told in explained(self._explanation)), id="why", markup=False
            )
            yield KeyLine(show_command_palette=False)


def _content(told: Told) -> Content:
    return Content.assemble((told.first, "dim"), (told.text, told.style))
