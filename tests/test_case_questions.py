"""Questions of fact, duty and leave about two cases, each against the verdict written down before."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
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


_FILE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
QUESTIONS = [Expected(**one) for one in _FILE["question"]]


def _home(name: str, folder: Path) -> Path:
    """An index of the documents that belong together."""
    documents = [
        document(
            one["text"],
            uri=f"{number}.md",
            title=one["title"],
            authority=one["authority"],
            case_id=one.get("case_id"),
        )
        for number, one in enumerate(_FILE["document"])
        if one["home"] == name
    ]
    return build_home(folder, documents, embedder=shipped_embedder())


@pytest.fixture(scope="module")
def assistants(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Assistant]]:
    """By case: the sample corpus for its own, a home of other rules for each of the others."""
    clock = StandingClock(datetime(2026, 11, 30, 12, tzinfo=UTC))
    agency = tmp_path_factory.mktemp("agency")
    (agency / "policy.toml").write_bytes((CORPUS / "demo_policy.toml").read_bytes())
    index([CORPUS / "agency"], home=agency, on_progress=lambda _: None)
    homes = {name: _home(name, tmp_path_factory.mktemp("home")) for name in ("3051", "640 and 71", "1206")}
    with ExitStack() as opened:
        of = {
            name: opened.enter_context(open_assistant(home, state=home / "state", clock=clock))
            for name, home in {"agency": agency, **homes}.items()
        }
        yield {
            "8842": of["agency"],
            "7719": of["agency"],
            "3051": of["3051"],
            "640": of["640 and 71"],
            "71": of["640 and 71"],
            "1206": of["1206"],
        }


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
