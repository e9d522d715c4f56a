"""A parsed file -> passages: sections packed into the embedder's window, cut only where they must be."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from localrag.ingest.atoms import Atom, TokenCounts, atoms
from localrag.ingest.context import Spans, context_line, shortened
from localrag.ingest.packing import pack
from localrag.ingest.sections import Section, sections
from localrag.ports import Embedder
from localrag.records.documents import DocumentMetadata, Passage, PassageKind
from localrag.records.extract import Extract, PageSpan
from localrag.records.ids import ChunkId

_ID_CHARS = 20
"""Hexadecimal: 80 bits, so that a million passages collide with a chance of one in 10^12."""
_CONTEXT_SHARE = 3
"""Context takes at most a third of the window; design value."""


class _Draft(NamedTuple):
    start: int
    end: int
    kind: PassageKind
    heading_path: tuple[str, ...]
    context: str


def passages(
    extract: Extract,
    metadata: DocumentMetadata,
    embedder: Embedder,
    *,
    title: str,
    target_tokens: int,
    overlap_tokens: int,
) -> tuple[Passage, ...]:
    """The passages of a document, in order; every non-blank character of its body is in one.

    Each is ``text[start_char:end_char]``, lies under one heading, and fits the embedder's window together
    with its context. Two overlap only where one paragraph was cut between sentences.

    Args:
        extract: The parsed file.
        metadata: Its place goes into the ids.
        embedder: Counts tokens, by its own tokenizer.
        title: Goes into the context. Empty where the document has none but its file's name: a file that is
            renamed keeps its embeddings.
        target_tokens: Size aimed at, where a section has to be cut.
        overlap_tokens: At most so many are repeated where a paragraph is cut.
    """
    window = embedder.identity.max_tokens
    cutter = _Cutter(extract.text, embedder, title, min(target_tokens, window), overlap_tokens)
    drafts = [draft for section in sections(extract.blocks, metadata.title) for draft in cutter.cut(section)]
    seen: Counter[str] = Counter()
    made = []
    for draft in drafts:
        text = extract.text[draft.start : draft.end]
        made.append(_passage(draft, text, seen[text], metadata, extract.pages))
        seen[text] += 1
    return tuple(made)


class _Cutter:
    """Cuts the sections of one document."""

    def __init__(self, text: str, embedder: Embedder, title: str, target: int, overlap: int) -> None:
        self._text = text
        self._spans: Spans = embedder.token_spans
        self._window = embedder.identity.max_tokens
        self._title = title
        self._target = target
        self._overlap = overlap
        self._context = lru_cache(maxsize=256)(self._context_of)

    def cut(self, section: Section) -> Iterator[_Draft]:
        """The passages of one section, in order."""
        context, used = self._context(section.heading_path, "")
        room = self._room(section, used)
        pieces = atoms(self._text, section.blocks, self._spans, room)
        for group in pack(pieces, target=min(self._target, room), room=room, overlap=self._overlap):
            header = _header(self._text, group)
            own, _ = self._context(section.heading_path, header) if header else (context, used)
            yield from self._fitting(
                _Draft(group[0].start, group[-1].end, _kind(group), section.heading_path, own)
            )

    def _room(self, section: Section, used: int) -> int:
        """Tokens left for text where the context, with the header of a table to be cut, takes its part."""
        room = max(1, self._window - used)
        for block in section.blocks:
            if not block.head_end:
                continue
            counts = TokenCounts(self._text, block.start, block.end, self._spans)
            if counts.between(block.start, block.end) > room:
                header = _header_row(self._text, block.start, block.head_end)
                room = min(room, max(1, self._window - self._context(section.heading_path, header)[1]))
        return room

    def _context_of(self, heading_path: tuple[str, ...], header: str) -> tuple[str, int]:
        most = self._window // _CONTEXT_SHARE
        line = context_line(self._title, heading_path, self._spans, most)
        if header:
            line = shortened(f"{line}\n{header}", self._spans, most)
        return line, len(self._spans(line + "\n"))

    def _fitting(self, draft: _Draft) -> Iterator[_Draft]:
        """The draft, halved until it fits: tokens of a part may be more than its part of the tokens."""
        text = self._text[draft.start : draft.end]
        if len(text) <= 1 or len(self._spans(f"{draft.context}\n{text}")) <= self._window:
            yield draft
            return
        middle = draft.start + _middle(text)
        for start, end in ((draft.start, middle), (middle, draft.end)):
            piece = self._text[start:end]
            start += len(piece) - len(piece.lstrip())
            end -= len(piece) - len(piece.rstrip())
            if start < end:
                yield from self._fitting(draft._replace(start=start, end=end))


def _middle(text: str) -> int:
    """Where to halve a text: at white space near its middle, else in its middle."""
    half = len(text) // 2
    before = max(text.rfind(" ", 1, half), text.rfind("\n", 1, half))
    return before + 1 if before > half // 2 else half


def _kind(group: Sequence[Atom]) -> PassageKind:
    kinds = {atom.kind for atom in group}
    if kinds == {"list"}:
        return "list"
    return "table" if kinds == {"table"} else "prose"


def _header(text: str, group: Sequence[Atom]) -> str:
    """The header row of a table whose first rows are in an earlier passage."""
    first = group[0]
    if first.kind != "table" or first.header_end <= 0 or first.start < first.header_end:
        return ""
    return _header_row(text, first.block_start, first.header_end)


def _header_row(text: str, start: int, end: int) -> str:
    return text[start:end].strip().split("\n")[0]


def _passage(
    draft: _Draft, text: str, occurrence: int, metadata: DocumentMetadata, pages: Sequence[PageSpan]
) -> Passage:
    first, last = _page_at(pages, draft.start), _page_at(pages, draft.end - 1)
    return Passage(
        chunk_id=_chunk_id(metadata, occurrence, text),
        text=text,
        start_char=draft.start,
        end_char=draft.end,
        page_start=first.number if first else None,
        page_end=last.number if last else None,
        page_label=first.label if first else None,
        heading_path=draft.heading_path,
        kind=draft.kind,
        context=draft.context,
    )


def _page_at(pages: Sequence[PageSpan], position: int) -> PageSpan | None:
    if not pages:
        return None
    return pages[max(0, bisect_right(pages, position, key=lambda page: page.start) - 1)]


def _chunk_id(metadata: DocumentMetadata, occurrence: int, text: str) -> ChunkId:
    key = [
        metadata.tenant_id,
        metadata.source_id,
        metadata.uri,
        metadata.document_id,
        metadata.version,
        occurrence,
        text,
    ]
    return ChunkId(hashlib.sha256(json.dumps(key).encode("ascii")).hexdigest()[:_ID_CHARS])
