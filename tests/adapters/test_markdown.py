"""Blocks of a Markdown text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from localrag.adapters.markdown import parse_markdown


def kinds(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in parse_markdown(text).blocks]


def headings(text: str) -> list[tuple[int, str]]:
    return [(block.level, block.title) for block in parse_markdown(text).blocks if block.kind == "heading"]


def test_hash_and_underlined_headings_are_headings() -> None:
    assert headings("# One\n\nTwo\n===\n\nThree\n---\n\n#### Four ####") == [
        (1, "One"),
        (1, "Two"),
        (2, "Three"),
        (4, "Four"),
    ]


def test_marks_inside_a_heading_are_no_part_of_its_words() -> None:
    assert headings("## The `--home` *option* of [localrag](x.md)") == [(2, "The --home option of localrag")]


def test_fenced_code_holds_no_headings() -> None:
    assert kinds("```\n# not a heading\n```") == [("code", "```\n# not a heading\n```")]


def test_an_unclosed_fence_reaches_to_the_end() -> None:
    assert [kind for kind, _ in kinds("```\n# a\n\n# b")] == ["code"]


def test_headings_inside_lists_and_quotes_are_text() -> None:
    assert headings("- # item\n\n> # quoted") == []


def test_a_list_is_one_block() -> None:
    assert kinds("Intro:\n\n- a\n- b\n\n  more of b\n\nEnd.") == [
        ("prose", "Intro:"),
        ("list", "- a\n- b\n\n  more of b"),
        ("prose", "End."),
    ]


def test_a_table_knows_where_its_header_ends() -> None:
    text = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    (block,) = parse_markdown(text).blocks
    assert (block.kind, text[: block.head_end]) == ("table", "| a | b |\n|---|---|\n")


def test_comments_and_rules_are_asides() -> None:
    assert kinds("<!-- note -->\n\ntext\n\n---\n\nmore") == [
        ("aside", "<!-- note -->"),
        ("prose", "text"),
        ("aside", "---"),
        ("prose", "more"),
    ]


def test_definitions_of_links_are_kept_as_text() -> None:
    assert ("prose", "[x]: http://example.org") in kinds("text [x]\n\n[x]: http://example.org\n")


def test_the_first_heading_of_level_one_is_the_title() -> None:
    assert parse_markdown("## Sub\n\n# Main\n\n# Other").title == "Main"
    assert parse_markdown("## Sub").title is None


_LINES = st.sampled_from(
    ["# h", "h", "===", "---", "- item", "  - inner", "1. step", "> quote", "| a | b |", "|---|---|", "```",
     "~~~", "", "", "    code", "<!-- c -->", "<div>", "[x]: y", "text *em*", "\\# no", "\t", "   "]
)  # fmt: skip


@given(st.lists(_LINES | st.text(max_size=12), max_size=25))
def test_every_visible_character_is_in_exactly_one_block(lines: list[str]) -> None:
    text = "\n".join(line.replace("\r", "") for line in lines)
    behind = 0
    for block in parse_markdown(text).blocks:
        assert text[behind : block.start].strip() == ""
        assert block.start < block.end
        behind = block.end
    assert text[behind:].strip() == ""
