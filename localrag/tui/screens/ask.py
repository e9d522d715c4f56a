"""Ask a question, read the answer, check what stands behind each sentence."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.content import Content
from textual.widgets import OptionList, Static

from localrag.errors import IndexMissingError
from localrag.text.display import safe_line
from localrag.text.wording import counted
from localrag.tui.conversation import Conversation
from localrag.tui.messages import Answered, Known, Running, what_is_known
from localrag.tui.screens.shown_answer import ShownAnswer
from localrag.tui.widgets.answer_pane import AnswerPane
from localrag.tui.widgets.controls import Controls
from localrag.tui.widgets.evidence_pane import EvidencePane
from localrag.tui.widgets.key_line import KeyLine
from localrag.tui.widgets.question_box import QuestionBox
from localrag.tui.widgets.stage_line import StageLine
from localrag.tui.worker import Cancelled, Done, Failed, Job

if TYPE_CHECKING:
    from localrag.api import Assistant
    from localrag.ports import OnProgress
    from localrag.records.answer import RagAnswer
    from localrag.records.explanation import Explanation
    from localrag.records.index import Progress
    from localrag.records.session import Session
    from localrag.tui.app import LocalragApp

_PATIENCE_SECONDS = 0.3
"""Work that takes longer shows its stage."""


class AskScreen(ShownAnswer):
    """Question on top, answer and evidence below, what is running at the bottom."""

    BINDINGS = [
        Binding("escape", "cancel", "Cancel/Question"),
        Binding("f6", "other_pane", "Answer/Evidence"),
        Binding("ctrl+n", "new_conversation", "New"),
        Binding("alt+left", "turn(-1)", "Earlier", show=False),
        Binding("alt+right", "turn(1)", "Later", show=False),
        Binding("n", "evidence(1)", "Next source", show=False),
        Binding("p", "evidence(-1)", "Previous source", show=False),
        Binding("w", "why", "Why"),
        Binding("y", "copy('answer')", "Copy answer", show=False),
        Binding("s", "copy('sentence')", "Copy sentence", show=False),
        Binding("c", "copy('citation')", "Copy citation", show=False),
        Binding("f", "save", "Save to a file", show=False),
        Binding("m", "mark", "Mark as wrong", show=False),
        Binding("question_mark", "app.show_help_panel", "Keys", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._jobs: dict[int, tuple[str, Job]] = {}
        """What runs and what waits, in order, by the number of the question."""
        self._numbers = itertools.count(1)
        self._stage = "start"

    def compose(self) -> ComposeResult:
        """Top to bottom."""
        answer, evidence = AnswerPane(id="answer"), EvidencePane(id="evidence")
        answer.border_title, evidence.border_title = "Answer", "Evidence"
        yield Static(id="marking", markup=False)
        yield QuestionBox(id="question")
        yield Controls(id="controls")
        with Container(id="panes"):
            yield answer
            yield evidence
        yield StageLine()
        yield KeyLine(show_command_palette=True)

    def on_mount(self) -> None:
        """Start opening the index while the screen is already there."""
        self.query_one(QuestionBox).focus()
        self._say_stage("Opening the index")
        # Loading would take the time that the first picture needs.
        self.call_after_refresh(self.refresh_index)

    def refresh_index(self) -> None:
        """Find out again what the index holds."""
        _app(self).work.ask(what_is_known, then=lambda outcome: self.post_message(Known(outcome)))

    def on_known(self, event: Known) -> None:
        """Show how fresh the index is, or offer to make one."""
        if not self._jobs:
            self._say_stage("")
        match event.outcome:
            case Done((status, titles, cases)):
                self.query_one(QuestionBox).names = [*titles, *cases]
                self.query_one(Controls).offer_cases(cases)
                self.query_one(Controls).show_index(status, _app(self).now())
            case Failed(error):
                self._tell_unopened(error)
            case Cancelled():
                pass

    def on_question_box_asked(self, event: QuestionBox.Asked) -> None:
        """Queue the question."""
        question, controls = event.question, self.query_one(Controls)
        try:
            as_of = controls.day()
        except ValueError as error:
            self.query_one(QuestionBox).text = question
            self.notify(safe_line(str(error)), severity="error", markup=False)
            return
        case_id, conversation_id = controls.case_id, self._conversation.conversation_id
        number = next(self._numbers)

        def work(assistant: Assistant, step: OnProgress) -> tuple[RagAnswer, Explanation | None]:
            told: list[Explanation] = []
            answer = assistant.ask(
                question,
                as_of=as_of,
                case_id=case_id,
                channel="tui",
                conversation_id=conversation_id,
                on_progress=step,
                on_explained=told.append,
            )
            return answer, told[-1] if told else None

        job = _app(self).work.ask(
            work,
            then=lambda outcome: self.post_message(Answered(number, outcome)),
            on_progress=self._tell_step,
        )
        self._jobs[number] = question, job
        self.set_timer(_PATIENCE_SECONDS, self._show_running)

    def on_answered(self, event: Answered) -> None:
        """Show the answer, or say why there is none."""
        question, _ = self._jobs.pop(event.number)
        self._say_stage(f"{counted(len(self._jobs), 'question')} waiting" if self._jobs else "")
        match event.outcome:
            case Done((answer, explanation)):
                # One asked before another conversation was opened is kept in its own.
                if self._conversation.add(answer, explanation):
                    self._show_turn()
            case Failed(error):
                self.query_one(QuestionBox).put_back(question)
                _app(self).tell(error)
            case Cancelled():
                self.query_one(QuestionBox).put_back(question)
                self._say_stage("Cancelled.")

    def on_running(self, event: Running) -> None:
        """Remember the stage; it is shown once the work takes long."""
        self._stage = event.phase
        if self.query_one(StageLine).shows_work:
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

    def on_key(self, event: events.Key) -> None:
        """Letters that mean nothing in a pane are the next question's."""
        means_something = event.key in self.active_bindings
        if event.is_printable and not means_something and isinstance(self.focused, OptionList):
            event.stop()
            box = self.query_one(QuestionBox)
            self.set_focus(box)
            box.insert(event.character or "")

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted into a pane is the next question's."""
        if isinstance(self.focused, OptionList):
            event.stop()
            box = self.query_one(QuestionBox)
            self.set_focus(box)
            box.post_message(events.Paste(event.text))

    def action_cancel(self) -> None:
        """Close the list of keys; else stop what runs and what waits; else back to the question."""
        if self.query("HelpPanel"):
            self.app.action_hide_help_panel()
            return
        for _, job in self._jobs.values():
            job.cancel()
        if not self._jobs:
            self.query_one(QuestionBox).focus()

    def action_other_pane(self) -> None:
        """Move between answer and evidence; where only one has room, show the other."""
        to_evidence = self.focused is not self.query_one(EvidencePane)
        self.set_class(to_evidence, "-evidence")
        self.query_one(EvidencePane if to_evidence else AnswerPane).focus()

    def action_new_conversation(self) -> None:
        """Start afresh: nothing that was asked before is leaned on."""
        self._conversation = Conversation()
        self.query_one(Controls).clear()
        self._show_turn()
        self._say_stage("New conversation.")
        self.query_one(QuestionBox).focus()

    def resume(self, session: Session | None) -> None:
        """Go on with a saved conversation; null: with what there is."""
        if session is not None:
            self._conversation = Conversation(session)
            self.query_one(Controls).clear()
            self._show_turn()
            self._say_stage(f"Conversation: {safe_line(session.title)}")

    def action_turn(self, step: int) -> None:
        """Show an earlier or later answer, as far as it may still be read."""
        name = self._conversation.conversation_id
        if self._conversation.step(step):
            _app(self).fetch(lambda assistant, _: assistant.session(name), self._judge_again, self)

    def _judge_again(self, session: Session) -> None:
        """Show the answer that was gone to, with the rights of now."""
        self._conversation.judge_again(session)
        self._show_turn()

    def _show_turn(self) -> None:
        turn, answer = self._conversation.current, self._shown_answer()
        pane, rules = self.query_one(AnswerPane), ""
        self.query_one(EvidencePane).show(answer)
        if answer is not None:
            pane.show(answer)
            day = answer.temporal.effective_policy_date
            rules = f"rules of {day} ({answer.temporal.basis})" if day else ""
        elif turn is not None:
            pane.say((turn.question, "bold $text-accent"), (turn.withheld or "", "bold $text-warning"))
        else:
            pane.say()
        pane.border_subtitle = Content(safe_line(f"{self._conversation.place}{rules}"))
        marking = self.query_one("#marking", Static)
        marked = answer.marking if answer else None
        marking.update(Content(safe_line(f"Marking: {marked}" if marked else "")))
        marking.set_class(marked is not None, "-marked")
        self.remove_class("-evidence")
        if answer is not None and answer.status == "needs_clarification":
            self.query_one(QuestionBox).focus()
        elif not self.query_one(QuestionBox).text:
            pane.focus()

    def _tell_unopened(self, error: BaseException) -> None:
        if isinstance(error, IndexMissingError):
            self.query_one(AnswerPane).say(
                ("There is no index yet.", "bold"), ("Press F4 to index a folder of documents.", "")
            )
            _app(self).action_index()
        else:
            _app(self).tell(error)

    def _tell_step(self, progress: Progress) -> None:
        self.post_message(Running(progress.phase))

    def _show_running(self) -> None:
        if self._jobs:
            self.query_one(StageLine).show_running(self._stage, waiting=len(self._jobs) - 1)

    def _say_stage(self, text: str) -> None:
        self.query_one(StageLine).say(text)


def _app(screen: AskScreen) -> LocalragApp:
    return cast("LocalragApp", screen.app)
