"""Pieces of a document, one after the other -> its text with its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from localrag.ingest.decode import MAX_TEXT_CHARS, clean
from localrag.records.extract import Block, BlockKind, Extract, UnparsableError

_MAX_HEADING_CHARS = 200
"""Longer ones are text that somebody set as a heading (guess: three printed lines)."""
_DEEPEST = 9


class Composition:
    """A text that grows; blank lines part its blocks."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.warnings: list[str] = []
        self.marks: list[str] = []
        self.partial: list[str] = []
        self._pieces: list[str] = []
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def add(self, kind: BlockKind, text: str) -> None:
        """Add a block, unless nothing of it can be seen."""
        if words := clean(text).text.strip():
            start = self._write(words)
            self.blocks.append(Block(kind, start, self._length))

    def heading(self, level: int, title: str) -> None:
        """Open a section; ``level`` counts from 1, outermost first."""
        words = " ".join(clean(title).text.split())
        if not words:
            return
        if len(words) > _MAX_HEADING_CHARS:
            self.add("prose", words)
            return
        start = self._write(words)
        self.blocks.append(Block("heading", start, self._length, level=min(level, _DEEPEST), title=words))

    def table(self, head: str, rows: Sequence[str]) -> None:
        """Add rows, each one line; ``head`` holds whole lines too, or nothing."""
        lines = [head, *rows] if head else list(rows)
        if not lines:
            return
        start = self._write("\n".join(lines))
        head_end = min(start + len(head) + 1, self._length) if head else 0
        self.blocks.append(Block("table", start, self._length, head_end=head_end))

    def insert(self, part: Extract, *, below: int) -> None:
        """Take over another document's text, its headings below the level ``below``; its pages are lost."""
        if not part.text.strip():
            return
        start = self._write(part.text.rstrip("\n"))
        for block in part.blocks:
            level = min(block.level + below, _DEEPEST) if block.level else 0
            self.blocks.append(
                replace(
                    block,
                    start=block.start + start,
                    end=block.end + start,
                    level=level,
                    head_end=block.head_end + start if block.head_end else 0,
                )
            )

    def extract(self, title: str | None = None) -> Extract:
        """What was put together.

        Raises:
            UnparsableError: ``no_text`` where nothing was.
        """
        if not self.blocks:
            raise UnparsableError("no_text", "there is no text in it")
        return Extract(
            text="".join(self._pieces),
            pages=(),
            blocks=tuple(self.blocks),
            title=" ".join(clean(title or "").text.split()) or None,
            warnings=tuple(self.warnings),
            marks=tuple(dict.fromkeys(self.marks)),
            partial="; ".join(self.partial),
        )

    def _write(self, text: str) -> int:
        gap = "\n\n" if self._pieces else ""
        start = self._length + len(gap)
        self._length = start + len(text)
        if self._length > MAX_TEXT_CHARS:
            raise UnparsableError("too_large", f"more than {MAX_TEXT_CHARS:,} characters of text")
        self._pieces.append(gap + text)
        return start
