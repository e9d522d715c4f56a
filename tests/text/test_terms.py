from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.text.terms import MAX_TERM_CHARS, STOP_WORDS, content_terms, fold, term_spans, terms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("POL-358", ["pol-358", "pol", "358"]),
        ("38.101", ["38.101", "38", "101"]),
        ("4.2(b)", ["4.2(b)", "4", "2", "b"]),
        ("§ 12(3)", ["12(3)", "12", "3"]),
        ("C++", ["c++", "c"]),
        ("C#", ["c#", "c"]),
        ("ISO27001", ["iso27001", "iso", "27001"]),
        ("file_id", ["file_id", "fil", "id"]),
        ("2026-05-02", ["2026-05-02", "2026", "05", "02"]),
        ("1,250", ["1250", "1", "250"]),
        ("a:b", ["a:b", "a", "b"]),
        ("-x", ["x"]),
        ("U.S.", ["us", "u", "s"]),
        ("POL\u2011358", ["pol-358", "pol", "358"]),
    ],
)
def test_what_has_inner_marks_is_kept_whole_and_in_parts(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("don't", ["dont"]),
        ("DON’T", ["dont"]),
        ("officer's", ["officer"]),
        ("we'll", ["we"]),
        ("O'Neill", ["oneill", "o", "neill"]),
    ],
)
def test_apostrophes(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize("text", ["(", '"', "", " \n\t", "\x00", "§", "…", "\u0301"])
def test_marks_alone_are_no_terms(text: str) -> None:
    assert terms(text) == []


def test_a_nul_cuts_nothing() -> None:
    assert terms("lorry\x00ramp") == [*terms("lorry"), "ramp"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Müller", "MULLER"),
        ("Straße", "STRASSE"),
        ("café", "cafe\u0301"),
        ("مُحَمَّد", "محمد"),
        ("ﬁnal", "final"),
        ("evalu\u00adation", "evaluation"),
        ("ＡＢＣ", "abc"),
        ("Łódź", "lodz"),
        ("policies", "policy"),
        ("required", "requires"),
        ("POL-358", "pol-358"),
    ],
)
def test_forms_of_one_word_give_one_term(one: str, other: str) -> None:
    assert terms(one) == terms(other)


@pytest.mark.parametrize(("one", "other"), [("10²", "102"), ("inspector", "inspection"), ("が", "か")])
def test_different_things_give_different_terms(one: str, other: str) -> None:
    assert not set(terms(one)) & set(terms(other))


def test_scripts_without_spaces_give_characters_and_neighbours() -> None:
    assert terms("步2 重跑gen-itgc") == ["步", "2", "重", "重跑", "跑", "gen-itgc", "gen", "itgc"]


def test_thai_marks_stay_with_their_letter() -> None:
    assert terms("ที่นี่") == ["ที่", "ที่นี่", "นี่"]


def test_indic_vowel_signs_do_not_part_words() -> None:
    assert terms("हिन्दी भाषा") == ["हिन्दी", "भाषा"]


def test_content_terms_leave_function_words_out() -> None:
    assert content_terms("What is the deadline, and don't we appeal?") == terms("deadline appeal")


def test_stop_words_are_in_the_form_they_are_compared_in() -> None:
    assert {fold(word) for word in STOP_WORDS} == STOP_WORDS


@given(st.text(max_size=80))
def test_spans_give_the_same_terms_from_inside_the_text(text: str) -> None:
    found = term_spans(text)
    assert [one.text for one in found] == terms(text)
    assert all(0 <= one.start < one.end <= len(text) and one.text for one in found)


@given(st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=20))
def test_every_letter_or_number_can_be_found(text: str) -> None:
    assert terms(text)


@given(st.text(max_size=200))
def test_terms_hold_no_white_space_and_are_short(text: str) -> None:
    assert all(len(term) <= MAX_TERM_CHARS * 4 and not set(term) & set(" \n\t") for term in terms(text))


@pytest.mark.parametrize("unit", ["a", "a.", "悬", "a\u0301", "(", "a(b)", "1,111"])
def test_time_is_linear_in_the_text(unit: str) -> None:
    def seconds(length: int) -> float:
        sample = unit * (length // len(unit))
        start = time.process_time()
        terms(sample)
        return time.process_time() - start

    # Quadratic time would be a hundredfold for ten times the text.
    assert seconds(400_000) < 40 * max(seconds(40_000), 0.01)
