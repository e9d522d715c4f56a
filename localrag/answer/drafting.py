"""Findings of an evidence package -> numbered draft sentences, each finding stated once."""

from __future__ import annotations

import re

from localrag.records.answer import BlockKind, DraftBlock, DraftQuote, DraftSentence
from localrag.records.evidence import EvidencePackage, Finding, Span
from localrag.records.ids import ClaimId
from localrag.text.reading import cells, one_line, row_line
from localrag.text.sentences import Segment, segments
from localrag.text.terms import content_terms

_SYMPTOM = re.compile(r"\W*(?:symptom|problem|fault|error|issue|trouble|complaint)s?\W*:", re.IGNORECASE)
_MOST_REMEDIES = 8
"""Sentences after a symptom that belong to it at most (guess)."""


class Drafting:
    """Numbers the sentences of one draft, C1 to Cn in the order they are made."""

    def __init__(self, package: EvidencePackage, question: str = "") -> None:
        self._package = package
        self._asked = frozenset(content_terms(question))
        self._count = 0
        self._made: dict[tuple[str, int, int], ClaimId] = {}

    def quote(self, finding: Finding) -> DraftSentence | None:
        """The finding as a sentence, verbatim; null where the draft states it already."""
        place = (finding.evidence_id, finding.span.start, finding.span.end)
        if place in self._made or not finding.quote.strip():
            return None
        header = self._header(finding)
        quotes = [_quote_of(finding)]
        text = one_line(finding.quote)
        if _is_row(finding.quote):
            columns = self._columns(finding, header)
            text = row_line(finding.quote, header, columns)
            quotes = [_quote_of(finding, within=columns)]
        if header is not None:
            quotes.append(DraftQuote(evidence_id=finding.evidence_id, quote=header))
        made = DraftSentence(claim_id=self._next(), text=text, quotes=tuple(quotes))
        self._made[place] = made.claim_id
        return made

    def again(self, finding: Finding) -> DraftSentence:
        """The finding as a sentence although the draft states it already, for a second part that it plays."""
        return DraftSentence(
            claim_id=self._next(), text=one_line(finding.quote), quotes=(_quote_of(finding),)
        )

    def quotes(self, findings: list[Finding]) -> list[DraftSentence]:
        """As ``quote`` for each, in order, repetitions left out."""
        return [made for finding in findings if (made := self.quote(finding))]

    def lead(self, finding: Finding) -> list[DraftSentence]:
        """The sentence ending in a colon that introduces a list item, unless stated already."""
        candidate = self._package.evidence(finding.evidence_id)
        introduced: Segment | None = None
        for segment in segments(candidate.text) if candidate else ():
            if segment.start >= finding.span.start:
                break
            if segment.kind not in ("item", "step"):
                introduced = segment
        if candidate is None or introduced is None or introduced.kind != "prose":
            return []
        quote = candidate.text[introduced.start : introduced.end]
        if not quote.endswith(":"):
            return []
        span = Span(start=introduced.start, end=introduced.end)
        return self.quotes([finding.model_copy(update={"span": span, "quote": quote, "answer_span": None})])

    def items_after(self, finding: Finding) -> list[DraftSentence]:
        """The list that a sentence ending in a colon introduces, as far as its passage holds it."""
        candidate = self._package.evidence(finding.evidence_id)
        if candidate is None or not finding.quote.rstrip().endswith(":"):
            return []
        spans: dict[int, Span] = {}
        for segment in segments(candidate.text):
            if segment.start < finding.span.end:
                continue
            if segment.kind not in ("item", "step"):
                break
            first = spans.get(segment.block)
            spans[segment.block] = Span(start=first.start if first else segment.start, end=segment.end)
        return self.quotes(
            [
                finding.model_copy(
                    update={"span": span, "quote": candidate.text[span.start : span.end], "answer_span": None}
                )
                for span in spans.values()
            ]
        )

    def remedy_of(self, finding: Finding) -> list[DraftSentence]:
        """What follows a labelled symptom or problem in its passage, up to the next one or a heading."""
        candidate = self._package.evidence(finding.evidence_id)
        label = _SYMPTOM.match(finding.quote)
        if candidate is None or label is None:
            return []
        following: list[Finding] = []
        for segment in segments(candidate.text):
            if segment.start < finding.span.end:
                continue
            quote = candidate.text[segment.start : segment.end]
            if segment.kind == "heading" or _SYMPTOM.match(quote):
                break
            span = Span(start=segment.start, end=segment.end)
            following.append(finding.model_copy(update={"span": span, "quote": quote, "answer_span": None}))
        return self.quotes(following[:_MOST_REMEDIES])

    def composed(
        self,
        text: str,
        computation: str,
        *,
        operands: tuple[str, ...] = (),
        derived_from: tuple[ClaimId, ...] = (),
        quotes: tuple[DraftQuote, ...] = (),
    ) -> DraftSentence:
        """A sentence that is no quote; ``computation`` names how it is made again."""
        return DraftSentence(
            claim_id=self._next(),
            text=text,
            quotes=quotes,
            derived_from=derived_from,
            computation=computation,
            operands=operands,
        )

    def claim_of(self, finding: Finding) -> ClaimId | None:
        """The claim that states a finding; null where none does so far."""
        return self._made.get((finding.evidence_id, finding.span.start, finding.span.end))

    def _next(self) -> ClaimId:
        self._count += 1
        return ClaimId(f"C{self._count}")

    def _columns(self, finding: Finding, header: str | None) -> tuple[int, ...] | None:
        """The row's first cell and those whose heading the question names, else the cell of the value.

        Null, for all of them, where neither tells.
        """
        names = [frozenset(content_terms(name)) for name in cells(header or "")]
        shared = frozenset.intersection(*names[1:]) if len(names) > 1 else frozenset()
        named = [at for at, name in enumerate(names) if at and name - shared and name - shared <= self._asked]
        if named and len(names) > 2:
            return (0, *named)
        cell = _cell_of(finding)
        return (0, cell) if cell and len(names) > 2 else None

    def _header(self, finding: Finding) -> str | None:
        """The first row of the table a row stands in; null for other findings and for that row itself."""
        candidate = self._package.evidence(finding.evidence_id)
        if candidate is None or not _is_row(finding.quote):
            return None
        header: Segment | None = None
        for segment in segments(candidate.text):
            if segment.start >= finding.span.start:
                break
            if segment.kind != "row":
                header = None
            elif header is None:
                header = segment
        return candidate.text[header.start : header.end] if header else None


def block(kind: BlockKind, sentences: list[DraftSentence], title: str | None = None) -> list[DraftBlock]:
    """One block, or none where there is nothing to show in it."""
    return [DraftBlock(kind=kind, sentences=tuple(sentences), title=title)] if sentences else []


def _quote_of(finding: Finding, within: tuple[int, ...] | None = None) -> DraftQuote:
    """The finding's quote; the value is marked where it stands in one of the cells shown."""
    span = finding.answer_span
    shown = within is None or _cell_of(finding) in within
    return DraftQuote(
        evidence_id=finding.evidence_id,
        quote=finding.quote,
        answer_span=Span(start=span.start, end=span.end) if span and shown else None,
    )


def _cell_of(finding: Finding) -> int | None:
    """The cell of a row that holds the value, from 0; null where no value is marked."""
    if finding.answer_span is None:
        return None
    return finding.quote.lstrip()[: finding.answer_span.start].count("|") - 1


def _is_row(quote: str) -> bool:
    bare = quote.strip()
    return bare.startswith("|") and bare.count("|") >= 2
