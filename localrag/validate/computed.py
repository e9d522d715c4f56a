"""Computed and composed sentences of a draft -> made again from what they derive from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import pairwise

from localrag.records.answer import DraftSentence
from localrag.records.authority import is_in_force
from localrag.records.evidence import Computation, EvidencePackage, Finding
from localrag.records.ids import EvidenceId
from localrag.text.composed import (
    NEUTRAL_VERDICT,
    EditionSpan,
    but_not_stated,
    editions_turned,
    no_entry,
    not_stated,
    record_line,
    verdict_line,
    version_applied,
    version_stands,
)
from localrag.text.reading import one_line
from localrag.text.terms import fold
from localrag.text.values import values
from localrag.validate.verdict import Verdict

_AGAIN = Verdict("supported", "computed again with the same result")


def recompute(sentence: DraftSentence, package: EvidencePackage, derived: Sequence[DraftSentence]) -> Verdict:
    """Judge a sentence that is no quote by making it again.

    Args:
        sentence: With the name of its computation.
        package: What it may rest on.
        derived: The sentences it derives from that hold; fewer than it names where some failed.
    """
    if len(derived) < len(sentence.derived_from):
        return Verdict("unsupported", "a sentence it derives from does not hold")
    rule = _RULES.get(sentence.computation or "")
    if rule is None:
        return Verdict("unsupported", "nothing says how it follows")
    return rule(sentence, package, derived)


def _days(sentence: DraftSentence, package: EvidencePackage, derived: Sequence[DraftSentence]) -> Verdict:
    computation = next(
        (
            one
            for one in package.computations
            if (one.text, one.name, one.operands) == (sentence.text, sentence.computation, sentence.operands)
        ),
        None,
    )
    if computation is None:
        return Verdict("unsupported", "no such computation is in the evidence")
    first, second, *holidays = (date.fromisoformat(operand) for operand in sentence.operands)
    counted = (
        _working_days(first, second, holidays)
        if computation.name == "working_days_between"
        else (second - first).days
    )
    if counted < 0 or str(counted) != computation.result:
        return Verdict("contradicted", f"computed again it is “{counted}”")
    quoted = [quote.quote for one in derived for quote in one.quotes]
    stated = {value.normal for quote in quoted for value in values(quote) if value.kind == "date"}
    if not {first.isoformat(), second.isoformat()} <= stated:
        return Verdict("unsupported", "one of its dates does not stand in what it derives from")
    return _relation(computation, counted, quoted, first, holidays)


def _relation(
    computation: Computation, counted: int, quoted: Sequence[str], first: date, holidays: Sequence[date]
) -> Verdict:
    if computation.relation is None or computation.limit is None:
        return _AGAIN
    limits = [value for value in values(computation.limit) if value.kind == "duration"]
    if not any(
        value.normal == limit.normal for quote in quoted for value in values(quote) for limit in limits
    ):
        return Verdict("unsupported", f"“{computation.limit}” does not stand in what it derives from")
    end = computation.last_day
    second = first + timedelta(days=counted)
    if computation.name == "working_days_between":
        second = date.fromisoformat(computation.operands[1])
    if end is None:
        return Verdict("unclear", "the end of its period is not stated")
    inside = second <= end
    holds = inside if computation.relation == "within" else not inside
    if computation.relation == "at_least":
        holds = second >= end
    if holds != computation.holds or not _ends(computation, first, holidays):
        return Verdict("contradicted", "computed again the comparison comes out otherwise")
    return _AGAIN


def _ends(computation: Computation, first: date, holidays: Sequence[date]) -> bool:
    """Whether the period's last day is right where it is counted in days; months are left to the calendar."""
    limit = next(value for value in values(computation.limit or "") if value.kind == "duration")
    days, _, qualifier = limit.normal.partition(" ")
    if not (days.startswith("P") and days.endswith("D") and days[1:-1].isdigit()):
        return True
    end = computation.last_day or first
    if qualifier in ("working", "business"):
        return _working_days(first, end, holidays) == int(days[1:-1])
    return (end - first).days == int(days[1:-1])


def _working_days(first: date, second: date, holidays: Sequence[date]) -> int:
    if second < first:
        return -1
    days = (first + timedelta(days=step) for step in range(1, (second - first).days + 1))
    return sum(day.weekday() < 5 and day not in holidays for day in days)


def _verdict(sentence: DraftSentence, package: EvidencePackage, derived: Sequence[DraftSentence]) -> Verdict:
    if not derived:
        return Verdict("unsupported", "it rests on nothing")
    if sentence.text == NEUTRAL_VERDICT:
        return Verdict("supported", "what follows are the conditions")
    settled = [one for one in package.verdicts if one.derived_from]
    if not settled:
        return Verdict("unsupported", "the evidence settles nothing")
    told = [
        (said, package.findings[said.derived_from[0]])
        for said in settled
        if any(_states(one, package.findings[said.derived_from[0]]) for one in derived)
    ]
    if not told:
        return Verdict("unsupported", "the rule that decides is not among what it derives from")
    lines = [
        record_line(said.says)
        if said.is_of_record
        else verdict_line(said.says, one_line(rule.quote), package.query)
        for said, rule in told
    ]
    if sentence.text not in lines:
        again = lines[0]
        return Verdict("contradicted", f"from the rule follows: “{again}”")
    return Verdict("supported", "follows from the rule and the facts it is derived from")


