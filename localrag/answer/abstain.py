"""An insufficient package -> what was found, what is missing, and the nearest titles."""

from __future__ import annotations

from localrag.answer.drafting import Drafting, block
from localrag.records.answer import Draft, DraftQuote, DraftSentence
from localrag.records.evidence import EvidencePackage, Finding
from localrag.records.plan import QueryPlan
from localrag.text.composed import but_not_stated, nearest, not_stated
from localrag.text.reading import one_line

_MOST_TITLES = 3
"""Neighbours named (guess)."""
_MOST_FOUND = 2
"""Sentences quoted from what was found, at most one a part (guess)."""
_LONGEST = 240
"""Characters up to which a found sentence and what it lacks share one sentence (guess: two lines)."""


def explain(plan: QueryPlan, package: EvidencePackage) -> Draft:
    """Say why there is no answer: what the evidence says, cited, and what it does not state.

    One sentence found is joined with what is missing ("Appeals may be submitted after a notice, but the
    deadline for filing an appeal is not stated."). Nothing else of the evidence is stated; its nearest
    documents are named by title in a notice.
    """
    del plan
    drafting = Drafting(package)
    found = _found(package)
    missing = package.missing_information
    made: list[DraftSentence] = []
    if len(found) == 1 and len(missing) == 1 and _is_short_sentence(found[0].quote):
        made.append(_but(found[0], missing[0], drafting))
    else:
        made += drafting.quotes(found)
        made.append(drafting.composed(not_stated(missing), "not_stated", operands=missing))
    titles = tuple(dict.fromkeys(one.source_title for one in package.selected_evidence))[:_MOST_TITLES]
    return Draft(blocks=tuple(block("paragraph", made)), notices=(nearest(titles),) if titles else ())


def _found(package: EvidencePackage) -> list[Finding]:
    """The best answering or ruling sentence of each part."""
    of_part: dict[int, Finding] = {}
    for finding in package.findings:
        if finding.role in ("answer", "rule"):
            of_part.setdefault(finding.part, finding)
    return list(of_part.values())[:_MOST_FOUND]


def _is_short_sentence(quote: str) -> bool:
    line = one_line(quote)
    return len(line) <= _LONGEST and line.endswith(".") and not line.startswith("|")


def _but(finding: Finding, missing: str, drafting: Drafting) -> DraftSentence:
    line = one_line(finding.quote)
    return drafting.composed(
        but_not_stated(line, missing),
        "but_not_stated",
        operands=(missing,),
        quotes=(DraftQuote(evidence_id=finding.evidence_id, quote=finding.quote),),
    )
