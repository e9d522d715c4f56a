"""What kind of file it is, whatever its name says."""

from __future__ import annotations

import random

import pytest

from localrag.ingest.sniff import sniff

PDF = b"%PDF-1.7\n"
ZIP = b"PK\x03\x04\x14\x00\x06\x00"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
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
        (ZIP + b"word/document.xml", "x.docx", "docx"),
        (ZIP + b"xl/workbook.xml", "REPORT", "xlsx"),
        (ZIP, "x.docx", "docx"),
        (OLE, "locked.xlsx", "xlsx"),
        (b"<!DOCTYPE html><p>", "page.HTM", "html"),
        (b"\n  <html>", "page", "html"),
        (b"<?xml version='1.0'?><html xmlns='x'>", "page.xhtml", "html"),
        ("<html><p>wide".encode("utf-16"), "page.bin", "html"),
        (b"<p>no document type", "page.html", "html"),
        (b"a;b\n1;2", "table.csv", "csv"),
        (b"From: a@b", "mail.eml", "eml"),
        (b"Received: by x\n\tfor y\nFrom: a@b\nSubject: fees\n\nbody", "message", "eml"),
        (b"Date: today\nSubject: fees\n\nA note.", "note.md", "markdown"),
    ],
)
def test_documents_are_known_by_content(head: bytes, name: str, media: str) -> None:
    assert sniff(head, name).media_type == media


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (ZIP, "x.zip"),
        (ZIP + b"ppt/slides", "x.pptx"),
        (ZIP + b"mimetypeapplication/epub+zip", "x"),
        (b"\x89PNG\r\n\x1a\n", "x.png"),
        (b"<?xml version='1.0'?><feed>", "feed"),
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
        (b"<html>", "x.pdf", "html", "is named as pdf but its content is html"),
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
