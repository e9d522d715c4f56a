"""Blocks of a document -> runs of body text under one heading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from localrag.records.extract import Block


class Section(NamedTuple):
    """Blocks that stand next to each other under the same headings."""

    heading_path: tuple[str, ...]
    """Outermost first, without a heading that merely repeats the document's title."""
    blocks: tuple[Block, ...]


def sections(blocks: Sequence[Block], title: str) -> Iterator[Section]:
    """Runs of body blocks, in order; headings and asides end a run.

    A heading that introduces nothing (no body, no deeper heading) is body itself: what it says is said
    nowhere else.
    """
    open_headings: list[Block] = []
    run: list[Block] = []
    for number, block in enumerate(blocks):
        if block.kind not in ("heading", "aside"):
            run.append(block)
            continue
        if run:
            yield Section(_path(open_headings, title), tuple(run))
            run = []
        if block.kind == "heading":
            while open_headings and open_headings[-1].level >= block.level:
                open_headings.pop()
            if _introduces_nothing(blocks, number):
                yield Section(_path(open_headings, title), (block,))
            else:
                open_headings.append(block)
    if run:
        yield Section(_path(open_headings, title), tuple(run))


def _path(headings: Sequence[Block], title: str) -> tuple[str, ...]:
    named = [heading.title for heading in headings if heading.title]
    if named and _same(named[0], title):
        named = named[1:]
    return tuple(named)


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def _introduces_nothing(blocks: Sequence[Block], number: int) -> bool:
    for at in range(number + 1, len(blocks)):
        if blocks[at].kind != "aside":
            return blocks[at].kind == "heading" and blocks[at].level <= blocks[number].level
    return True
