"""The terminal UI over a real small index: follow-ups, saved conversations, rights checked again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from textual.pilot import Pilot

from localrag.administration import index
from localrag.api import Assistant
from localrag.ports import OnProgress
from localrag.records.index import IndexOptions, IndexSummary
from localrag.tui.app import LocalragApp
from localrag.wiring import open_assistant, shipped_embedder
from tests.builders import build_home, document
from tests.tui.driving import ask, drive, screen_text, until

POLICY = """
version = "1"
[accounts."*"]
tenant_id = "local"
roles = ["staff"]
[roles.staff]
acl_policy_ids = [{acls}]
classifications = ["public", "internal"]
"""
APPEALS = document(
    "An appeal against a permit decision must be filed within 14 calendar days.",
    uri="appeals.md",
    title="Appeals Policy",
    authority="official_policy",
    acl_policy_id="rules",
)
CONTRACTORS = document(
    "A contractor must file an appeal against a permit decision within 21 calendar days.",
    uri="contractors.md",
    title="Conditions for Contractors",
    authority="official_policy",
)
FIRST = "What is the deadline for an appeal against a permit decision?"


class RealHome:
    """A home in a temporary folder, as the command opens it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        build_home(root, [APPEALS, CONTRACTORS], embedder=shipped_embedder(), under_policy=True)
        self.allow("staff", "rules")

    def allow(self, *acls: str) -> None:
        """Put a policy in force that lets these be read."""
        listed = ", ".join(f'"{acl}"' for acl in acls)
        (self.root / "home" / "policy.toml").write_text(POLICY.format(acls=listed))

    def open_assistant(self) -> Assistant:
        return open_assistant(self.root / "home", state=self.root / "state")

    def index(self, paths: Sequence[Path], on_progress: OnProgress) -> IndexSummary:
        return index(paths, home=self.root / "home", on_progress=on_progress, options=IndexOptions())


def test_a_conversation_goes_on_is_saved_and_comes_back_in_another_start(tmp_path: Path) -> None:
    home = RealHome(tmp_path)

    async def first(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, FIRST, "14 calendar days")
        shown = await ask(pilot, app, "And for contractors?", "21 calendar days")
        assert "Understood as:" in shown

    async def second(pilot: Pilot[None], app: LocalragApp) -> None:
        await pilot.press("f5")
        await until(pilot, app, "What is the deadline for an appeal")
        await pilot.press("enter")
        await until(pilot, app, "Answer 2 of 2")
        await pilot.press("alt+left")
        await until(pilot, app, "14 calendar days")

    drive(home, first)
    drive(home, second)


def test_what_may_no_longer_be_read_is_withheld_when_a_conversation_is_opened(tmp_path: Path) -> None:
    home = RealHome(tmp_path)

    async def first(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, FIRST, "14 calendar days")

    async def second(pilot: Pilot[None], app: LocalragApp) -> None:
        await pilot.press("f5")
        await until(pilot, app, "What is the deadline for an appeal")
        await pilot.press("enter")
        await until(pilot, app, "Conversation:")
        shown = screen_text(app)
        assert "14 calendar days" not in shown
        assert "Appeals Policy" not in shown

    drive(home, first)
    home.allow("staff")
    drive(home, second)


def test_a_conversation_is_renamed_exported_and_deleted_by_keys(tmp_path: Path) -> None:
    home = RealHome(tmp_path)
    target = tmp_path / "kept.md"

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, FIRST, "14 calendar days")
        await pilot.press("f5")
        await until(pilot, app, "What is the deadline for an appeal")
        line = app.screen.query_one("#session-input")
        await pilot.press("r")
        line.value = "Permits"  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, app, "Renamed.")
        await pilot.press("x")
        line.value = str(target)  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, app, "Written to")
        await pilot.press("d")
        await until(pilot, app, "Press d again")
        await pilot.press("d")
        await until(pilot, app, "Deleted.")
        assert "Permits" not in screen_text(app)

    drive(home, script)
    assert "14 calendar days" in target.read_text(encoding="utf-8")


def test_a_new_conversation_leans_on_nothing(tmp_path: Path) -> None:
    home = RealHome(tmp_path)

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, FIRST, "14 calendar days")
        await pilot.press("ctrl+n")
        await until(pilot, app, "New conversation.")
        assert "14 calendar days" not in screen_text(app)
        shown = await ask(pilot, app, "And for contractors?", "contractors?")
        assert "Understood as" not in shown

    drive(home, script)


def test_going_back_to_an_answer_judges_rights_again(tmp_path: Path) -> None:
    home = RealHome(tmp_path)

    async def script(pilot: Pilot[None], app: LocalragApp) -> None:
        await ask(pilot, app, FIRST, "14 calendar days")
        await ask(pilot, app, "Who may be a contractor in this permit office?", "Answer 2 of 2")
        home.allow("staff")
        await pilot.press("alt+left")
        shown = await until(pilot, app, "Answer 1 of 2")
        assert "14 calendar days" not in shown

    drive(home, script)
