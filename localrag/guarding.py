"""The guards around a question: what they are given, and what becomes of their decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from localrag.answer.assemble import Circumstances, assemble, turn_away
from localrag.answer.redirect import quoted_rules
from localrag.evidence.package import package
from localrag.guard.context import flagged, noticed
from localrag.guard.inspect import Inspected, inspect
from localrag.guard.policy import GuardPolicy, InputRule
from localrag.guard.release import release, veiled, with_guards
from localrag.plan.normalise import normalise
from localrag.records.answer import AnswerStatus, GuardDecision, RagAnswer, disposition_of
from localrag.records.authority import RULING
from localrag.records.plan import QueryPlan, QuestionPart, Subquery
from localrag.records.request import RiskLevel, UserRequest
from localrag.records.retrieval import EvidenceCandidate
from localrag.records.security import SecurityContext, may_read
from localrag.retrieve.comparing import comparing
from localrag.retrieve.retrieve import retrieve
from localrag.text.named import is_named
from localrag.trace.run import QuestionRun
from localrag.validate.validate import validate

if TYPE_CHECKING:
    from localrag.pipeline import Tools
    from localrag.records.explanation import Explanation

_RISKS: tuple[RiskLevel, ...] = ("low", "medium", "high")
_STATUSES: dict[str, AnswerStatus] = {"block": "refused", "abstain": "insufficient_evidence"}


def inspected(request: UserRequest, planned: QueryPlan, tools: Tools) -> Inspected:
    """What the input guard says of a question, as typed and as it stands alone."""
    normal = normalise(request, locale=request.locale or tools.settings.locale, today=tools.clock.today())

    return inspect(
        (normal.normalized_query, planned.normalized_query),
        tools.guard,
        is_suspicious=normal.possible_prompt_injection,
        nearness=comparing(tools.embedder),
        classifier=tools.classifier,
    )


def turned_away(
    now: Circumstances,
    planned: QueryPlan,
    found: Inspected,
    security: SecurityContext,
    tools: Tools,
    run: QuestionRun,
) -> RagAnswer | None:
    """The answer where the input guard lets no question through; null where it does."""
    decision = found.decision
    if decision is None or decision.disposition == "answer":
        return None
    if decision.disposition == "redirect" and found.rule is not None:
        answer = _redirected(now, planned, found.rule, security, tools, run)
        answer = answer.model_copy(update={"message": found.message})
    else:
        answer = turn_away(now, planned, _STATUSES[decision.disposition], found.message)
    return with_guards(answer, decision)


def _redirected(
    now: Circumstances,
    planned: QueryPlan,
    rule: InputRule,
    security: SecurityContext,
    tools: Tools,
    run: QuestionRun,
) -> RagAnswer:
    """Policy passages, found, gated and validated like any evidence."""
    settings = tools.settings
    query = rule.looks_for or planned.normalized_query
    looking = planned.model_copy(
        update={
            "retrieval_mode": "hybrid",
            "subqueries": (Subquery(text=query, role="rule"),),
            "parts": (QuestionPart(text=query, kind="statement"),),
            "preferred_sources": rule.sources,
            "required_sources": (),
            "identifiers": (),
            "case_id": None,
            "editions": None,
            "wants_history": False,
            "wants_drafts": False,
            "named_version": None,
        }
    )
    with run.stage("retrieve"):
        found = retrieve(
            looking, security, corpus=tools.corpus, embedder=tools.embedder, settings=settings.retrieve
        )
        run.retrieved(found)
    with run.stage("evidence"):
        fit = [
            one
            for one in found.candidates
            if may_read(security, one.access)
            and (one.dense_score or 0.0) >= settings.evidence.policy_similarity
            and _is_of(one, rule.sources)
        ]
        packed = package(
            now.request.request_id,
            looking,
            fit[: settings.retrieve.policy_k],
            count_tokens=lambda text: len(tools.embedder().token_spans(text)),
            budget=settings.evidence.policy_token_budget,
            authority_order=settings.access.authority_order,
        )
        run.packaged(packed)
    with run.stage("validate"):
        draft = quoted_rules(packed)
        checked = validate(draft, packed, page_text=lambda chunk: tools.corpus.page_text(chunk, security))
        run.validated(checked)
    return assemble(now, looking, found, packed, draft, checked, "redirected")


def _is_of(candidate: EvidenceCandidate, sources: Sequence[str]) -> bool:
    if not sources:
        return candidate.authority in RULING
    return any(
        is_named(source, document_id=candidate.document_id, title=candidate.source_title)
        for source in sources
    )


def escalated(answer: RagAnswer, risk: RiskLevel, policy: GuardPolicy) -> RagAnswer:
    """A drafted answer marked as one that somebody has to look at, where its risk asks for that.

    What abstains, blocks or redirects stays what it is: nothing in it can be acted on.
    """
    rule = policy.escalation
    if rule is None or _RISKS.index(risk) < _RISKS.index(rule.from_risk):
        return answer
    if answer.status not in ("answered", "conflicting_evidence"):
        return answer
    status: AnswerStatus = "escalated"
    drafted = answer.model_copy(
        update={
            "status": status,
            "disposition": disposition_of(status),
            "message": policy.messages[rule.message],
        }
    )
    decision = GuardDecision(stage="output", disposition="redirect", triggers=(f"output:risk {risk}",))
    return with_guards(drafted, decision)


def with_flags(answer: RagAnswer, selected: Sequence[EvidenceCandidate], policy: GuardPolicy) -> RagAnswer:
    """An answer that says which of the evidence read speaks to an assistant."""
    decision, notices = noticed(flagged(selected, policy))
    if decision is None:
        return answer
    return with_guards(answer.model_copy(update={"notices": (*answer.notices, *notices)}), decision)


def released(answer: RagAnswer, security: SecurityContext, tools: Tools) -> RagAnswer:
    """The answer as the output guard lets it leave."""
    return release(
        answer,
        security,
        tools.guard,
        readable=lambda chunks: tools.corpus.readable(chunks, security),
    )


def explained(explanation: Explanation, answer: RagAnswer, policy: GuardPolicy) -> Explanation:
    """How an answer came about, as far as its output guard lets that be told: masked like the answer, and of
    an answer that was withheld nothing but the plan and the decisions."""
    if any(one.stage == "output" and one.disposition in _STATUSES for one in answer.guards):
        return type(explanation)(
            plan=explanation.plan, guards=answer.guards, timings_ms=explanation.timings_ms
        )
    return veiled(explanation, policy)[0]
