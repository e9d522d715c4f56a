"""Whatever documents, questions, names and errors hold is shown as text: nothing is obeyed, no link lives."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from rich.segment import Segment
from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from localrag.errors import NotFoundError
from localrag.records.answer import RagAnswer
from localrag.text.markdown import escape
from localrag.tui.app import LocalragApp
from localrag.tui.widgets.question_box import QuestionBox
from tests.fakes.scripted_backend import answer, citation, evidence, failed_file, trace
from tests.fakes.scripted_home import ScriptedHome, entry
from tests.hostile_text import MARKUP, SEQUENCES, obeyed
from tests.tui.driving import ask, drive, until

_SEQUENCES = (*SEQUENCES, "\x00")
_MARKUP = (*MARKUP, "[/some/path]")
PAYLOADS = [
    *(f"a{sequence}{markup}z" for sequence, markup in zip(_SEQUENCES, itertools.cycle(_MARKUP))),
    "a" + "".join(_SEQUENCES) + "".join(_MARKUP) + "z",
    "[" * 500,
]
"""A few for every change; ``scripts/prove_terminal.py`` has them all."""
SHOWN_AS_THEY_ARE = [
    "\u0627\u0644\u0633\u0644\u0627\u0645",
    "\u0928\u092e\u0938\u094d\u0924\u0947",
    "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u6b65\u9a5f",
]


def hostile(payload: str) -> RagAnswer:
    """An answer with the payload wherever a document's text can stand."""
    source = evidence(
        source_title=payload,
        source_uri=payload,
        heading_path=(payload,),
        version=payload,
        classification=payload,
        page_label=payload,
        also_in=(payload,),
    )
    return answer(
        payload,
        understood_as=f"understood {payload}",
        answer_markdown=f"{escape(payload)} [E1]",
        citations=(citation(quote=payload, answer_span=None, page_label=payload),),
        evidence=(source,),
        notices=(payload,),
        assumptions=(payload,),
        missing_information=(f"missing {payload}",),
        follow_up_question=f"what of {payload}?",
        marking=payload,
    )


def segments(app: LocalragApp) -> Iterator[Segment]:
    screen = app.screen
    for strip in screen._compositor.render_strips(screen.size):
        yield from strip


def faults(app: LocalragApp) -> list[str]:
    """What on the screen a terminal would obey, and what would act when clicked."""
    found = []
    for segment in segments(app):
        found += [repr(mark) for mark in obeyed(segment.text, "")]
        if segment.style is not None and (segment.style.link or "@click" in (segment.style.meta or {})):
            found.append(f"a live link: {segment.text!r}")
    return found


def test_the_check_catches_a_live_link_and_a_control_character() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await app.mount(Static("[@click=app.quit]go[/]", markup=True))
        await pilot.pause()
        assert any("a live link" in fault for fault in faults(app))

    drive(ScriptedHome(), script)


def test_no_payload_of_a_document_is_obeyed_anywhere() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        for number, payload in enumerate(PAYLOADS):
            app.screen.query_one(QuestionBox).focus()
            await ask(pilot, app, f"q{number}", f"Answer {number + 1} of" if number else "Answered")
            assert faults(app) == [], payload
            await pilot.press("enter")
            await until(pilot, app, "Next source")
            assert faults(app) == [], payload
            await pilot.press("escape")

    answers = {f"q{number}": hostile(payload) for number, payload in enumerate(PAYLOADS)}
    drive(ScriptedHome(answers=answers, page="\n".join(PAYLOADS)), script)


def test_no_payload_of_a_name_an_error_or_a_trace_is_obeyed() -> None:
    nasty = "".join(_SEQUENCES) + "".join(_MARKUP)
    home = ScriptedHome(
        answers={"bad": NotFoundError(nasty, nasty), "worse": ValueError(nasty)},
        documents=[entry(title=nasty, uri=nasty, document_id=nasty, version=nasty, case_id=nasty)],
        failed=[failed_file(nasty, nasty)],
        traces=[trace(raw_query=nasty, normalized_query=nasty, query_type=nasty)],
        page=nasty,
    )

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        for question in ("bad", "worse"):
            await ask(pilot, app, question, "")
            await pilot.pause(0.05)
            assert faults(app) == []
        await pilot.press("f2")
        for key in ("down", "f", "f", "enter", "escape", "escape"):
            await pilot.press(key)
            await pilot.pause(0.05)
            assert faults(app) == []
        await pilot.press("f3")
        await pilot.pause(0.1)
        assert faults(app) == []

    drive(home, script)


def test_what_is_pasted_and_completed_is_literal_too() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        box = app.screen.query_one(QuestionBox)
        box.post_message(events.Paste("".join(PAYLOADS)))
        await pilot.pause(0.05)
        assert faults(app) == []
        box.text = ""
        await pilot.press(*"danger")
        await pilot.pause(0.05)
        assert faults(app) == []

    drive(ScriptedHome(documents=[entry(title="dangerous\x1b]52;c;aGk=\x07[/]")]), script)


def test_other_scripts_and_joined_emoji_are_shown_unchanged() -> None:
    together = " ".join(SHOWN_AS_THEY_ARE)

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "q", "Answered")
        assert together in "".join(segment.text for segment in segments(app))

    drive(ScriptedHome(answers={"q": answer("q", answer_markdown=f"{together} [E1]")}), script)
