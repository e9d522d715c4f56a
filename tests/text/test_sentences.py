"""Texts -> their sentences, headings, items and rows."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.text.sentences import segments, sentences


def split(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


def kinds(text: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.marker, text[one.start : one.end]) for one in segments(text)]


def test_sentences_end_at_full_stops_questions_and_exclamations() -> None:
    assert split("File it. Why? Because! Done.") == ["File it.", "Why?", "Because!", "Done."]


@pytest.mark.parametrize(
    "sentence",
    [
        "Dr. A. Smith of Holt Ltd. decides, e.g. by letter, on form 38.101.",
        "See Art. 5, No. 4 and pp. 3 to 5 of the U.S. edition.",
        "A limit of 7.5 tonnes (see section 4.2(b). It is strict.) applies.",
        "The period ends at 5 p.m. on the last day.",
        "Sect. 12.3.4 of Vol. II applies to Mr. and Mrs. Jones.",
        "The fee is EUR 1.250,50 incl. tax.",
    ],
)
def test_abbreviations_decimals_and_brackets_end_no_sentence(sentence: str) -> None:
    assert split(sentence) == [sentence]


def test_an_abbreviation_ends_a_sentence_before_a_word_that_begins_one() -> None:
    assert split("It was sold by Holt Inc. The buyer paid. He left at 5 p.m. They stayed.") == [
        "It was sold by Holt Inc.",
        "The buyer paid.",
        "He left at 5 p.m.",
        "They stayed.",
    ]


def test_a_page_number_before_a_full_stop_ends_a_sentence() -> None:
    assert split("It stands on page 14. The rule is old.") == ["It stands on page 14.", "The rule is old."]


def test_wrapped_lines_belong_to_one_sentence() -> None:
    assert split("Formal review is required\nwithin 90 days. It\nis free.") == [
        "Formal review is required\nwithin 90 days.",
        "It\nis free.",
    ]


def test_a_wrapped_line_that_starts_with_a_number_is_no_step() -> None:
    text = "Formal review is required within the limit of section\n4. The limit is 90 days."
    assert all(one.kind == "prose" for one in segments(text))


def test_headings_with_and_without_marks_stand_alone() -> None:
    text = "# Appeals\n\nHow to file\n\nFile in writing.\n\nEscalation Criteria\nFormal review is required."
    assert kinds(text) == [
        ("heading", "#", "Appeals"),
        ("heading", "", "How to file"),
        ("prose", "", "File in writing."),
        ("heading", "", "Escalation Criteria"),
        ("prose", "", "Formal review is required."),
    ]


def test_steps_and_items_lose_their_markers_and_keep_them_apart() -> None:
    text = "Steps:\n1. Sign it. Keep a copy.\n2. Send it to\n   the office.\n- [ ] by post\n(b) by hand"
    assert kinds(text) == [
        ("prose", "", "Steps:"),
        ("step", "1.", "Sign it."),
        ("step", "", "Keep a copy."),
        ("step", "2.", "Send it to\n   the office."),
        ("item", "- [ ]", "by post"),
        ("step", "(b)", "by hand"),
    ]


def test_sentences_of_one_item_share_a_block() -> None:
    first, second, third = segments("1. Sign it. Keep a copy.\n2. Send it.")
    assert first.block == second.block != third.block


def test_table_rows_are_whole_and_rules_are_left_out() -> None:
    assert kinds("| a | b. C |\n|---|---|\n| 1 | 2.5 |") == [
        ("row", "", "| a | b. C |"),
        ("row", "", "| 1 | 2.5 |"),
    ]


def test_aligned_columns_are_rows_and_dated_lines_are_items() -> None:
    table = "Density          1 day     EUR 48\nFlash point      2 days    EUR 62"
    assert [one.kind for one in segments(table)] == ["row", "row"]
    notes = "10:20  Arrived. Wind dry.\n10:55  Crack from the rim to the floor,\n       about 140 cm long."
    assert kinds(notes) == [
        ("item", "", "10:20  Arrived."),
        ("item", "", "Wind dry."),
        ("item", "", "10:55  Crack from the rim to the floor,\n       about 140 cm long."),
    ]


def test_cjk_and_arabic_stops_end_sentences_without_a_space() -> None:
    assert split("第一步。第二步！") == ["第一步。", "第二步！"]
    assert split("هل يجوز؟ نعم۔") == ["هل يجوز؟", "نعم۔"]


def test_closing_quotes_and_brackets_stay_with_their_sentence() -> None:
    assert split('He said "stop." Then he left.') == ['He said "stop."', "Then he left."]


def test_nothing_gives_nothing() -> None:
    assert sentences("") == [] == sentences(" \n\t\n")


@given(st.text(alphabet="aB1. \n-#|()?!'\"•\r\f。", max_size=200))
def test_spans_are_ordered_slices_that_lose_no_letter(text: str) -> None:
    spans = sentences(text)
    assert all(span.start < span.end <= len(text) for span in spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    # "a." at a line's start may be a marker, which stays outside.
    kept = "".join(text[span.start : span.end] for span in spans)
    assert kept.count("B") + sum(one.marker.count("B") for one in segments(text)) == text.count("B")