def _states(sentence: DraftSentence, finding: Finding) -> bool:
    return any(
        quote.evidence_id == finding.evidence_id and quote.quote == finding.quote for quote in sentence.quotes
    )


def _no_entry(sentence: DraftSentence, package: EvidencePackage, derived: Sequence[DraftSentence]) -> Verdict:
    del derived
    for requirement in package.requirements:
        demand = package.findings[requirement.finding]
        if requirement.state == "no_entry" and _states(sentence, demand):
            if sentence.text == no_entry(one_line(demand.quote)):
                return Verdict("supported", "the record was searched for an entry on it")
            return Verdict("unsupported", "it is not worded as the requirement is")
    return Verdict("unsupported", "the evidence holds no such requirement")


def _not_stated(
    sentence: DraftSentence, package: EvidencePackage, derived: Sequence[DraftSentence]
) -> Verdict:
    del derived
    named = set(sentence.operands) <= set(package.missing_information)
    settled = package.sufficiency == "sufficient" and not sentence.operands
    if settled or not named or sentence.text != not_stated(sentence.operands):
        return Verdict("unsupported", "the evidence does not come to this")
    return Verdict("supported", "what was searched does not state it")


def _but_not_stated(
    sentence: DraftSentence, package: EvidencePackage, derived: Sequence[DraftSentence]
) -> Verdict:
    del derived
    again = [
        but_not_stated(one_line(quote.quote), missing)
        for quote in sentence.quotes
        for missing in sentence.operands
        if missing in package.missing_information
    ]
    if sentence.text not in again:
        return Verdict("unsupported", "the evidence does not come to this")
    return Verdict("supported", "quoted, and what was searched does not state the rest")


def _conflict_rule(
    sentence: DraftSentence, package: EvidencePackage, derived: Sequence[DraftSentence]
) -> Verdict:
    del derived
    if any(conflict.rule == sentence.text for conflict in package.conflicts):
        return Verdict("supported", "the rule by which such a conflict is decided")
    return Verdict("unsupported", "the evidence holds no such conflict")


def _version(sentence: DraftSentence, package: EvidencePackage, derived: Sequence[DraftSentence]) -> Verdict:
    del derived
    cited = package.evidence(sentence.quotes[0].evidence_id) if sentence.quotes else None
    if cited is None:
        return Verdict("unsupported", "it cites nothing")
    day = date.fromisoformat(sentence.operands[0]) if sentence.operands else None
    again = version_applied(cited.source_title, cited.version, cited.valid_from, cited.valid_to, day)
    if again != sentence.text:
        return Verdict("contradicted", f"from the document's record follows: “{again}”")
    if day is not None and not is_in_force(cited.standing, day):
        return Verdict("contradicted", f"{cited.label} was not in force on {day}")
    return Verdict("supported", "title, version and validity are those of the document cited")


def _stands(sentence: DraftSentence, package: EvidencePackage, derived: Sequence[DraftSentence]) -> Verdict:
    del derived
    cited = package.evidence(sentence.quotes[0].evidence_id) if sentence.quotes else None
    if cited is None or not sentence.operands:
        return Verdict("unsupported", "it cites nothing, or names no day")
    day = date.fromisoformat(sentence.operands[0])
    holds = is_in_force(cited.standing, day)
    again = version_stands(
        cited.source_title,
        cited.version,
        cited.valid_from,
        cited.valid_to,
        day,
        holds=holds,
        status=cited.status,
        answers="answers" in sentence.operands,
    )
    if again != sentence.text:
        return Verdict("contradicted", f"from the document's record follows: “{again}”")
    return Verdict("supported", "title, version and validity are those of the document cited")


def _editions(sentence: DraftSentence, package: EvidencePackage, derived: Sequence[DraftSentence]) -> Verdict:
    del derived
    cited = {quote.evidence_id: quote.quote for quote in sentence.quotes}
    spans, said = [], []
    for operand in sentence.operands:
        names = operand.split(",")
        found = [one for name in names if name in cited and (one := package.evidence(name)) is not None]
        if len(found) < len(names):
            return Verdict("unsupported", "it names what it does not cite")
        first, last = found[0], found[-1]
        spans.append(
            EditionSpan(last.source_title, first.version, last.version, first.valid_from, last.valid_to)
        )
        said.append({fold(one_line(cited[EvidenceId(name)])).strip(" .;:") for name in names})
    if not spans or any(len(one) > 1 for one in said) or any(one == other for one, other in pairwise(said)):
        return Verdict("contradicted", "the quotes do not turn where it says")
    again = editions_turned(spans)
    if again != sentence.text:
        return Verdict("contradicted", f"from the documents' records follows: “{again}”")
    return Verdict("supported", "versions and days are those of the documents cited")


_Rule = Callable[[DraftSentence, EvidencePackage, Sequence[DraftSentence]], Verdict]
_RULES: dict[str, _Rule] = {
    "days_between": _days,
    "working_days_between": _days,
    "verdict": _verdict,
    "no_entry": _no_entry,
    "not_stated": _not_stated,
    "but_not_stated": _but_not_stated,
    "conflict_rule": _conflict_rule,
    "version_applied": _version,
    "editions_turned": _editions,
    "version_stands": _stands,
}
