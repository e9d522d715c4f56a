"""A package with findings -> the package without those that a stronger source contradicts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from localrag.evidence.conditions import differ
from localrag.evidence.doubtful import doubtful
from localrag.evidence.keeping import arrange
from localrag.evidence.missing import thing_asked
from localrag.evidence.statements import (
    Statement,
    compatible,
    in_force_together,
    on_one_thing,
    statements_of,
    themes_asked,
)
from localrag.evidence.words import content_keys
from localrag.records.authority import AUTHORITY_ORDER, Authority
from localrag.records.evidence import Conflict, ConflictSide, EvidencePackage, Finding
from localrag.records.plan import QueryPlan, QuestionPart
from localrag.records.retrieval import EvidenceCandidate

_MAY_ANSWER = ("answer", "rule", "requirement", "step", "item")


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
        and the conflict has no winner. A statement under a condition that the question does not name comes
        right behind the one without, as its condition. Statements under different conditions, of versions
        that are never in force together, or of one and the same document do not conflict; nor do a case's
        dated events. Where a source that makes no rules would answer alone, and a policy or procedure may
        speak of the same thing in other words, both are sides of a conflict without a winner, unless the
        question names the source that it asks.
    """
    found: list[Conflict] = []
    notes: list[str] = []
    dropped: set[int] = set()
    promoted: set[int] = set()
    conditional: dict[int, int] = {}
    for number, part in enumerate(plan.parts):
        statements = statements_of(number, part, package)
        for group in _disagreeing(statements, part):
            conflict, losers, winners = _resolved(part, group, authority_order)
            found.append(conflict)
            if conflict.winner is not None:
                dropped |= losers
                promoted |= winners
                notes.append(_note(conflict, group))
        doubted = doubtful(part, statements, dropped, authority_order)
        if doubted and not plan.names_its_source:
            found.append(_doubted(part, *doubted))
        conditional |= _conditional(statements, part, dropped)
    promoted |= set(conditional.values())
    raised = tuple(
        _in_role(finding, plan, is_promoted=at in promoted, is_conditional=at in conditional)
        for at, finding in enumerate(package.findings)
    )
    stay = {
        at
        for at, finding in enumerate(raised)
        if at not in dropped and finding.role != "rival" and not _beside_a_loser(at, raised, dropped)
    }
    order = [
        at
        for plain in sorted(stay - conditional.keys())
        for at in (plain, *(one for one, other in conditional.items() if other == plain and one in stay))
    ]
    return arrange(package.model_copy(update={"findings": raised}), order).model_copy(
        update={
            "conflicts": (*package.conflicts, *found),
            "notes": tuple(dict.fromkeys((*package.notes, *notes))),
        }
    )


def _disagreeing(statements: Sequence[Statement], part: QuestionPart) -> list[list[Statement]]:
    """Groups of statements that cannot all stand; each has at least two values."""
    asked_words = content_keys(" ".join(part.about) or part.text)
    themes = themes_asked(part)
    groups: list[list[Statement]] = []
    for one, other in combinations(statements, 2):
        if not _clash(one, other, asked_words, themes, is_yes_no=part.kind == "yes_no"):
            continue
        group = next((group for group in groups if one in group or other in group), None)
        if group is None:
            groups.append([one, other])
        else:
            group += [side for side in (one, other) if side not in group]
    return groups


def _conditional(statements: Sequence[Statement], part: QuestionPart, dropped: set[int]) -> dict[int, int]:
    """Findings that hold under a condition nobody asked about -> the finding that holds without one."""
    if part.kind == "yes_no":
        return {}
    asked_words = content_keys(" ".join(part.about) or part.text)
    themes = themes_asked(part)
    found: dict[int, int] = {}
    for one, other in permutations(statements, 2):
        if one.at in dropped or other.at in dropped or compatible(one.value, other.value):
            continue
        known = asked_words | (one.topic & other.topic)
        if one.source.case_id != other.source.case_id or not differ(one.limits, (), known):
            continue
        if not differ((), other.limits, known) and on_one_thing(one, other, themes, is_yes_no=False):
            found.setdefault(one.at, other.at)
    return {at: plain for at, plain in found.items() if plain not in found}


