"""What happened to earlier questions: decisions, time a stage, passages considered."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import DataTable, Static

from localrag.text.display import safe_line
from localrag.text.wording import STATUS_WORDS, moment
from localrag.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from localrag.records.trace import RagTrace
    from localrag.tui.app import LocalragApp

_SHOWN = 200
"""Newest questions listed. Guess."""
_BAR = 30
"""Columns of the longest bar. Guess."""


class TraceScreen(Screen[None]):
    """The asker's own questions, newest first; the highlighted one in detail below."""

    BINDINGS = [Binding("escape", "dismiss", "Back")]

    def __init__(self) -> None:
        super().__init__()
        self._traces: list[RagTrace] = []

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        yield DataTable(id="traces", cursor_type="row", zebra_stripes=True)
        yield Static(id="trace", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Ask for the list."""
        table = self.query_one(DataTable)
        table.add_columns(*(Text(name) for name in ("Asked", "Status", "ms", "Question")))
        table.focus()
        cast("LocalragApp", self.app).fetch(lambda assistant, _: assistant.traces(_SHOWN), self._take, self)

    def on_data_table_row_highlighted(self, event: DataTable.RowHighlighted) -> None:
        """Read that trace again, with the rights of now."""
        if 0 <= event.cursor_row < len(self._traces):
            wanted = self._traces[event.cursor_row].trace_id
            cast("LocalragApp", self.app).fetch(
                lambda assistant, _: assistant.trace(wanted), self._show, self
            )

    def _take(self, traces: list[RagTrace]) -> None:
        self._traces = traces
        table = self.query_one(DataTable)
        for one in traces:
            status = STATUS_WORDS[one.answer_status] if one.answer_status else one.error_code or "-"
            cells = (moment(one.asked_at), status, _total(one), one.raw_query or "")
            table.add_row(*(Text(safe_line(cell)) for cell in cells))
        if not traces:
            self.query_one("#trace", Static).update(Content("No question was traced yet."))

    def _show(self, trace: RagTrace) -> None:
        self.query_one("#trace", Static).update(Content("\n").join(_details(trace)))


def _total(trace: RagTrace) -> str:
    total = trace.timings_ms.get("total")
    return f"{total:.0f}" if total is not None else ""


def _details(trace: RagTrace) -> list[Content]:
    facts = (
        ("Kind", f"{trace.query_type or '-'}; searched {trace.retrieval_mode or '-'}"),
        ("Evidence", f"{trace.evidence_sufficiency or '-'}"),
        (
            "Passages",
            f"{len(trace.candidate_chunk_ids)} considered, {len(trace.selected_chunk_ids)} selected, "
            f"{len(trace.cited_chunk_ids)} cited",
        ),
        ("Unsupported", f"{len(trace.unsupported_claims)} claims"),
        ("Trace", trace.trace_id),
    )
    lines = [Content.assemble((f"{name}: ", "bold"), safe_line(value)) for name, value in facts]
    stages = {name: spent for name, spent in trace.timings_ms.items() if name != "total"}
    longest = max(stages.values(), default=0.0) or 1.0
    for name, spent in stages.items():
        bar = "#" * max(1, round(_BAR * spent / longest))
        lines.append(Content(f"{safe_line(name):>10} {spent:8.1f} ms {bar}"))
    return lines
