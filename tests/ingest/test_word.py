"""Word documents: nothing that a reader sees is lost."""

from __future__ import annotations

import pytest

from localrag.ingest.word import parse_docx
from localrag.records.extract import Extract, UnparsableError
from tests.ingest.office_files import docx, p, tbl, zipped

STYLES = (
    '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:basedOn w:val="H1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="H2"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style>'
)
NUMBERING = (
    '<w:abstractNum w:abstractNumId="7">'
    '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%2)"/></w:lvl>'
    "</w:abstractNum>"
    '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
)


def of(extract: Extract, kind: str) -> list[str]:
    return [extract.text[block.start : block.end] for block in extract.blocks if block.kind == kind]


def item(text: str, depth: int = 0) -> str:
    numbered = f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="1"/></w:numPr>'
    return f"<w:p><w:pPr>{numbered}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def reason(data: bytes) -> str:
    with pytest.raises(UnparsableError) as caught:
        parse_docx(data)
    return caught.value.reason


def test_headings_have_the_level_of_their_style_or_of_the_one_that_it_is_based_on() -> None:
    body = p("Fees", "T") + p("Scope", "H1") + p("Text.") + p("Who pays", "Own") + p("All do.") + p("x.", "A")
    extract = parse_docx(docx(body, styles=STYLES))
    assert [(block.title, block.level) for block in extract.blocks if block.kind == "heading"] == [
        ("Fees", 1),
        ("Scope", 1),
        ("Who pays", 2),
    ]
    assert extract.title == "Fees"


def test_short_bold_lines_are_headings_where_no_style_says_so() -> None:
    extract = parse_docx(docx(p("Deadline", run="<w:b/>") + p("Appeals are due in 14 days.")))
    assert of(extract, "heading") == ["Deadline"]


def test_a_body_of_tables_alone_is_read_row_by_row() -> None:
    rows = [("Item", "Limit"), ("Waiver limit", "1,250 EUR"), ("Bond | deposit", "300 EUR")]
    extract = parse_docx(docx(tbl(*rows) + tbl(("Phone", "112"), ("Fax", "113"))))
    first, second = (block for block in extract.blocks if block.kind == "table")
    text = extract.text
    assert text[first.head_end : first.end] == "| Waiver limit | 1,250 EUR |\n| Bond \\| deposit | 300 EUR |"
    assert text[first.start : first.head_end].startswith("| Item | Limit |")
    assert (text[second.start : second.end], second.head_end) == ("| Phone | 112 |\n| Fax | 113 |", 0)


def test_merged_cells_stand_in_every_row_and_column_they_cover() -> None:
    row = "<w:tr><w:tc><w:tcPr><w:vMerge{}/></w:tcPr>{}</w:tc><w:tc>{}</w:tc></w:tr>"
    first = row.format(' w:val="restart"', p("Class A"), p("EUR 100"))
    body = f"<w:tbl>{first}{row.format('', '<w:p/>', p('EUR 200'))}</w:tbl>"
    assert of(parse_docx(docx(body)), "table") == ["| Class A | EUR 100 |\n| Class A | EUR 200 |"]


def test_a_frame_of_one_cell_is_text() -> None:
    assert of(parse_docx(docx(tbl(("Boxed advice.",)))), "prose") == ["Boxed advice."]


def test_text_boxes_and_notes_follow_their_paragraph() -> None:
    box = f"<w:r><v:textbox><w:txbxContent>{p('In the box.')}</w:txbxContent></v:textbox></w:r>"
    note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    notes = f'<w:footnote w:id="2">{p("Except on Sundays.")}</w:footnote>'
    extract = parse_docx(docx(p("Open daily.", inside=box + note) + p("Next."), footnotes=notes))
    assert of(extract, "prose") == ["Open daily.", "In the box.", "Footnote: Except on Sundays.", "Next."]


def test_a_text_box_written_twice_for_old_programs_is_read_once() -> None:
    inner = f"<w:txbxContent>{p('Once.')}</w:txbxContent>"
    twice = f"<mc:Choice>{inner}</mc:Choice><mc:Fallback>{inner}</mc:Fallback>"
    twice = f"<mc:AlternateContent>{twice}</mc:AlternateContent>"
    assert parse_docx(docx(p("Text.", inside=f"<w:r>{twice}</w:r>"))).text.count("Once.") == 1


def test_the_mark_in_a_header_table_is_known_and_the_header_is_not_quoted() -> None:
    body = p("A long enough body, longer than the header that repeats on every page of it.")
    extract = parse_docx(docx(body, header=tbl(("CONFIDENTIAL", "Page 1"))))
    assert extract.marks == ("CONFIDENTIAL; Page 1",)
    assert of(extract, "aside") == ["CONFIDENTIAL; Page 1"]


def test_a_header_is_text_where_there_is_hardly_anything_else() -> None:
    assert "prose" in {block.kind for block in parse_docx(docx("", header=p("All in the header."))).blocks}


def test_tracked_changes_are_accepted_and_counted() -> None:
    changed = "<w:ins><w:r><w:t>45</w:t></w:r></w:ins><w:del><w:r><w:delText>30</w:delText></w:r></w:del>"
    extract = parse_docx(docx(f"<w:p><w:r><w:t>Days: </w:t></w:r>{changed}</w:p>"))
    assert extract.text == "Days: 45"
    assert extract.warnings == ("tracked changes were taken as accepted: 1 insertions, 1 deletions",)


def test_comments_and_hidden_text_are_left_out_and_counted() -> None:
    body = p("Seen.") + p("secret", run="<w:vanish/>")
    extract = parse_docx(docx(body, comments=f'<w:comment w:id="0">{p("hm")}</w:comment>'))
    assert extract.text == "Seen."
    assert extract.warnings == ("1 comments were left out", "6 characters of hidden text were left out")


def test_items_carry_the_number_that_word_counts() -> None:
    body = item("Ask.") + item("In writing.", 1) + item("By phone.", 1) + item("Wait.")
    assert of(parse_docx(docx(body, numbering=NUMBERING)), "list") == [
        "1. Ask.\n  (a) In writing.\n  (b) By phone.\n2. Wait."
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "empty"),
        (docx("<w:p/>"), "no_text"),
        (docx(p("x"))[:400], "damaged"),
        (zipped({"a.png": b"\x89PNG"}), "wrong_kind"),
        (zipped({"word/document.xml": "<a/>"}), "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old", "wrong_kind"),
        (docx("<w:p>" * 300 + "</w:p>" * 300), "damaged"),
    ],
)
def test_what_cannot_be_read_has_a_reason(data: bytes, expected: str) -> None:
    assert reason(data) == expected