def _clash(
    one: Statement,
    other: Statement,
    asked_words: frozenset[str],
    themes: frozenset[str],
    *,
    is_yes_no: bool,
) -> bool:
    if _place(one.source) == _place(other.source) or one.is_condition != other.is_condition:
        return False
    if compatible(one.value, other.value):
        return False
    if not in_force_together(one.source, other.source):
        return False
    if one.source.case_id != other.source.case_id:
        return False
    if not on_one_thing(one, other, themes, is_yes_no=is_yes_no):
        return False
    return not differ(one.limits, other.limits, asked_words | (one.topic & other.topic))


def _place(source: EvidenceCandidate) -> tuple[str, str]:
    """Its file: two files may claim one document and version, and differ."""
    return source.source_id, source.source_uri


def _resolved(
    part: QuestionPart, group: Sequence[Statement], order: tuple[Authority, ...]
) -> tuple[Conflict, set[int], set[int]]:
    """The conflict, and positions of the findings that lose and that win; nobody loses between equals."""
    ranks = {statement.at: order.index(statement.source.authority) for statement in group}
    best = min(ranks.values())
    top = [statement for statement in group if ranks[statement.at] == best]
    agreed = all(compatible(top[0].value, statement.value) for statement in top)
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


def _doubted(part: QuestionPart, lower: Statement, *above: Statement) -> Conflict:
    """A lower source's answer behind what higher ones state of the same things."""
    sides = (*above, lower)
    ranked = _stands_above(above[0].source.authority, lower.source.authority)
    return Conflict(
        about=thing_asked(part),
        sides=tuple(dict.fromkeys(_side(statement) for statement in sides)),
        rule=f"{ranked}, if both speak of the same thing: their words leave that open.",
        winner=None,
    )


def _side(statement: Statement) -> ConflictSide:
    return ConflictSide(
        evidence_id=statement.finding.evidence_id,
        value=statement.finding.quote[statement.value.start : statement.value.end],
        quote=statement.finding.quote,
        authority=statement.source.authority,
        valid_from=statement.source.valid_from,
    )


def _rule(higher: EvidenceCandidate, other: EvidenceCandidate, *, agreed: bool) -> str:
    if agreed:
        return f"{_stands_above(higher.authority, other.authority)}."
    return (
        f"All of them are of the authority {_named(higher.authority)}, so none prevails; "
        "the one that its owner withdraws or dates out of force would yield."
    )


def _stands_above(higher: Authority, lower: Authority) -> str:
    above, below = (f"{'an' if one[0] in 'aeio' else 'a'} {one}" for one in (_named(higher), _named(lower)))
    return f"{above[0].upper()}{above[1:]} stands above {below}"


def _named(authority: Authority) -> str:
    return "FAQ" if authority == "faq" else authority.replace("_", " ")


def _note(conflict: Conflict, group: Sequence[Statement]) -> str:
    by_id = {statement.finding.evidence_id: statement.source for statement in group}
    winner = next(side for side in conflict.sides if side.evidence_id == conflict.winner)
    losers = [side for side in conflict.sides if side.value != winner.value]
    said = "; ".join(
        f"{by_id[side.evidence_id].source_title} ({_named(side.authority)}) says {side.value}"
        for side in losers
    )
    stands = f"{by_id[winner.evidence_id].source_title} ({_named(winner.authority)}) says {winner.value}"
    return f"{said}; {stands} and prevails."


def _in_role(finding: Finding, plan: QueryPlan, *, is_promoted: bool, is_conditional: bool) -> Finding:
    """The finding as what it is now: a rival that stands answers, what holds under a condition states it."""
    if is_conditional:
        return finding.model_copy(update={"role": "condition"})
    if not is_promoted or finding.role != "rival":
        return finding
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
