"""Blocks of sentences -> Markdown in which every sentence ends with its citation marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from localrag.records.answer import DraftBlock, DraftSentence
from localrag.records.ids import ClaimId, EvidenceId
from localrag.text.markdown import escape
from localrag.text.sentences import sentences


def markdown(blocks: Sequence[DraftBlock]) -> str:
    """The answer as Markdown; blocks are set apart by an empty line, no blocks give an empty text.

    A sentence reads ``... within 14 days. [E1]``; a composed one carries the marks of the sentences it
    derives from. Document text is escaped: nothing in it becomes structure, a link or a mark.
    """
    known = {sentence.claim_id: sentence for block in blocks for sentence in block.sentences}
    return "\n\n".join(part for block in blocks for part in _block(block, known))


def marks_of(sentence: DraftSentence, known: Mapping[ClaimId, DraftSentence]) -> list[EvidenceId]:
    """The evidence behind a sentence, its own first, then that of what it derives from; each once."""
    found = [quote.evidence_id for quote in sentence.quotes]
    for claim in sentence.derived_from:
        source = known.get(claim)
        if source is not None and source is not sentence:
            found += [quote.evidence_id for quote in source.quotes]
    return list(dict.fromkeys(found))


def _block(block: DraftBlock, known: Mapping[ClaimId, DraftSentence]) -> Iterator[str]:
    if not block.sentences:
        return
    if block.title:
        yield f"**{escape(block.title)}**"
    lines = [_marked(sentence, known) for sentence in block.sentences]
    match block.kind:
        case "steps":
            yield "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
        case "bullets" | "reasons" | "next_action" | "limitations":
            yield "\n".join(f"- {line}" for line in lines)
        case "table":
            yield _table(block.columns, lines)
        case _:
            yield " ".join(lines)


def _marked(sentence: DraftSentence, known: Mapping[ClaimId, DraftSentence]) -> str:
    marks = "".join(f" [{evidence_id}]" for evidence_id in marks_of(sentence, known))
    text = sentence.text
    cuts = [0, *(span.start for span in sentences(text)[1:]), len(text)]
    pieces = (text[start:end].strip() for start, end in pairwise(cuts))
    return " ".join(f"{escape(piece)}{marks}" for piece in pieces if piece)


def _table(columns: Sequence[str], lines: Sequence[str]) -> str:
    width = max(1, len(columns))
    rows = [lines[at : at + width] for at in range(0, len(lines), width)]
    head = [" | ".join(escape(column) for column in columns), " | ".join("---" for _ in range(width))]
    return "\n".join(f"| {row} |" for row in [*head, *(" | ".join(row) for row in rows)])
