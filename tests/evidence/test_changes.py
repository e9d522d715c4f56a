"""Differences between two editions, sentence by sentence."""

from __future__ import annotations

from localrag.evidence.changes import changes, nearest_to, sentences_of
from tests.evidence.making import passage


def told(old: str, new: str) -> list[tuple[str | None, str | None]]:
    return [
        (one.old and one.old.text, one.new and one.new.text)
        for one in changes([passage(old)], [passage(new)])
    ]


def test_a_changed_value_comes_before_a_changed_wording() -> None:
    old = "The mooring officer issues every permit. A mooring permit costs EUR 45 a season."
    new = "The mooring officer issues every mooring permit. A mooring permit costs EUR 60 a season."
    assert told(old, new) == [
        ("A mooring permit costs EUR 45 a season.", "A mooring permit costs EUR 60 a season."),
        ("The mooring officer issues every permit.", "The mooring officer issues every mooring permit."),
    ]


def test_what_one_edition_alone_has_comes_last() -> None:
    shared = "Boats are washed at the slipway."
    added = "Owners must insure every boat against fire damage."
    assert told(shared, f"{added} {shared}") == [(None, added)]
    assert told(f"{shared} {added}", shared) == [(added, None)]


def test_a_sentence_that_moved_or_was_wrapped_did_not_change() -> None:
    one, other = "Boats are washed at the slipway.", "The gate closes at dusk in winter."
    assert told(f"{one} {other}", f"The gate closes\nat dusk in winter. {one}") == []


def test_the_sentence_nearest_to_another_is_the_same_rule_or_none() -> None:
    said = sentences_of([passage("The gate closes at dusk. A mooring permit costs EUR 60 a season.")])
    found = nearest_to("A mooring permit costs EUR 45 a season.", said)
    assert found is not None
    assert found.text == "A mooring permit costs EUR 60 a season."
    assert nearest_to("Dogs stay on a lead.", said) is None
