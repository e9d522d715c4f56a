"""Blocks -> Markdown with marks."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from localrag.answer.compose import markdown
from localrag.records.answer import BlockKind, DraftBlock, DraftQuote, DraftSentence
from localrag.records.ids import ClaimId, EvidenceId


def sentence(text: str, *labels: str, claim: str = "C1", derived: tuple[str, ...] = ()) -> DraftSentence:
    return DraftSentence(
        claim_id=ClaimId(claim),
        text=text,
        quotes=tuple(DraftQuote(evidence_id=EvidenceId(label), quote=text) for label in labels),
        derived_from=tuple(map(ClaimId, derived)),
    )


def block(kind: BlockKind, *sentences: DraftSentence, title: str | None = None) -> DraftBlock:
    return DraftBlock(kind=kind, sentences=sentences, title=title)


def test_every_sentence_ends_with_its_marks() -> None:
    assert markdown([block("paragraph", sentence("It is due within 14 days.", "E1", "E3"))]) == (
        "It is due within 14 days. [E1] [E3]"
    )


def test_two_sentences_in_one_quote_both_carry_the_mark() -> None:
    step = sentence("Wait for the decision. The supervisor decides within five days.", "E2")
    assert markdown([block("steps", step)]) == (
        "1. Wait for the decision. [E2] The supervisor decides within five days. [E2]"
    )


def test_a_composed_sentence_carries_the_marks_of_what_it_derives_from() -> None:
    reason = sentence("Review is required.", "E2", claim="C2")
    verdict = sentence("No.", claim="C1", derived=("C2",))
    assert markdown([block("verdict", verdict), block("reasons", reason, title="Reasons")]) == (
        "No. [E2]\n\n**Reasons**\n\n- Review is required. [E2]"
    )


def test_brackets_in_a_document_never_become_marks() -> None:
    text = markdown([block("paragraph", sentence("As shown in [E9] and [7], it is due.", "E1"))])
    assert re.findall(r"(?<!\\)\[(\w+)\]", text) == ["E1"]


def test_a_table_keeps_cells_apart_whatever_they_hold() -> None:
    table = DraftBlock(
        kind="table",
        columns=("a|b", "c"),
        sentences=(sentence("x | y", "E1"), sentence("z", "E2", claim="C2")),
    )
    assert markdown([table]).splitlines() == ["| a\\|b | c |", "| --- | --- |", "| x \\| y [E1] | z [E2] |"]


def test_no_blocks_give_an_empty_text() -> None:
    assert markdown([]) == ""


@given(st.text(max_size=60))
def test_whatever_the_text_only_its_own_mark_is_a_mark(text: str) -> None:
    shown = markdown([block("bullets", sentence(text, "E1"))])
    assert set(re.findall(r"(?<!\\)\[([^\]\\]*)\]", shown)) <= {"E1"}
    assert not any(ord(char) < 32 and char != "\n" for char in shown)
