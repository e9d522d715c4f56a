"""An insufficient package -> what was found, what is missing, and the nearest titles."""

from __future__ import annotations

import re

from localrag.answer.drafting import Drafting, block
from localrag.records.answer import Draft, DraftQuote
from localrag.records.authority import UNAPPROVED
from localrag.records.evidence import EvidencePackage
from localrag.records.ids import EvidenceId
from localrag.records.plan import AnswerKind, QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.composed import but_not_stated, nearest, not_stated
from localrag.text.inflection import family_key
from localrag.text.named import is_named
from localrag.text.reading import one_line
from localrag.text.sentences import segments
from localrag.text.synonyms import may_stand_for
from localrag.text.values import ValueKind, values

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_MOST_TITLES = 3
"""Neighbours named (guess)."""
_LONGEST = 240
"""Characters up to which a found sentence and what it lacks share one sentence (guess: two lines)."""
_ON_TOPIC = 0.6
"""Share of the words asked about, or words that may stand for them, that a found sentence holds (guess)."""
_VALUES: dict[AnswerKind, frozenset[ValueKind]] = {
    "date": frozenset(("date",)),
    "deadline": frozenset(("date", "duration", "time")),
    "duration": frozenset(("duration", "date")),
    "amount": frozenset(("money", "percent", "quantity")),
    "number": frozenset(("number", "quantity", "duration", "percent", "money")),
}
"""Kinds of question whose answer is a value, and the values that might be it."""


def explain(plan: QueryPlan, package: EvidencePackage) -> Draft:
    """Say why there is no answer: what the evidence says, cited, and what it does not state.

    The sentence most on the topic that holds no value of the kind asked for is quoted with what it lacks
    ("Appeals may be submitted after a notice, but the deadline for filing an appeal is not stated."). A
    sentence that holds such a value is not: it would pass for an answer. Nothing else of the evidence is
    stated; its nearest documents are named by title in a notice.
    """
    drafting = Drafting(package)
    found = _found(plan, package)
    missing = package.missing_information
    if found is not None and len(missing) == 1 and missing[0].startswith("the ") and ":" not in missing[0]:
        made = drafting.composed(
            but_not_stated(one_line(found.quote), missing[0]),
            "but_not_stated",
            operands=missing,
            quotes=(found,),
        )
    else:
        made = drafting.composed(not_stated(missing), "not_stated", operands=missing)
    titles = tuple(dict.fromkeys(one.source_title for one in package.selected_evidence))[:_MOST_TITLES]
    return Draft(blocks=tuple(block("paragraph", [made])), notices=(nearest(titles),) if titles else ())


def _found(plan: QueryPlan, package: EvidencePackage) -> DraftQuote | None:
    """The sentence that says most about a part without holding what is asked; null where none says enough.

    Ties keep the order of the evidence.
    """
    for part in plan.parts:
        about = {family_key(word) for phrase in part.about for word in _WORD.findall(phrase)}
        if part.kind not in _VALUES or not about:
            continue
        best, most = None, _ON_TOPIC
        for candidate in _may_say(plan, package):
            for segment in segments(candidate.text):
                quote = candidate.text[segment.start : segment.end]
                share = _share(quote, about) if segment.kind == "prose" else 0.0
                better = share > most or (best is None and share >= most)
                if better and _is_short_and_lacks(quote, _VALUES[part.kind]):
                    best, most = (
                        DraftQuote(evidence_id=EvidenceId(candidate.evidence_id or ""), quote=quote),
                        share,
                    )
        if best is not None:
            return best
    return None


def _may_say(plan: QueryPlan, package: EvidencePackage) -> list[EvidenceCandidate]:
    """The passages of the sources that the question binds its answer to; where it binds it to none, all that
    somebody approved and that are no record of a case the question does not name.
    """
    sources = plan.required_sources
    aside = UNAPPROVED if plan.case_id else (*UNAPPROVED, "case_record")
    return [
        one
        for one in package.selected_evidence
        if (not sources and one.authority not in aside)
        or any(is_named(source, document_id=one.document_id, title=one.source_title) for source in sources)
    ]


def _share(quote: str, about: set[str]) -> float:
    said = {family_key(word) for word in _WORD.findall(quote)}
    return sum(not said.isdisjoint(may_stand_for(key)) for key in about) / len(about)


def _is_short_and_lacks(quote: str, kinds: frozenset[ValueKind]) -> bool:
    line = one_line(quote)
    is_short = len(line) <= _LONGEST and line.endswith(".")
    return is_short and not any(value.kind in kinds for value in values(line))
