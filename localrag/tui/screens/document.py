"""A whole document as it is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from localrag.text.display import safe_line, safe_text
from localrag.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from localrag.records.index import DocumentView


class DocumentScreen(ModalScreen[None]):
    """Its name on top, its text below."""

    BINDINGS = [Binding("escape,q", "dismiss", "Back")]

    def __init__(self, document: DocumentView) -> None:
        super().__init__()
        self._document = document

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        one = self._document
        version = f", version {one.version}" if one.version else ""
        with Vertical(id="passage"):
            yield Static(
                Content.assemble(
                    (safe_line(f"{one.title}{version}"), "bold"),
                    "\n",
                    (safe_line(f"{one.document_id}; {one.source_id}/{one.uri}"), "dim"),
                ),
                id="passage-head",
                markup=False,
            )
            yield TextArea(safe_text(one.text), id="page", read_only=True, soft_wrap=True)
            yield KeyLine(show_command_palette=False)
