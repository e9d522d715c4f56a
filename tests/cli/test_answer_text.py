"""Answers for people: what a reader sees, and that nothing foreign is obeyed."""

from __future__ import annotations

import pytest

from localrag.cli.answer_text import answer_lines
from localrag.cli.terminal import Terminal
from localrag.records.answer import RagAnswer
from localrag.records.evidence import Conflict, ConflictSide
from localrag.records.ids import EvidenceId
from tests.fakes.scripted_backend import QUOTE, answer, citation, evidence

PIPE = Terminal(width=None, styled=False, encoding="utf-8")
COLOUR = Terminal(width=72, styled=True, encoding="utf-8")


def shown(record: RagAnswer, terminal: Terminal = PIPE) -> str:
    return "\n".join(answer_lines(record, terminal))


def test_an_answer_reads_from_status_to_freshness() -> None:
    assert shown(answer()).splitlines()[:-1] == [
        "Answered",
        "",
        "An appeal must be lodged within 14 calendar days after receiving the notice. [E1]",
        "",
        "Sources",
        "[E1] Appeals Policy, version 2026",
        "     Appeals > Deadlines; p. 14, sheet 16; official policy; in force since 2026-01-01",
        "     │ An appeal must be lodged within »14 calendar days« after receiving the notice.",
        "",
        "Rules of 2026-06-01 (asked on).",
        f"Index of {answer().indexed_at.astimezone():%Y-%m-%d %H:%M} (3 hours ago).",  # type: ignore[union-attr]
    ]


def test_on_a_terminal_the_value_is_bold_and_no_mark_is_put_into_the_quote() -> None:
    text = shown(answer(), COLOUR)
    assert "\x1b[1m14\x1b[0m \x1b[1mcalendar\x1b[0m \x1b[1mdays\x1b[0m" in text
    assert "»" not in text


@pytest.mark.parametrize(
    ("status", "word"),
    [
        ("insufficient_evidence", "Not enough evidence"),
        ("needs_clarification", "Needs clarification"),
        ("conflicting_evidence", "Conflicting evidence"),
        ("refused", "Refused"),
        ("redirected", "Redirected"),
        ("escalated", "Escalated"),
    ],
)
def test_every_status_has_a_word_of_its_own(status: str, word: str) -> None:
    assert shown(answer(status=status)).startswith(word)


def test_a_question_back_is_shown() -> None:
    record = answer(
        status="needs_clarification",
        answer_markdown="",
        citations=(),
        evidence=(),
        follow_up_question="Which case?",
    )
    assert "Which case?" in shown(record)
    assert "Sources" not in shown(record)


def test_what_is_missing_is_said_once() -> None:
    record = answer(status="insufficient_evidence", missing_information=("a deadline", "a fee"))
    assert "- a fee" in shown(record)
    told = record.model_copy(update={"answer_markdown": "Missing: a deadline and a fee."})
    assert shown(told).count("a fee") == 1


def test_notices_and_assumptions_are_shown() -> None:
    text = shown(answer(notices=("The FAQ says 10 days.",), assumptions=("The notice is served.",)))
    assert "Note: The FAQ says 10 days." in text
    assert "Assumed: The notice is served." in text


def test_how_the_question_was_understood_is_shown_only_where_it_changed() -> None:
    assert "Understood as" not in shown(answer("a  b", understood_as="a b"))
    assert "Understood as: and b?" in shown(answer("a", understood_as="and b?"))


def test_a_passage_quoted_twice_is_shown_once() -> None:
    record = answer(citations=(citation(), citation(claim="C2", answer_span=None)))
    assert shown(record).count("after receiving") == 2  # the answer and one quote


def test_two_quotes_from_two_pages_name_both() -> None:
    record = answer(citations=(citation(), citation(page_start=18, page_end=19, page_label="16", quote="x")))
    assert "p. 14, sheet 16, p. 16, sheets 18-19" in shown(record)


NASTY = "x\x1b]52;c;aGk=\x07\x9b2J\r\u202e\U000e0041y"


@pytest.mark.parametrize("terminal", [PIPE, COLOUR._replace(styled=False)])
def test_nothing_foreign_reaches_the_terminal_through_any_field(terminal: Terminal) -> None:
    foreign = evidence(
        source_title=NASTY, version=NASTY, heading_path=(NASTY,), page_label=NASTY, evidence_id=NASTY
    )
    record = answer(
        question=NASTY,
        understood_as=NASTY + "2",
        answer_markdown=NASTY,
        missing_information=(NASTY + "3",),
        follow_up_question=NASTY + "4",
        notices=(NASTY + "5", NASTY + "6"),
        assumptions=(NASTY + "7",),
        evidence=(foreign,),
        citations=(citation(evidence_id=NASTY, quote=NASTY, page_label=NASTY, answer_span=None),),
        temporal=answer().temporal.model_copy(update={"basis": NASTY}),
        marking=NASTY,
        model=NASTY,
    )
    text = shown(record, terminal)
    assert not {"\x1b", "\x07", "\x9b", "\r", "\u202e", "\U000e0041"} & set(text)
    assert text.count("]52;c;aGk=") >= 12


def test_what_speaks_against_the_answer_is_quoted_though_nothing_cites_it() -> None:
    side = ConflictSide(
        evidence_id=EvidenceId("E2"), value="10 days", quote="You have 10 days.", authority="faq"
    )
    record = answer(
        evidence=(evidence(), evidence("E2", source_title="FAQ", authority="faq")),
        conflicts=(Conflict(about="deadline", sides=(side,), rule="authority"),),
    )
    assert "│ You have 10 days." in shown(record)


def test_sources_without_a_quote_still_name_themselves() -> None:
    text = shown(answer(citations=()))
    assert "Appeals Policy" in text
    assert QUOTE not in text.split("Sources")[1]
