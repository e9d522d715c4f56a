"""Messages: fields, the best body, and what hangs on them."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from localrag.ingest.mail import MAX_DEPTH, parse_eml
from localrag.records.extract import Extract, UnparsableError
from tests.ingest.office_files import docx, p
from tests.ingest.pdf_files import pdf, stacked


def message(body: str = "", subject: str = "Fees") -> EmailMessage:
    made = EmailMessage()
    made["From"] = "Jane Doe <jane@agency.example>"
    made["Date"] = "Fri, 1 May 2026 14:30:00 +0200"
    made["Subject"] = subject
    if body:
        made.set_content(body)
    return made


def paths(extract: Extract) -> list[str]:
    return [block.title for block in extract.blocks if block.kind == "heading"]


def test_fields_are_rows_and_the_subject_is_the_title() -> None:
    extract = parse_eml(message("Please pay.", subject="Gebühren für Müller").as_bytes())
    assert extract.title == "Gebühren für Müller"
    assert "| From | Jane Doe <jane@agency.example> |" in extract.text
    assert "| Date | 2026-05-01 14:30+02:00 |" in extract.text
    assert extract.text.endswith("Please pay.")


def test_of_two_forms_of_the_same_the_plain_one_is_read() -> None:
    made = message("Plain words.")
    made.add_alternative("<p>Other words.</p>", subtype="html")
    text = parse_eml(made.as_bytes()).text
    assert "Plain words." in text
    assert "Other words." not in text


def test_the_page_is_read_where_the_plain_form_only_points_to_it() -> None:
    made = message("This message is in HTML.")
    made.add_alternative(f"<p>{'The fee rises. ' * 20}</p>", subtype="html")
    assert "The fee rises." in parse_eml(made.as_bytes()).text


def test_attachments_are_sections_of_the_message() -> None:
    made = message("See the table.")
    made.add_attachment(docx(p("Class A pays.")), maintype="application", subtype="x", filename="fées.docx")
    made.add_attachment(pdf(stacked("Page text.")), maintype="application", subtype="pdf", filename="a.pdf")
    extract = parse_eml(made.as_bytes())
    assert paths(extract) == ["Attachment: fées.docx", "Attachment: a.pdf"]
    assert "Class A pays." in extract.text
    assert "Page text." in extract.text


def test_what_cannot_be_read_of_it_is_named() -> None:
    made = message("Text.")
    made.add_attachment(b"\x89PNG\r\n\x1a\n", maintype="image", subtype="png", filename="plan.png")
    made.add_attachment(b"%PDF-1.4 noise", maintype="application", subtype="pdf", filename="bad.pdf")
    extract = parse_eml(made.as_bytes())
    assert extract.warnings == ("attachment plan.png was not read: png image",)
    assert extract.partial == "attachment bad.pdf could not be read: PDFium cannot read it"


def test_a_message_inside_is_a_section_with_its_own_fields() -> None:
    made = message("Forwarded.")
    made.add_attachment(message("The old rule.", subject="Rule"))
    extract = parse_eml(made.as_bytes())
    assert paths(extract) == ["Message: Rule"]
    assert extract.text.endswith("The old rule.")


@pytest.mark.parametrize("charset", ["shift_jis", "iso-2022-jp", "euc-jp", "utf-8"])
def test_the_declared_encoding_is_used(charset: str) -> None:
    head = f"Subject: x\nContent-Type: text/plain; charset={charset}\n\n".encode()
    assert parse_eml(head + "上訴期限は十四日です。".encode(charset)).text.endswith("上訴期限は十四日です。")


def test_an_encoding_that_nobody_knows_is_found_out() -> None:
    data = b"Subject: x\nContent-Type: text/plain; charset=no-such-thing\n\n" + "Müller".encode("cp1252")
    assert parse_eml(data).text.endswith("Müller")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"  ", "empty"),
        (b"no fields at all", "damaged"),
        (b"Subject: x\nContent-Type: application/pkcs7-mime\n\nAAAA", "encrypted"),
    ],
)
def test_what_cannot_be_read_has_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(UnparsableError) as caught:
        parse_eml(data)
    assert caught.value.reason == reason


def test_messages_inside_each_other_end_at_the_limit() -> None:
    made = message("core")
    for _ in range(MAX_DEPTH + 1):
        outer = message("outer")
        outer.add_attachment(made)
        made = outer
    with pytest.raises(UnparsableError) as caught:
        parse_eml(made.as_bytes())
    assert caught.value.reason == "nested_too_deeply"


def test_broken_fields_break_nothing() -> None:
    data = b"From: =?bad?q?x\nDate: yesterday\nSubject: =?utf-8?b?////?=\nContent-Type: ;;;\n\nBody."
    extract = parse_eml(data)
    assert "| Date | yesterday |" in extract.text
    assert extract.text.endswith("Body.")
