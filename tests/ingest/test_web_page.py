"""Web pages: what they say, without what is around it."""

from __future__ import annotations

import sys

import pytest

from localrag.ingest.web_page import parse_html
from localrag.records.extract import Extract, UnparsableError


def page(body: str, head: str = "") -> Extract:
    return parse_html(f"<!doctype html><html><head>{head}</head><body>{body}</body></html>".encode())


def of(extract: Extract, kind: str) -> list[str]:
    return [extract.text[block.start : block.end] for block in extract.blocks if block.kind == kind]


def test_headings_paragraphs_and_lists_are_told_apart() -> None:
    extract = page("<h1>Fees</h1><p>All <b>pay</b>.<h2>How</h2><ol><li>Ask<li>Pay<ul><li>cash</ul></ol>")
    assert [(block.kind, block.level) for block in extract.blocks] == [
        ("heading", 1),
        ("prose", 0),
        ("heading", 2),
        ("list", 0),
    ]
    assert of(extract, "list") == ["1. Ask\n2. Pay\n  - cash"]
    assert extract.title == "Fees"


def test_scripts_styles_navigation_and_hidden_text_are_left_out() -> None:
    extract = page(
        "<nav>Home</nav><div role=navigation>Menu</div><script>track()</script><style>p{}</style>"
        "<p hidden>no</p><p style='display: none'>no</p><p>Said.</p><footer>Imprint</footer>"
    )
    assert extract.text == "Said."


def test_the_main_part_is_taken_where_the_page_names_one() -> None:
    assert page("<div>Today's offers</div><main><p>The rule of the house.</p></main>").text == (
        "The rule of the house."
    )


def test_a_main_part_that_holds_next_to_nothing_is_not_believed() -> None:
    assert "The rule" in page("<main>x</main><div>The rule of the house is long.</div>").text


def test_a_list_of_links_is_not_quoted() -> None:
    links = "".join(f"<li><a href=/{name}>{name}</a>" for name in ("News", "Staff", "Contact"))
    assert [block.kind for block in page(f"<ul>{links}</ul><p>Text.</p>").blocks] == ["aside", "prose"]


def test_a_table_keeps_header_and_rows_and_merged_cells() -> None:
    rows = "<tr><th>Class<th>Fee<tr><td rowspan=2>A<td>EUR 10<tr><td>EUR 20<tr><td colspan=2>free"
    assert of(page(f"<table>{rows}</table>"), "table") == [
        "| Class | Fee |\n| --- | --- |\n| A | EUR 10 |\n| A | EUR 20 |\n| free | free |"
    ]


def test_a_table_that_only_lays_the_page_out_is_read_as_text() -> None:
    inner = "<table><tr><td>A<td>1<tr><td>B<td>2</table>"
    extract = page(f"<table><tr><td><h2>Rules</h2><p>Text.</p><td>{inner}</table>")
    assert of(extract, "heading") == ["Rules"]
    assert of(extract, "table") == ["| A | 1 |\n| B | 2 |"]


def test_preformatted_lines_stay() -> None:
    assert of(page("<pre>a\n  b</pre>"), "code") == ["a\n  b"]


@pytest.mark.parametrize(
    "data",
    [
        "<meta charset=windows-1252><p>Müller</p>".encode("cp1252"),
        "<meta http-equiv=x content='text/html; charset=iso-8859-1'><p>Müller</p>".encode("cp1252"),
        "<p>Müller</p>".encode("utf-16"),
        "<p>Müller</p>".encode(),
        b"<p>M&uuml;ller</p>",
    ],
)
def test_the_encoding_is_the_declared_one_or_found_out(data: bytes) -> None:
    assert parse_html(data).text == "Müller"


def test_elements_inside_each_other_far_beyond_the_limit_of_recursion_are_read() -> None:
    assert page("<div>" * 20 * sys.getrecursionlimit() + "deep").text == "deep"


def test_a_page_without_text_has_none() -> None:
    with pytest.raises(UnparsableError) as caught:
        page("<script>x()</script>")
    assert caught.value.reason == "no_text"
