"""What is read from a PDF, line by line."""

from __future__ import annotations

import pytest

from localrag.adapters.pdf import read_pdf
from localrag.records.extract import UnparsableError
from tests.ingest.pdf_files import Line, pdf, pdf_with_picture, stacked


def reason(data: bytes) -> str:
    with pytest.raises(UnparsableError) as caught:
        read_pdf(data)
    return caught.value.reason


def test_each_page_has_its_lines_in_order() -> None:
    content = read_pdf(pdf(stacked("Alpha one", "Alpha two"), stacked("Beta one")))
    assert [[line.text for line in page.lines] for page in content.pages] == [
        ["Alpha one", "Alpha two"],
        ["Beta one"],
    ]


def test_a_line_knows_its_place_and_its_font() -> None:
    page = read_pdf(pdf([Line("Plain", 700, 10), Line("Loud", 600, 20, bold=True)])).pages[0]
    plain, loud = page.lines
    assert plain.left == pytest.approx(72, abs=1)
    assert plain.bottom == pytest.approx(700, abs=4)
    assert loud.size == pytest.approx(2 * plain.size, rel=0.1)
    assert (plain.bold, loud.bold) == (False, True)


def test_page_labels_are_those_of_the_file() -> None:
    content = read_pdf(pdf(*[stacked("x")] * 4, labels=[(0, "i"), (2, "1")]))
    assert [page.label for page in content.pages] == ["i", "ii", "1", "2"]


def test_a_file_without_labels_has_none() -> None:
    assert read_pdf(pdf(stacked("x"))).pages[0].label is None


def test_the_outline_gives_levels_and_pages() -> None:
    content = read_pdf(pdf(stacked("a"), stacked("b"), bookmarks=[("Rules", 0, 0), ("Appeals", 1, 1)]))
    assert [(entry.title, entry.level, entry.page) for entry in content.outline] == [
        ("Rules", 1, 0),
        ("Appeals", 2, 1),
    ]


def test_the_title_comes_from_the_properties() -> None:
    assert read_pdf(pdf(stacked("x"), title="Appeals Policy")).title == "Appeals Policy"


def test_a_password_is_encrypted() -> None:
    assert reason(pdf(stacked("secret"), password="open sesame")) == "encrypted"


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", bytes(range(100)), b"%PDF-1.4\n" + b"\xff" * 500])
def test_what_is_no_pdf_is_damaged(data: bytes) -> None:
    assert reason(data) == "damaged"


def test_a_truncated_file_is_read_or_damaged_never_something_else() -> None:
    whole = pdf(stacked("Alpha"), stacked("Beta"))
    outcomes = set()
    for length in range(0, len(whole), 97):
        try:
            read_pdf(whole[:length])
        except UnparsableError as error:
            outcomes.add(error.reason)
    assert outcomes == {"damaged"}


def test_a_blank_page_is_told_from_a_picture() -> None:
    pictures = read_pdf(pdf_with_picture(1, 1)).pages
    blank = read_pdf(pdf(stacked("x"), [])).pages
    assert (pictures[1].lines, pictures[1].marked) == ((), True)
    assert (blank[1].lines, blank[1].marked) == ((), False)
