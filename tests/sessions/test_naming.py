"""What a conversation may be called."""

from __future__ import annotations

import pytest

from localrag.errors import UsageError
from localrag.sessions.naming import conversation_id_of, title_of


def test_new_gives_a_fresh_id_each_time() -> None:
    assert conversation_id_of("new") != conversation_id_of("new")


def test_a_name_of_ones_own_stays() -> None:
    assert conversation_id_of(" Straße 7 ") == "Straße 7"


@pytest.mark.parametrize("typed", ["", "  ", "a\nb", "a\x1b[2J", "x" * 65, "\u202eabc"])
def test_what_cannot_be_typed_again_is_no_id(typed: str) -> None:
    with pytest.raises(UsageError):
        conversation_id_of(typed)


def test_a_title_is_one_safe_line() -> None:
    assert title_of("What\nis \x1b[2J it?") == "What is ␛[2J it?"
    assert title_of("") == "Untitled"
    assert len(title_of("word " * 100)) < 90
