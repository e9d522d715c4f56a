"""The line before a passage."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from localrag.ingest.context import context_line, shortened
from tests.fakes.hash_embedder import HashEmbedder

spans = HashEmbedder().token_spans


def test_title_and_headings_are_joined() -> None:
    assert context_line("Manual", ("Lifecycle", "Escalation"), spans, 80) == "Manual > Lifecycle > Escalation"


def test_outer_headings_go_first() -> None:
    assert context_line("Manual", ("One", "Two", "Three"), spans, 5) == "Manual > … > Three"


def test_then_the_title_and_the_innermost_heading_are_shortened() -> None:
    line = context_line("a b c d e f g h", ("p q r s t u v w",), spans, 10)
    assert line == "a b… > p q r s t…"


def test_nothing_that_fits_is_empty() -> None:
    assert context_line("Manual of enforcement", ("Lifecycle",), spans, 0) == ""
    assert context_line("", (), spans, 10) == ""


def test_a_text_that_fits_is_left_alone() -> None:
    assert shortened("a b c", spans, 3) == "a b c"
    assert shortened("a b c d", spans, 3) == "a b…"


@given(st.text(max_size=40), st.lists(st.text(max_size=30), max_size=5), st.integers(0, 20))
def test_it_never_takes_more_than_it_may(title: str, headings: list[str], most: int) -> None:
    assert len(spans(context_line(title, headings, spans, most))) <= most
