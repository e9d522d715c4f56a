"""A package with findings -> the package without those that a stronger source contradicts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import combinations, pairwise
from typing import NamedTuple

from localrag.evidence.conditions import conditions, differ
from localrag.evidence.keeping import keep
from localrag.evidence.missing import thing_asked
from localrag.evidence.words import content_keys, whole_words
from localrag.records.authority import AUTHORITY_ORDER, Authority
from localrag.records.evidence import Conflict, ConflictSide, EvidencePackage, Finding
from localrag.records.plan import QueryPlan, QuestionPart
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.values import Value, values

_ABOUT_THE_SAME = 0.7
"""Share of the smaller statement's content words, values aside, that the other must have (guess)."""
_LEAST_TOPIC = 3
"""Content words below which likeness tells nothing (guess)."""
_LEAST_ASKED = 2
"""Words asked about below which sharing them all tells nothing (guess)."""
_ASKED_BY_BOTH = 0.8
"""Share of the words asked about that both statements must have where they are worded differently (guess)."""
_COMPARED = ("answer", "rule", "rival", "requirement", "step", "item")
_MAY_ANSWER = ("answer", "rule", "requirement", "step", "item")
_MEASURED = ("duration", "money", "percent", "quantity", "date", "time", "number")


class _Statement(NamedTuple):
    """A finding's value and what it is about."""

    at: int
    """Position among the findings."""
    finding: Finding
    source: EvidenceCandidate
    value: Value
    topic: frozenset[str]
    limits: tuple[frozenset[str], ...]


def conflicts(
    plan: QueryPlan,
    package: EvidencePackage,
    *,
    authority_order: tuple[Authority, ...] = AUTHORITY_ORDER,
) -> EvidencePackage:
    """Find statements about the same thing with different values, and let the stronger source stand.

    Args:
        plan: What is asked; a word of the question is no condition of one side alone.
        package: With findings.
        authority_order: Highest first.

    Returns:
        The package with its conflicts and without rivals. Where one source stands above the others, it
        wins, the others' findings are taken out, and a note says so. Between equals nothing is taken out
        and the conflict has no winner. Statements under different conditions, of versions that are never
        in force together, or of one and the same document do not conflict; nor do a case's dated events.
    """
    found: list[Conflict] = []
    notes: list[str] = []
    dropped: set[int] = set()
    promoted: set[int] = set()
    for number, part in enumerate(plan.parts):
        statements = _statements(number, part, package)
        for group in _disagreeing(statements, part):
            conflict, losers, winners = _resolved(part, group, authority_order)
            found.append(conflict)
            if conflict.winner is not None:
                dropped |= losers
                promoted |= winners
                notes.append(_note(conflict, group))
    raised = tuple(
        _as_answer(finding, plan) if at in promoted and finding.role == "rival" else finding
        for at, finding in enumerate(package.findings)
    )
    stay = {
        at
        for at, finding in enumerate(raised)
        if at not in dropped and finding.role != "rival" and not _beside_a_loser(at, raised, dropped)
    }
    return keep(package.model_copy(update={"findings": raised}), stay).model_copy(
        update={
            "conflicts": (*package.conflicts, *found),
            "notes": tuple(dict.fromkeys((*package.notes, *notes))),
        }
    )


def _statements(number: int, part: QuestionPart, package: EvidencePackage) -> list[_Statement]:
    found = []
    about = content_keys(" ".join(part.about) or part.text)
    wanted = [pair for pair in _qualified(part.timeless or part.text) if about.issuperset(pair)]
    for at, finding in enumerate(package.findings):
        source = package.evidence(finding.evidence_id)
        if finding.part != number or finding.role not in _COMPARED or source is None:
            continue
        around = content_keys(" ".join((source.source_title, *source.heading_path)))
        if _is_of_another(finding.quote, around, wanted):
            continue
        held = [value for value in values(finding.quote) if value.kind in _MEASURED]
        if finding.answer_span is not None:
            span = finding.answer_span
            held = [value for value in held if value.start < span.end and span.start < value.end]
        limits = conditions(finding.quote, (source.source_title, *source.heading_path))
        for value in held[:3]:
            found.append(_Statement(at, finding, source, value, _topic(finding.quote, held), limits))
    return found


def _is_of_another(text: str, around: frozenset[str], wanted: Sequence[tuple[str, str]]) -> bool:
    """Whether a text speaks of a fellow of the thing asked for: a mooring permit for a fishing permit."""
    found = _qualified(text)
    mine = content_keys(text) | around
    return any(
        qualifier not in mine and any(noun == other and own != qualifier for own, other in found)
        for qualifier, noun in wanted
    )


def _qualified(text: str) -> list[tuple[str, str]]:
    """Pairs of neighbouring content words: ``fishing permit`` -> (fish, permit), by their keys."""
    found = whole_words(text)
    return [
        (one.key, other.key)
        for one, other in pairwise(found)
        if one.is_content and other.is_content and text[one.end : other.start].isspace()
    ]


def _topic(text: str, held: Sequence[Value]) -> frozenset[str]:
    return frozenset(
        word.key
        for word in whole_words(text)
        if word.is_content and not any(value.start <= word.start < value.end for value in held)
    )


def _disagreeing(statements: Sequence[_Statement], part: QuestionPart) -> list[list[_Statement]]:
    """Groups of statements that cannot all stand; each has at least two values."""
    asked_words = content_keys(" ".join(part.about) or part.text)
    groups: list[list[_Statement]] = []
    for one, other in combinations(statements, 2):
        if not _clash(one, other, asked_words):
            continue
        group = next((group for group in groups if one in group or other in group), None)
        if group is None:
            groups.append([one, other])
        else:
            group += [side for side in (one, other) if side not in group]
    return groups


