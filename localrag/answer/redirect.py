"""Policy passages for a redirected question -> a draft that quotes them."""

from __future__ import annotations

from localrag.answer.drafting import block
from localrag.records.answer import Draft, DraftQuote, DraftSentence
from localrag.records.evidence import EvidencePackage
from localrag.records.ids import ClaimId, EvidenceId
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.reading import one_line
from localrag.text.sentences import segments

_SENTENCES = 3
"""Of one passage at most (guess: what is read at a glance)."""


def quoted_rules(package: EvidencePackage) -> Draft:
    """The first whole sentences of each passage, verbatim and cited, in the order of the evidence.

    Headings and tables are left out; a package without sentences gives a draft without any.
    """
    sentences: list[DraftSentence] = []
    for candidate in package.selected_evidence:
        for quote in _sentences(candidate):
            sentences.append(
                DraftSentence(
                    claim_id=ClaimId(f"C{len(sentences) + 1}"),
                    text=one_line(quote),
                    quotes=(DraftQuote(evidence_id=EvidenceId(candidate.evidence_id or ""), quote=quote),),
                )
            )
    return Draft(blocks=tuple(block("bullets", sentences)))


def _sentences(candidate: EvidenceCandidate) -> list[str]:
    found = [
        candidate.text[one.start : one.end]
        for one in segments(candidate.text)
        if one.kind in ("prose", "item", "step")
    ]
    return [quote for quote in found if quote.rstrip().endswith((".", "!", "?"))][:_SENTENCES]
