"""UserRequest + SecurityContext -> RagAnswer: the stages in order, read from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from localrag.answer.abstain import explain
from localrag.answer.assemble import Circumstances, ask_back, assemble
from localrag.answer.conflict import side_by_side
from localrag.answer.extractive import answer
from localrag.answer.freshness import with_freshness
from localrag.errors import IndexDamagedError, LocalragError, ModelError
from localrag.evidence.bound import held_to_rules, held_to_sources
from localrag.evidence.conflicts import conflicts
from localrag.evidence.decide import decide
from localrag.evidence.editions import by_edition
from localrag.evidence.later import add_later, asks_of_earlier_days, rests_on_undated, without_undated
from localrag.evidence.lookups import looked_up
from localrag.evidence.package import package
from localrag.evidence.read import read
from localrag.evidence.standing import standing
from localrag.evidence.versions import applied_versions
from localrag.guard.context import speakers_last
from localrag.guard.policy import GuardPolicy
from localrag.guard.release import with_guards
from localrag.guarding import escalated, explained, inspected, released, turned_away, with_flags
from localrag.plan.conversation import plan_in_conversation
from localrag.plan.glossary import Glossary
from localrag.ports import (
    Catalog,
    Clock,
    Corpus,
    LanguageModel,
    LoadsEmbedder,
    OnExplained,
    OnProgress,
    RequestClassifier,
    WordVectors,
)
from localrag.records.answer import AnswerStatus, Draft, RagAnswer, Validated
from localrag.records.conversation import Turn
from localrag.records.evidence import EvidencePackage
from localrag.records.plan import QueryPlan
from localrag.records.request import UserRequest
from localrag.records.retrieval import Retrieved
from localrag.records.security import SecurityContext, may_read
from localrag.retrieve.comparing import comparing
from localrag.retrieve.retrieve import retrieve
from localrag.settings import Settings
from localrag.stores import TraceSink
from localrag.text.composed import not_read
from localrag.trace.run import QuestionRun
from localrag.validate.grounding import Verifier
from localrag.validate.validate import validate

NO_MODEL = "No language model is installed, so the answer is quoted. Add one with: localrag models add FILE"
_MOST_UNREAD = 3
"""Documents named because parts of them could not be read (guess)."""


@dataclass(frozen=True)
class Tools:
    """What the stages need from outside, ready for use."""

    corpus: Corpus
    catalog: Catalog
    embedder: LoadsEmbedder
    traces: TraceSink | None
    """Null: traces are switched off."""
    clock: Clock
    settings: Settings
    glossary: Glossary
    guard: GuardPolicy
    classifier: RequestClassifier | None = None
    """Null: rules alone judge what is asked."""
    verifier: Verifier | None = None
    """Null: answers are validated by rules alone, and claim no verification."""
    language_model: Callable[[], LanguageModel | None] = lambda: None
    """Gives the model that words answers; null where none is to be used."""
    words: WordVectors | None = None
    """Null: a list of related words alone tells which words say nearly the same."""


def ask(
    request: UserRequest,
    security: SecurityContext,
    tools: Tools,
    on_progress: OnProgress,
    on_explained: OnExplained | None = None,
    previous: Sequence[Turn] = (),
) -> RagAnswer:
    """Answer one question from what the asker may read, and explain the answer where somebody listens.

    Whatever happens is traced, an error and an interruption too.

    Args:
        request: What is asked.
        security: Rights; applied before ranking.
        tools: What the stages need.
        on_progress: Told of each stage; raising from it cancels.
        on_explained: Told how the answer came about.
        previous: What was asked before in the conversation, oldest first. It informs the plan alone: every
            turn finds its evidence anew.

    Raises:
        LocalragError: The index, a model or the policy cannot be used. Not answering is a status, never
            an error.
    """
    run = QuestionRun(
        request,
        security,
        corpus=tools.corpus,
        traces=tools.traces,
        clock=tools.clock,
        on_progress=on_progress,
    )
    try:
        result = _answer(request, security, tools, run, previous)
        with run.stage("guard the answer"):
            result = escalated(result, request.risk_level, tools.guard)
            result = released(result, security, tools)
        shown = [one.chunk_id for one in result.evidence]
        result = with_freshness(result, tools.corpus.file_states(shown, security))
    except LocalragError as error:
        run.fail(error.code)
        raise
    except KeyboardInterrupt:
        run.fail("interrupted")
        raise
    result = run.finish(result)
    if on_explained is not None:
        on_explained(explained(run.explanation(result), result, tools.guard))
    return result


def _answer(
    request: UserRequest,
    security: SecurityContext,
    tools: Tools,
    run: QuestionRun,
    previous: Sequence[Turn],
) -> RagAnswer:
    settings, corpus = tools.settings, tools.corpus

    with run.stage("plan"):
        planned = plan_in_conversation(
            request,
            previous,
            today=tools.clock.today(),
            settings=settings,
            catalog=tools.catalog,
            glossary=tools.glossary,
            # The embedder's vocabulary holds the common words of its language, each as one token.
            is_word=lambda word: len(tools.embedder().token_spans(word)) == 1,
        )
        run.planned(planned)
    now = Circumstances(
        request, run.trace_id, run.asked_at, corpus.indexed_at(security), settings.access.classifications
    )
    with run.stage("guard"):
        noticed = inspected(request, planned, tools)
    away = turned_away(now, planned, noticed, security, tools, run)
    if away is not None:
        return away
    if planned.needs_clarification or planned.retrieval_mode == "none":
        return ask_back(now, planned, planned.clarification_question or "What would you like to know?")

    with run.stage("retrieve"):
        found = retrieve(
            planned, security, corpus=corpus, embedder=tools.embedder, settings=settings.retrieve
        )
        run.retrieved(found)
    with run.stage("evidence"):
        packed = _on_its_days(request, planned, found, security, tools)
        run.packaged(packed)
    if packed.sufficiency == "ambiguous" and packed.clarification_question:
        return ask_back(now, planned, packed.clarification_question)

    status: AnswerStatus
    with run.stage("answer"):
        match packed.sufficiency:
            case "sufficient":
                draft, status = answer(planned, packed), "answered"
            case "conflicting":
                draft, status = side_by_side(planned, packed), "conflicting_evidence"
            case _:
                draft, status = explain(planned, packed), "insufficient_evidence"

    with run.stage("validate"):
        verifier = None if status == "insufficient_evidence" else tools.verifier
        checked = _validated(draft, packed, security, tools, verifier)
        run.validated(checked)
        if status != "insufficient_evidence" and not checked.holds:
            verified = {"grounding_supported": checked.grounding_supported}
            draft, status = explain(planned, packed), "insufficient_evidence"
            checked = _validated(draft, packed, security, tools).model_copy(update=verified)
            run.validated(checked)
    if status == "answered" and request.generator != "extractive":
        draft, checked = _worded(request, planned, packed, draft, checked, security, tools, run)
    if status == "insufficient_evidence":
        found = _with_unread(found, planned, security, tools)
    result = assemble(now, planned, found, packed, draft, checked, status)
    return with_flags(with_guards(result, noticed.decision), packed.selected_evidence, tools.guard)


def _worded(
    request: UserRequest,
    planned: QueryPlan,
    packed: EvidencePackage,
    quoted: Draft,
    checked: Validated,
    security: SecurityContext,
    tools: Tools,
    run: QuestionRun,
) -> tuple[Draft, Validated]:
    """The answer in a language model's words where there is one and its words hold; else as quoted."""
    model = tools.language_model()
    if model is None:
        notice = NO_MODEL if request.generator == "llm" else None
        return _noting(quoted, notice), checked
    # Imported here: most laptops have no model, and a plain question pays for nothing of it.
    from localrag.answer.wording import NOT_WORDED, may_word, word

    if not may_word(quoted):
        return _noting(quoted, NOT_WORDED if request.generator == "llm" else None), checked
    with run.stage("wording"):
        try:
            made = word(
                planned.normalized_query,
                packed,
                quoted.model_copy(update={"blocks": checked.blocks}),
                model,
                judge=lambda draft: _validated(draft, packed, security, tools, tools.verifier),
                settings=tools.settings.generator,
                on_text=lambda _: run.still("wording"),
            )
        except ModelError as error:
            return _noting(quoted, error.message), checked
    run.worded(model.identity.sha256, made.usage)
    for refused in made.refused:
        run.validated(refused)
    if made.draft is None:
        return _noting(quoted, made.notice), checked
    worded = _validated(made.draft, packed, security, tools, tools.verifier)
    run.validated(worded)
    return _noting(made.draft.model_copy(update={"notices": quoted.notices}), made.notice), worded


