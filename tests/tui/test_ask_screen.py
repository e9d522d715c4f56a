"""Asking and checking, by keys alone, as a person does it."""

from __future__ import annotations

import threading
from datetime import date

from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from localrag.errors import IndexMissingError, NotFoundError
from localrag.tui.app import LocalragApp
from localrag.tui.screens.index import IndexScreen
from localrag.tui.widgets.answer_pane import AnswerPane
from localrag.tui.widgets.evidence_pane import EvidencePane
from localrag.tui.widgets.question_box import QuestionBox
from tests.fakes.scripted_backend import QUOTE, answer, citation, evidence
from tests.fakes.scripted_home import ScriptedHome
from tests.tui.driving import ask, drive, screen_text, until

TWO = answer(
    "two",
    answer_markdown=f"{QUOTE} [E1] The fee is 40 euros. [E2]",
    citations=(citation(), citation("E2", quote="The fee is 40 euros.", answer_span=None)),
    evidence=(evidence(), evidence("E2", source_title="Fees 2026", valid_from=date(2026, 3, 1))),
)


def test_an_answer_shows_status_sentence_source_validity_and_marking() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        shown = await ask(pilot, app, "What is the deadline?", "Answered")
        for part in (
            "within 14 calendar days",
            "[E1]",
            "Appeals Policy, version 2026",
            "in force since 2026-01-01",
            "\u00bb14 calendar days\u00ab",
            "p. 14, sheet 16",
            "Marking: internal",
            "rules of 2026-06-01",
        ):
            assert part in shown

    drive(ScriptedHome(), script, size=(160, 30))


def test_moving_over_a_sentence_brings_its_evidence_to_the_top() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "two", "The fee is")
        pane = app.screen.query_one(EvidencePane)
        assert pane.current == "E1"
        await pilot.press("down")
        await pilot.pause()
        assert pane.current == "E2"
        await pilot.press("n")
        assert pane.current == "E1"

    drive(ScriptedHome(answers={"two": TWO}), script)


def test_enter_opens_the_page_with_the_quote_selected_and_escape_goes_back() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        await pilot.press("enter")
        await until(pilot, app, "Nothing else is to be done.")
        page = app.screen.query_one("#page", TextArea)
        assert page.selected_text == QUOTE
        await pilot.press("escape")
        await until(pilot, app, "Answered")

    drive(ScriptedHome(), script)


def test_a_page_that_may_no_longer_be_read_is_a_message() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        await pilot.press("enter")
        shown = await until(pilot, app, "There is no passage")
        assert "Nothing else is to be done." not in shown

    drive(ScriptedHome(page=NotFoundError("There is no passage chunk-E1.")), script)


def test_an_abstention_says_what_is_missing() -> None:
    missing = answer(
        "fee",
        status="insufficient_evidence",
        answer_markdown="No fee is stated.",
        missing_information=("the fee for an appeal",),
        citations=(),
        evidence=(),
        marking=None,
    )

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        shown = await ask(pilot, app, "fee", "Not enough evidence")
        assert "Missing: the fee for an appeal" in shown
        assert "Marking" not in shown

    drive(ScriptedHome(answers={"fee": missing}), script)


def test_a_conflict_shows_both_sides() -> None:
    torn = TWO.model_copy(
        update={
            "status": "conflicting_evidence",
            "answer_markdown": "| A | B |\n| --- | --- |\n| 14 days. [E1] | 30 days. [E2] |\n\n"
            "None prevails.",
        }
    )

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        shown = await ask(pilot, app, "torn", "Conflicting evidence")
        for part in ("A: 14 days.", "B: 30 days.", "None prevails."):
            assert part in shown

    drive(ScriptedHome(answers={"torn": torn}), script)


def test_a_question_back_is_shown() -> None:
    unclear = answer(
        "it",
        status="needs_clarification",
        answer_markdown="",
        follow_up_question="Which case do you mean: 8842 or 8843?",
        citations=(),
        evidence=(),
    )

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        shown = await ask(pilot, app, "it", "Needs clarification")
        assert "Which case do you mean: 8842 or 8843?" in shown

    drive(ScriptedHome(answers={"it": unclear}), script)


