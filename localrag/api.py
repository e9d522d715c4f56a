"""One home, opened with one account's rights -> answers, searches, documents, traces, conversations."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from datetime import date
from types import TracebackType
from typing import Self

from localrag.assessment import Assessment
from localrag.cases.timeline import case_timeline
from localrag.errors import AccessError
from localrag.guard.policy import GuardPolicy
from localrag.guard.release import masked
from localrag.pipeline import Tools, ask
from localrag.plan.conversation import asked_back
from localrag.plan.glossary import Glossary
from localrag.ports import (
    Catalog,
    Clock,
    Corpus,
    CurrentGeneration,
    LanguageModel,
    LoadsEmbedder,
    OnExplained,
    OnProgress,
    WordVectors,
)
from localrag.records.answer import RagAnswer
from localrag.records.case import CaseTimeline
from localrag.records.documents import FileRecord
from localrag.records.ids import ChunkId, RequestId
from localrag.records.index import DocumentEntry, DocumentView, IndexStatus
from localrag.records.request import Channel, GeneratorChoice, RiskLevel, UserRequest
from localrag.records.retrieval import SearchResult
from localrag.records.security import SecurityContext
from localrag.records.session import KeptTurn, Session, SessionSummary
from localrag.records.trace import RagTrace
from localrag.search import search
from localrag.sessions.conversations import opened, remembered
from localrag.sessions.naming import conversation_id_of, title_of
from localrag.sessions.opening import turns_to_lean_on
from localrag.settings import Settings
from localrag.stores import MarkStore, SessionStore, TraceStore
from localrag.text.characters import text_argument


class Assistant:
    """What scripts and front ends hold: the pipeline with everything it needs, for one home.

    Made by ``open_assistant``; a context manager that closes the index.
    """

    def __init__(
        self,
        *,
        corpus: CurrentGeneration,
        catalog: Callable[[Corpus, SecurityContext], Catalog],
        embedder: LoadsEmbedder,
        traces: TraceStore | None,
        sessions: SessionStore,
        marks: MarkStore,
        clock: Clock,
        settings: Settings,
        glossary: Glossary,
        guard: GuardPolicy,
        rights: Callable[[str | None], SecurityContext],
        language_model: Callable[[], LanguageModel | None] = lambda: None,
        words: WordVectors | None = None,
        as_user: str | None = None,
    ) -> None:
        self._corpus, self._catalog, self._embedder = corpus, catalog, embedder
        self._traces, self._sessions, self._clock = traces, sessions, clock
        self._settings, self._glossary, self._guard = settings, glossary, guard
        self._language_model = language_model
        self._rights, self._words, self._as_user = rights, words, as_user
        rights(as_user)
        self.assessment = Assessment(
            marks=marks,
            trace=self.trace,
            security=self.security,
            corpus=corpus,
            clock=clock,
            authority_order=settings.access.authority_order,
        )
        """What is said of the answers: marks, and what runs of evaluation need."""

    def ask(
        self,
        question: str,
        *,
        as_of: date | None = None,
        case_id: str | None = None,
        conversation_id: str | None = None,
        with_history: bool = True,
        risk_level: RiskLevel = "low",
        generator: GeneratorChoice = "auto",
        locale: str | None = None,
        channel: Channel = "api",
        as_user: str | None = None,
        on_progress: OnProgress = lambda _: None,
        on_explained: OnExplained | None = None,
    ) -> RagAnswer:
        """Answer one question.

        Args:
            question: Any text; an empty one is asked back about.
            as_of: The day whose rules count; today's where left out.
            case_id: The case that the question is about, in any form: ``8842``, ``case-8842``.
            conversation_id: Of the caller's choice, or ``new``; made when first used. The question may lean
                on what was asked before in it; the answer names it. Left out: nothing is kept but the trace.
            with_history: Whether it may; where not, it is kept in the conversation but asked by itself.
            risk_level: What hangs on the answer; from the guard policy's level on it is marked escalated.
            generator: Who words the answer; the facts are the evidence's, whoever does.
            locale: How 02/03/2024 is read: ``en_GB``, ``en_US``, ``de_DE``.
            channel: Which front end asks; recorded.
            as_user: In place of the one the assistant was opened for.
            on_progress: Told of each stage; raising from it cancels.
            on_explained: Told how the answer came about; costs nothing where left out.

        Raises:
            AccessError: This account may not act as that user.
            UsageError: No conversation can have that id.
            LocalragError: The index or the model cannot be used.
        """
        security = self.security(as_user)
        tools = self._tools(security)
        conversation_id = None if conversation_id is None else conversation_id_of(conversation_id)
        previous: Sequence[KeptTurn] = ()
        if conversation_id is not None and with_history:
            previous = self._sessions.turns(conversation_id, security)
        request = _request(question, security).model_copy(
            update={"conversation_id": conversation_id, "locale": locale, "channel": channel}
            | {
                "risk_level": risk_level,
                "generator": generator,
                "as_of": as_of,
                "case_id": case_id and text_argument(case_id),
            }
        )
        leaning_on = turns_to_lean_on(previous, tools.catalog)
        answer = ask(request, security, tools, on_progress, on_explained, leaning_on)
        return remembered(answer, request, store=self._sessions, corpus=tools.corpus, security=security)

    def search(self, query: str, *, top_k: int | None = None, as_user: str | None = None) -> SearchResult:
        """Passages for a query, best first, without an answer.

        Args:
            query: Words to look for; an empty one finds nothing.
            top_k: 1 to 1000; the settings' number where left out.
            as_user: In place of the one the assistant was opened for.

        Raises:
            UsageError: top_k is out of range.
            AccessError: This account may not act as that user.
        """
        security = self.security(as_user)
        return search(text_argument(query), security, self._tools(security), top_k=top_k)

    def case(self, case_id: str) -> CaseTimeline:
        """What the record of a case tells, day by day, from its readable records that are in force.

        Args:
            case_id: In any form: ``8842``, ``case-8842``.

        Raises:
            NotFoundError: There is no such case, or the asker may read none of its records.
        """
        security = self.security()
        return case_timeline(
            case_id,
            security,
            self._corpus(),
            today=self._clock.today(),
            locale=self._settings.locale,
            classifications=self._settings.access.classifications,
        )

    def show(self, name: str) -> DocumentView:
        """A document by chunk id, document id, ``document_id@version`` or ``SOURCE_ID/uri``.

        Raises:
            NotFoundError: There is none, or the asker may not read it.
        """
        return self._corpus().show(text_argument(name), self.security())

    def page(self, chunk_id: ChunkId) -> str:
        """The stored text of the page or pages that a passage stands on; of a file without pages, all of it.

        Raises:
            NotFoundError: There is no such passage, or the asker may not read it.
        """
        return self._corpus().page_text(chunk_id, self.security())

    def documents(self) -> tuple[DocumentEntry, ...]:
        """Every document version that the asker may read, by document id, then by the day it starts."""
        return self._corpus().documents(self.security())

    def status(self) -> IndexStatus:
        """Counts over what the asker may read."""
        return self._corpus().status(self.security())

    def failed(self) -> list[FileRecord]:
        """Files that could not be indexed.

        Raises:
            AccessError: The asker may not administer this home, so they may not know its files.
        """
        if not self.security().may_administer:
            raise AccessError(
                "Only who may administer this home sees its failed files.",
                "Ask whoever prepared this laptop.",
            )
        return self._corpus().failed()

    def traces(self, limit: int = 20) -> list[RagTrace]:
        """The asker's newest traces, newest first, naming only what they may still read."""
        security = self.security()
        return (
            self._readable_now(list(self._traces.latest(security, limit)), security) if self._traces else []
        )

    def trace(self, trace_id: str) -> RagTrace:
        """One of the asker's traces, naming only passages that they may still read.

        Raises:
            NotFoundError: There is none, or it is somebody else's.
        """
        if self._traces is None:
            raise AccessError(
                "Traces are switched off in localrag.toml.", "Set trace.enabled = true to keep them."
            )
        security = self.security()
        (kept,) = self._readable_now([self._traces.get(trace_id, security)], security)
        return kept

    def sessions(self, limit: int = 20) -> list[SessionSummary]:
        """The asker's conversations, the one asked in last first."""
        return self._sessions.latest(self.security(), limit)

    def session(self, conversation_id: str) -> Session:
        """One of the asker's conversations, with those answers that they may still read.

        Raises:
            NotFoundError: There is none, or it is somebody else's.
        """
        security = self.security()
        tools = self._tools(security)
        found = opened(
            conversation_id,
            store=self._sessions,
            corpus=tools.corpus,
            catalog=tools.catalog,
            security=security,
            asked_back=lambda turn: asked_back(
                turn,
                _request("", security),
                today=tools.clock.today(),
                settings=tools.settings,
                catalog=tools.catalog,
                glossary=tools.glossary,
            ),
            classifications=tools.settings.access.classifications,
        )
        return _veiled(found, self._guard)

    def rename_session(self, conversation_id: str, title: str) -> None:
        """Give one of the asker's conversations another title.

        Raises:
            NotFoundError: There is none, or it is somebody else's.
        """
        self._sessions.rename(conversation_id, title_of(title), self.security())

    def delete_session(self, conversation_id: str) -> None:
        """Remove one of the asker's conversations, its bytes included.

        Raises:
            NotFoundError: There is none, or it is somebody else's.
            BusyError: It is deleted, but another process still holds its bytes.
        """
        self._sessions.delete(conversation_id, self.security())

    def security(self, as_user: str | None = None) -> SecurityContext:
        """The rights that count now.

        Raises:
            AccessError: This account may not act as that user.
        """
        return self._rights(as_user or self._as_user)

    def close(self) -> None:
        """Let go of the index; a second call does nothing."""
        self._corpus.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _readable_now(self, traces: Sequence[RagTrace], security: SecurityContext) -> list[RagTrace]:
        """Rights are judged now, not as they were when the question was asked."""
        met = {chunk for trace in traces for name in _MET for chunk in getattr(trace, name)}
        readable = self._corpus().readable(met, security)
        return [_within(trace, readable) for trace in traces]

    def _tools(self, security: SecurityContext) -> Tools:
        corpus = self._corpus()
        return Tools(
            corpus=corpus,
            catalog=self._catalog(corpus, security),
            embedder=self._embedder,
            traces=self._traces,
            clock=self._clock,
            settings=self._settings,
            glossary=self._glossary,
            guard=self._guard,
            language_model=self._language_model,
            words=self._words,
        )


def _veiled(session: Session, guard: GuardPolicy) -> Session:
    """A conversation as the output guard lets it be shown now; passages are read anew, so masked anew."""
    turns = tuple(
        turn if turn.answer is None else turn.model_copy(update={"answer": masked(turn.answer, guard)})
        for turn in session.turns
    )
    return session.model_copy(update={"turns": turns})


def _request(question: str, security: SecurityContext) -> UserRequest:
    return UserRequest(
        request_id=RequestId(secrets.token_hex(8)),
        tenant_id=security.tenant_id,
        user_id=security.user_id,
        raw_query=text_argument(question),
        channel="api",
    )


_MET = ("candidate_chunk_ids", "selected_chunk_ids", "cited_chunk_ids")


def _within(trace: RagTrace, readable: Collection[ChunkId]) -> RagTrace:
    """A trace without passages that may not be read, and then without what was made of the question too.

    Planning takes titles, case numbers and spellings from documents; the asker's own words stay.
    """
    kept = {name: tuple(chunk for chunk in getattr(trace, name) if chunk in readable) for name in _MET}
    if all(len(kept[name]) == len(getattr(trace, name)) for name in _MET):
        return trace
    return trace.model_copy(update={**kept, "normalized_query": "", "retrieval_plan": None})
