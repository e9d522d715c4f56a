"""Archives are looked through before a parser opens them."""

from __future__ import annotations

import pytest

from localrag.ingest import archive
from localrag.ingest.archive import checked_archive
from localrag.records.extract import UnparsableError
from tests.ingest.office_files import zipped


def reason(data: bytes) -> str:
    with pytest.raises(UnparsableError) as caught:
        checked_archive(data, holds="word/", kind="Word document")
    return caught.value.reason


def test_a_sound_archive_is_opened() -> None:
    opened = checked_archive(zipped({"word/document.xml": "<a/>"}), holds="word/", kind="Word document")
    assert opened.read("word/document.xml") == b"<a/>"


def test_a_member_that_unpacks_to_far_more_than_its_size_is_refused() -> None:
    assert reason(zipped({"word/document.xml": b"\x00" * 6_000_000})) == "too_large_when_unpacked"


def test_a_small_member_may_be_packed_tightly() -> None:
    blank = zipped({"word/document.xml": b" " * 1_000_000})
    assert len(checked_archive(blank, holds="word/", kind="Word document").infolist()) == 1


def test_too_many_members_or_bytes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = zipped({f"word/{number}": b"0123456789" for number in range(5)})
    monkeypatch.setattr(archive, "MAX_MEMBERS", 4)
    assert reason(data) == "too_large_when_unpacked"
    monkeypatch.setattr(archive, "MAX_MEMBERS", 5)
    monkeypatch.setattr(archive, "MAX_UNPACKED_BYTES", 49)
    assert reason(data) == "too_large_when_unpacked"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_xml_that_declares_entities_is_refused(encoding: str) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>'.encode(encoding)
    assert reason(zipped({"word/document.xml": b"<a/>", "word/styles.xml": bomb})) == "unsafe_xml"


def test_no_archive_at_all_is_damaged() -> None:
    assert reason(b"PK\x03\x04 and nothing more") == "damaged"
