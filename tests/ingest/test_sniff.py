"""What kind of file it is, whatever its name says."""

from __future__ import annotations

import random

import pytest

from localrag.ingest.sniff import sniff

PDF = b"%PDF-1.7\n"
ZIP = b"PK\x03\x04\x14\x00\x06\x00"
NOISE = random.Random(7).randbytes(100)


@pytest.mark.parametrize(
    ("head", "name", "media"),
    [
        (PDF, "report.pdf", "pdf"),
        (PDF, "REPORT.PDF", "pdf"),
        (PDF, "report", "pdf"),
        (b"junk before\n" + PDF, "report.pdf", "pdf"),
        (b"# Title", "notes.Md", "markdown"),
        (b"plain", "notes.TXT", "text"),
        (b"plain", "README", "text"),
        (b"Caf\xe9", "menu.txt", "text"),
        ("ab".encode("utf-16"), "wide.txt", "text"),
        (b"", "empty.md", "markdown"),
    ],
)
def test_documents_are_known_by_content(head: bytes, name: str, media: str) -> None:
    assert sniff(head, name).media_type == media


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (ZIP, "x.docx"),
        (b"\x89PNG\r\n\x1a\n", "x.png"),
        (b"<!DOCTYPE html><p>", "page.HTM"),
        (b"\n  <html>", "page"),
        (b"a;b\n1;2", "table.csv"),
        (b"From: a@b", "mail.eml"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old.doc"),
        (NOISE, "core"),
        (b"", "nothing.bin"),
    ],
)
def test_other_kinds_are_no_documents(head: bytes, name: str) -> None:
    assert sniff(head, name).media_type is None


def test_noise_is_what_its_name_claims_so_that_its_parser_can_say_damaged() -> None:
    assert sniff(NOISE, "bad.pdf").media_type == "pdf"
    assert sniff(NOISE, "bad.md").media_type == "markdown"


@pytest.mark.parametrize(
    ("head", "name", "media", "words"),
    [
        (PDF, "notes.txt", "pdf", "is named as text but its content is pdf"),
        (b"just text", "x.pdf", "text", "is named as pdf but its content is text"),
        (b"<html>", "x.pdf", None, "is named as pdf but its content is html"),
        (ZIP, "x.md", None, "is named as markdown but its content is zip or office file"),
    ],
)
def test_a_name_that_says_something_else_is_reported(
    head: bytes, name: str, media: str | None, words: str
) -> None:
    kind = sniff(head, name)
    assert (kind.media_type, kind.mismatch) == (media, words)


def test_text_and_markdown_do_not_contradict_each_other() -> None:
    assert sniff(b"# Title", "x.txt").mismatch is None