def _clash(one: _Statement, other: _Statement, asked_words: frozenset[str]) -> bool:
    if one.source.document_id == other.source.document_id and one.source.version == other.source.version:
        return False
    if one.value.kind != other.value.kind or _compatible(one.value, other.value):
        return False
    if not _in_force_together(one.source, other.source):
        return False
    if one.source.case_id != other.source.case_id:
        return False
    if not _on_one_thing(one, other, asked_words):
        return False
    return not differ(one.limits, other.limits, asked_words | (one.topic & other.topic))


def _on_one_thing(one: _Statement, other: _Statement, asked_words: frozenset[str]) -> bool:
    """Whether two statements speak of the same thing: nearly the same words, or both all that is asked."""
    both = one.topic & other.topic
    smaller = min(len(one.topic), len(other.topic))
    if smaller >= _LEAST_TOPIC and len(both) >= _ABOUT_THE_SAME * smaller:
        return True
    answers_both = one.finding.answer_span is not None and other.finding.answer_span is not None
    # "How many days" names the unit of the values compared, not the thing they are about.
    named = asked_words - _keys_of_value(one) - _keys_of_value(other)
    shared = len(named & both)
    return answers_both and shared >= _LEAST_ASKED and shared >= _ASKED_BY_BOTH * len(named)


def _keys_of_value(statement: _Statement) -> frozenset[str]:
    return content_keys(statement.finding.quote[statement.value.start : statement.value.end])


def _compatible(one: Value, other: Value) -> bool:
    """Whether two values may mean the same: "14 days" leaves open what "14 calendar days" says."""
    if one.normal == other.normal:
        return True
    first, _, kind = one.normal.partition(" ")
    second, _, other_kind = other.normal.partition(" ")
    if one.kind == "duration":
        return first == second and not (kind and other_kind)
    if one.kind == "date":
        return one.normal.startswith(other.normal) or other.normal.startswith(one.normal)
    return False


def _in_force_together(one: EvidenceCandidate, other: EvidenceCandidate) -> bool:
    first = max(one.valid_from or date.min, other.valid_from or date.min)
    last = min(one.valid_to or date.max, other.valid_to or date.max)
    return first <= last


def _resolved(
    part: QuestionPart, group: Sequence[_Statement], order: tuple[Authority, ...]
) -> tuple[Conflict, set[int], set[int]]:
    """The conflict, and positions of the findings that lose and that win; nobody loses between equals."""
    ranks = {statement.at: order.index(statement.source.authority) for statement in group}
    best = min(ranks.values())
    top = [statement for statement in group if ranks[statement.at] == best]
    agreed = all(_compatible(top[0].value, statement.value) for statement in top)
    winner = max(top, key=lambda statement: statement.finding.score) if agreed else None
    losers = [statement for statement in group if ranks[statement.at] != best]
    sides = sorted(group, key=lambda statement: (ranks[statement.at], -statement.finding.score))
    conflict = Conflict(
        about=thing_asked(part),
        sides=tuple(dict.fromkeys(_side(statement) for statement in sides)),
        rule=_rule(top[0].source, losers[0].source if losers else top[-1].source, agreed=agreed),
        winner=winner.finding.evidence_id if winner else None,
    )
    return conflict, {statement.at for statement in losers}, {statement.at for statement in top}


def _side(statement: _Statement) -> ConflictSide:
    return ConflictSide(
        evidence_id=statement.finding.evidence_id,
        value=statement.finding.quote[statement.value.start : statement.value.end],
        quote=statement.finding.quote,
        authority=statement.source.authority,
        valid_from=statement.source.valid_from,
    )


def _rule(higher: EvidenceCandidate, other: EvidenceCandidate, *, agreed: bool) -> str:
    above, below = _named(higher.authority), _named(other.authority)
    if agreed:
        return (
            f"An {above} stands above a {below}."
            if above[0] in "aeiou"
            else f"A {above} stands above a {below}."
        )
    return (
        f"All of them are of the authority {above}, so none prevails; "
        "the one that its owner withdraws or dates out of force would yield."
    )


def _named(authority: Authority) -> str:
    return "FAQ" if authority == "faq" else authority.replace("_", " ")


def _note(conflict: Conflict, group: Sequence[_Statement]) -> str:
    by_id = {statement.finding.evidence_id: statement.source for statement in group}
    winner = next(side for side in conflict.sides if side.evidence_id == conflict.winner)
    losers = [side for side in conflict.sides if side.value != winner.value]
    said = "; ".join(
        f"{by_id[side.evidence_id].source_title} ({_named(side.authority)}) says {side.value}"
        for side in losers
    )
    stands = f"{by_id[winner.evidence_id].source_title} ({_named(winner.authority)}) says {winner.value}"
    return f"{said}; {stands} and prevails."


def _as_answer(finding: Finding, plan: QueryPlan) -> Finding:
    role = "rule" if plan.parts[finding.part].kind == "yes_no" else "answer"
    return finding.model_copy(update={"role": role})


def _beside_a_loser(at: int, findings: Sequence[Finding], dropped: set[int]) -> bool:
    """Whether a finding only accompanies the nearest main finding before it, and that one lost."""
    if findings[at].role not in ("context", "exception", "condition"):
        return False
    for earlier in range(at - 1, -1, -1):
        if findings[earlier].role in _MAY_ANSWER:
            return earlier in dropped and findings[earlier].evidence_id == findings[at].evidence_id
    return False
