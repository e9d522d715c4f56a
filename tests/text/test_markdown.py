"""Document text in Markdown stays text."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.text.display import safe_line
from localrag.text.markdown import escape, unescape


@pytest.mark.parametrize(
    "text", ["see [E1]", "as in [7]", "[click](http://x)", "![x](y)", "[@click=app.quit]go[/]"]
)
def test_no_bracket_of_a_document_becomes_a_mark_or_a_link(text: str) -> None:
    assert not re.search(r"(?<!\\)[\[\]]", escape(text))


@pytest.mark.parametrize("text", ["# title", "- item", "+ item", "> quote", "1. step", "2) step", "=== rule"])
def test_no_line_becomes_structure(text: str) -> None:
    assert escape(text)[0] == "\\" or escape(text)[1] == "\\"


def test_words_with_underscores_and_plain_sentences_are_left_alone() -> None:
    assert escape("The file case_id_2 is due within 14 days.") == "The file case_id_2 is due within 14 days."


def test_controls_become_visible() -> None:
    assert "\x1b" not in escape("\x1b[31mred\x07")


@given(st.text(max_size=80))
def test_unescaping_gives_the_line_back(text: str) -> None:
    assert unescape(escape(text)) == safe_line(text)
