"""Words of a question and phrases among them."""

from __future__ import annotations

from localrag.plan.words import Phrases, split_words


def lows(text: str) -> list[str]:
    return [word.lower for word in split_words(text)]


def test_contractions_are_opened_and_possessives_dropped() -> None:
    assert lows("What's the holder’s fee? We can't, don't, cannot.") == [
        "what", "is", "the", "holder", "fee", "we", "can", "not", "do", "not", "can", "not",
    ]  # fmt: skip


def test_identifiers_decimals_and_hyphens_stay_whole() -> None:
    assert lows("non-compliance in POL-358, 38.101 and 2.5") == [
        "non-compliance", "in", "pol-358", "38.101", "and", "2.5",
    ]  # fmt: skip


def test_words_know_their_place() -> None:
    text = "  What's due?"
    assert [text[word.start : word.end] for word in split_words(text)] == ["What's", "What's", "due"]


def found(table: str, text: str) -> list[tuple[str, int, int]]:
    return [tuple(hit) for hit in Phrases(table, {"day": frozenset(("day", "days"))}).find(lows(text))]  # type: ignore[misc]


def test_alternatives_options_classes_and_gaps() -> None:
    assert found("a: how many? @day", "in how many days") == [("a", 1, 4)]
    assert found("a: how many? @day", "how days") == [("a", 0, 2)]
    assert found("a: may|can ** close", "can we now close it") == [("a", 0, 4)]
    assert found("a: may|can * close", "can we now close it") == []


def test_the_first_phrase_of_the_table_counts_at_each_place() -> None:
    assert found("a: how many\nb: how many days", "how many days") == [("a", 0, 2)]


def test_a_phrase_may_be_held_to_the_ends() -> None:
    assert found("a: ^ thanks $", "thanks") == [("a", 0, 1)]
    assert found("a: ^ thanks $", "thanks a lot") == []
    assert found("a: ^ thanks", "many thanks") == []


def test_what_is_looked_ahead_to_is_no_part_of_the_hit() -> None:
    assert found("a: where is > the|a", "where is the form") == [("a", 0, 2)]
    assert found("a: where is > the|a", "where is it") == []


def test_a_gap_is_limited() -> None:
    assert found("a: may ** close", "may " + "x " * 7 + "close") == [("a", 0, 9)]
    assert found("a: may ** close", "may " + "x " * 8 + "close") == []
