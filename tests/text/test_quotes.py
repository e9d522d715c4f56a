"""Quotes found again in texts that a printer has been at."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.text.quotes import even, locate


def found(quote: str, text: str) -> str | None:
    span = locate(quote, text)
    return None if span is None else text[span.start : span.end]


@pytest.mark.parametrize(
    ("quote", "text", "stands"),
    [
        (
            "final evaluation of 1 250 kg",
            "the ﬁnal evalu-\nation of 1\u00a0250 kg of",
            "ﬁnal evalu-\nation of 1\u00a0250 kg",
        ),
        ("a well-known rule", "a well-\r\nknown rule", "a well-\r\nknown rule"),
        ("a well-known rule", "a well\u2011known\n  rule.", "a well\u2011known\n  rule"),
        ('it\'s "so" - yes', "it’s “so” – yes", "it’s “so” – yes"),
        ("evaluation", "evalu\u00adation", "evalu\u00adation"),
        ("evaluation", "evalu\u0002\nation", "evalu\u0002\nation"),
        ("evalu-\nation", "the evaluation is", "evaluation"),
        ("1990-1995", "in 1990-\n1995 it", "1990-\n1995"),
        ("café", "le cafe\u0301 noir", "cafe\u0301"),
        ("and so on...", "and so on…", "and so on…"),
        ("二步", "第二步。", "二步"),
    ],
)
def test_a_faithful_quote_is_found_with_its_place_in_the_text(quote: str, text: str, stands: str) -> None:
    assert found(quote, text) == stands


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("102", "10² units"),
        ("4 days", "within 14 days"),
        ("resign", "you may re-sign it"),
        ("re-sign", "you may resign"),
        ("may close", "may not close"),
        ("Must", "must"),
        ("a", ""),
        ("", "text"),
        (" \n", "text"),
    ],
)
def test_what_the_text_does_not_say_is_not_found(quote: str, text: str) -> None:
    assert locate(quote, text) is None


def test_evening_out_joins_words_broken_at_a_line_end() -> None:
    assert even("the ﬁnal evalu-\nation\u00a0of  “it”") == 'the final evaluation of "it"'


_PLAIN = st.text(alphabet="abc fil 14-,.", min_size=1, max_size=60)


@given(before=_PLAIN, quote=_PLAIN, after=_PLAIN)
def test_every_slice_between_spaces_is_found(before: str, quote: str, after: str) -> None:
    text = f"{before} {quote} {after}"
    span = locate(quote, text)
    assert (span is None) == (not quote.strip())
    assert span is None or text[span.start : span.end].split() == quote.split()


@given(
    st.lists(st.text(alphabet="abcdefghil", min_size=1, max_size=9), min_size=1, max_size=12), st.randoms()
)
def test_printing_a_quote_does_not_hide_it(words: list[str], random: object) -> None:
    assert hasattr(random, "choice")
    printed = ""
    for word in words:
        broken = f"{word[:3]}-\n{word[3:]}" if len(word) > 4 and random.choice([True, False]) else word
        printed += broken.replace("fi", "ﬁ").replace("fl", "ﬂ") + random.choice([" ", "\n", "\u00a0", "  "])
    assert found(" ".join(words), f"x {printed} x") == printed.strip()


def test_a_page_full_of_near_misses_is_searched_in_linear_time() -> None:
    text = "a-\na" * 20_000
    started = time.process_time()
    assert locate("a-\na" * 2_000 + "b", text) is None
    # Not a benchmark: a quadratic search would take minutes.
    assert time.process_time() - started < 10
