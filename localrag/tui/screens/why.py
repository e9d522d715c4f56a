"""Paragraphs on how an answer came about -> a list that is only read."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from localrag.text.explained import Told
from localrag.tui.widgets.key_line import KeyLine


class WhyScreen(ModalScreen[None]):
    """Over the screen that asked why."""

    BINDINGS = [Binding("escape,q,w", "dismiss", "Back")]

    def __init__(self, paragraphs: Iterable[Told]) -> None:
        super().__init__()
        self._paragraphs = tuple(paragraphs)

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        with Vertical(id="passage"):
            yield OptionList(*(Option(_content(told)) for told in self._paragraphs), id="why", markup=False)
            yield KeyLine(show_command_palette=False)


def _content(told: Told) -> Content:
    return Content.assemble((told.first, "dim"), (told.text, told.style))
