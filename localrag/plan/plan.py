"""UserRequest + normalised question -> QueryPlan: what is looked for, and what an answer must hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Protocol

from localrag.plan.ambiguity import Ambiguity, ambiguity, speaks_of_a_case, which_case, which_document
from localrag.plan.comparison import Comparison, comparison
from localrag.plan.normalise import MAX_QUESTION_CHARS, is_cut
from localrag.plan.parts import split_parts
from localrag.plan.query_types import MODES, Typed, is_small_talk, query_type
from localrag.plan.question import Question, read_question
from localrag.plan.sources import NamedSource, Sources, named_sources, resolve_sources
from localrag.plan.subqueries import subqueries
from localrag.plan.timing import Timing, timing, wants_drafts
from localrag.plan.vocabulary import FUNCTION_WORDS
from localrag.ports import Catalog
from localrag.records.plan import QueryPlan, QuestionPart
from localrag.records.request import NormalizedInput, UserRequest
from localrag.text.identifiers import Identifier, bare_numbers, canonical_case


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
    is_untold: bool = False
    """Whether it speaks of one certain case without its number."""
    unclear: Ambiguity | None = None


def plan(
    request: UserRequest,
    normalized: NormalizedInput,
    *,
    today: date,
    settings: PlanSettings,
    catalog: Catalog,
    context: str | None = None,
) -> QueryPlan:
    """Decide what is looked for, on which day's rules, and what an answer must hold.

    Args:
        request: ``as_of``, ``case_id`` and ``locale`` of it count; roles that it claims do not.
        normalized: The question in normal form.
        today: The day of asking, where the asker is.
        settings: Locale and financial year.
        catalog: What the asker's readable documents are called; asked only where the question calls for it.
        context: What was asked before in the conversation, where ``follow_up.standalone`` gives it.

    Returns:
        A plan; one that needs clarification has the mode ``none`` and the question to ask back. The same
        words, request and readable documents give the same plan.
    """
    read = _reader(request, settings, today)
    question = read(normalized.normalized_query)
    named = named_sources(question)
    question = _with_bare_case(question, catalog)
    case = _case_of(request, question)
    if case.is_untold:
        case = _titled_case(question, catalog)
    sides = _sides_in(question)
    timed = timing(
        question,
        question.clauses,
        today=today,
        as_of=request.as_of,
        case_id=case.case_id,
        is_of_times=sides is not None and sides.is_of_times,
        catalog=catalog,
    )
    is_chat = is_small_talk(question) and not named and case.case_id is None
    unclear = None if is_chat else _unclear(question, case, named, timed, catalog)
    if unclear is not None:
        return _asking_back(normalized, timed, unclear, case)
    sources = resolve_sources(named, question, catalog) if named else Sources()
    if sources.unclear:
        return _asking_back(normalized, timed, which_document(sources.unclear_phrase, sources.unclear), case)
    left_out = _left_out(question, named)
    parts = split_parts(question, left_out, today=today, read=read)
    typed = (
        _CHAT
        if is_chat
        else query_type(
            question,
            parts,
            sides=sides,
            cases=(case.case_id,) if case.case_id else case.several,
            is_about_case=case.is_asked_about or bool(case.several),
            sources=named,
            catalog=catalog,
        )
    )
    return _planned(normalized, question, typed, parts, sides, case, sources, timed, left_out, context)


_CHAT = Typed("out_of_scope", "nothing that documents answer")


def _sides_in(question: Question) -> Comparison | None:
    clauses = [clause for clause in question.clauses if clause.asks] or question.clauses
    return next(filter(None, (comparison(question, clause) for clause in clauses)), None)


def _reader(request: UserRequest, settings: PlanSettings, today: date) -> Callable[[str], Question]:
    """Reads texts as this asker means them."""
    return partial(
        read_question,
        today=today,
        locale=request.locale or settings.locale,
        financial_year_first_month=settings.financial_year_first_month,
    )


def _with_bare_case(question: Question, catalog: Catalog) -> Question:
    """A bare number stands for a case if a readable case has it: "What is the status of 8842?"."""
    numbers = [] if question.identifiers else bare_numbers(question.text)
    cases = catalog.cases() if numbers and catalog.has_index else []
    found = []
    for number in numbers:
        start = question.text.index(number)
        if canonical_case(number) in cases:
            end = start + len(number)
            found.append(Identifier(start, end, number, "case", canonical_case(number), number))
    return replace(question, identifiers=tuple(found)) if found else question


def _case_of(request: UserRequest, question: Question) -> _Case:
    """The case a question names, or is asked in."""
    named = tuple(dict.fromkeys(one.canonical for one in question.identifiers if one.kind == "case"))
    if len(named) > 1:
        return _Case(several=named)
    if named:
        return _Case(named[0], True)
    is_meant = speaks_of_a_case(question) is not None
    if request.case_id:
        return _Case(canonical_case(request.case_id), is_meant or _acts_on_it(question))
    return _Case(is_untold=is_meant)


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


def _titled_case(question: Question, catalog: Catalog) -> _Case:
    """``the Harbour Street case``: by the titles of readable case documents."""
    words: list[str] = []
    place = (speaks_of_a_case(question) or 0) - 1
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
    context: str | None,
) -> QueryPlan:
    is_lookup = typed.query_type == "exact_lookup"
    identifiers = tuple(
        dict.fromkeys(
            one.searched for one in question.identifiers if is_lookup or one.kind not in ("case", "thing")
        )
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
            context=context,
        ),
        parts=parts,
        identifiers=identifiers,
        case_id=case.case_id,
        required_sources=sources.required,
        preferred_sources=sources.preferred,
        temporal=timed.temporal,
        wants_history=timed.wants_history,
        wants_drafts=wants_drafts(question),
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
