"""Tables from YAML, and what is refused."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.adapters.yaml_front_matter import MAX_CHARS, YamlError, load_table


def test_dates_come_as_dates() -> None:
    assert load_table("valid_from: 2026-01-31") == {"valid_from": date(2026, 1, 31)}


def test_a_day_of_no_calendar_stays_a_text_and_spoils_nothing_else() -> None:
    assert load_table("valid_from: 2026-02-31\ntitle: A") == {"valid_from": "2026-02-31", "title": "A"}


def test_an_empty_text_is_an_empty_table() -> None:
    assert load_table("\n# nothing\n") == {}


def test_an_alias_is_refused_before_it_can_grow() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(20))
    with pytest.raises(YamlError, match="alias"):
        load_table(bomb)


@pytest.mark.parametrize(
    "text",
    ["just words", "- a\n- b", "a: [1", "a: 1\na: 2", "!!python/object/apply:os.system ['x']",
     "x: " + "[" * 5000, "a" * (MAX_CHARS + 1)],
)  # fmt: skip
def test_what_is_no_plain_table_is_refused(text: str) -> None:
    with pytest.raises(YamlError):
        load_table(text)
