"""A PDF's text, paragraphs and headings."""

from __future__ import annotations

import io

import pytest
from reportlab.pdfgen.canvas import Canvas

from localrag.ingest.pdf_layout import parse_pdf
from localrag.records.extract import Extract, UnparsableError
from tests.ingest.pdf_files import FOOT, LEADING, TOP, Line, pdf, pdf_with_picture, stacked


def kinds(extract: Extract) -> list[tuple[str, str]]:
    return [(block.kind, extract.text[block.start : block.end]) for block in extract.blocks]


def page_texts(extract: Extract) -> list[str]:
    return [extract.text[page.start : page.end] for page in extract.pages]


def test_lines_become_paragraphs_by_the_gaps_between_them() -> None:
    extract = parse_pdf(
        pdf(stacked("A case is closed when", "all is done.", "", "A second paragraph", "ends here."))
    )
    assert kinds(extract) == [
        ("prose", "A case is closed when\nall is done."),
        ("prose", "A second paragraph\nends here."),
    ]
    assert extract.text == "A case is closed when\nall is done.\n\nA second paragraph\nends here."


def test_pages_follow_each_other_without_a_gap() -> None:
    extract = parse_pdf(pdf(stacked("One."), [], stacked("Three.")))
    assert "".join(page_texts(extract)) == extract.text
    assert [text.strip() for text in page_texts(extract)] == ["One.", "", "Three."]


def test_items_are_lists() -> None:
    extract = parse_pdf(pdf(stacked("Reviewed if:", "1. it was late,", "2. it was wrong.")))
    assert [kind for kind, _ in kinds(extract)] == ["prose", "list", "list"]


def test_bookmarks_make_headings_of_the_lines_they_name() -> None:
    extract = parse_pdf(
        pdf(
            stacked("4.2 Escalation Criteria", "", "A review is held.", "", "Delay", "", "None is allowed."),
            bookmarks=[("Escalation Criteria", 0, 0), ("Delay", 1, 0)],
        )
    )
    heads = [(block.level, block.title) for block in extract.blocks if block.kind == "heading"]
    assert heads == [(1, "Escalation Criteria"), (2, "Delay")]


def test_an_outline_about_something_else_is_not_believed() -> None:
    extract = parse_pdf(
        pdf([Line("Fees", 760, 18), Line("None.", 730)], bookmarks=[("Slide 1", 0, 0), ("Slide 2", 0, 0)])
    )
    assert kinds(extract) == [("heading", "Fees"), ("prose", "None.")]


def test_larger_and_bold_lines_are_headings() -> None:
    body = "Text that is long enough to be the body of this document, in every respect."
    extract = parse_pdf(
        pdf(
            [
                Line("Enforcement", 760, 18),
                Line(body, 730),
                Line("Opening a case", 700, 11, bold=True),
                Line(body, 680),
            ]
        )
    )
    assert [(block.level, block.title) for block in extract.blocks if block.kind == "heading"] == [
        (1, "Enforcement"),
        (2, "Opening a case"),
    ]


def test_running_lines_stand_on_their_page_but_interrupt_nothing() -> None:
    foot = [Line("Agency Manual", FOOT)]
    extract = parse_pdf(
        pdf(
            [*foot, *stacked("First page.", "", "It must be held within")],
            [*foot, *stacked("ninety days.", "", "Second page.")],
            [*foot, *stacked("Third page.")],
        )
    )
    assert ("prose", "It must be held within\nninety days.") in kinds(extract)
    assert [text.count("Agency Manual") for text in page_texts(extract)] == [1, 1, 1]
    assert [kind for kind, _ in kinds(extract)].count("aside") == 3


def test_a_paragraph_over_three_pages_gives_way_to_the_foot_in_the_middle() -> None:
    foot = [Line("Agency Manual", FOOT)]
    extract = parse_pdf(
        pdf(
            [*stacked("It must be held"), *foot],
            [*stacked("and held and"), *foot],
            [*stacked("held again."), *foot],
        )
    )
    assert "".join(page_texts(extract)) == extract.text
    assert [text.count("Agency Manual") for text in page_texts(extract)] == [1, 1, 1]


