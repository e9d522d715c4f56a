"""Words that may stand for each other."""

from __future__ import annotations

from localrag.text.inflection import family_key
from localrag.text.synonyms import may_stand_for


def test_listed_words_stand_for_each_other_both_ways() -> None:
    assert family_key("submission") in may_stand_for(family_key("filing"))
    assert family_key("filing") in may_stand_for(family_key("submission"))


def test_a_word_that_is_not_listed_stands_for_itself_alone() -> None:
    assert may_stand_for(family_key("bund")) == {family_key("bund")}


def test_opposites_never_stand_for_each_other() -> None:
    assert family_key("forbid") not in may_stand_for(family_key("allow"))
