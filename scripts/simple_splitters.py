"""A parsed file -> passages, in the two ways that are simplest: to compare the product's with."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence

from localrag.ports import Embedder
from localrag.records.documents import DocumentMetadata, Passage
from localrag.records.extract import Extract
from localrag.records.ids import ChunkId


def token_windows(
    extract: Extract,
    metadata: DocumentMetadata,
    embedder: Embedder,
    *,
    title: str,
    target_tokens: int,
    overlap_tokens: int,
) -> tuple[Passage, ...]:
    """Windows of a fixed number of tokens, whatever they cut through."""
    spans = embedder.token_spans(extract.text)
    step = max(1, target_tokens - overlap_tokens)
    cuts = [
        (spans[at][0], spans[min(at + target_tokens, len(spans)) - 1][1])
        for at in range(0, max(1, len(spans) - overlap_tokens), step)
    ]
    return _passages(cuts, extract.text, metadata, title)


def packed_paragraphs(
    extract: Extract,
    metadata: DocumentMetadata,
    embedder: Embedder,
    *,
    title: str,
    target_tokens: int,
    overlap_tokens: int,
) -> tuple[Passage, ...]:
    """Paragraphs, or lines where no blank line parts them, as many as fit; a long one stays whole."""
    del overlap_tokens
    cuts: list[tuple[int, int]] = []
    used = 0
    for start, end in _paragraphs(extract.text):
        tokens = len(embedder.token_spans(extract.text[start:end]))
        if cuts and used + tokens <= target_tokens:
            cuts[-1] = (cuts[-1][0], end)
            used += tokens
        else:
            cuts.append((start, end))
            used = tokens
    return _passages(cuts, extract.text, metadata, title)


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    parted = r"\S(?:.|\n(?!\s*\n))*" if "\n\n" in text.strip() else r"\S.*"
    for match in re.finditer(parted, text):
        yield match.start(), match.start() + len(match.group().rstrip())


def _passages(
    cuts: Sequence[tuple[int, int]], text: str, metadata: DocumentMetadata, title: str
) -> tuple[Passage, ...]:
    return tuple(
        Passage(
            chunk_id=ChunkId(hashlib.sha256(f"{metadata.uri} {start}".encode()).hexdigest()[:20]),
            text=text[start:end],
            start_char=start,
            end_char=end,
            context=title,
        )
        for start, end in cuts
        if text[start:end].strip()
    )
