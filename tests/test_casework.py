"""Cases through the whole assistant: another domain's procedure, other readers, holidays, the timeline."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from localrag.api import Assistant
from localrag.errors import NotFoundError
from localrag.records.documents import ParsedDocument
from localrag.wiring import open_assistant, shipped_embedder
from tests.builders import build_home, document
from tests.fakes.standing_clock import StandingClock

POLICY = """
version = "7"
[accounts."*"]
user_id = "ada"
tenant_id = "local"
roles = ["staff"]
act_as = ["chief"]
[accounts.chief]
tenant_id = "local"
roles = ["staff", "board"]
[roles.staff]
acl_policy_ids = ["staff"]
classifications = ["public", "internal"]
[roles.board]
acl_policy_ids = ["board"]
classifications = ["confidential"]
"""
RULES = document(
    "The dispatcher must file the delay report within three working days after the breakdown.\n\n"
    "A bus must be withdrawn from the route when breakdowns recur within 30 days. A withdrawn bus must not "
    "be put back on the route before the workshop has released it.",
    uri="rules.md",
    title="Bus Rules",
    authority="official_policy",
    headings=("Breakdowns",),
)
RECORD = document(
    "- 2026-12-22: Breakdown: gearbox.\n- 2026-12-29: Delay report filed.\n"
    "- 2027-01-08: Breakdown: gearbox again.",
    uri="cases/514.md",
    title="Case 514: Bus 31",
    authority="case_record",
    case_id="case-514",
)
OTHER = document(
    "- 2027-01-05: Breakdown: engine fire.\n- 2027-01-20: Breakdown: brakes.",
    uri="cases/515.md",
    title="Case 515: Bus 32",
    authority="case_record",
    case_id="case-515",
    acl_policy_id="board",
    classification="confidential",
)


def assistant(
    tmp_path: Path, *documents: ParsedDocument, settings: str = "", as_user: str | None = None
) -> Assistant:
    home = build_home(tmp_path, documents, embedder=shipped_embedder(), under_policy=True)
    (home / "policy.toml").write_text(POLICY)
    (home / "localrag.toml").write_text(settings)
    return open_assistant(
        home,
        state=tmp_path / "state",
        clock=StandingClock(datetime(2027, 2, 1, 12, tzinfo=UTC)),
        as_user=as_user,
    )


def test_can_i_do_it_within_a_case_finds_the_rule_on_what_the_record_tells(tmp_path: Path) -> None:
    with assistant(tmp_path, RULES, RECORD) as opened:
        answer = opened.ask("Can I put it back on the route?", case_id="514")
    assert answer.answer_markdown.startswith("No, ")
    assert "17 calendar days apart" in answer.answer_markdown
    assert answer.next_actions


def test_outside_a_case_can_i_do_it_asks_back(tmp_path: Path) -> None:
    with assistant(tmp_path, RULES, RECORD) as opened:
        assert opened.ask("Can I put it back?").status == "needs_clarification"


@pytest.mark.parametrize(
    ("settings", "days", "verdict"),
    [
        ("", "5 working days", "No"),
        ("[cases]\nholidays = [2026-12-24, 2026-12-25]\n", "3 working days", "Yes"),
    ],
)
def test_holidays_of_the_settings_are_no_working_days(
    tmp_path: Path, settings: str, days: str, verdict: str
) -> None:
    with assistant(tmp_path, RULES, RECORD, settings=settings) as opened:
        answer = opened.ask("Was the delay report filed in time?", case_id="514")
    assert days in answer.answer_markdown
    assert answer.answer_markdown.startswith(verdict)


def test_another_case_is_never_mixed_in(tmp_path: Path) -> None:
    with assistant(tmp_path, RULES, RECORD, OTHER, as_user="chief") as opened:
        answer = opened.ask("Can I put it back on the route?", case_id="514")
    assert {one.case_id for one in answer.evidence} == {None, "case-514"}


def test_a_case_that_may_not_be_read_looks_like_one_that_is_not_there(tmp_path: Path) -> None:
    with assistant(tmp_path, RULES, RECORD, OTHER) as opened:
        faults = []
        for case_id in ("515", "599"):
            with pytest.raises(NotFoundError) as raised:
                opened.case(case_id)
            faults.append(str(raised.value).replace(case_id, "N"))
    assert faults[0] == faults[1]


def test_who_may_read_a_case_sees_its_timeline(tmp_path: Path) -> None:
    with assistant(tmp_path, RULES, RECORD, OTHER, as_user="chief") as opened:
        found = opened.case("Case 515")
    assert (found.case_id, found.marking) == ("case-515", "confidential")
    assert [entry.day for entry in found.entries] == [date(2027, 1, 5), date(2027, 1, 20)]
