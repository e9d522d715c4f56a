"""Running heads, feet and page numbers."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.adapters.pdf import PdfLine, PdfPage
from localrag.ingest.pdf_furniture import printed_labels, running_lines

HEIGHT = 800.0


def line(text: str, bottom: float) -> PdfLine:
    return PdfLine(text, 72, 300, bottom, bottom + 10, 10, False)


def page(*lines: tuple[str, float], label: str | None = None) -> PdfPage:
    return PdfPage(tuple(line(text, bottom) for text, bottom in lines), label, HEIGHT)


def running(pages: Sequence[PdfPage]) -> list[list[str]]:
    return [
        [page.lines[index].text for index in sorted(indices)]
        for page, indices in zip(pages, running_lines(pages), strict=True)
    ]


def labels(pages: Sequence[PdfPage]) -> list[str | None]:
    return printed_labels(pages, running_lines(pages))


def test_a_foot_that_repeats_is_running_its_digits_aside() -> None:
    pages = [page((f"Body {number}", 400), (f"Manual, page {number} of 4", 30)) for number in range(1, 5)]
    assert running(pages) == [[f"Manual, page {number} of 4"] for number in range(1, 5)]


def test_left_and_right_pages_may_differ() -> None:
    pages = [page((f"Body {n}", 400), ("Agency" if n % 2 else "Chapter One", 770)) for n in range(8)]
    assert all(len(lines) == 1 for lines in running(pages))


def test_a_head_of_one_chapter_is_running_on_its_pages() -> None:
    heads = ["Opening"] * 3 + ["Closing"] * 4 + [f"Annex {letter}" for letter in "ABCDEFGHIJKLM"]
    found = running([page((f"Body {n}", 400), (head, 770)) for n, head in enumerate(heads)])
    assert [bool(lines) for lines in found] == [True] * 7 + [False] * 13


def test_the_same_words_elsewhere_on_the_page_are_text() -> None:
    pages = [page(("Notice", 400), (f"Text {n}", 300)) for n in range(5)]
    assert running(pages) == [[]] * 5


def test_the_same_words_at_other_heights_are_text() -> None:
    pages = [page(("Notice", 790 - 20 * n)) for n in range(5)]
    assert running(pages) == [[]] * 5


def test_a_page_number_alone_is_running_where_it_counts() -> None:
    counting = [page(("Body", 400 + n), (str(n + 7), 30)) for n in range(4)]
    amounts = [page(("Body", 400 + n), (amount, 30)) for n, amount in enumerate(["120", "85", "85", "4000"])]
    assert running(counting) == [["7"], ["8"], ["9"], ["10"]]
    assert running(amounts) == [[]] * 4


def test_one_page_has_nothing_running() -> None:
    assert running([page(("Only line", 770))]) == [[]]


def test_two_pages_share_a_running_line_or_have_none() -> None:
    assert running([page(("Agency", 770)), page(("Agency", 770))]) == [["Agency"], ["Agency"]]
    assert running([page(("Agency", 770)), page(("Other", 770))]) == [[], []]


def test_labels_of_the_file_come_first() -> None:
    assert labels([page(("9", 30), label="iv"), page(("10", 30), label="1")]) == ["iv", "1"]


def test_printed_numbers_are_labels_cover_and_roman_pages_included() -> None:
    printed = [None, "i", "ii", "iii", "iv", "1", "2", "3", "4"]
    pages = [
        page((f"Body {n}", 400), *([(number, 30.0)] if number else [])) for n, number in enumerate(printed)
    ]
    assert labels(pages) == printed


def test_a_year_in_the_foot_is_no_page_number() -> None:
    pages = [page(("Body", 400), (f"Manual 2026, 00312, page {n + 1}", 30)) for n in range(4)]
    assert labels(pages) == ["1", "2", "3", "4"]


def test_numbers_that_do_not_count_are_no_labels() -> None:
    assert labels([page(("Body", 400), ("Form 27", 30)) for _ in range(4)]) == [None] * 4