def _noting(draft: Draft, notice: str | None) -> Draft:
    return draft.model_copy(update={"notices": (*draft.notices, notice)}) if notice else draft


def _with_unread(found: Retrieved, planned: QueryPlan, security: SecurityContext, tools: Tools) -> Retrieved:
    """Retrieval's result, noting documents next to the question that were not read in full."""
    considered = tools.settings.evidence.considered * len(planned.subqueries)
    near = [one for one in found.candidates if one.rank <= considered and may_read(security, one.access)]
    partial = tools.corpus.partial([one.chunk_id for one in near], security)[:_MOST_UNREAD]
    notices = (not_read(one.title, one.detail) for one in partial)
    return found.model_copy(update={"notices": (*found.notices, *notices)})


def _evidence(
    request: UserRequest, planned: QueryPlan, found: Retrieved, security: SecurityContext, tools: Tools
) -> EvidencePackage:
    settings = tools.settings
    # The second gate: nothing goes on from here that the asker may not read, whatever retrieval did.
    readable = [one for one in found.candidates if may_read(security, one.access)]
    if not planned.names_its_source:
        readable = speakers_last(readable, tools.guard)
    considered = settings.evidence.considered * len(planned.subqueries)
    packed = package(
        request.request_id,
        planned,
        [one for one in readable if one.rank <= considered or one.retrieval_source in ("policy", "case")],
        count_tokens=lambda text: len(tools.embedder().token_spans(text)),
        budget=settings.evidence.token_budget,
        authority_order=settings.access.authority_order,
        holidays=settings.cases.holidays,
    )
    # How rare a word is, judged over what this asker may read and this question wants.
    scope = tools.corpus.scope(security, found.plan.filters)
    packed = read(
        planned,
        packed,
        document_frequency=scope.document_frequency,
        passages=scope.size,
        similarity=comparing(tools.embedder) if found.plan.mode != "lexical" else None,
        authority_order=settings.access.authority_order,
        holidays=settings.cases.holidays,
        vectors=tools.words,
    )
    packed = held_to_rules(planned, held_to_sources(planned, packed))
    packed = looked_up(planned, applied_versions(planned, packed))

    editions_of = partial(tools.corpus.editions, security=security)
    packed = standing(planned, by_edition(planned, packed, editions_of), editions_of)
    packed = conflicts(planned, packed, authority_order=settings.access.authority_order)
    return decide(
        planned,
        packed,
        missing_sources=found.missing_sources,
        document_frequency=scope.document_frequency,
        passages=scope.size,
        vectors=tools.words,
    )


