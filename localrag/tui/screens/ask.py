"""Ask a question, read the answer, check what stands behind each sentence."""

from __future__ import annotations

from collections import deque
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.suggester import SuggestFromList
from textual.widgets import Footer, Input, Label, Static

from localrag.api import Assistant
from localrag.errors import IndexMissingError
from localrag.ports import OnProgress
from localrag.records.answer import RagAnswer
from localrag.records.index import IndexStatus, Progress
from localrag.text.display import safe_line
from localrag.text.wording import ago, counted
from localrag.tui.screens.passage import PassageScreen
from localrag.tui.shown import quotes_of
from localrag.tui.widgets.answer_pane import AnswerPane
from localrag.tui.widgets.evidence_pane import EvidencePane
from localrag.tui.widgets.question_box import QuestionBox
from localrag.tui.worker import Cancelled, Done, Failed, Job, Outcome

if TYPE_CHECKING:
    from localrag.tui.app import LocalragApp

_PATIENCE_SECONDS = 0.3
"""Work that takes longer shows its stage."""
_KEPT_TURNS = 100
"""Answers that can be gone back to; older ones are in the saved conversation. Guess."""
_STAGES = {
    "start": "Waiting for the index",
    "plan": "Planning",
    "retrieve": "Searching",
    "evidence": "Reading the evidence",
    "answer": "Answering",
    "validate": "Checking every sentence",
}


