"""The sources of an answer: title, place, standing, and each quote with its value marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from localrag.text.display import safe_line, safe_text
from localrag.text.wording import pages, validity
from localrag.tui.shown import quotes_of

if TYPE_CHECKING:
    from localrag.records.answer import RagAnswer
    from localrag.records.retrieval import EvidenceCandidate


class EvidencePane(OptionList):
    """One entry a source; those behind the chosen sentence come first and are named as such."""

    class Opened(Message):
        """A source is to be shown in its page."""

        def __init__(self, evidence_id: str) -> None:
            super().__init__()
            self.evidence_id = evidence_id

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)
        self._answer: RagAnswer | None = None
        self._shown: list[str] = []

    def show(self, answer: RagAnswer | None) -> None:
        """Show the sources of an answer; null: none."""
        self._answer = answer
        self.choose(())

    def choose(self, evidence_ids: Sequence[str]) -> None:
        """Bring the sources of a sentence to the top."""
        self.clear_options()
        self._shown = []
        if self._answer is None:
            return
        ordered = sorted(self._answer.evidence, key=lambda one: one.evidence_id not in evidence_ids)
        for one in ordered:
            self._shown.append(one.evidence_id or "")
            self.add_option(Option(_content(one, self._answer, one.evidence_id in evidence_ids)))
        if self._shown:
            self.highlighted = 0
        self.scroll_home(animate=False)

    @property
    def current(self) -> str | None:
        """The highlighted source's evidence id."""
        at = self.highlighted
        return self._shown[at] if at is not None and at < len(self._shown) else None

    def step(self, by: int) -> None:
        """Highlight the next or the previous source, around the ends."""
        if self._shown:
            self.highlighted = ((self.highlighted or 0) + by) % len(self._shown)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask for the page."""
        event.stop()
        if event.option_index < len(self._shown):
            self.post_message(self.Opened(self._shown[event.option_index]))


def marked(text: str, start: int, end: int, style: str = "reverse") -> Content:
    """Foreign text on one line whose part stands out, with signs too, so that no colour is needed."""
    if not 0 <= start < end <= len(text):
        return Content(safe_line(text))
    before, part, after = (
        " ".join(safe_text(piece).split()) for piece in (text[:start], text[start:end], text[end:])
    )
    gap = " " if text[:start][-1:].isspace() else ""
    follow = " " if text[end:][:1].isspace() else ""
    return Content.assemble(f"{before}{gap}", (f"»{part}«", style), f"{follow}{after}")


def _content(evidence: EvidenceCandidate, answer: RagAnswer, chosen: bool) -> Content:
    version = f", version {evidence.version}" if evidence.version else ""
    where = "; ".join(
        part
        for part in (
            safe_line(" > ".join(evidence.heading_path)),
            pages(evidence.page_start, evidence.page_end, evidence.page_label),
            evidence.authority.replace("_", " "),
            safe_line(evidence.classification or ""),
        )
        if part
    )
    standing = validity(evidence, answer.temporal.asked_date)
    in_force = standing.startswith("in force")
    lines = [
        Content.assemble(
            (f"[{safe_line(evidence.evidence_id or '')}] ", "bold $text-accent" if chosen else "dim"),
            (safe_line(f"{evidence.source_title}{version}"), "bold"),
        ),
        Content.styled(standing, "$text-success" if in_force else "bold $text-warning"),
    ]
    if where:
        lines.append(Content.styled(where, "dim"))
    for one in quotes_of(answer, evidence.evidence_id or ""):
        span = (one.answer_span.start, one.answer_span.end) if one.answer_span else (0, 0)
        lines.append(Content("| ") + marked(one.quote, *span))
    opposing = (side for conflict in answer.conflicts for side in conflict.sides)
    cited = {one.quote for one in quotes_of(answer, evidence.evidence_id or "")}
    for side in opposing:
        if side.evidence_id == evidence.evidence_id and side.quote not in cited:
            lines.append(Content(f"| {safe_line(side.quote)}"))
    return Content("\n").join(lines)
