"""An insufficient package -> what was found, what is missing, and the nearest titles."""

from __future__ import annotations

import re

from localrag.answer.drafting import Drafting, block
from localrag.records.answer import Draft, DraftQuote, DraftSentence
from localrag.records.evidence import EvidencePackage, Finding
from localrag.records.plan import AnswerKind, QueryPlan, QuestionPart
from localrag.text.composed import but_not_stated, nearest, not_stated
from localrag.text.inflection import family_key
from localrag.text.reading import one_line
from localrag.text.values import ValueKind, values

_MOST_TITLES = 3
"""Neighbours named (guess)."""
_LONGEST = 240
"""Characters up to which a found sentence and what it lacks share one sentence (guess: two lines)."""
_ON_TOPIC = 0.6
"""Share of the words asked about that a found sentence, its headings or its title hold (guess)."""
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

    A sentence that is on the topic and holds no value of the kind asked for is quoted with what it lacks
    ("Appeals may be submitted after a notice, but the deadline for filing an appeal is not stated."). A
    sentence that holds such a value is not: it would pass for an answer. Nothing else of the evidence is
    stated; its nearest documents are named by title in a notice.
    """
    drafting = Drafting(package)
    found = _found(plan, package)
    missing = package.missing_information
    if found is not None and len(missing) == 1 and missing[0].startswith("the ") and ":" not in missing[0]:
        made = _but(found, missing[0], drafting)
    else:
        made = drafting.composed(not_stated(missing), "not_stated", operands=missing)
    titles = tuple(dict.fromkeys(one.source_title for one in package.selected_evidence))[:_MOST_TITLES]
    return Draft(blocks=tuple(block("paragraph", [made])), notices=(nearest(titles),) if titles else ())


def _found(plan: QueryPlan, package: EvidencePackage) -> Finding | None:
    """The best sentence that bears on a part without holding what is asked; null where there is none."""
    for finding in package.findings:
        part = plan.parts[finding.part] if finding.part < len(plan.parts) else None
        if part is None or finding.role not in ("answer", "rule") or part.kind not in _VALUES:
            continue
        line = one_line(finding.quote)
        whole = len(line) <= _LONGEST and line.endswith(".") and not line.startswith("|")
        holds = any(value.kind in _VALUES[part.kind] for value in values(line))
        if whole and not holds and finding.value is None and _is_on_topic(finding, part, package):
            return finding
    return None


def _is_on_topic(finding: Finding, part: QuestionPart, package: EvidencePackage) -> bool:
    about = {family_key(word) for phrase in part.about for word in phrase.split()}
    candidate = package.evidence(finding.evidence_id)
    around = (candidate.source_title, *candidate.heading_path) if candidate else ()
    words = {family_key(word) for word in re.findall(r"[\w'’]+", " ".join((finding.quote, *around)))}
    return bool(about) and len(about & words) >= _ON_TOPIC * len(about)


def _but(finding: Finding, missing: str, drafting: Drafting) -> DraftSentence:
    line = one_line(finding.quote)
    return drafting.composed(
        but_not_stated(line, missing),
        "but_not_stated",
        operands=(missing,),
        quotes=(DraftQuote(evidence_id=finding.evidence_id, quote=finding.quote),),
    )
