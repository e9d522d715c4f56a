"""A typed question -> the searches that its answer needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from localrag.plan.comparison import Comparison
from localrag.plan.question import Question
from localrag.plan.vocabulary import ASKING_WORDS, DETERMINERS, FUNCTION_WORDS, PREPOSITIONS
from localrag.records.plan import AnswerKind, QueryType, QuestionPart, Subquery

_VALUES: frozenset[AnswerKind] = frozenset(
    ("date", "deadline", "duration", "amount", "number", "person", "place", "version")
)
"""One value is asked for: the passage that has it has its conditions as well, so one search is enough."""


def subqueries(
    query_type: QueryType,
    question: Question,
    parts: Sequence[QuestionPart],
    *,
    sides: Comparison | None,
    cases: Sequence[str],
    identifiers: Sequence[str],
    left_out: frozenset[int],
    happened: Sequence[str] = (),
) -> tuple[Subquery, ...]:
    """The searches for a question, the most telling first; at least one.

    Args:
        query_type: Not ``ambiguous``.
        question: As read.
        parts: What it asks; several give one search each.
        sides: For a comparison.
        cases: Those it is about.
        identifiers: For a lookup, what a passage must hold.
        left_out: Words that are searched for otherwise: the case's name, dates, sources.
        happened: What the case's record says took place and a rule may speak of.
    """
    asked = question.text
    if query_type == "comparison" and sides is not None:
        found = [
            Subquery(text=text, role="side", side=side, case_id=_case_named(side, cases))
            for text, side in zip(sides.searches, sides.sides, strict=True)
        ]
    elif query_type == "exact_lookup":
        names = " ".join(identifiers) or asked
        found = [Subquery(text=names)]
    elif len(parts) > 1:
        found = [Subquery(text=part.timeless or part.text, role="part") for part in parts]
    else:
        # Where documents state no validity, only their words can tell the day.
        without = [Subquery(text=part.timeless) for part in parts if part.timeless]
        found = [*without, Subquery(text=asked)]
    kinds = {part.kind for part in parts}
    matter = topic_text(question, left_out)
    match query_type:
        case "procedural":
            found += [
                Subquery(text=f"prerequisites and conditions: {matter}", role="conditions"),
                Subquery(text=f"steps: {matter}", role="steps"),
                Subquery(text=f"exceptions: {matter}", role="exceptions"),
            ]
        case "policy_interpretation" if not kinds <= _VALUES:
            found += _rules(question, matter, left_out)
        case "troubleshooting":
            found += [
                Subquery(text=f"cause: {matter}", role="cause"),
                Subquery(text=f"remedy, solution: {matter}", role="remedy"),
            ]
        case "case_specific":
            found = _of_cases(question, found, matter, cases, kinds, left_out)
            if "yes_no" in kinds:
                # "Can I close it?" names nothing that the rule on a repeated event would share.
                found += [Subquery(text=f"rule: {one}", role="rule") for one in happened]
        case _:
            pass
    return tuple(dict.fromkeys(found))


def _rules(question: Question, matter: str, left_out: frozenset[int]) -> list[Subquery]:
    """The rule, when it holds and when not; what is to be done "without" or "unless" has rules of its own."""
    found = [
        Subquery(text=f"rule: {matter}", role="rule"),
        Subquery(text=f"criteria and conditions: {matter}", role="conditions"),
    ]
    besides = without(question, left_out)
    if besides:
        found.append(
            Subquery(text=f"when {besides} is required: {besides} criteria and triggers", role="conditions")
        )
    found.append(Subquery(text=f"exceptions: {matter}", role="exceptions"))
    return found


def _of_cases(
    question: Question,
    asked: Sequence[Subquery],
    matter: str,
    cases: Sequence[str],
    kinds: Iterable[AnswerKind],
    left_out: frozenset[int],
) -> list[Subquery]:
    """What the rules say, what happened, and what the record must hold."""
    events = [
        Subquery(text=f"{matter} events, dates, status", role="events", case_id=case_id) for case_id in cases
    ]
    if _is_of_the_past(question) and "yes_no" not in kinds:
        # Only the record says what happened.
        held = cases[0] if len(cases) == 1 else None
        return [*(one.model_copy(update={"case_id": held}) for one in asked), *events]
    checklist = Subquery(text=f"checklist, required evidence and decisions: {matter}", role="checklist")
    return [*asked, *_rules(question, matter, left_out), *events, checklist]


def _case_named(side: str, cases: Sequence[str]) -> str | None:
    """The case that a side names by its number."""
    return next((case for case in cases if case.removeprefix("case-") in side.lower()), None)


def _is_of_the_past(question: Question) -> bool:
    clause = next((one for one in question.clauses if one.asks), None)
    if clause is None:
        return False
    opening = question.lows[clause.opens : clause.opens + 4]
    return any(word in ("was", "were", "did", "had", "happened", "done", "so") for word in opening)


def topic_text(question: Question, left_out: frozenset[int]) -> str:
    """The matter in the question's own words: from its first content word to its last, function words kept.

    "Can we close enforcement case 8842 without escalation?" gives "close enforcement without escalation".
    Falls back to the whole text where nothing is left.
    """
    clause = next((one for one in question.clauses if one.asks), None)
    start, end = (clause.opens, clause.end) if clause else (0, len(question.words))
    content = [at for at in range(start, end) if _is_content(question, at, left_out)]
    if not content:
        return question.text.rstrip(" ?.!")
    kept = [
        question.words[at].text
        for at in range(content[0], content[-1] + 1)
        if at not in left_out
        and (question.lows[at] in PREPOSITIONS | DETERMINERS or _is_content(question, at, left_out))
    ]
    return " ".join(kept)


def without(question: Question, left_out: frozenset[int]) -> str:
    """What is to be left undone: "escalation" in "without escalation"; empty where nothing is."""
    for at, word in enumerate(question.lows):
        if word not in ("without", "unless", "skip", "skipping", "bypass", "bypassing", "despite"):
            continue
        end = at + 1
        kept: list[str] = []
        while end < len(question.words) and not question.follows_comma(end):
            if question.lows[end] in PREPOSITIONS - {"of"} and kept:
                break
            if _is_content(question, end, left_out):
                kept.append(question.words[end].text)
            end += 1
        if kept:
            return " ".join(kept)
    return ""


def _is_content(question: Question, at: int, left_out: frozenset[int]) -> bool:
    return at not in left_out and question.lows[at] not in FUNCTION_WORDS | ASKING_WORDS