def test_date_and_case_travel_with_the_question() -> None:
    home = ScriptedHome()

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        app.screen.query_one("#as-of", Input).value = "2025-06-30"
        app.screen.query_one("#case", Input).value = "8842"
        await ask(pilot, app, "deadline", "Answered")

    drive(home, script)
    (asked,) = home.asked
    assert (asked["as_of"], asked["case_id"], asked["channel"]) == (date(2025, 6, 30), "8842", "tui")


def test_a_day_that_is_none_is_refused_and_the_question_kept() -> None:
    home = ScriptedHome()

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        app.screen.query_one("#as-of", Input).value = "31 Feb"
        await ask(pilot, app, "deadline", "31 Feb is not a day")
        assert app.screen.query_one(QuestionBox).text == "deadline"

    drive(home, script)
    assert home.asked == []


def test_escape_cancels_what_runs_and_what_waits() -> None:
    home = ScriptedHome()
    home.gate = threading.Event()

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "first", "Esc cancels")
        await ask(pilot, app, "second", "1 waiting")
        await pilot.press("escape")
        assert home.gate is not None
        home.gate.set()
        await until(pilot, app, "Cancelled.")
        await pilot.pause()
        assert "Answered" not in screen_text(app)

    drive(home, script)
    assert [one["question"] for one in home.asked] == ["first"]


def test_a_question_asked_while_one_runs_is_answered_after_it() -> None:
    home = ScriptedHome()
    home.gate = threading.Event()

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "first", "Esc cancels")
        await ask(pilot, app, "second", "1 waiting")
        assert home.gate is not None
        home.gate.set()
        await until(pilot, app, "Answer 2 of 2")
        await pilot.press("alt+left")
        await until(pilot, app, "Answer 1 of 2")

    drive(home, script)
    assert [one["question"] for one in home.asked] == ["first", "second"]


def test_an_error_is_a_message_and_the_next_question_is_answered() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        for question, told in (("bad", "the disk said no"), ("worse", "RuntimeError: never thought of")):
            await ask(pilot, app, question, told)
            app.screen.query_one(QuestionBox).text = ""
        await ask(pilot, app, "good", "Answered")

    bad, worse = NotFoundError("the disk said no"), RuntimeError("never thought of")
    drive(ScriptedHome(answers={"bad": bad, "worse": worse}), script)


def test_without_an_index_a_folder_can_be_indexed_at_once() -> None:
    from pathlib import Path

    home = ScriptedHome(opens=IndexMissingError(Path("/nowhere")))

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await until(pilot, app, "Index a folder of documents")
        assert isinstance(app.screen, IndexScreen)
        await pilot.press(*"docs", "enter")
        await until(pilot, app, "2 added")
        await pilot.press("escape")
        await ask(pilot, app, "deadline", "Answered")

    drive(home, script)
    assert home.indexed == [(Path("docs"),)]


def test_pasted_lines_are_kept_and_nothing_is_asked_before_enter() -> None:
    from textual import events

    home = ScriptedHome()

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        box = app.screen.query_one(QuestionBox)
        box.post_message(events.Paste("first line\r\nsecond line\r"))
        await pilot.pause()
        assert box.text == "first line\nsecond line\n"
        assert home.asked == []

    drive(home, script)


def test_the_up_key_brings_the_last_question_back() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "deadline", "Answered")
        box = app.screen.query_one(QuestionBox)
        box.focus()
        await pilot.press("up")
        assert box.text == "deadline"
        await pilot.press("down")
        assert box.text == ""

    drive(ScriptedHome(), script)


def test_copying_gives_answer_sentence_and_citation() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "deadline", "Answered")
        await pilot.press("y")
        assert app.clipboard == f"{QUOTE} [E1]"
        await pilot.press("s")
        assert app.clipboard == QUOTE
        await pilot.press("c")
        assert app.clipboard == f"Appeals Policy (appeals-policy@2026), p. 14: \u201c{QUOTE}\u201d"

    drive(ScriptedHome(), script)


