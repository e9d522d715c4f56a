"""A Markdown text -> its blocks, by markdown-it-py (CommonMark and tables)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from localrag.records.extract import Block, BlockKind, Extract, FrontMatter

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_MAX_NESTING = 20
"""Lists and quotes inside each other; deeper ones are read as text. The library's own default."""
_KINDS: dict[str, BlockKind] = {
    "heading_open": "heading",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "fence": "code",
    "code_block": "code",
    "hr": "aside",
}
_TABLE_HEAD_LINES = 2
"""The header row and the rule below it."""


def parse_markdown(text: str, front_matter: FrontMatter | None = None) -> Extract:
    """Blocks of a Markdown text; its title is the first heading of level 1.

    Every non-blank line is in one block. Headings inside lists and quotes are text; comments and rules
    are asides.
    """
    offsets = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    offsets[-1] = len(text)
    blocks = [
        _block(text, token, content, offsets)
        for token, content in _outer_tokens(_parser().parse(text))
        if token.map is not None
    ]
    filled = tuple(_with_gaps(text, (block for block in blocks if block.start < block.end)))
    title = next((block.title for block in filled if block.kind == "heading" and block.level == 1), None)
    return Extract(text=text, pages=(), blocks=filled, title=title or None, front_matter=front_matter)


@functools.cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).enable("table")
    # Only blocks are wanted: what is inside a paragraph stays as it is written.
    parser.core.ruler.disable(["inline", "text_join"])
    return parser


@functools.cache
def _inline_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING})


def _outer_tokens(tokens: list[Token]) -> Iterator[tuple[Token, str]]:
    """Tokens that open a block of the document itself, with the text inside a heading."""
    for number, token in enumerate(tokens):
        if token.level == 0 and token.nesting >= 0:
            heading = token.type == "heading_open"
            yield token, tokens[number + 1].content if heading else ""


def _block(text: str, token: Token, content: str, offsets: list[int]) -> Block:
    first, behind = token.map or [0, 0]
    start, end = offsets[first], offsets[min(behind, len(offsets) - 1)]
    start, end = _trimmed(text, start, end)
    kind = _KINDS.get(token.type, "prose")
    if token.type == "html_block" and _is_comment(text[start:end]):
        kind = "aside"
    if kind == "heading":
        return Block(kind, start, end, level=int(token.tag[1]), title=_plain(content))
    head_end = min(offsets[first + _TABLE_HEAD_LINES], end) if kind == "table" else 0
    return Block(kind, start, end, head_end=head_end)


def _is_comment(html: str) -> bool:
    return html.startswith("<!--") and html.find("-->") == len(html) - 3


def _plain(content: str) -> str:
    """The words of a heading without marks for stress, code and links."""
    pieces = []
    for token in _inline_parser().parseInline(content):
        for child in token.children or ():
            pieces.append(
                child.content
                if child.type in ("text", "code_inline")
                else " "
                if child.type.endswith("break")
                else ""
            )
    return " ".join("".join(pieces).split())


def _with_gaps(text: str, blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, and prose for lines that belong to none, such as definitions of links."""
    behind = 0
    for block in blocks:
        start, end = _trimmed(text, behind, block.start)
        if start < end:
            yield Block("prose", start, end)
        yield block
        behind = block.end
    start, end = _trimmed(text, behind, len(text))
    if start < end:
        yield Block("prose", start, end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip("\n")), end - (len(piece) - len(piece.rstrip()))
