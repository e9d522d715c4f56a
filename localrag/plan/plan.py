"""UserRequest + normalised question -> QueryPlan: what is looked for, and what an answer must hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import Protocol

from localrag.plan.ambiguity import Ambiguity, ambiguity, unresolved_pronoun, which_case, which_document
from localrag.plan.case_happenings import told_of
from localrag.plan.case_meant import CaseMeant, find_case
from localrag.plan.comparison import Comparison, comparison
from localrag.plan.editions import editions, part_of
from localrag.plan.glossary import EMPTY, Glossary, reword
from localrag.plan.named_version import bound_to_version, named_version
from localrag.plan.normalise import MAX_QUESTION_CHARS, is_cut
from localrag.plan.parts import split_parts
from localrag.plan.query_types import MODES, Typed, is_small_talk, is_trouble, query_type
from localrag.plan.question import Question, read_question
from localrag.plan.rule_asked import asks_for_rule
from localrag.plan.sources import NamedSource, Sources, named_sources, resolve_sources
from localrag.plan.spelling import correct
from localrag.plan.subqueries import subqueries
from localrag.plan.timeless import timeless
from localrag.plan.timing import Timing, timing, wants_drafts
from localrag.ports import Catalog
from localrag.records.plan import QueryPlan, QuestionPart
from localrag.records.request import NormalizedInput, UserRequest


class PlanSettings(Protocol):
    """The slice of the settings that planning needs."""

    @property
    def locale(self) -> str: ...

    @property
    def financial_year_first_month(self) -> int: ...


def plan(
    request: UserRequest,
    normalized: NormalizedInput,
    *,
    today: date,
    settings: PlanSettings,
    catalog: Catalog,
    glossary: Glossary = EMPTY,
    is_word: Callable[[str], bool] | None = None,
) -> QueryPlan:
    """Decide what is looked for, on which day's rules, and what an answer must hold.

    Args:
        request: ``as_of``, ``case_id`` and ``locale`` of it count; roles that it claims do not.
        normalized: The question in normal form.
        today: The day of asking, where the asker is.
        settings: Locale and financial year.
        catalog: What the asker's readable documents are called; asked only where the question calls for it.
        glossary: The agency's abbreviations and synonyms.
        is_word: Whether the language has a word; left out, typing errors are not mended.

    Returns:
        A plan; one that needs clarification has the mode ``none`` and the question to ask back. The same
        words, request and readable documents give the same plan.
    """
    normalized, said = _in_known_words(normalized, catalog, glossary, is_word)
    as_written = partial(_planned_as_written, request, today=today, settings=settings, catalog=catalog)
    planned = as_written(normalized)
    version = named_version(normalized.normalized_query) if planned.editions is None else None
    if version is not None:
        without = normalized.model_copy(update={"normalized_query": version.text})
        alone = as_written(without, names_version=True)
        is_look_up = alone.query_type == "exact_lookup" and alone.identifiers
        if not (alone.required_sources or is_look_up) and version.identifier in alone.identifiers:
            # "What did POL-212@2 say?": the version is of the document whose id it stands behind.
            alone = alone.model_copy(update={"required_sources": (version.identifier,)})
        if (alone.required_sources or is_look_up) and alone.case_id is None:
            planned = bound_to_version(alone, version.label, normalized.normalized_query)
    return planned.model_copy(update={"assumptions": (*said, *planned.assumptions)}) if said else planned


def _in_known_words(
    normalized: NormalizedInput, catalog: Catalog, glossary: Glossary, is_word: Callable[[str], bool] | None
) -> tuple[NormalizedInput, tuple[str, ...]]:
    """The question in words that the readable documents hold, and what was read as what."""
    text = normalized.normalized_query
    if not catalog.has_index:
        return normalized, ()
    said: list[tuple[str, str]] = []
    if glossary is not EMPTY:
        text, said = reword(text, glossary, catalog.knows)
    if is_word is not None and normalized.detected_language in (None, "en"):
        text, mended = correct(text, knows=catalog.knows, is_word=is_word)
        said += mended
    if not said:
        return normalized, ()
    told = tuple(f'"{written}" was read as "{read}".' for written, read in said)
    return normalized.model_copy(update={"normalized_query": text}), told


def _planned_as_written(
    request: UserRequest,
    normalized: NormalizedInput,
    *,
    today: date,
    settings: PlanSettings,
    catalog: Catalog,
    names_version: bool = False,
) -> QueryPlan:
    read = _reader(request, settings, today)
    question = read(normalized.normalized_query)
    sides = _sides_in(question)
    # "from the 2023 manual to the 2026 one" names what is compared, not what binds the answer.
    named = [] if sides is not None and sides.is_of_times else named_sources(question)
    question, case = find_case(question, request.case_id, catalog)
    timed = timing(
        question,
        question.clauses,
        today=today,
        as_of=request.as_of,
        case_id=case.case_id,
        is_of_times=sides is not None and sides.is_of_times,
        catalog=catalog,
        names_version=names_version,
    )
    is_chat = is_small_talk(question) and not named and case.case_id is None
    unclear = None if is_chat else _unclear(question, case, named, timed, catalog)
    if unclear is not None:
        return _asking_back(normalized, timed, unclear, case)
    sources = resolve_sources(named, question, catalog, timed.days) if named else Sources()
    if sources.unclear:
        return _asking_back(normalized, timed, which_document(sources.unclear_phrase, sources.unclear), case)
    left_out = _left_out(question, named)
    parts = split_parts(question, left_out, today=today, read=read)
    compared = editions(question, today=today) if sides is not None and sides.is_of_times else None
    if compared is not None:
        parts = (part_of(compared, question, read(compared.about)),)
    elif timed.temporal.effective_policy_date is not None:
        parts = tuple(_told_apart(part, timed, read=read, today=today) for part in parts)
    typed = (
        _CHAT
        if is_chat
        else query_type(
            question,
            parts,
            sides=sides,
            cases=case.ids,
            is_about_case=case.is_asked_about or bool(case.several),
            sources=named,
            catalog=catalog,
        )
    )
    is_of_case = typed.query_type == "case_specific" and case.case_id is not None and catalog.has_index
    happened = told_of(catalog.case_events(case.case_id)) if is_of_case and case.case_id else ()
    planned = _planned(normalized, question, typed, parts, sides, case, sources, timed, left_out, happened)
    return planned.model_copy(update={"editions": compared}) if compared else planned


def _told_apart(
    part: QuestionPart, timed: Timing, *, read: Callable[[str], Question], today: date
) -> QuestionPart:
    """A part beside its text without the day; the day is kept by the plan."""
    without = timeless(read(part.text), today=today, is_of_event=timed.is_of_event)
    if without is None:
        return part
    # "What was the deadline two weeks ago?" asks for a deadline once the weeks are out of the way.
    alone = split_parts(read(without), frozenset(), today=today, read=read)
    kind = alone[0].kind if alone and part.kind == "definition" else part.kind
    return part.model_copy(update={"timeless": without, "kind": kind})


_NAMELESS = (("it",), ("they",), ("this",), ("that",), ("he",), ("she",))
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


def _unclear(
    question: Question, case: CaseMeant, named: list[NamedSource], timed: Timing, catalog: Catalog
) -> Ambiguity | None:
    if case.unclear is not None:
        return case.unclear
    if timed.unclear is not None:
        return Ambiguity("unclear_reference", timed.unclear)
    if timed.needs_case:
        return which_case(catalog)
    # "The payment did not go through" names what fails; "they will not let me in" does not.
    is_told_trouble = question.lows[:1] not in _NAMELESS and is_trouble(question)
    is_told_trouble = is_told_trouble and unresolved_pronoun(question) is None
    has_subject = case.case_id is not None or bool(case.several) or bool(named) or is_told_trouble
    return ambiguity(question, has_subject=has_subject)


def _asking_back(
    normalized: NormalizedInput, timed: Timing, unclear: Ambiguity, case: CaseMeant
) -> QueryPlan:
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
    case: CaseMeant,
    sources: Sources,
    timed: Timing,
    left_out: frozenset[int],
    happened: Sequence[str],
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
            cases=case.ids,
            identifiers=names,
            left_out=left_out,
            happened=happened,
        ),
        parts=parts,
        identifiers=identifiers,
        case_id=case.case_id,
        required_sources=sources.required,
        preferred_sources=sources.preferred,
        temporal=timed.temporal,
        wants_history=timed.wants_history,
        wants_drafts=wants_drafts(question),
        asks_for_rule=not case.ids and asks_for_rule(question),
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
