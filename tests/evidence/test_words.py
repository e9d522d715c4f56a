"""How words are compared and weighed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.evidence.words import content_keys, root, weigh_by_rarity, words
from tests.evidence.making import passage


@pytest.mark.parametrize(
    "family",
    [
        ("close", "closes", "closing", "closed", "closure"),
        ("escalate", "escalation", "escalated"),
        ("comply", "compliance", "complied", "compliant"),
        ("apply", "application", "applicant", "applied"),
        ("decide", "decision", "decided"),
        ("pay", "paid", "payment"),
        ("permit", "permitted", "permission"),
        ("renew", "renewal", "renewed"),
        ("receive", "receipt", "received"),
    ],
)
def test_derived_words_share_a_root(family: tuple[str, ...]) -> None:
    assert len({root(word) for word in family}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("compliance", "non-compliance"), ("station", "nation"), ("pol-212", "pol-213"), ("winter", "winner")],
)
def test_different_words_keep_apart(one: str, other: str) -> None:
    assert root(one) != root(other)


def test_a_compound_counts_once_among_content_words() -> None:
    assert content_keys("Non-compliance must be recorded.") == frozenset(
        {root("non-compliance"), root("recorded")}
    )


def test_words_that_frame_any_rule_are_no_content() -> None:
    assert content_keys("It must be within the") == frozenset()


@given(st.text(max_size=80))
def test_words_stand_where_their_spans_say(text: str) -> None:
    found = words(text)
    assert all(0 <= word.start < word.end <= len(text) for word in found)


def test_the_rarer_a_term_the_more_it_tells() -> None:
    weigh = weigh_by_rarity([], {"rare": 1, "common": 90}.get, 100)  # type: ignore[arg-type]
    assert weigh("rare") > weigh("common") > 0


def test_without_frequencies_the_evidence_is_counted() -> None:
    weigh = weigh_by_rarity([passage("lock and key"), passage("lock and boat"), passage("lock")])
    assert weigh("boat") > weigh("lock")


def test_a_frequency_above_the_count_does_not_turn_a_weight_negative() -> None:
    assert weigh_by_rarity([], lambda _: 10, 5)("word") > 0
