"""What happened to earlier questions: decisions, time a stage, passages considered."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widgets import DataTable, Static

from localrag.errors import NotFoundError
from localrag.text.display import safe_line
from localrag.text.explained import Told, explained
from localrag.text.wording import STATUS_WORDS, moment
from localrag.tui.screens.ask import AskScreen
from localrag.tui.screens.why import WhyScreen
from localrag.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from localrag.api import Assistant
    from localrag.ports import OnProgress
    from localrag.records.ids import ChunkId
    from localrag.records.trace import RagTrace
    from localrag.tui.app import LocalragApp

_SHOWN = 200
"""Newest questions listed. Guess."""
_NAMED = 20
"""Best candidates listed with their document. Guess: a screen's worth."""
_BAR = 30
"""Columns of the longest bar. Guess."""


class TraceScreen(Screen[None]):
    """The asker's own questions, newest first, the highlighted one in detail; Enter lists its candidates."""

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

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """List its candidates: why each was left out where the answer is still held, else what was kept."""
        if not 0 <= event.cursor_row < len(self._traces):
            return
        wanted, app = self._traces[event.cursor_row].trace_id, cast("LocalragApp", self.app)
        asked = next(one for one in app.screen_stack if isinstance(one, AskScreen))
        explanation = asked.explanation_of(wanted)

        def work(assistant: Assistant, _: OnProgress) -> list[Told]:
            trace = assistant.trace(wanted)
            if explanation is not None and assistant.assessment.may_show(
                [one.chunk_id for one in explanation.candidates]
            ):
                return list(explained(explanation))
            return _candidates(trace, assistant)

        app.fetch(work, lambda told: self.app.push_screen(WhyScreen(told)), self)

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


def _candidates(trace: RagTrace, assistant: Assistant) -> list[Told]:
    """Best first, as far as the asker may still read them."""
    told = [Told(safe_line(trace.raw_query), style="bold")]
    for rank, chunk_id in enumerate(trace.candidate_chunk_ids[:_NAMED], 1):
        number = f"{rank:>3}. "
        told.append(Told(f"{_document(chunk_id, assistant)}", number))
        told.append(Told(f"{_fate(chunk_id, trace)}; {safe_line(chunk_id)}", " " * len(number), style="dim"))
    more = len(trace.candidate_chunk_ids) - _NAMED
    if more > 0:
        told.append(Told(f"  and {more} more"))
    if not trace.candidate_chunk_ids:
        told.append(Told("Nothing was searched, or nothing of it may be read any more."))
    told += [
        Told(safe_line(f"{one.claim_id} {one.kind}: {one.reason}"), "- ") for one in trace.unsupported_claims
    ]
    return told


def _document(chunk_id: ChunkId, assistant: Assistant) -> str:
    try:
        document = assistant.show(chunk_id)
    except NotFoundError:
        return "no longer in the index"
    return safe_line(f"{document.title} ({document.uri})")


def _fate(chunk_id: ChunkId, trace: RagTrace) -> str:
    if chunk_id in trace.cited_chunk_ids:
        return "cited"
    if chunk_id in trace.selected_chunk_ids:
        return "read, not used"
    return "not selected: a better one says it, or ranked too low"
