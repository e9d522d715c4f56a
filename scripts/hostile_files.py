"""Files made to hurt parsers: bombs, loops, deep nesting, entities, locks and cuts, each by its name."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from email.message import EmailMessage

from reportlab.lib import pdfencrypt
from reportlab.pdfgen.canvas import Canvas

from tests.ingest.office_files import docx, p, tbl, xlsx, zipped
from tests.ingest.pdf_files import pdf, raw_pdf, stacked
from tests.ingest.test_parser_process import endless_pdf, form, looping_tables_pdf

_PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>"
_TREE = (b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>")
_SHEET = "xl/worksheets/sheet1.xml"


def hostile_files() -> Iterator[tuple[str, bytes]]:
    """Each a name and the bytes."""
    yield from _pdfs()
    yield from _archives()
    yield from _written()
    yield from _mails()


def _pdfs() -> Iterator[tuple[str, bytes]]:
    for layers in (1, 2, 3):
        packed = b"\x00" * 260_000_000
        for _ in range(layers):
            packed = zlib.compress(packed, 9)
        filters = b"/FlateDecode " * layers
        stream = b"<</Filter[%s]/Length %d>>stream\n%s\nendstream" % (filters, len(packed), packed)
        yield f"bomb-{layers}.pdf", raw_pdf(*_TREE, _PAGE, stream)
    yield "endless.pdf", endless_pdf()
    yield "loop-tables.pdf", looping_tables_pdf()
    head = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>/Contents 4 0 R>>"
    yield "loop-form.pdf", raw_pdf(*_TREE, head, b"<</Length 5>>stream\n/F Do\nendstream", form(b"/F Do", 5))
    yield "loop-pages.pdf", raw_pdf(_TREE[0], b"<</Type/Pages/Kids[2 0 R]/Count 1>>")
    yield "many-pages.pdf", raw_pdf(_TREE[0], b"<</Type/Pages/Kids[3 0 R]/Count 2000000000>>", _PAGE)
    deep = b"[" * 100_000 + b"]" * 100_000
    yield "deep-array.pdf", raw_pdf(*_TREE, _PAGE, deep)
    text = b"BT " + b"q " * 500_000 + b"(x) Tj ET"
    yield "deep-state.pdf", raw_pdf(*_TREE, _PAGE, b"<</Length %d>>stream\n%s\nendstream" % (len(text), text))
    locked = io.BytesIO()
    canvas = Canvas(locked, encrypt=pdfencrypt.StandardEncryption("secret", "owner", strength=128))
    canvas.drawString(72, 700, "locked")
    canvas.save()
    yield "locked.pdf", locked.getvalue()
    whole = pdf(*[stacked(*[f"Line {line} of page {page}." for line in range(20)]) for page in range(5)])
    for share in (0.05, 0.3, 0.6, 0.9):
        yield f"cut-{share}.pdf", whole[: int(len(whole) * share)]
    damaged = bytearray(whole)
    for at in range(200, len(damaged), 97):
        damaged[at] ^= 0xFF
    yield "noise.pdf", bytes(damaged)
    yield "head-only.pdf", b"%PDF-1.7\n"
    yield "huge-number.pdf", raw_pdf(*_TREE, _PAGE, b"<</Length 99999999999999999999>>stream\nx\nendstream")


def _with(members: dict[str, str | bytes], data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        kept: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    return zipped(kept | members)


def _archives() -> Iterator[tuple[str, bytes]]:
    word = docx(p("Text."))
    book = xlsx(lambda workbook: workbook.worksheets[0].append(["Text", 1]))
    entities = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'
    outside = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
    zeros = b" " * 150_000_000
    for kind, data, member in (("docx", word, "word/document.xml"), ("xlsx", book, _SHEET)):
        yield f"bomb.{kind}", _with({member: zeros}, data)
        yield f"bomb-aside.{kind}", _with({"other/media.bin": zeros + zeros}, data)
        yield f"many-members.{kind}", _with({f"x/{number}": b"" for number in range(10_500)}, data)
        yield f"entities.{kind}", _with({member: entities}, data)
        yield f"outside.{kind}", _with({member: outside}, data)
        yield f"entities-utf16.{kind}", _with({member: entities.encode("utf-16")}, data)
        yield f"deep.{kind}", _with({member: "<a>" * 100_000 + "</a>" * 100_000}, data)
        yield f"cut.{kind}", data[: len(data) // 2]
        yield f"no-xml.{kind}", _with({member: b"\x00\x01\x02"}, data)
        yield f"locked.{kind}", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")
        yield f"pictures.{kind}", zipped({"a.png": b"\x89PNG" * 1000})
    lying = bytearray(zipped({"word/document.xml": b"A" * 100_000}))
    at = lying.rindex(b"PK\x01\x02")
    lying[at + 24 : at + 28] = (10).to_bytes(4, "little")
    yield "lying-size.docx", bytes(lying)
    nested = "<w:tbl><w:tr><w:tc>" * 60 + p("deep") + "</w:tc></w:tr></w:tbl>" * 60
    yield "nested-tables.docx", docx(nested)
    loop = (
        '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style>'
    )
    yield "loop-styles.docx", docx(p("Text.", "A"), styles=loop)
    wide = tbl(("a", "b")).replace("<w:tc>", '<w:tc><w:tcPr><w:gridSpan w:val="9999"/></w:tcPr>', 1)
    yield "wide-cell.docx", docx(wide * 500)
    rows = "".join(f'<row r="{row}"><c r="XFD{row}"><v>1</v></c></row>' for row in range(1, 400))
    sheet = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    yield "far-cells.xlsx", _with({_SHEET: f"{sheet}{rows}</sheetData></worksheet>"}, book)
    far = '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'
    merged = '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    yield "far-row.xlsx", _with({_SHEET: f"{sheet}{far}</sheetData>{merged}</worksheet>"}, book)


def _written() -> Iterator[tuple[str, bytes]]:
    yield "deep.html", b"<div>" * 1_000_000 + b"x"
    yield "deep-tables.html", b"<table><tr><td>" * 20_000 + b"x"
    yield "spans.html", b"<table>" + b"<tr><td rowspan=65000 colspan=1000>x<td>y" * 3_000 + b"</table>"
    yield "attributes.html", b"<p " + b" ".join(b"a%d=1" % number for number in range(300_000)) + b">x"
    yield "endless-comment.html", b"<!doctype html><!--" + b"-" * 5_000_000
    yield "cells.csv", b"," * 3_000_000
    yield "quotes.csv", b'"' * 2_000_001
    yield "long-line.txt", b"a" * 25_000_000
    yield "deep-lists.md", b"".join(b" " * depth + b"- x\n" for depth in range(1_500))
    yield "quotes.md", b"> " * 100_000 + b"x"
    yield "front.md", b"---\n" + b"a: &a [" + b"*a," * 1_000 + b"]\n---\ntext"


def _mails() -> Iterator[tuple[str, bytes]]:
    made = EmailMessage()
    made["Subject"] = "core"
    made.set_content("core")
    for _ in range(60):
        outer = EmailMessage()
        outer["Subject"] = "outer"
        outer.set_content("outer")
        outer.add_attachment(made)
        made = outer
    yield "nested.eml", made.as_bytes()
    many = b"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n"
    yield "many-parts.eml", many + b"--b\nContent-Type: text/plain\n\nx\n" * 5_000 + b"--b--\n"
    bomb = EmailMessage()
    bomb["Subject"] = "bomb"
    bomb.set_content("Please open.")
    inside = _with({"word/document.xml": b" " * 150_000_000}, docx(p("x")))
    bomb.add_attachment(inside, maintype="application", subtype="x", filename="bomb.docx")
    yield "attached-bomb.eml", bomb.as_bytes()
    yield "fields.eml", b"From: a@b\n" + b"X-Field: y\n" * 200_000 + b"\nbody"
    yield "encoded-words.eml", b"Subject: " + b"=?utf-8?b?YQ==?= " * 50_000 + b"\n\nbody"
