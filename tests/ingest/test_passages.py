"""Passages: exact slices that fit the window and lose nothing."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from localrag.adapters.markdown import parse_markdown
from localrag.ingest.passages import passages
from localrag.ingest.pdf_layout import parse_pdf
from localrag.ingest.plain_text import parse_text
from localrag.records.documents import DocumentMetadata, Passage
from localrag.records.extract import Extract
from localrag.records.ids import DocumentId, SourceId, TenantId
from tests.fakes.hash_embedder import HashEmbedder
from tests.ingest.pdf_files import FOOT, Line, pdf, stacked

EMBEDDER = HashEmbedder(max_tokens=40)


def metadata(title: str = "Manual", **changes: str) -> DocumentMetadata:
    return DocumentMetadata(
        document_id=DocumentId("EPM"),
        source_id=SourceId("rules"),
        title=title,
        uri="a.md",
        tenant_id=TenantId("local"),
        media_type="markdown",
        content_hash="0" * 64,
    ).model_copy(update=changes)


def cut(
    extract: Extract,
    *,
    embedder: HashEmbedder = EMBEDDER,
    target: int = 30,
    overlap: int = 8,
    title: str = "Manual",
) -> tuple[Passage, ...]:
    return passages(
        extract, metadata(title), embedder, title=title, target_tokens=target, overlap_tokens=overlap
    )


def texts(found: Sequence[Passage]) -> list[str]:
    return [passage.text for passage in found]


def faults(extract: Extract, found: Sequence[Passage], embedder: HashEmbedder) -> list[str]:
    """What is wrong with the passages of a document, in words."""
    text, wrong = extract.text, []
    for passage in found:
        if not passage.text.strip() or passage.text != text[passage.start_char : passage.end_char]:
            wrong.append(f"not a slice: {passage}")
        if len(embedder.token_spans(f"{passage.context}\n{passage.text}")) > embedder.identity.max_tokens:
            wrong.append(f"longer than the window: {passage}")
    covered = {at for passage in found for at in range(passage.start_char, passage.end_char)}
    for block in extract.blocks:
        inside = {at for at in range(block.start, block.end) if not text[at].isspace()}
        if block.kind not in ("heading", "aside") and not inside <= covered:
            wrong.append(f"lost: {text[block.start : block.end]!r}")
        if block.kind == "aside" and inside & covered:
            wrong.append(f"quoted aside: {text[block.start : block.end]!r}")
        if block.kind == "heading" and any(one.start_char < block.start < one.end_char for one in found):
            wrong.append(f"crossed: {text[block.start : block.end]!r}")
    if len({passage.chunk_id for passage in found}) != len(found):
        wrong.append("two passages with one id")
    if [passage.start_char for passage in found] != sorted(passage.start_char for passage in found):
        wrong.append("out of order")
    return wrong


def test_a_short_section_is_one_passage_without_its_heading() -> None:
    found = cut(parse_markdown("# Rules\n\nFirst.\n\nSecond.\n\n## Fees\n\nNone."))
    assert texts(found) == ["First.\n\nSecond.", "None."]
    assert [passage.heading_path for passage in found] == [("Rules",), ("Rules", "Fees")]
    assert [passage.context for passage in found] == ["Manual > Rules", "Manual > Rules > Fees"]


def test_a_heading_that_repeats_the_title_is_not_repeated() -> None:
    found = cut(parse_markdown("# The  manual\n\n## Fees\n\nNone."), title="The Manual")
    assert (found[0].heading_path, found[0].context) == (("Fees",), "The Manual > Fees")


def test_a_heading_that_introduces_nothing_can_be_quoted() -> None:
    found = cut(parse_markdown("# Rules\n\nText.\n\n## Call 112 in an emergency\n"))
    assert texts(found) == ["Text.", "## Call 112 in an emergency"]
    assert found[1].heading_path == ("Rules",)


def test_a_deeper_heading_ends_with_the_next_of_its_level() -> None:
    found = cut(parse_markdown("# A\n\n### A1\n\nx\n\n## A2\n\ny\n\n# B\n\nz"))
    assert [passage.heading_path for passage in found] == [("A", "A1"), ("A", "A2"), ("B",)]


def test_a_long_section_is_cut_between_paragraphs_without_overlap() -> None:
    paragraphs = [" ".join([f"p{number}"] * 20) for number in range(4)]
    found = cut(parse_text("\n\n".join(paragraphs)))
    assert texts(found) == paragraphs


def test_a_long_paragraph_is_cut_between_sentences_and_overlaps() -> None:
    sentences = [f"Sentence number {number} is here." for number in range(12)]
    found = cut(parse_text(" ".join(sentences)))
    assert len(found) > 1
    for before, after in itertools.pairwise(found):
        assert before.text.endswith("here.")
        assert after.text.startswith("Sentence")
        shared = before.end_char - after.start_char
        assert shared > 0
        assert len(EMBEDDER.token_spans(before.text[-shared:])) <= 8


def test_a_long_table_repeats_its_header_in_the_context() -> None:
    rows = "".join(f"| fee {number} | {number} EUR |\n" for number in range(20))
    found = cut(parse_markdown(f"| name | price |\n|---|---|\n{rows}"))
    assert len(found) > 2
    assert {passage.kind for passage in found} == {"table"}
    assert found[0].text.startswith("| name | price |")
    assert found[0].context == "Manual"
    assert {passage.context for passage in found[1:]} == {"Manual\n| name | price |"}
    assert all(line.startswith("| fee") for passage in found[1:] for line in passage.text.split("\n"))


def test_a_long_list_is_cut_between_items() -> None:
    text = "\n".join(f"- item {number}\n  goes on here" for number in range(12))
    found = cut(parse_markdown(text))
    assert len(found) > 1
    assert all(passage.text.startswith("- item") for passage in found)
    assert {passage.kind for passage in found} == {"list"}


def test_what_announces_a_list_stays_with_it() -> None:
    first = " ".join(["word"] * 22) + "."
    items = "\n".join(f"- item {number} of it" for number in range(4))
    found = cut(parse_markdown(f"{first}\n\nA review is held if:\n\n{items}"))
    assert texts(found) == [first, f"A review is held if:\n\n{items}"]


def test_a_word_longer_than_the_window_is_cut_and_kept() -> None:
    extract = parse_text("!" * 200)
    found = cut(extract)
    assert faults(extract, found, EMBEDDER) == []
    assert len(found) > 4


def test_the_same_words_twice_have_two_ids() -> None:
    found = cut(parse_markdown("# A\n\nSame.\n\n# B\n\nSame."))
    assert found[0].chunk_id != found[1].chunk_id


def test_an_id_depends_on_its_document_alone() -> None:
    extract = parse_markdown("# A\n\nText.\n\n# B\n\nMore.")
    ids = [passage.chunk_id for passage in cut(extract)]
    assert ids == [passage.chunk_id for passage in cut(extract)]
    assert all(20 >= len(chunk_id) >= 16 for chunk_id in ids)
    for change in (
        {"version": "2"},
        {"uri": "b.md"},
        {"source_id": "x"},
        {"tenant_id": "t"},
        {"document_id": "d"},
    ):
        other = passages(
            extract, metadata(**change), EMBEDDER, title="Manual", target_tokens=30, overlap_tokens=8
        )
        assert not set(ids) & {passage.chunk_id for passage in other}


def test_text_added_elsewhere_leaves_ids_alone() -> None:
    before = cut(parse_markdown("# A\n\nText."))
    after = cut(parse_markdown("# Z\n\nNew.\n\n# A\n\nText."))
    assert before[0].chunk_id == after[1].chunk_id


def test_a_paragraph_that_goes_on_overleaf_is_one_passage_of_two_pages() -> None:
    foot = [Line("Agency Manual", FOOT)]
    data = pdf(
        [*stacked("A review must be held within ninety"), Line("Page 1", 30), *foot],
        [*stacked("calendar days of the event."), Line("Page 2", 30), *foot],
        [*stacked("Other rules follow."), Line("Page 3", 30), *foot],
    )
    found = cut(parse_pdf(data))
    assert texts(found) == [
        "A review must be held within ninety\ncalendar days of the event.",
        "Other rules follow.",
    ]
    assert [(passage.page_start, passage.page_end, passage.page_label) for passage in found] == [
        (1, 2, "1"),
        (3, 3, "3"),
    ]


@pytest.mark.parametrize("window", [3, 7, 12])
def test_even_a_tiny_window_holds(window: int) -> None:
    embedder = HashEmbedder(max_tokens=window)
    extract = parse_markdown(
        "# A long heading of words\n\nSome text, with marks. And more of it!\n\n| a | b |\n|--|--|\n| 1 | 2 |"
    )
    found = cut(extract, embedder=embedder, title="A long title of a manual")
    assert faults(extract, found, embedder) == []


_PIECES = st.sampled_from(
    [
        "# Head",
        "## Sub head",
        "### Deep",
        "A sentence here. Another one there. And a third.",
        "word " * 50,
        "- item one\n- item two",
        "1. step\n2. step\n3. step",
        "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 12,
        "```\ncode line\n\n# no\n```",
        "---",
        "<!-- hidden -->",
        "> quote",
        "x" * 300,
        "!?" * 60,
        "Introduced by:",
        "日本語の文。" * 12,
    ]
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(_PIECES | st.text(max_size=60), max_size=14),
    st.integers(8, 60),
    st.integers(1, 60),
    st.integers(0, 20),
)
def test_nothing_is_lost_crossed_or_too_long(
    pieces: list[str], window: int, target: int, overlap: int
) -> None:
    embedder = HashEmbedder(max_tokens=window)
    text = "\n\n".join(piece.replace("\r", "") for piece in pieces)
    for extract in (parse_markdown(text), parse_text(text)):
        found = cut(extract, embedder=embedder, target=target, overlap=overlap)
        assert faults(extract, found, embedder) == []
