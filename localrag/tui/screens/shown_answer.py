"""The answer on the screen -> its sources, its reasons, a copy, a file, a mark: what the keys of it do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.screen import Screen

from localrag.text.display import safe_text
from localrag.text.explained import explained
from localrag.tui.conversation import Conversation
from localrag.tui.copied import Part, whole_text
from localrag.tui.screens.mark import MarkScreen
from localrag.tui.screens.passage import PassageScreen
from localrag.tui.screens.save import SaveScreen
from localrag.tui.screens.why import WhyScreen
from localrag.tui.shown import citation_text
from localrag.tui.widgets.answer_pane import AnswerPane
from localrag.tui.widgets.evidence_pane import EvidencePane

if TYPE_CHECKING:
    from localrag.records.answer import RagAnswer
    from localrag.records.explanation import Explanation
    from localrag.tui.app import LocalragApp


class ShownAnswer(Screen[None]):
    """A screen with an answer and its evidence; where there is no answer, its keys do nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._conversation = Conversation()

    def action_evidence(self, step: int) -> None:
        """Highlight another source."""
        self.query_one(EvidencePane).step(step)

    def explanation_of(self, trace_id: str) -> Explanation | None:
        """How an answer of the conversation on the screen came about; null where it is not held."""
        return self._conversation.explanation_of(trace_id)

    def action_why(self) -> None:
        """Show how the answer came about."""
        explanation = self._conversation.explanation
        if explanation is not None:
            self.app.push_screen(WhyScreen(explained(explanation)))
        elif self._shown_answer() is not None:
            self.notify("How a saved answer came about stands under Traces (F3).", markup=False)

    def action_mark(self) -> None:
        """Say what is wrong with the answer."""
        answer = self._shown_answer()
        if answer is not None:
            self.app.push_screen(MarkScreen(answer.trace_id))

    def action_copy(self, what: Part) -> None:
        """Put a part of the answer into the terminal's clipboard, or offer a file where it has none."""
        answer = self._shown_answer()
        if answer is None:
            return
        if what == "answer":
            text: str | None = safe_text(answer.answer_markdown)
        elif what == "sentence":
            text = self.query_one(AnswerPane).sentence
        else:
            text = citation_text(answer, self.query_one(EvidencePane).current)
        if text and cast("LocalragApp", self.app).has_clipboard:
            self.app.copy_to_clipboard(text)
            told = f"Copied the {what}. Where the terminal does not take it, f writes a file."
            self.notify(told, markup=False, timeout=3)
        elif text:
            self._save(what, text, answer)

    def action_save(self) -> None:
        """Offer to write the answer with its sources to a file."""
        answer = self._shown_answer()
        if answer is not None:
            self._save("answer", whole_text(answer), answer)

    def _save(self, what: Part, text: str, answer: RagAnswer) -> None:
        path = Path.cwd() / f"{what}-{answer.trace_id}.md"
        self.app.push_screen(SaveScreen(what, text, path))

    def _open(self, evidence_id: str) -> None:
        answer = self._shown_answer()
        if answer is not None and any(one.evidence_id == evidence_id for one in answer.evidence):
            self.app.push_screen(PassageScreen(answer, evidence_id))

    def _shown_answer(self) -> RagAnswer | None:
        turn = self._conversation.current
        return turn.answer if turn else None
