"""Typing errors: mended into words that the asker's documents hold, and said; sound words are left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.plan.spelling import correct
from tests.fakes.listed_catalog import ListedCatalog
from tests.plan.asking import ask, library

KNOWN = "evidence allowance bicycle penalty supervisor certificate patent mileage count"
SOUND = "patient county reward regard scam bicycles keeps today keep wrote here growth"
ENGLISH = frozenset(f"{KNOWN} {SOUND}".split(" "))


def mended(text: str) -> str:
    knows = ListedCatalog(words=KNOWN).knows
    return correct(text, knows=knows, is_word=ENGLISH.__contains__)[0]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("evidense", "evidence"),
        ("evidnce", "evidence"),
        ("evidennce", "evidence"),
        ("evidecne", "evidence"),
        ("alowance", "allowance"),
        ("bicyle", "bicycle"),
        ("penaltty", "penalty"),
        ("superviser", "supervisor"),
        ("counnt", "count"),
    ],
)
def test_one_typing_error_is_mended(written: str, read: str) -> None:
    assert mended(f"who keeps the {written} today") == f"who keeps the {read} today"


@pytest.mark.parametrize(
    "word",
    [
        "patient",
        "county",
        "scams",
        "regarded",
        "Evidense",
        "EVIDENSE",
        "evid",
        "evi-dense",
        "xyzzyq",
        "évidense",
    ],
)
def test_sound_words_names_short_words_and_riddles_stay(word: str) -> None:
    assert mended(f"who keeps the {word} today") == f"who keeps the {word} today"


def test_what_is_quoted_stays() -> None:
    assert mended('who wrote "keep the evidense" here') == 'who wrote "keep the evidense" here'


def test_the_plan_searches_the_mended_words_and_says_so() -> None:
    catalog = library()
    catalog.learn("mileage allowance bicycle")
    is_word = frozenset(("mileage", "allowance", "bicycle")).__contains__
    planned = ask("mileage alowance for my own bicyle?", catalog=catalog, is_word=is_word)
    assert planned.normalized_query == "mileage allowance for my own bicycle?"
    assert planned.subqueries[0].text == planned.normalized_query
    assert planned.assumptions == (
        '"alowance" was read as "allowance".',
        '"bicyle" was read as "bicycle".',
    )


def test_a_word_that_only_hidden_documents_hold_is_no_reason_to_mend() -> None:
    planned = ask("mileage alowance for my own car?", is_word=frozenset(("allowance",)).__contains__)
    assert planned.normalized_query == "mileage alowance for my own car?"


def test_without_a_word_list_nothing_is_mended() -> None:
    assert ask("How long may I keep the evidense here?", catalog=ListedCatalog(words=KNOWN)).assumptions == ()


def test_a_question_in_the_words_of_another_trade_stays() -> None:
    assert mended("evidense of zygotic murine growth") == "evidense of zygotic murine growth"
    assert mended("evidense alowance bicyle milege") == "evidense alowance bicyle milege"


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    mended(text)
    assert correct(text, knows=lambda _: True, is_word=lambda _: True) == (text, [])
