"""What is indexed: documents, their versions and validity, and what failed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import DataTable, Input, Static

from localrag.errors import AccessError
from localrag.text.display import safe_line
from localrag.text.wording import counted
from localrag.tui.screens.document import DocumentScreen
from localrag.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from localrag.api import Assistant
    from localrag.ports import OnProgress
    from localrag.records.documents import FileRecord
    from localrag.records.index import DocumentEntry
    from localrag.tui.app import LocalragApp

_COLUMNS = ("Title", "Version", "Standing", "Authority", "Marking", "Source", "Passages")
_SORTS = ("title", "valid_from", "authority", "source_id")


class CorpusScreen(Screen[None]):
    """A table of the readable documents; the versions of the highlighted one on a time line below."""

    BINDINGS = [
        Binding("escape", "dismiss", "Back"),
        Binding("slash", "filter", "Filter"),
        Binding("o", "sort", "Sort"),
        Binding("f", "failed", "Failed files"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._documents: tuple[DocumentEntry, ...] = ()
        self._shown: list[DocumentEntry] = []
        self._failed: list[FileRecord] = []
        self._sort = 0
        self._showing_failed = False

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        yield Input(id="filter", placeholder="Filter by title, id, place or case", compact=True)
        yield DataTable(id="documents", cursor_type="row", zebra_stripes=True)
        yield Static(id="timeline", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Ask for the list."""
        self.query_one(DataTable).focus()
        cast("LocalragApp", self.app).fetch(_listed, self._take, self)

    def on_input_changed(self) -> None:
        """Narrow the table while typing."""
        self._fill()

    def on_input_submitted(self) -> None:
        """Back to the table."""
        self.query_one(DataTable).focus()

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Show the versions of that document."""
        if not self._showing_failed and 0 <= event.cursor_row < len(self._shown):
            self._show_timeline(self._shown[event.cursor_row])

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Open that document."""
        if self._showing_failed or event.cursor_row >= len(self._shown):
            return
        entry = self._shown[event.cursor_row]
        name = f"{entry.source_id}/{entry.uri}"
        cast("LocalragApp", self.app).fetch(
            lambda assistant, _: assistant.show(name),
            lambda document: self.app.push_screen(DocumentScreen(document)),
            self,
        )

    def action_filter(self) -> None:
        """Type a filter."""
        self.query_one("#filter").focus()

    def action_sort(self) -> None:
        """Sort by the next column of the round."""
        self._sort = (self._sort + 1) % len(_SORTS)
        self._fill()
        self.notify(f"Sorted by {_SORTS[self._sort].replace('_', ' ')}.", timeout=2, markup=False)

    def action_failed(self) -> None:
        """Change between documents and failed files."""
        self._showing_failed = not self._showing_failed
        self._fill()

    def _take(self, listed: tuple[tuple[DocumentEntry, ...], list[FileRecord]]) -> None:
        self._documents, self._failed = listed
        self._fill()

    def _fill(self) -> None:
        wanted = self.query_one("#filter", Input).value.casefold()
        table = self.query_one(DataTable)
        table.clear(columns=True)
        if self._showing_failed:
            table.add_columns(Text("File"), Text("Reason"))
            for file in self._failed:
                place = f"{file.source_id}/{file.uri}"
                if wanted in place.casefold():
                    table.add_row(_cell(place), _cell(f"{file.reason or ''} {file.detail or ''}"))
            self._say(counted(len(self._failed), "failed file"))
            return
        key = _SORTS[self._sort]
        self._shown = sorted(
            (one for one in self._documents if wanted in _searched(one)),
            key=lambda one: (str(getattr(one, key) or ""), one.title, one.version or ""),
        )
        table.add_columns(*(Text(name) for name in _COLUMNS))
        for one in self._shown:
            table.add_row(*(_cell(part) for part in _row(one, self._today())))
        self._say(f"{counted(len(self._shown), 'document')}; Enter opens one")

    def _show_timeline(self, entry: DocumentEntry) -> None:
        versions = [one for one in self._documents if one.document_id == entry.document_id]
        lines = [Content.styled(safe_line(f"{entry.title} ({entry.document_id})"), "bold")]
        for one in versions:
            here = "> " if one is entry else "  "
            span = f"{one.valid_from or '...'} to {one.valid_to or '...'}"
            told = safe_line(f"{span}; version {one.version or '-'}; {standing(one, self._today())}")
            lines.append(Content(f"{here}{told}"))
        self.query_one("#timeline", Static).update(Content("\n").join(lines))

    def _today(self) -> date:
        return cast("LocalragApp", self.app).now().astimezone().date()

    def _say(self, text: str) -> None:
        self.query_one("#timeline", Static).update(Content(text))


def standing(entry: DocumentEntry, day: date) -> str:
    """In a word: whether the version is in force on a day."""
    if entry.status == "draft":
        return "draft"
    if entry.valid_to is not None and entry.valid_to < day:
        return "ended"
    if entry.valid_from is not None and entry.valid_from > day:
        return "not yet in force"
    return "in force" if entry.status == "active" else entry.status


def _listed(assistant: Assistant, _: OnProgress) -> tuple[tuple[DocumentEntry, ...], list[FileRecord]]:
    documents = assistant.documents()
    try:
        return documents, list(assistant.failed())
    except AccessError:
        # Only who may administer the home sees its failed files; for others there are none.
        return documents, []


def _searched(entry: DocumentEntry) -> str:
    return f"{entry.title}\n{entry.document_id}\n{entry.source_id}/{entry.uri}\n{entry.case_id}".casefold()


def _row(entry: DocumentEntry, today: date) -> tuple[str, ...]:
    return (
        entry.title,
        entry.version or "",
        standing(entry, today),
        entry.authority.replace("_", " "),
        entry.classification or "",
        f"{entry.source_id}/{entry.uri}",
        str(entry.passages),
    )


def _cell(text: str) -> Text:
    """Literal: the table would take a plain string for markup."""
    return Text(safe_line(text))
