"""Questions of fact, duty and leave about two cases, each against the verdict written down before."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from localrag.administration import index
from localrag.api import Assistant
from localrag.text.composed import record_line
from localrag.wiring import open_assistant, shipped_embedder
from tests.builders import build_home, document
from tests.corpus.catalogue import CORPUS
from tests.fakes.standing_clock import StandingClock


class Expected(NamedTuple):
    """One question of test_case_questions.toml."""

    case: str
    text: str
    quotes: list[str]
    record: str | None = None
    rule: str | None = None
    notice: str | None = None


_FILE = Path(__file__).with_suffix(".toml")
QUESTIONS = [Expected(**one) for one in tomllib.loads(_FILE.read_text(encoding="utf-8"))["question"]]
DEFECTS = """\
A crane must be taken out of service when defects recur within 60 calendar days. A crane that is out of
service must not be used before the Board of Lifting has released it.

After this condition is met, the permit officer must send the file to the Board of Lifting within four
working days.
"""
REPORTS = """\
A defect report must be filed within five working days after a defect was found, or earlier if the board
asks for it.
"""
BOOKS = (
    "The permit holder must keep the log book on the site. The log book is bound and has numbered pages.\n"
)
RENEWAL = """\
Every item of this list must be on file before a permit is renewed.
1. Load test certificate.
2. Insurance certificate.
3. Licence of the operator.
4. Receipt for the annual fee.
"""
RECORD = """\
| Entry | Value |
|---|---|
| Site | Pell Street 4 |
| Permit holder | Tolland Rigging |
| State | suspended |

- 2026-03-02: Permit issued: for one year.
- 2026-04-11: First load test: passed.
- 2026-05-05: Defect found: the hook block was worn.
- 2026-05-08: Defect report filed.
- 2026-06-20: Defect found: the limit switch did not work, nobody was hurt.
- 2026-06-22: Annual fee invoiced: EUR 300.
- 2026-07-01: Second load test: postponed because of the wind.
- 2026-07-10: Letter received: Tolland Rigging reported that the limit switch had been replaced.
- 2026-07-15: Operator interviewed: he had noticed nothing.

1. Load test certificate: on file.
2. Insurance certificate: outstanding.
3. Licence of the operator: on file.
4. Receipt for the annual fee: missing.
"""
CRANES = (
    document(
        DEFECTS, uri="cranes.md", title="Crane Rules", authority="official_policy", headings=("Defects",)
    ),
    document(REPORTS, uri="reports.md", title="Crane Reports", authority="official_policy"),
    document(BOOKS, uri="books.md", title="Log Books", authority="official_policy"),
    document(RENEWAL, uri="renewal.md", title="Renewal of Permits", authority="approved_procedure"),
    document(
        RECORD, uri="3051.md", title="Case 3051: Pell Street", authority="case_record", case_id="case-3051"
    ),
)


@pytest.fixture(scope="module")
def assistants(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Assistant]]:
    """The sample corpus for its own cases, a home of crane rules for the other."""
    clock = StandingClock(datetime(2026, 11, 30, 12, tzinfo=UTC))
    agency = tmp_path_factory.mktemp("agency")
    (agency / "policy.toml").write_bytes((CORPUS / "demo_policy.toml").read_bytes())
    index([CORPUS / "agency"], home=agency, on_progress=lambda _: None)
    cranes = build_home(tmp_path_factory.mktemp("cranes"), CRANES, embedder=shipped_embedder())
    with (
        open_assistant(agency, state=agency / "state", clock=clock) as sample,
        open_assistant(cranes, state=cranes / "state", clock=clock) as other,
    ):
        yield {"8842": sample, "7719": sample, "3051": other}


@pytest.mark.parametrize("expected", QUESTIONS, ids=lambda one: f"{one.case}: {one.text}")
def test_a_question_about_a_case_comes_to_what_its_record_and_the_rules_say(
    assistants: dict[str, Assistant], expected: Expected
) -> None:
    answer = assistants[expected.case].ask(expected.text, case_id=expected.case)
    text = answer.answer_markdown
    match expected.record, expected.rule:
        case ("silent", _):
            begins = f"There is no entry in the record of case-{expected.case} that answers this: "
        case ("yes" | "no" | "done" as says, _):
            begins = record_line(says)
        case ("says", _):
            begins = record_line("depends")
        case (_, rule):
            begins = "Yes, on the evidence" if rule == "yes" else "No, not on the evidence"
    assert text.startswith(begins)
    assert answer.status == ("insufficient_evidence" if expected.record == "silent" else "answered")
    assert [quote for quote in expected.quotes if quote not in text] == []
    assert expected.notice is None or any(expected.notice in one for one in answer.notices)