def test_on_a_small_terminal_one_pane_shows_and_a_key_changes_it() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        shown = await ask(pilot, app, "deadline", "Answered")
        assert "Appeals Policy, version" not in shown
        await pilot.press("f6")
        shown = await until(pilot, app, "Appeals Policy, version")
        assert "Answered" not in shown
        await pilot.press("f6")
        await until(pilot, app, "Answered")

    drive(ScriptedHome(), script, size=(60, 15))


def test_resizing_again_and_again_loses_nothing() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "deadline", "Answered")
        for number in range(20):
            await pilot.resize_terminal(*((200, 50), (20, 5), (1, 1), (80, 24))[number % 4])
        shown = await until(pilot, app, "Answered")
        assert "14 calendar days" in shown

    drive(ScriptedHome(), script)


def test_without_unicode_no_line_drawing_is_used() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        shown = await ask(pilot, app, "deadline", "Answered")
        assert not set("\u2502\u2500\u256d\u250f\u2501") & set(shown)

    drive(ScriptedHome(), script, environment={"LC_ALL": "C"})


def test_without_unicode_a_long_answer_and_the_keys_have_no_blocks() -> None:
    long = answer(
        "long", answer_markdown=" ".join(f"The fee of step {one} is due. [E1]" for one in range(40))
    )

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        shown = await ask(pilot, app, "long", "Answered")
        assert not any("\u2500" <= mark <= "\u259f" for mark in shown)

    environment = {"LC_ALL": "C"}
    drive(ScriptedHome(answers={"long": long}), script, size=(80, 24), environment=environment)


def test_the_answer_pane_starts_on_the_first_sentence() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "two", "The fee is")
        pane = app.screen.query_one(AnswerPane)
        assert pane.sentence == QUOTE
        assert pane.has_focus

    drive(ScriptedHome(answers={"two": TWO}), script)


def test_letters_typed_fast_are_all_asked() -> None:
    home = ScriptedHome()

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await pilot.press(*"deadline?", "enter")
        await until(pilot, app, "Answered")

    drive(home, script)
    assert [one["question"] for one in home.asked] == ["deadline?"]


def test_keys_that_were_shown_before_are_let_go() -> None:
    import gc

    from textual.widgets._footer import FooterKey

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        for number in range(6):
            await ask(pilot, app, f"question {number}", "Answered" if not number else f"Answer {number + 1}")
        gc.collect()
        assert sum(isinstance(one, FooterKey) for one in gc.get_objects()) < 30

    drive(ScriptedHome(), script)


def test_a_key_shows_how_the_answer_came_about() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "deadline", "Answered")
        await pilot.press("w")
        await until(pilot, app, "How this came about")
        await pilot.press("escape")
        await until(pilot, app, "Answered")

    drive(ScriptedHome(), script)


def test_after_a_question_back_the_reply_can_be_typed_at_once() -> None:
    unclear = answer("it", status="needs_clarification", answer_markdown="", follow_up_question="Which?")

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "it", "Which?")
        await pilot.press(*"case")
        assert app.screen.query_one(QuestionBox).text == "case"

    drive(ScriptedHome(answers={"it": unclear}), script)


def test_a_letter_that_means_nothing_in_a_pane_begins_the_next_question() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "deadline", "Answered")
        await pilot.press("D", "o")
        assert app.screen.query_one(QuestionBox).text == "Do"

    drive(ScriptedHome(), script)


def test_a_question_that_failed_or_was_cancelled_is_given_back() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "bad", "the disk said no")
        assert app.screen.query_one(QuestionBox).text == "bad"

    drive(ScriptedHome(answers={"bad": NotFoundError("the disk said no")}), script)


def test_a_new_conversation_is_asked_under_todays_rules_and_no_case() -> None:
    home = ScriptedHome()

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        app.screen.query_one("#as-of", Input).value = "2025-06-30"
        app.screen.query_one("#case", Input).value = "8842"
        await pilot.press("ctrl+n")
        await ask(pilot, app, "deadline", "Answered")

    drive(home, script)
    assert (home.asked[0]["as_of"], home.asked[0]["case_id"]) == (None, None)