def _on_its_days(
    request: UserRequest, planned: QueryPlan, found: Retrieved, security: SecurityContext, tools: Tools
) -> EvidencePackage:
    """The evidence, held against today's where the days asked about have passed and no rule is found."""
    decided = _evidence(request, planned, found, security, tools)
    is_undated = rests_on_undated(planned, decided)
    if not is_undated and not asks_of_earlier_days(planned, decided):
        return decided

    editions_of = partial(tools.corpus.editions, security=security)
    today = planned.temporal.asked_date
    temporal = planned.temporal.model_copy(
        update={"effective_policy_date": today, "effective_policy_end": None}
    )
    now = planned.model_copy(update={"temporal": temporal})
    found_now = retrieve(
        now, security, corpus=tools.corpus, embedder=tools.embedder, settings=tools.settings.retrieve
    )
    if is_undated:
        ruled = _evidence(request, now, found_now, security, tools)
        return without_undated(planned, decided, ruled, editions_of, tools.settings.access.authority_order)
    nearest = [one for one in found_now.candidates if may_read(security, one.access)]
    return add_later(planned, decided, nearest, editions_of)


def _validated(
    draft: Draft,
    packed: EvidencePackage,
    security: SecurityContext,
    tools: Tools,
    verifier: Verifier | None = None,
) -> Validated:
    checked = validate(
        draft,
        packed,
        page_text=lambda chunk: tools.corpus.page_text(chunk, security),
        verifier=verifier,
        similarity=comparing(tools.embedder),
    )
    if checked.strayed:
        # The quote was cut out of the stored passage a moment ago, so one of the two was changed.
        raise IndexDamagedError(Path("corpus.db"), "holds a page that is not what was indexed")
    return checked
