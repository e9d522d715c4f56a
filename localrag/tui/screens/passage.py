"""One source of an answer in the context of its page, with the quote marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea
from textual.widgets.text_area import Selection

from localrag.text.display import safe_line, safe_text
from localrag.text.wording import pages, validity
from localrag.tui.shown import quotes_of
from localrag.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from localrag.records.answer import RagAnswer
    from localrag.tui.app import LocalragApp


class PassageScreen(ModalScreen[None]):
    """Title, section, page, standing and place on top; the page below."""

    BINDINGS = [
        Binding("escape,q", "dismiss", "Back"),
        Binding("n", "source(1)", "Next source"),
        Binding("p", "source(-1)", "Previous source"),
        Binding("space", "quote", "Next quote"),
    ]

    def __init__(self, answer: RagAnswer, evidence_id: str) -> None:
        super().__init__()
        self._answer = answer
        self._sources = [one for one in answer.evidence if one.evidence_id]
        self._place = next(at for at, one in enumerate(self._sources) if one.evidence_id == evidence_id)
        self._quotes: list[tuple[int, int]] = []
        self._quote = 0

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        with Vertical(id="passage"):
            yield Static(id="passage-head", markup=False)
            yield TextArea(id="page", read_only=True, show_cursor=False, soft_wrap=True)
            yield KeyLine(show_command_palette=False)

    def on_mount(self) -> None:
        """Ask for the page."""
        self._load()

    def action_source(self, step: int) -> None:
        """Show another source of the same answer."""
        self._place = (self._place + step) % len(self._sources)
        self._load()

    def action_quote(self) -> None:
        """Mark the next quote of this source."""
        if self._quotes:
            self._quote = (self._quote + 1) % len(self._quotes)
            self._mark()

    def _load(self) -> None:
        source = self._sources[self._place]
        head = self.query_one("#passage-head", Static)
        version = f", version {source.version}" if source.version else ""
        standing = validity(source, self._answer.temporal.asked_date)
        page = pages(source.page_start, source.page_end, source.page_label)
        also = f"also in {', '.join(source.also_in)}" if source.also_in else ""
        details = [
            " > ".join(source.heading_path),
            page,
            source.authority.replace("_", " "),
            source.classification or "",
            f"{source.source_id}/{source.source_uri}",
            also,
        ]
        head.update(
            Content.assemble(
                (f"[{safe_line(source.evidence_id or '')}] ", "bold"),
                (safe_line(f"{source.source_title}{version}"), "bold"),
                "\n",
                (standing, "$text-success" if standing.startswith("in force") else "bold $text-warning"),
                "\n",
                (safe_line("; ".join(part for part in details if part)), "dim"),
            )
        )
        place, chunk = self._place, source.chunk_id
        self.query_one("#page", TextArea).text = ""
        cast("LocalragApp", self.app).fetch(
            lambda assistant, _: assistant.page(chunk), lambda text: self._show(text, place), self
        )

    def _show(self, text: str, place: int) -> None:
        if place != self._place:
            # Another source was gone to meanwhile.
            return
        source = self._sources[self._place]
        shown = safe_text(text)
        self._quotes = []
        for one in quotes_of(self._answer, source.evidence_id or ""):
            quote = safe_text(one.quote)
            at = shown.find(quote)
            if at >= 0:
                self._quotes.append((at, at + len(quote)))
        area = self.query_one("#page", TextArea)
        area.text = shown
        area.focus()
        self._quote = 0
        self._mark()

    def _mark(self) -> None:
        area = self.query_one("#page", TextArea)
        if not self._quotes:
            area.selection = Selection((0, 0), (0, 0))
            return
        start, end = (_location(area.text, at) for at in self._quotes[self._quote])
        area.selection = Selection(end, start)
        area.call_after_refresh(self._bring_into_view, start)

    def _bring_into_view(self, start: tuple[int, int]) -> None:
        """Show the quote's first line a third from the top, with what stands before it."""
        area = self.query_one("#page", TextArea)
        line = area.wrapped_document.location_to_offset(start).y
        area.scroll_to(y=max(0, line - area.size.height // 3), animate=False, immediate=True)


def _location(text: str, at: int) -> tuple[int, int]:
    """Row and column of a place in a text."""
    return text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1)
