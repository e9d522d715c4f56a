"""An answer's lines: each sentence with what stands behind it, and nothing of a document taken for a mark."""

from __future__ import annotations

from localrag.records.evidence import Conflict, ConflictSide
from localrag.records.ids import EvidenceId
from localrag.text.markdown import escape
from localrag.tui.shown import Line, answer_lines, quotes_of
from tests.fakes.scripted_backend import QUOTE, answer, citation


def body(markdown: str) -> list[Line]:
    return answer_lines(answer(answer_markdown=markdown))[1:]


def test_two_sentences_of_a_paragraph_can_be_chosen_apart() -> None:
    assert body("One. [E1] [E2] Two. [E3]") == [
        Line("sentence", "One.", ("E1", "E2")),
        Line("sentence", "Two.", ("E3",)),
    ]


def test_items_keep_their_bullets_and_numbers() -> None:
    assert [(line.prefix, line.text) for line in body("- One. [E1]\n\n1. Two. [E2]")] == [
        ("- ", "One."),
        ("1. ", "Two."),
    ]


def test_a_title_is_a_heading_without_evidence() -> None:
    assert body("**Reasons**") == [Line("heading", "Reasons")]


def test_brackets_of_a_document_are_text_and_never_marks() -> None:
    said = "See [E9] and [7] of (Smith 2019)."
    assert body(f"{escape(said)} [E1]") == [Line("sentence", said, ("E1",))]


def test_each_cell_of_a_table_stands_under_its_columns_name() -> None:
    rows = body("| 2023 | 2026 |\n| --- | --- |\n| 21 days. [E1] | 14 days. [E2] |")
    assert rows == [
        Line("row", "21 days.", ("E1",), "2023: "),
        Line("row", "14 days.", ("E2",), "2026: "),
    ]


def test_a_conflict_names_both_sides_and_the_rule() -> None:
    sides = tuple(
        ConflictSide(evidence_id=EvidenceId(one), value=value, quote=QUOTE, authority="faq")
        for one, value in (("E1", "14 days"), ("E2", "30 days"))
    )
    conflict = Conflict(about="the period", sides=sides, rule="the newer one", winner=EvidenceId("E2"))
    lines = answer_lines(answer(conflicts=(conflict,)))
    shown = [line for line in lines if line.kind == "conflict"]
    assert [line.evidence_ids for line in shown] == [("E1",), ("E2",)]
    assert shown[1].text.endswith("(prevails)")
    assert Line("note", "the newer one", prefix="Rule: ") in lines


def test_what_is_missing_is_said_once() -> None:
    lines = answer_lines(answer(answer_markdown="No deadline is stated.", missing_information=("the fee",)))
    assert [line.text for line in lines if line.kind == "missing"] == ["the fee"]


def test_a_quote_cited_twice_is_shown_once_with_its_value() -> None:
    both = (citation(answer_span=None), citation())
    assert quotes_of(answer(citations=both), "E1") == [both[1]]


def test_an_answer_whose_sources_disagree_shows_the_sides_once() -> None:
    sides = tuple(
        ConflictSide(evidence_id=EvidenceId(one), value=one, quote=QUOTE, authority="faq")
        for one in ("E1", "E2")
    )
    torn = answer(
        status="conflicting_evidence",
        answer_markdown="| A | B |\n| --- | --- |\n| Thirty. [E1] | Forty. [E2] |",
        conflicts=(Conflict(about="it", sides=sides, rule="none prevails"),),
    )
    assert [line.text for line in answer_lines(torn)[1:]] == ["Thirty.", "Forty."]
