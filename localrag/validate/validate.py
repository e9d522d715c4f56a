"""A draft and its evidence -> only the sentences that hold, with a verdict on every one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from localrag.records.answer import (
    Citation,
    Draft,
    DraftBlock,
    DraftQuote,
    DraftSentence,
    GeneratedClaim,
    Validated,
)
from localrag.records.evidence import EvidencePackage
from localrag.records.ids import ChunkId, ClaimId
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.quotes import even, locate
from localrag.text.reading import one_line, row_lines
from localrag.text.sentences import segments
from localrag.text.span import Span
from localrag.validate.claims import WORD_FOR_WORD, check
from localrag.validate.computed import recompute
from localrag.validate.grounding import Verifier, grounded
from localrag.validate.meaning import Similarity
from localrag.validate.verdict import Verdict

_NEED_QUOTES = ("no_entry", "but_not_stated")
"""Composed sentences that quote, too."""


def validate(
    draft: Draft,
    package: EvidencePackage,
    *,
    page_text: Callable[[ChunkId], str],
    verifier: Verifier | None = None,
    similarity: Similarity | None = None,
) -> Validated:
    """Keep of a draft what its evidence backs.

    Args:
        draft: As a generator proposed it.
        package: The only evidence it may cite.
        page_text: The stored text of the page a passage stands on; a quote has to stand in it.
        verifier: A second opinion where one is installed; it can only take support away.
        similarity: Of a claim in other words to the sentences it cites; words alone decide where null.

    Returns:
        Every sentence of the draft as a claim with its verdict; blocks and citations of those that are
        supported. Composed sentences are judged after those they derive from. A block left without a
        sentence is gone, a table that lost a cell is gone whole.
    """
    checking = _Checking(draft, package, page_text, similarity)
    verdicts = checking.verdicts()
    held = {claim for claim, verdict in verdicts.items() if verdict.status == "supported"}
    if package.sufficiency == "sufficient" and not _says_something(draft, held):
        held = set()
    blocks = tuple(kept for block in draft.blocks if (kept := _kept(block, held)))
    stated = {sentence.claim_id for block in blocks for sentence in block.sentences}
    claims = tuple(_claim(sentence, verdicts[sentence.claim_id]) for sentence in draft.sentences)
    checked = Validated(
        blocks=blocks,
        claims=claims,
        citations=tuple(
            citation
            for sentence in draft.sentences
            if sentence.claim_id in stated
            for citation in checking.citations(sentence)
        ),
        unsupported_claims=tuple(claim.claim_id for claim in claims if claim.claim_id not in held),
        strayed=checking.strayed,
    )
    if verifier is None:
        return checked
    return grounded(checked, {one.chunk_id: one.text for one in package.selected_evidence}, verifier)


class _Standing(NamedTuple):
    """A quote found in the stored page."""

    candidate: EvidenceCandidate
    quote: DraftQuote
    context: str
    """The whole sentences of the passage that the quote lies in."""


class _Checking:
    """Judges the sentences of one draft, each once."""

    def __init__(
        self,
        draft: Draft,
        package: EvidencePackage,
        page_text: Callable[[ChunkId], str],
        similarity: Similarity | None,
    ) -> None:
        self._draft, self._package = draft, package
        self._page_text, self._similarity = page_text, similarity
        self._pages: dict[ChunkId, str] = {}
        self._sentences = {sentence.claim_id: sentence for sentence in draft.sentences}
        self._verdicts: dict[ClaimId, Verdict] = {}
        self.strayed = False

    def verdicts(self) -> dict[ClaimId, Verdict]:
        """By claim; what a composed sentence derives from is judged first, a circle holds nothing."""
        for sentence in self._draft.sentences:
            self._judge(sentence, ())
        return self._verdicts

    def citations(self, sentence: DraftSentence) -> list[Citation]:
        """One a quote, with the page it stands on."""
        found = []
        for quote in sentence.quotes:
            candidate = self._package.evidence(quote.evidence_id)
            if candidate is None:
                continue
            found.append(
                Citation(
                    claim=sentence.claim_id,
                    evidence_id=quote.evidence_id,
                    source_id=candidate.source_id,
                    document_id=candidate.document_id,
                    version=candidate.version,
                    chunk_id=candidate.chunk_id,
                    page_start=candidate.page_start,
                    page_end=candidate.page_end,
                    page_label=candidate.page_label,
                    quote=quote.quote,
                    answer_span=quote.answer_span,
                )
            )
        return found

    def _judge(self, sentence: DraftSentence, above: tuple[ClaimId, ...]) -> Verdict:
        known = self._verdicts.get(sentence.claim_id)
        if known is not None:
            return known
        if sentence.claim_id in above:
            return Verdict("unsupported", "it derives from itself")
        verdict = self._decide(sentence, (*above, sentence.claim_id))
        self._verdicts[sentence.claim_id] = verdict
        return verdict

    def _decide(self, sentence: DraftSentence, above: tuple[ClaimId, ...]) -> Verdict:
        standing: list[_Standing] = []
        for quote in sentence.quotes:
            found = self._stands(quote)
            if isinstance(found, Verdict):
                return found
            standing.append(found)
        if sentence.computation is None and not sentence.derived_from:
            return self._backed(sentence, standing)
        if sentence.computation in _NEED_QUOTES and not standing:
            return Verdict("unsupported", "it cites nothing")
        derived = [
            source
            for claim in sentence.derived_from
            if (source := self._sentences.get(claim)) is not None
            and self._judge(source, above).status == "supported"
        ]
        return recompute(sentence, self._package, derived)

    def _stands(self, quote: DraftQuote) -> _Standing | Verdict:
        candidate = self._package.evidence(quote.evidence_id)
        if candidate is None:
            return Verdict("unsupported", f"{quote.evidence_id} is not among the evidence")
        if candidate.chunk_id not in self._pages:
            self._pages[candidate.chunk_id] = self._page_text(candidate.chunk_id)
        span = locate(quote.quote, candidate.text)
        if locate(quote.quote, self._pages[candidate.chunk_id]) is None:
            self.strayed = self.strayed or span is not None
            return Verdict("unsupported", "its quote does not stand on the stored page")
        if span is None:
            return Verdict("unsupported", "its quote does not stand in the passage it cites")
        return _Standing(candidate, quote, _whole_sentences(candidate.text, span))

    def _backed(self, sentence: DraftSentence, standing: Sequence[_Standing]) -> Verdict:
        if not standing:
            return Verdict("unsupported", "it cites nothing")
        contexts = [one.context for one in standing]
        return _as_quoted(sentence, standing) or check(sentence.text, contexts, self._similarity)


def _as_quoted(sentence: DraftSentence, standing: Sequence[_Standing]) -> Verdict | None:
    """Supported where the text is its quote and the quote is whole; null where it has to be checked."""
    first = standing[0]
    header = standing[1].quote.quote if len(standing) > 1 else None
    quote = first.quote.quote
    readings = {one_line(quote)} if "|" not in quote else {one_line(quote), *row_lines(quote, header)}
    if even(sentence.text) not in {even(reading) for reading in readings}:
        return None
    # A part of a sentence may say what the whole denies: it is checked against the whole.
    whole = even(one_line(first.context)) == even(one_line(first.quote.quote))
    return WORD_FOR_WORD if whole else None


def _whole_sentences(text: str, span: Span) -> str:
    """The sentences of a passage that a span touches, from the first to the last."""
    touched = [one for one in segments(text) if one.start < span.end and span.start < one.end]
    if not touched:
        return text[span.start : span.end]
    return text[min(touched[0].start, span.start) : max(touched[-1].end, span.end)]


def _says_something(draft: Draft, held: set[ClaimId]) -> bool:
    """Whether more is left of an answer than what it lacks."""
    return any(one.claim_id in held and one.computation != "not_stated" for one in draft.sentences)


def _kept(block: DraftBlock, held: set[ClaimId]) -> DraftBlock | None:
    kept = tuple(sentence for sentence in block.sentences if sentence.claim_id in held)
    if not kept or (block.kind == "table" and len(kept) < len(block.sentences)):
        return None
    return block.model_copy(update={"sentences": kept})


def _claim(sentence: DraftSentence, verdict: Verdict) -> GeneratedClaim:
    return GeneratedClaim(
        claim_id=sentence.claim_id,
        text=sentence.text,
        cited_evidence_ids=tuple(dict.fromkeys(quote.evidence_id for quote in sentence.quotes)),
        derived_from=sentence.derived_from,
        support_status=verdict.status,
        reason=verdict.reason,
    )