def test_a_table_of_contents_is_an_aside_and_lines_that_end_in_a_number_are_text() -> None:
    extract = parse_pdf(
        pdf(
            stacked("Contents", "", "Opening a case 2", "Closing it 3", "Fees ........ iv"),
            stacked("Opening a case", "", "The fee is 40", "or 50"),
            bookmarks=[("Opening a case", 0, 1)],
        )
    )
    assert kinds(extract) == [
        ("prose", "Contents"),
        ("prose", "Opening a case 2\nClosing it 3\nFees ........ iv"),
        ("heading", "Opening a case"),
        ("prose", "The fee is 40\nor 50"),
    ]
    extract = parse_pdf(
        pdf(
            stacked("Contents", "", "Opening a case 2", "Closing it . . . 3", "Fees ........ iv"),
            stacked("Opening a case", "", "The fee is 40", "or 50"),
            bookmarks=[("Opening a case", 0, 1)],
        )
    )
    assert ("aside", "Opening a case 2\nClosing it . . . 3\nFees ........ iv") in kinds(extract)


def test_a_hyphen_at_the_end_of_a_line_stays() -> None:
    extract = parse_pdf(pdf(stacked("the final evalu-", "ation of the case")))
    assert extract.text == "the final evalu-\nation of the case"


def test_a_second_column_is_read_after_the_first() -> None:
    left = [Line(f"left {n}", TOP - n * LEADING) for n in range(4)]
    right = [Line(f"right {n}", TOP - n * LEADING, left=320) for n in range(4)]
    words = parse_pdf(pdf([*left, *right])).text.split()
    assert words == [word for side in ("left", "right") for n in range(4) for word in (side, str(n))]


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Appeals Policy", "Appeals Policy"),
        ("Microsoft Word - appeals.docx", "Appeals of 2026"),
        ("untitled", "Appeals of 2026"),
        ("Word Document", "Appeals of 2026"),
        ("Document Title", "Appeals of 2026"),
        ("Presentation 1", "Appeals of 2026"),
        ("Document Control Policy", "Document Control Policy"),
        ("scan0001.pdf", "Appeals of 2026"),
        (None, "Appeals of 2026"),
    ],
)
def test_a_title_left_by_a_program_is_none(title: str | None, expected: str) -> None:
    page = [
        Line("Appeals of 2026", 760, 20),
        *stacked("An appeal is made in writing.", "It is free.", top=700),
    ]
    assert parse_pdf(pdf(page, title=title)).title == expected


def test_what_is_filled_into_a_form_is_read_with_the_names_of_its_fields() -> None:
    target = io.BytesIO()
    canvas = Canvas(target, invariant=1)
    canvas.drawString(72, 700, "Application for a permit")
    form = canvas.acroForm
    form.textfield(name="f1", tooltip="Last name", value="Doe", x=72, y=600)
    form.textfield(name="f2", tooltip="First name", value="", x=72, y=560)
    form.checkbox(name="f3", tooltip="Fee paid", checked=True, x=72, y=520)
    form.checkbox(name="f4", tooltip="Fee waived", checked=False, x=72, y=480)
    canvas.save()
    text = parse_pdf(target.getvalue()).text
    assert "- Last name: Doe\n\n- Fee paid: yes" in text
    assert "First name" not in text
    assert "Fee waived" not in text


def test_pages_without_text_are_named() -> None:
    extract = parse_pdf(pdf_with_picture(2, 4))
    assert extract.partial == "4 of 6 pages have no text (pages 3-6)"


def test_blank_pages_are_no_loss() -> None:
    assert parse_pdf(pdf(stacked("One."), [], stacked("Two."))).warnings == ()


def test_pictures_alone_are_no_text() -> None:
    with pytest.raises(UnparsableError) as caught:
        parse_pdf(pdf_with_picture(0, 3))
    assert caught.value.reason == "no_text"
