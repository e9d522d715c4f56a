"""Blocks of a plain text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.ingest.plain_text import parse_text


def blocks(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in parse_text(text).blocks]


def headings(text: str) -> list[tuple[int, str]]:
    return [(block.level, block.title) for block in parse_text(text).blocks if block.kind == "heading"]


def test_blank_lines_part_paragraphs() -> None:
    assert blocks("one\ntwo\n\n \t\nthree\n") == [("prose", "one\ntwo"), ("prose", "three")]


def test_numbered_lines_that_introduce_text_are_headings() -> None:
    text = "4 Enforcement\n\n4.2 Escalation\n\nA review is held.\n\n4.2.1 Delay\n\nNone."
    assert headings(text) == [(1, "4 Enforcement"), (2, "4.2 Escalation"), (3, "4.2.1 Delay")]


def test_lines_in_capitals_are_headings() -> None:
    assert headings("GENERAL RULES\n\nText here.\n\nÜBERSICHT DER FRISTEN\n\nText.") == [
        (1, "GENERAL RULES"),
        (1, "ÜBERSICHT DER FRISTEN"),
    ]


def test_underlined_lines_are_headings() -> None:
    assert headings("Rules\n=====\n\nText.\n\nFees\n----\n\nText.") == [(1, "Rules"), (2, "Fees")]


@pytest.mark.parametrize(
    "text",
    [
        "1. Buy milk\n\n2. Call John\n\n3. Go home\n\nThat is all.",
        "4.2 is the number of the rule that applies here.\n\nText.",
        "3.5 million euros\n\nText.",
        "Text.\n\n7 Annex",
        "NO\n\nText.",
        "DO NOT ENTER.\n\nText.",
        "4.2 Escalation\nand a second line\n\nText.",
        "Name\tAmount\n\nText.",
    ],
)
def test_what_may_as_well_be_text_stays_text(text: str) -> None:
    assert headings(text) == []


def test_items_and_rows_are_told_apart() -> None:
    assert blocks("- a\n- b\n\nA | B\n1 | 2\n\n(b) second") == [
        ("list", "- a\n- b"),
        ("table", "A | B\n1 | 2"),
        ("list", "(b) second"),
    ]


@given(st.text(alphabet="aA1.| -=\n\t#é", max_size=80))
def test_every_visible_character_is_in_exactly_one_block(text: str) -> None:
    behind = 0
    for block in parse_text(text).blocks:
        assert text[behind : block.start].strip() == ""
        assert block.start < block.end
        behind = block.end
    assert text[behind:].strip() == ""
