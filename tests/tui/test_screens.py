"""Documents with their versions, failed files, traces with the time of each stage."""

from __future__ import annotations

from datetime import date

from textual.pilot import Pilot

from localrag.errors import NotFoundError
from localrag.tui.app import LocalragApp
from localrag.tui.screens.corpus import standing
from tests.fakes.scripted_backend import failed_file, trace
from tests.fakes.scripted_home import ScriptedHome, entry
from tests.tui.driving import ask, drive, screen_text, until

OLD = entry(version="2023", uri="old.pdf", valid_from=date(2023, 1, 1), valid_to=date(2025, 12, 31))
FEES = entry(title="Fees", document_id="fees", uri="fees.md", version=None)


def test_a_document_is_shown_with_all_its_versions_on_a_time_line() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await pilot.press("f2")
        shown = await until(pilot, app, "2023-01-01 to 2025-12-31")
        assert "2026-01-01 to ..." in shown

    drive(ScriptedHome(documents=[OLD, entry(), FEES]), script)


def test_a_filter_narrows_the_list_and_enter_opens_a_document() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await pilot.press("f2")
        await until(pilot, app, "Fees")
        await pilot.press("slash", *"fees", "enter")
        await until(pilot, app, "(fees)")
        assert "old.pdf" not in screen_text(app)
        await pilot.press("enter")
        await until(pilot, app, "Nothing else is to be done.")

    drive(ScriptedHome(documents=[OLD, FEES]), script)


def test_failed_files_are_listed_with_their_reason() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await pilot.press("f2")
        await until(pilot, app, "Appeals Policy")
        await pilot.press("f")
        await until(pilot, app, "encrypted")

    drive(ScriptedHome(failed=[failed_file()]), script)


def test_who_may_not_administer_sees_no_failed_files() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await pilot.press("f2")
        await until(pilot, app, "Appeals Policy")
        await pilot.press("f")
        await until(pilot, app, "0 failed files")

    drive(ScriptedHome(failed=None), script)


def test_a_trace_shows_what_was_decided_and_a_bar_a_stage() -> None:
    kept = trace(timings_ms={"plan": 10.0, "retrieve": 30.0, "total": 41.0}, query_type="definition")

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await pilot.press("f3")
        shown = await until(pilot, app, "retrieve")
        assert "definition" in shown
        bars = {line.split()[0]: line.count("#") for line in shown.splitlines() if " ms #" in line}
        assert bars["retrieve"] == 3 * bars["plan"]

    drive(ScriptedHome(traces=[kept]), script)


LOOKED_AT = trace(
    candidate_chunk_ids=("agency/old.pdf", "c2", "c3"),
    selected_chunk_ids=("c2", "c3"),
    cited_chunk_ids=("c3",),
)


async def _open_first_trace(pilot: Pilot[None], app: LocalragApp) -> None:
    await pilot.press("f3")
    await until(pilot, app, "3 considered")
    await pilot.press("enter")


def test_enter_on_a_trace_lists_the_candidates_with_rank_document_and_fate() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await _open_first_trace(pilot, app)
        shown = await until(pilot, app, "not selected")
        assert "1. Appeals Policy (old.pdf)" in shown
        assert "read, not used; c2" in shown
        assert "cited; c3" in shown

    drive(ScriptedHome(documents=[OLD], traces=[LOOKED_AT]), script)


def test_the_trace_of_an_answer_of_this_run_says_why_each_was_left_out() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        await _open_first_trace(pilot, app)
        await until(pilot, app, "How this came about")

    drive(ScriptedHome(traces=[LOOKED_AT]), script)


def test_candidates_that_may_no_longer_be_read_are_not_named() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, "What is the deadline?", "Answered")
        await _open_first_trace(pilot, app)
        shown = await until(pilot, app, "no longer in the index")
        assert "How this came about" not in shown
        assert "Appeals Policy" not in shown

    drive(ScriptedHome(documents=[], traces=[LOOKED_AT], page=NotFoundError("There is none.")), script)


def test_a_version_stands_where_its_dates_and_status_put_it() -> None:
    day = date(2026, 6, 1)
    cases = [
        (entry(), "in force"),
        (OLD, "ended"),
        (entry(valid_from=date(2027, 1, 1)), "not yet in force"),
        (entry(status="draft"), "draft"),
        (entry(status="archived", valid_from=None), "archived"),
    ]
    assert [standing(one, day) for one, _ in cases] == [word for _, word in cases]


def test_the_list_of_keys_closes_by_escape_and_by_its_own_key() -> None:
    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        for closing in ("escape", "f1"):
            await pilot.press("f1")
            await pilot.pause()
            assert app.screen.query("HelpPanel")
            await pilot.press(closing)
            await pilot.pause()
            assert not app.screen.query("HelpPanel")

    drive(ScriptedHome(), script)
