"""The answer, a line at a time; the highlighted line tells which evidence is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from localrag.text.display import safe_line
from localrag.tui.shown import Line, answer_lines

if TYPE_CHECKING:
    from localrag.records.answer import RagAnswer

_STATUS_STYLES = {
    "answered": "bold $text-success",
    "insufficient_evidence": "bold $text-warning",
    "needs_clarification": "bold $text-primary",
    "conflicting_evidence": "bold $text-warning",
    "refused": "bold $text-error",
    "redirected": "bold $text-primary",
    "escalated": "bold $text-error",
}
_KIND_STYLES = {"heading": "bold", "note": "dim", "missing": "bold", "question": "bold"}


class AnswerPane(OptionList):
    """Sentences can be walked through; headings and notes are passed over."""

    class LineChosen(Message):
        """The highlight moved to a line."""

        def __init__(self, evidence_ids: tuple[str, ...]) -> None:
            super().__init__()
            self.evidence_ids = evidence_ids

    class Opened(Message):
        """The line's evidence is to be shown in its page."""

        def __init__(self, evidence_ids: tuple[str, ...]) -> None:
            super().__init__()
            self.evidence_ids = evidence_ids

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id, markup=False)
        self._said: list[Line] = []

    def show(self, answer: RagAnswer) -> None:
        """Put an answer in place of what is shown."""
        self._said = answer_lines(answer)
        title = Line("heading", safe_line(answer.question))
        self.clear_options()
        self.add_option(Option(Content.styled(title.text, "bold $text-accent"), disabled=True))
        self._said.insert(0, title)
        for line in self._said[1:]:
            self.add_option(Option(_content(line, answer), disabled=not line.evidence_ids))
        self.highlighted = next((at for at, line in enumerate(self._said) if line.evidence_ids), None)
        self.scroll_home(animate=False)

    def say(self, *lines: tuple[str, str]) -> None:
        """Show lines of our own in place of an answer: text and style."""
        self._said = []
        self.clear_options()
        for text, style in lines:
            self.add_option(Option(Content.styled(safe_line(text), style), disabled=True))

    @property
    def sentence(self) -> str | None:
        """The highlighted line's text, for copying."""
        line = self._current_line()
        return line.text if line else None

    def _current_line(self) -> Line | None:
        at = self.highlighted
        return self._said[at] if at is not None and at < len(self._said) else None

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Tell which evidence the line rests on."""
        event.stop()
        if event.option_index < len(self._said):
            self.post_message(self.LineChosen(self._said[event.option_index].evidence_ids))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask for the page."""
        event.stop()
        if event.option_index < len(self._said):
            self.post_message(self.Opened(self._said[event.option_index].evidence_ids))


def _content(line: Line, answer: RagAnswer) -> Content:
    if line.kind == "status":
        confidence = f"  ({answer.confidence} confidence)" if answer.status == "answered" else ""
        return Content.assemble((line.text, _STATUS_STYLES[answer.status]), (confidence, "dim"))
    marks = "".join(f" [{one}]" for one in line.evidence_ids)
    return Content.assemble(
        (line.prefix, "dim"), (line.text, _KIND_STYLES.get(line.kind, "")), (marks, "$text-accent")
    )
