"""UserRequest + normalised question -> QueryPlan: what is looked for, and what an answer must hold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Protocol

from localrag.plan.ambiguity import Ambiguity, ambiguity, speaks_of_a_case, which_case, which_document
from localrag.plan.comparison import Comparison, comparison
from localrag.plan.normalise import MAX_QUESTION_CHARS, is_cut
from localrag.plan.parts import split_parts
from localrag.plan.query_types import MODES, Typed, query_type
from localrag.plan.question import Question, read_question
from localrag.plan.sources import NamedSource, Sources, named_sources, resolve_sources
from localrag.plan.subqueries import subqueries
from localrag.plan.timing import Timing, timing
from localrag.plan.vocabulary import FUNCTION_WORDS
from localrag.ports import Catalog
from localrag.records.plan import QueryPlan, QuestionPart
from localrag.records.request import NormalizedInput, UserRequest
from localrag.text.identifiers import bare_numbers, canonical_case


class PlanSettings(Protocol):
    """The slice of the settings that planning needs."""

    @property
    def locale(self) -> str: ...

    @property
    def financial_year_first_month(self) -> int: ...


@dataclass(frozen=True)
class _Case:
    """Which case a question is about, if any."""

    case_id: str | None = None
    is_asked_about: bool = False
    several: tuple[str, ...] = ()
    unclear: Ambiguity | None = None


def plan(
    request: UserRequest,
    normalized: NormalizedInput,
    *,
    today: date,
    settings: PlanSettings,
    catalog: Catalog,
) -> QueryPlan:
    """Decide what is looked for, on which day's rules, and what an answer must hold.

    Args:
        request: ``as_of``, ``case_id`` and ``locale`` of it count; roles that it claims do not.
        normalized: The question in normal form.
        today: The day of asking, where the asker is.
        settings: Locale and financial year.
        catalog: What the asker's readable documents are called; asked only where the question calls for it.

    Returns:
        A plan; one that needs clarification has the mode ``none`` and the question to ask back. The same
        words, request and readable documents give the same plan.
    """

    def read(text: str) -> Question:
        return read_question(
            text,
            today=today,
            locale=request.locale or settings.locale,
            financial_year_first_month=settings.financial_year_first_month,
        )

    question = read(normalized.normalized_query)
    named = named_sources(question)
    case = _case_of(request, question, catalog)
    clauses = [clause for clause in question.clauses if clause.asks] or list(question.clauses)
    sides = next(filter(None, (comparison(question, clause) for clause in clauses)), None)
    timed = timing(
        question,
        question.clauses,
        today=today,
        as_of=request.as_of,
        case_id=case.case_id,
        is_of_times=sides is not None and sides.is_of_times,
        catalog=catalog,
    )
    unclear = _unclear(question, case, named, timed, catalog)
    if unclear is not None:
        return _asking_back(normalized, timed, unclear, case)
    sources = resolve_sources(named, question, catalog) if named else Sources()
    if sources.unclear:
        return _asking_back(normalized, timed, which_document(sources.unclear_phrase, sources.unclear), case)
    left_out = _left_out(question, named)
    parts = split_parts(question, left_out, today=today, read=read)
    typed = query_type(
        question,
        parts,
        sides=sides,
        cases=(case.case_id,) if case.case_id else case.several,
        is_about_case=case.is_asked_about or bool(case.several),
        sources=named,
        catalog=catalog,
    )
    return _planned(normalized, question, typed, parts, sides, case, sources, timed, left_out)


def _case_of(request: UserRequest, question: Question, catalog: Catalog) -> _Case:
    """The case a question names, or is asked in; a bare number is one if a readable case has it."""
    named = tuple(dict.fromkeys(one.canonical for one in question.identifiers if one.kind == "case"))
    if not named and not question.identifiers and catalog.has_index:
        numbers = [canonical_case(number) for number in bare_numbers(question.text)]
        named = tuple(number for number in numbers if number in catalog.cases()) if numbers else ()
    selected = canonical_case(request.case_id) if request.case_id else None
    if len(named) > 1:
        return _Case(None, False, named)
    if named:
        return _Case(named[0], True)
    deictic = speaks_of_a_case(question)
    if selected is not None:
        return _Case(selected, deictic is not None or _acts_on_it(question))
    if deictic is not None:
        return _titled_case(question, deictic, catalog)
    return _Case()


def _acts_on_it(question: Question) -> bool:
    """Within a selected case: whether the question is about it ("can I close it?") or about rules."""
    lows = question.lows
    clause = next((one for one in question.clauses if one.asks), None)
    if any(low in ("it", "this", "here", "case") for low in lows):
        return True
    if clause is None:
        return False
    opening = lows[clause.opens : clause.opens + 3]
    acts = any(low in ("i", "we") for low in opening) and clause.form in ("aux", "if")
    return acts or any(low in ("was", "were", "did", "happened") for low in opening)


def _titled_case(question: Question, at: int, catalog: Catalog) -> _Case:
    """``the Harbour Street case``: by the titles of readable case documents."""
    words = []
    place = at - 1
    while place >= 0 and question.lows[place] not in FUNCTION_WORDS:
        words.append(question.lows[place])
        place -= 1
    if words and catalog.has_index:
        documents = catalog.documents_named(words)
        fitting = [
            one for one in documents if one.case_id and all(word in one.title.lower() for word in words)
        ]
        cases = tuple(dict.fromkeys(one.case_id for one in fitting if one.case_id))
        if len(cases) == 1:
            return _Case(canonical_case(cases[0]), True)
        if cases:
            return _Case(unclear=which_case(catalog, cases))
    return _Case(unclear=which_case(catalog))


def _unclear(
    question: Question, case: _Case, named: list[NamedSource], timed: Timing, catalog: Catalog
) -> Ambiguity | None:
    if case.unclear is not None:
        return case.unclear
    if timed.unclear is not None:
        return Ambiguity("unclear_reference", timed.unclear)
    if timed.needs_case:
        return which_case(catalog)
    has_subject = case.case_id is not None or bool(case.several) or bool(named)
    return ambiguity(question, has_subject=has_subject)


def _asking_back(normalized: NormalizedInput, timed: Timing, unclear: Ambiguity, case: _Case) -> QueryPlan:
    return QueryPlan(
        normalized_query=normalized.normalized_query,
        query_type="ambiguous",
        retrieval_mode="none",
        subqueries=(),
        case_id=case.case_id,
        needs_clarification=True,
        clarification_question=unclear.ask,
        temporal=timed.temporal,
        assumptions=_assumptions(normalized, timed),
        reasoning_notes=(f"ambiguous: {unclear.reason.replace('_', ' ')}",),
    )


def _planned(
    normalized: NormalizedInput,
    question: Question,
    typed: Typed,
    parts: tuple[QuestionPart, ...],
    sides: Comparison | None,
    case: _Case,
    sources: Sources,
    timed: Timing,
    left_out: frozenset[int],
) -> QueryPlan:
    is_lookup = typed.query_type == "exact_lookup"
    identifiers = tuple(
        dict.fromkeys(one.searched for one in question.identifiers if is_lookup or one.kind != "case")
    )
    names = identifiers or sources.required
    return QueryPlan(
        normalized_query=normalized.normalized_query,
        query_type=typed.query_type,
        retrieval_mode=MODES[typed.query_type],
        subqueries=subqueries(
            typed.query_type,
            question,
            parts,
            sides=sides,
            cases=(case.case_id,) if case.case_id else case.several,
            identifiers=names,
            left_out=left_out,
        ),
        parts=parts,
        identifiers=identifiers,
        case_id=case.case_id,
        required_sources=sources.required,
        preferred_sources=sources.preferred,
        temporal=timed.temporal,
        wants_history=timed.wants_history,
        assumptions=_assumptions(normalized, timed),
        reasoning_notes=(f"{typed.query_type}: {typed.reason}", f"effective date: {timed.temporal.basis}"),
    )


def _left_out(question: Question, named: list[NamedSource]) -> frozenset[int]:
    """Words that the plan holds elsewhere: dates, identifiers, and the sources that bind the answer."""
    spans = [(one.lead, one.end) for one in question.dates]
    spans += [(one.start, one.end) for one in question.identifiers]
    places = question.covered(spans)
    return places.union(*(range(one.lead, one.end) for one in named)) if named else places


def _assumptions(normalized: NormalizedInput, timed: Timing) -> tuple[str, ...]:
    if is_cut(normalized.raw_query):
        said = f"Only the first {MAX_QUESTION_CHARS} characters of the question were read."
        return (*timed.assumptions, said)
    return timed.assumptions
