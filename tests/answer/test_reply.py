"""A model's reply: whole ones are read, all others are nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.answer.reply import Claim, Reply, read_reply


def test_claims_come_with_their_ids_each_once() -> None:
    told = '{"answerable":true,"claims":[{"text":"It is  so.","evidence":["E1","E1","E2"]}]}'
    assert read_reply(told) == Reply(True, (Claim("It is so.", ("E1", "E2")),))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"answerable":1}',
        '{"answerable":true}',
        '{"answerable":true,"claims":[{"text":" ","evidence":["E1"]}]}',
        '{"answerable":true,"claims":[{"text":"x","evidence":[]}]}',
        '{"answerable":true,"claims":[{"text":"x","evid',
        '{"answerable":true,"claims":"x"}',
        "[" * 100_000,
    ],
)
def test_anything_else_is_nothing(text: str) -> None:
    assert read_reply(text) is None


@given(st.text())
def test_no_text_is_an_error(text: str) -> None:
    assert read_reply(text) is None or isinstance(read_reply(text), Reply)
