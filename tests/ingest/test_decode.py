"""Bytes to text, whatever wrote them."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.ingest.decode import clean, decode


@pytest.mark.parametrize(
    "data",
    [
        "Müller 10 €".encode(),
        codecs.BOM_UTF8 + "Müller 10 €".encode(),
        "Müller 10 €".encode("utf-16"),
        codecs.BOM_UTF16_BE + "Müller 10 €".encode("utf-16-be"),
        codecs.BOM_UTF32_LE + "Müller 10 €".encode("utf-32-le"),
    ],
)
def test_unicode_is_read_without_a_word(data: bytes) -> None:
    assert decode(data) == ("Müller 10 €", ())


def test_windows_1252_is_a_guess_that_says_so() -> None:
    text, warnings = decode("Müller 10 € – “yes”".encode("cp1252"))
    assert text == "Müller 10 € – “yes”"
    assert warnings == ("not UTF-8: read as Windows-1252",)


def test_bytes_that_windows_1252_lacks_are_counted() -> None:
    assert "2 characters" in decode(b"a\x81b\x8dc")[1][1]


def test_half_a_utf16_character_at_the_end_is_replaced_and_counted() -> None:
    text, warnings = decode("ab".encode("utf-16") + b"\x61")
    assert (text, len(warnings)) == ("ab\ufffd", 1)


def test_line_ends_become_one_kind() -> None:
    assert decode(b"a\r\nb\rc\x0bd\x0ce").text == "a\nb\nc\nd\ne"


def test_control_characters_are_dropped_and_counted() -> None:
    text, warnings = decode(b"a\x00b\x1b[2Jc\td")
    assert (text, warnings) == ("ab[2Jc\td", ("2 control characters were dropped",))


def test_half_characters_are_replaced() -> None:
    assert clean("a\ud800b").text == "a\ufffdb"


@given(st.binary(max_size=200))
def test_any_bytes_give_a_text_that_can_be_stored(data: bytes) -> None:
    text = decode(data).text
    assert text.encode("utf-8").decode("utf-8") == text
    assert "\r" not in text
    assert "\x00" not in text