class AskScreen(Screen[None]):
    """Question on top, answer and evidence below, what is running at the bottom."""

    BINDINGS = [
        Binding("escape", "cancel", "Cancel"),
        Binding("f6", "other_pane", "Answer/Evidence"),
        Binding("alt+left", "turn(-1)", "Earlier", show=False),
        Binding("alt+right", "turn(1)", "Later", show=False),
        Binding("n", "evidence(1)", "Next source", show=False),
        Binding("p", "evidence(-1)", "Previous source", show=False),
        Binding("y", "copy('answer')", "Copy answer", show=False),
        Binding("s", "copy('sentence')", "Copy sentence", show=False),
        Binding("c", "copy('citation')", "Copy citation", show=False),
        Binding("question_mark", "app.show_help_panel", "Keys", show=False),
    ]

    class Answered(Message):
        """A question came to its end."""

        def __init__(self, outcome: Outcome[RagAnswer], job: Job | None) -> None:
            super().__init__()
            self.outcome, self.job = outcome, job

    class Running(Message):
        """A stage began."""

        def __init__(self, phase: str) -> None:
            super().__init__()
            self.phase = phase

    class Known(Message):
        """What the index holds, and what may be named."""

        def __init__(self, outcome: Outcome[tuple[IndexStatus, list[str], list[str]]]) -> None:
            super().__init__()
            self.outcome = outcome

    def __init__(self) -> None:
        super().__init__()
        self._turns: deque[RagAnswer] = deque(maxlen=_KEPT_TURNS)
        self._turn = -1
        self._jobs: list[Job] = []
        self._stage = ""

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        yield Static(id="marking", markup=False)
        yield QuestionBox(id="question")
        with Horizontal(id="controls"):
            yield Label("As of ", markup=False)
            yield Input(id="as-of", placeholder="today", compact=True, max_length=10)
            yield Label(" Case ", markup=False)
            yield Input(id="case", placeholder="none", compact=True)
            yield Static(id="index", markup=False)
        with Container(id="panes"):
            answer, evidence = AnswerPane(id="answer"), EvidencePane(id="evidence")
            answer.border_title, evidence.border_title = "Answer", "Evidence"
            yield answer
            yield evidence
        yield Static(id="stage", markup=False)
        yield Footer(show_command_palette=True)

    def on_mount(self) -> None:
        """Start opening the index while the screen is already there."""
        self.query_one("#question").focus()
        self._say_stage("Opening the index")
        self.refresh_index()

    @property
    def _app(self) -> LocalragApp:
        return cast("LocalragApp", self.app)

    def refresh_index(self) -> None:
        """Find out again what the index holds."""
        self._app.work.ask(_known, then=lambda outcome: self.post_message(self.Known(outcome)))

    def on_ask_screen_known(self, event: Known) -> None:
        """Show how fresh the index is, or offer to make one."""
        match event.outcome:
            case Done((status, titles, cases)):
                self.query_one(QuestionBox).names = [*titles, *cases]
                self.query_one("#case", Input).suggester = SuggestFromList(cases, case_sensitive=False)
                self._show_index(status)
                if not self._jobs:
                    self._say_stage("")
            case Failed(error):
                self._say_stage("")
                if isinstance(error, IndexMissingError):
                    self.query_one(AnswerPane).say(
                        ("There is no index yet.", "bold"),
                        ("Press F4 to index a folder of documents.", ""),
                    )
                    self._app.action_index()
                else:
                    self._app.tell(error)
            case Cancelled():
                pass

    def on_question_box_asked(self, event: QuestionBox.Asked) -> None:
        """Queue the question."""
        try:
            as_of = _day(self.query_one("#as-of", Input).value)
        except ValueError as error:
            self._refuse_day(event.question, str(error))
            return
        self.query_one("#as-of").remove_class("-wrong")
        case_id = self.query_one("#case", Input).value.strip() or None
        question, holder = event.question, [cast("Job | None", None)]

        def work(assistant: Assistant, step: OnProgress) -> RagAnswer:
            return assistant.ask(question, as_of=as_of, case_id=case_id, channel="tui", on_progress=step)

        holder[0] = job = self._app.work.ask(
            work,
            then=lambda outcome: self.post_message(self.Answered(outcome, holder[0])),
            on_progress=self._tell_step,
        )
        self._jobs.append(job)
        self.set_timer(_PATIENCE_SECONDS, self._show_running)

    def on_ask_screen_answered(self, event: Answered) -> None:
        """Show the answer, or say why there is none."""
        self._jobs = [job for job in self._jobs if job is not event.job]
        match event.outcome:
            case Done(answer):
                self._turns.append(answer)
                self._show_turn(len(self._turns) - 1)
                self._say_stage(self._waiting())
            case Failed(error):
                self._say_stage(self._waiting())
                self._app.tell(error)
            case Cancelled():
                self._say_stage("Cancelled.")

    def on_ask_screen_running(self, event: Running) -> None:
        """Remember the stage; it is shown once the work takes long."""
        self._stage = event.phase
        if self.query_one("#stage").has_class("-running"):
            self._show_running()

    def on_answer_pane_line_chosen(self, event: AnswerPane.LineChosen) -> None:
        """Bring its evidence up."""
        self.query_one(EvidencePane).choose(event.evidence_ids)

    def on_answer_pane_opened(self, event: AnswerPane.Opened) -> None:
        """Show the first source behind the sentence in its page."""
        if event.evidence_ids:
            self._open(event.evidence_ids[0])

    def on_evidence_pane_opened(self, event: EvidencePane.Opened) -> None:
        """Show a source in its page."""
        self._open(event.evidence_id)

    def action_cancel(self) -> None:
        """Stop what runs and what waits; with nothing to stop, back to the question."""
        if self._jobs:
            for job in self._jobs:
                job.cancel()
        else:
            self.query_one(QuestionBox).focus()

    def action_other_pane(self) -> None:
        """Move between answer and evidence; where only one has room, show the other."""
        to_evidence = self.focused is not self.query_one(EvidencePane)
        self.set_class(to_evidence, "-evidence")
        self.query_one(EvidencePane if to_evidence else AnswerPane).focus()

    def action_turn(self, step: int) -> None:
        """Show an earlier or later answer."""
        if 0 <= self._turn + step < len(self._turns):
            self._show_turn(self._turn + step)

    def action_evidence(self, step: int) -> None:
        """Highlight another source."""
        self.query_one(EvidencePane).step(step)

    def action_copy(self, what: str) -> None:
        """Put the answer, the sentence or the citation into the terminal's clipboard."""
        text = self._copied(what)
        if text is None:
            return
        self.app.copy_to_clipboard(text)
        self.notify(f"Copied the {what}.", markup=False, timeout=3)

    def _copied(self, what: str) -> str | None:
        answer = self._shown_answer()
        if answer is None:
            return None
        if what == "answer":
            return answer.answer_markdown
        if what == "sentence":
            return self.query_one(AnswerPane).sentence
        current = self.query_one(EvidencePane).current
        source = next((one for one in answer.evidence if one.evidence_id == current), None)
        if source is None:
            return None
        quotes = " / ".join(f"\u201c{one.quote}\u201d" for one in quotes_of(answer, current or ""))
        page = f", p. {source.page_label or source.page_start}" if source.page_start else ""
        return safe_line(f"{source.source_title} ({source.label}){page}: {quotes}")

    def _open(self, evidence_id: str) -> None:
        answer = self._shown_answer()
        if answer is not None and any(one.evidence_id == evidence_id for one in answer.evidence):
            self.app.push_screen(PassageScreen(answer, evidence_id))

    def _shown_answer(self) -> RagAnswer | None:
        return self._turns[self._turn] if 0 <= self._turn < len(self._turns) else None

    def _show_turn(self, turn: int) -> None:
        self._turn = turn
        answer = self._turns[turn]
        self.query_one(EvidencePane).show(answer)
        self.query_one(AnswerPane).show(answer)
        marking = self.query_one("#marking", Static)
        marking.update(Content(safe_line(f"Marking: {answer.marking}" if answer.marking else "")))
        marking.set_class(answer.marking is not None, "-marked")
        of = f"Answer {turn + 1} of {len(self._turns)}; " if len(self._turns) > 1 else ""
        day = answer.temporal.effective_policy_date
        rules = f"rules of {day} ({answer.temporal.basis})" if day else ""
        self.query_one(AnswerPane).border_subtitle = Content(safe_line(f"{of}{rules}"))
        if not self.query_one(QuestionBox).text:
            self.query_one(AnswerPane).focus()
            self.remove_class("-evidence")

    def _refuse_day(self, question: str, problem: str) -> None:
        self.query_one(QuestionBox).text = question
        field = self.query_one("#as-of", Input)
        field.add_class("-wrong")
        field.focus()
        self.notify(safe_line(problem), severity="error", markup=False)

    def _tell_step(self, progress: Progress) -> None:
        self.post_message(self.Running(progress.phase))

    def _show_running(self) -> None:
        if self._jobs:
            waiting = f"; {len(self._jobs) - 1} waiting" if len(self._jobs) > 1 else ""
            stage = _STAGES.get(self._stage, "Working")
            self._say_stage(f"{stage} ...{waiting} (Esc cancels)", running=True)

    def _waiting(self) -> str:
        return f"{counted(len(self._jobs), 'question')} waiting" if self._jobs else ""

    def _say_stage(self, text: str, *, running: bool = False) -> None:
        line = self.query_one("#stage", Static)
        line.update(Content(text))
        line.set_class(running, "-running")

    def _show_index(self, status: IndexStatus) -> None:
        if status.indexed_at is None:
            text = "nothing readable"
        else:
            text = f"indexed {ago(status.indexed_at, datetime.now(UTC))}"
        self.query_one("#index", Static).update(Content(text))


def _day(typed: str) -> date | None:
    """The day typed; null: today. ValueError says what was expected."""
    value = typed.strip()
    if not value or value.casefold() == "today":
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise ValueError(f"{value} is not a day; write it as YYYY-MM-DD.") from None


def _known(assistant: Assistant, step: OnProgress) -> tuple[IndexStatus, list[str], list[str]]:
    step(Progress(phase="start"))
    documents = assistant.documents()
    titles = sorted({safe_line(one.title) for one in documents})
    cases = sorted({safe_line(one.case_id) for one in documents if one.case_id})
    return assistant.status(), titles, cases
