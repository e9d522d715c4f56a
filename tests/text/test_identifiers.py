"""Identifiers in texts: cases, sections, codes; and what only looks like one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.text.identifiers import bare_numbers, canonical_case, find_identifiers, identifier_mentions


def canonical(text: str) -> list[str]:
    return [one.canonical for one in identifier_mentions(text)]


@pytest.mark.parametrize(
    "text",
    [
        "case 8842",
        "Case-8842",
        "Case No. 8842",
        "case number 8842",
        "case #8842",
        "case file 8842",
        "case8842",
    ],
)
def test_a_case_is_named_in_many_ways(text: str) -> None:
    assert canonical(f"May we close {text} today?") == ["case-8842"]


@pytest.mark.parametrize(
    "name", ["8842", "case-8842", "CASE 8842", " Case No. 8842 ", "case_8842", "case#8842"]
)
def test_a_case_has_one_canonical_id(name: str) -> None:
    assert canonical_case(name) == "case-8842"


def test_other_case_ids_keep_their_letters() -> None:
    assert canonical_case("HR-2024-017") == "case-hr-2024-017"
    assert canonical_case(" ") == ""


def test_several_cases_are_told_apart() -> None:
    assert canonical("Compare cases 8842, 8843 and case 9001.") == ["case-8842", "case-8843", "case-9001"]


def test_a_bare_number_is_a_case_only_where_the_text_speaks_of_one() -> None:
    assert canonical("Is 8842 a closed case?") == ["case-8842"]
    assert canonical("Is 8842 closed?") == []
    assert bare_numbers("Is 8842 closed?") == ["8842"]


@pytest.mark.parametrize(
    "text",
    [
        "Which rule applied to a case in 2024?",
        "in case 2 inspectors are needed",
        "a case within 90 days",
        "the case cost EUR 1200",
        "cases of 400 people",
    ],
)
def test_a_number_in_a_text_about_cases_may_be_something_else(text: str) -> None:
    assert canonical(text) == []


@pytest.mark.parametrize(
    ("text", "expected", "searched"),
    [
        ("section 4.2(b)", "section 4.2(b)", "4.2"),
        ("Sec. 4.2 (b)", "section 4.2(b)", "4.2"),
        ("§ 12(3)", "§ 12(3)", "12(3)"),
        ("Article 5(1)(a)", "article 5(1)(a)", "5(1)(a)"),
        ("chapter 4", "chapter 4", "chapter 4"),
        ("Annex B", "annex b", "Annex B"),
        ("POL-358", "POL-358", "POL-358"),
        ("pol-358", "POL-358", "pol-358"),
        ("POL-358@2", "POL-358", "POL-358"),
        ("HB-3220", "HB-3220", "HB-3220"),
        ("38.101", "38.101", "38.101"),
        ("ISO 27001", "ISO 27001", "ISO 27001"),
        ("BOD 19-02", "BOD 19-02", "BOD 19-02"),
        ("M-16-03", "M-16-03", "M-16-03"),
        ("Regulation (EU) 2016/679", "2016/679", "2016/679"),
        ("CVE-2021-44228", "CVE-2021-44228", "CVE-2021-44228"),
        ("form 27B", "FORM 27B", "form 27B"),
        ("permit 4471", "PERMIT 4471", "4471"),
        ("INC0012345", "INC0012345", "INC0012345"),
    ],
)
def test_an_identifier_keeps_its_kind_and_what_to_search_for(text: str, expected: str, searched: str) -> None:
    assert canonical(f"What does {text} say?") == [expected]
    assert find_identifiers(f"What does {text} say?") == (searched,)


@pytest.mark.parametrize(
    "text",
    [
        "2.5 tonnes",
        "EUR 12.50",
        "3.5%",
        "12.03.2024",
        "2024-03-12",
        "the Act 2018",
        "FY2024",
        "Q1-2024",
        "mid-2024",
        "report 3 incidents",
        "order 400 copies",
        "the rules I must follow",
        "version 2.1",
        "WHAT MUST WE DO IN 14 DAYS",
        "by 5 PM",
        "someone@example.org",
    ],
)
def test_amounts_dates_and_words_are_no_identifiers(text: str) -> None:
    assert find_identifiers(text) == ()


def test_each_identifier_is_given_once_in_order() -> None:
    assert find_identifiers("HB-3220, POL-358 and HB-3220") == ("HB-3220", "POL-358")


@given(st.text(max_size=200))
def test_any_text_gives_mentions_in_order_that_stand_where_they_say(text: str) -> None:
    mentions = identifier_mentions(text)
    assert [text[one.start : one.end] for one in mentions] == [one.text for one in mentions]
    assert all(one.end <= other.start for one, other in pairwise(mentions))


@given(st.integers(min_value=1, max_value=10**8).map(str))
def test_making_a_case_id_canonical_twice_changes_nothing(number: str) -> None:
    assert canonical_case(canonical_case(number)) == canonical_case(number) == f"case-{number}"
