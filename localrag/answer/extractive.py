"""Plan and evidence package -> a draft of verbatim sentences, in the shape of the question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from localrag.answer.comparison import pair
from localrag.answer.drafting import Drafting, block
from localrag.answer.editions import editions
from localrag.answer.judgement import judgement
from localrag.answer.versions import standings, versions
from localrag.records.answer import Draft, DraftBlock, DraftSentence
from localrag.records.evidence import EvidencePackage, Finding
from localrag.records.plan import AnswerKind, QueryPlan
from localrag.text.composed import not_stated

_ANSWERS = ("answer", "rule")
_BESIDE = ("context", "exception", "condition")
_SINGLE: tuple[AnswerKind, ...] = (
    "date", "deadline", "duration", "amount", "number", "person", "place", "definition",
)  # fmt: skip
"""Kinds with one right sentence."""
_LISTED = re.compile(r"\||[-*•]\s|\(?\w{1,4}[.)]\s")
"""How an item or a row of a table begins."""
_NEARLY_AS_GOOD = 0.85
"""Share of the best score from which a second sentence is no padding (guess)."""
_MOST_STATEMENTS = 2


def answer(plan: QueryPlan, package: EvidencePackage) -> Draft:
    """Draft an answer from the findings of a package that is sufficient.

    Every sentence is a quote, or is composed from sentences of the same draft and says how. A value, a
    definition or a statement is a paragraph with the exceptions to it; steps and lists keep their order;
    a comparison is a table with one column a side; a question for yes or no is a verdict line, its
    reasons, the next action and the limitations. Several parts follow each other, each under its own
    question; what the evidence does not state of them comes last. Without findings the draft is empty.
    """
    drafting = Drafting(package, plan.normalized_query)
    if plan.editions is not None and package.editions:
        return Draft(blocks=tuple(editions(package, 0, drafting)))
    if plan.query_type == "comparison":
        sides = pair(plan, package, drafting)
        if sides:
            return Draft(blocks=tuple(sides))
    blocks: list[DraftBlock] = []
    for number, part in enumerate(plan.parts):
        findings = [finding for finding in package.findings if finding.part == number]
        over_time = editions(package, number, drafting)
        if over_time:
            made = over_time
        elif plan.query_type != "exact_lookup" and _tells_standing(findings):
            made = list(block("paragraph", standings(plan, package, findings, drafting)))
        elif plan.query_type == "exact_lookup" and findings and all(one.role == "record" for one in findings):
            made = list(_standing_there(findings, drafting))
        elif part.kind == "version":
            made = list(block("paragraph", versions(plan, package, findings, drafting)))
        elif part.kind == "yes_no":
            made = judgement(plan, package, findings, drafting)
        else:
            made = list(_shaped(part.kind, findings, drafting))
        if made and len(plan.parts) > 1:
            made[0] = made[0].model_copy(update={"title": part.text})
        blocks += made
    if blocks and len(plan.parts) > 1 and package.missing_information:
        missing = package.missing_information
        lacking = drafting.composed(not_stated(missing), "not_stated", operands=missing)
        blocks += block("paragraph", [lacking])
    return Draft(blocks=tuple(blocks))


def _tells_standing(findings: Sequence[Finding]) -> bool:
    """Whether all that was found says whether a document holds."""
    return bool(findings) and all(one.role in ("record", "standing") for one in findings)


def _standing_there(findings: Sequence[Finding], drafting: Drafting) -> Iterator[DraftBlock]:
    """What stands under an identifier: items and rows one below the other, sentences in paragraphs."""
    for is_listed, group in groupby(findings, key=lambda one: bool(_LISTED.match(one.quote))):
        yield from block("bullets" if is_listed else "paragraph", drafting.quotes(list(group)))


def _shaped(kind: AnswerKind, findings: Sequence[Finding], drafting: Drafting) -> Iterator[DraftBlock]:
    series = [finding for finding in findings if finding.role in ("step", "item")]
    if series:
        beside = [finding for finding in findings if finding.role in _BESIDE and finding.role != "exception"]
        yield from block("paragraph", [*drafting.quotes(beside), *drafting.lead(series[0])])
        made = drafting.quotes(series)
        yield from block("steps" if series[0].role == "step" else "bullets", made)
        yield from block("paragraph", drafting.quotes([one for one in findings if one.role == "exception"]))
        return
    open_paragraph: list[DraftSentence] = []
    for finding in _chosen(kind, _groups(findings)):
        open_paragraph += [*drafting.quotes([finding]), *drafting.remedy_of(finding)]
        items = drafting.items_after(finding)
        if items:
            yield from block("paragraph", open_paragraph)
            yield from block("bullets", items)
            open_paragraph = []
    yield from block("paragraph", open_paragraph)


def _groups(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Each answering finding with those that follow it because of it: antecedent, exceptions, conditions."""
    groups: list[list[Finding]] = []
    for finding in findings:
        if finding.role in _BESIDE and groups:
            groups[-1].append(finding)
        elif finding.role not in _BESIDE:
            groups.append([finding])
    return groups


def _chosen(kind: AnswerKind, groups: Sequence[Sequence[Finding]]) -> Iterator[Finding]:
    """The best group, and for open questions those nearly as good; what each points back to comes first."""
    if not groups:
        return
    best = max(group[0].score for group in groups)
    most = 1 if kind in _SINGLE else _MOST_STATEMENTS
    for group in [one for one in groups if one[0].score >= _NEARLY_AS_GOOD * best][:most]:
        main = group[0]
        yield from (one for one in group if one.role == "context" and _precedes(one, main))
        yield main
        yield from (one for one in group[1:] if one.role != "context")


def _precedes(one: Finding, other: Finding) -> bool:
    return one.evidence_id == other.evidence_id and one.span.start < other.span.start
