"""The agency's own words: abbreviations and synonyms, put into words that the documents hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.errors import SettingsError
from localrag.plan.glossary import EMPTY, Glossary, load_glossary, reword
from tests.fakes.listed_catalog import ListedCatalog
from tests.plan.asking import ask, library

GLOSSARY = Glossary(
    {"RP": ("Review Panel",), "HoE": ("Head of Enforcement",)},
    {"pool car": ("vehicle of the agency",), "appeal": ("objection",)},
)


def reworded(text: str, words: str) -> str:
    return reword(text, GLOSSARY, ListedCatalog(words=words).knows)[0]


def test_an_abbreviation_gives_way_to_its_long_form_where_documents_hold_that() -> None:
    assert reworded("Who convenes the RP?", "review panel") == "Who convenes the Review Panel?"
    assert reworded("Who convenes the RP?", "panel") == "Who convenes the RP?"


def test_an_abbreviation_keeps_its_capitals_and_its_borders() -> None:
    assert reworded("the rp and a GRP", "review panel") == "the rp and a GRP"


def test_a_synonym_gives_way_only_where_its_own_words_are_unknown() -> None:
    assert reworded("lend a Pool car", "vehicle agency of the") == "lend a vehicle of the agency"
    assert reworded("lend a pool car", "pool car vehicle agency of the") == "lend a pool car"


def test_the_plan_says_what_was_read_as_what() -> None:
    catalog = library()
    catalog.learn("review panel")
    planned = ask("Who convenes the RP after an appeal?", catalog=catalog, glossary=GLOSSARY)
    assert planned.normalized_query == "Who convenes the Review Panel after an appeal?"
    assert planned.assumptions == ('"RP" was read as "Review Panel".',)


def test_a_home_without_a_glossary_has_an_empty_one(tmp_path: Path) -> None:
    assert load_glossary(tmp_path) == EMPTY


def test_a_glossary_is_read_from_its_two_tables(tmp_path: Path) -> None:
    (tmp_path / "glossary.toml").write_text(
        '[abbreviations]\nRP = "Review Panel"\n[synonyms]\n"Pool Car" = ["agency vehicle", "fleet car"]\n',
        encoding="utf-8",
    )
    assert load_glossary(tmp_path) == Glossary(
        {"RP": ("Review Panel",)}, {"pool car": ("agency vehicle", "fleet car")}
    )


@pytest.mark.parametrize(
    "text",
    ["[abbreviations", "[other]\na = 'b'", "abbreviations = 3", "[synonyms]\na = 3", "[synonyms]\na = []"],
)
def test_a_broken_glossary_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "glossary.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"glossary\.toml"):
        load_glossary(tmp_path)


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("[abbreviations]\nRP = 'Review Panel'\nEN = 7\n", 3),
        ("[synonyms]\n\n'pool car' = []\n", 3),
        ("[abbreviations]\n[words]\nx = 'y'\n", 2),
        ("[abbreviations]\nRP = \n", 2),
    ],
)
def test_what_is_wrong_with_a_glossary_is_said_with_its_line(tmp_path: Path, written: str, line: int) -> None:
    (tmp_path / "glossary.toml").write_text(written, encoding="utf-8")
    with pytest.raises(SettingsError, match=f"line {line}"):
        load_glossary(tmp_path)
