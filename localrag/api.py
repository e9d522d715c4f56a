"""One home, opened with one account's rights -> answers, searches, documents, traces, conversations."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import date
from types import TracebackType
from typing import Self

from localrag.errors import AccessError, StorageError
from localrag.pipeline import Tools, ask, search
from localrag.plan.conversation import asked_back
from localrag.plan.glossary import Glossary
from localrag.ports import Catalog, Clock, Corpus, LoadsEmbedder, OnProgress, SessionStore, TraceStore
from localrag.records.answer import RagAnswer
from localrag.records.documents import FileRecord
from localrag.records.ids import ChunkId, RequestId
from localrag.records.index import DocumentEntry, DocumentView, IndexStatus
from localrag.records.request import Channel, RiskLevel, UserRequest
from localrag.records.retrieval import EvidenceCandidate, RetrievalFilters, SearchResult
from localrag.records.security import SecurityContext
from localrag.records.session import KeptTurn, Session, SessionSummary
from localrag.records.trace import RagTrace
from localrag.sessions.keeping import kept
from localrag.sessions.naming import conversation_id_of, title_of
from localrag.sessions.opening import shown, turns_to_lean_on
from localrag.settings import Settings


class Assistant:
    """What scripts and front ends hold: the pipeline with everything it needs, for one home.

    Made by ``open_assistant``; a context manager that closes the index.
    """

    def __init__(
        self,
        *,
        corpus: Corpus,
        catalog: Callable[[SecurityContext], Catalog],
        embedder: LoadsEmbedder,
        traces: TraceStore | None,
        sessions: SessionStore,
        clock: Clock,
        settings: Settings,
        glossary: Glossary,
        rights: Callable[[str | None], SecurityContext],
        as_user: str | None = None,
    ) -> None:
        self._corpus, self._catalog, self._embedder = corpus, catalog, embedder
        self._traces, self._sessions, self._clock = traces, sessions, clock
        self._settings, self._glossary = settings, glossary
        self._rights, self._as_user = rights, as_user
        rights(as_user)

    def ask(
        self,
        question: str,
        *,
        as_of: date | None = None,
        case_id: str | None = None,
        conversation_id: str | None = None,
        with_history: bool = True,
        risk_level: RiskLevel = "low",
        locale: str | None = None,
        channel: Channel = "api",
        as_user: str | None = None,
        on_progress: OnProgress = lambda _: None,
    ) -> RagAnswer:
        """Answer one question.

        Args:
            question: Any text; an empty one is asked back about.
            as_of: The day whose rules count; today's where left out.
            case_id: The case that the question is about, in any form: ``8842``, ``case-8842``.
            conversation_id: Of the caller's choice, or ``new``; made when first used. The question may lean
                on what was asked before in it; the answer names it. Left out: nothing is kept but the trace.
            with_history: Whether it may; where not, it is kept in the conversation but asked by itself.
            risk_level: What hangs on the answer; recorded.
            locale: How 02/03/2024 is read: ``en_GB``, ``en_US``, ``de_DE``.
            channel: Which front end asks; recorded.
            as_user: In place of the one the assistant was opened for.
            on_progress: Told of each stage; raising from it cancels.

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
            update={
                "conversation_id": conversation_id,
                "locale": locale,
                "channel": channel,
                "risk_level": risk_level,
                "as_of": as_of,
                "case_id": case_id,
            }
        )
        leaning_on = turns_to_lean_on(previous, tools.catalog)
        answer = ask(request, security, tools, on_progress, leaning_on)
        return answer if conversation_id is None else self._keep(answer, request, security)

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
        return search(query, security, self._tools(security), top_k=top_k)

    def show(self, name: str) -> DocumentView:
        """A document by chunk id, document id, ``document_id@version`` or ``SOURCE_ID/uri``.

        Raises:
            NotFoundError: There is none, or the asker may not read it.
        """
        return self._corpus.show(name, self.security())

    def page(self, chunk_id: ChunkId) -> str:
        """The stored text of the page or pages that a passage stands on; of a file without pages, all of it.

        Raises:
            NotFoundError: There is no such passage, or the asker may not read it.
        """
        return self._corpus.page_text(chunk_id, self.security())

    def documents(self) -> tuple[DocumentEntry, ...]:
        """Every document version that the asker may read, by document id, then by the day it starts."""
        return self._corpus.documents(self.security())

    def status(self) -> IndexStatus:
        """Counts over what the asker may read."""
        return self._corpus.status(self.security())

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
        return self._corpus.failed()

    def traces(self, limit: int = 20) -> list[RagTrace]:
        """The asker's newest traces, newest first."""
        return list(self._traces.latest(self.security(), limit)) if self._traces else []

    def trace(self, trace_id: str) -> RagTrace:
        """One of the asker's traces, naming only passages that they may still read.

        Raises:
            NotFoundError: There is none, or it is somebody else's.
        """
        security = self.security()
        if self._traces is None:
            raise AccessError(
                "Traces are switched off in localrag.toml.", "Set trace.enabled = true to keep them."
            )
        kept = self._traces.get(trace_id, security)
        readable = self._corpus.readable({*kept.candidate_chunk_ids, *kept.cited_chunk_ids}, security)
        return kept.model_copy(
            update={
                name: tuple(chunk for chunk in getattr(kept, name) if chunk in readable)
                for name in ("candidate_chunk_ids", "selected_chunk_ids", "cited_chunk_ids")
            }
        )

    def sessions(self, limit: int = 20) -> list[SessionSummary]:
        """The asker's conversations, the one asked in last first."""
        return self._sessions.latest(self.security(), limit)

    def session(self, conversation_id: str) -> Session:
        """One of the asker's conversations, with those answers that they may still read.

        Raises:
            NotFoundError: There is none, or it is somebody else's.
        """
        security = self.security()
        catalog = self._catalog(security)
        return shown(
            self._sessions.get(conversation_id, security),
            self._sessions.turns(conversation_id, security),
            catalog=catalog,
            fetch=lambda chunks: self._fetch(chunks, security),
            asked_back=lambda turn: asked_back(
                turn,
                _request("", security),
                today=self._clock.today(),
                settings=self._settings,
                catalog=catalog,
                glossary=self._glossary,
            ),
            classifications=self._settings.access.classifications,
        )

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

    def _tools(self, security: SecurityContext) -> Tools:
        return Tools(
            corpus=self._corpus,
            catalog=self._catalog(security),
            embedder=self._embedder,
            traces=self._traces,
            clock=self._clock,
            settings=self._settings,
            glossary=self._glossary,
        )

    def _keep(self, answer: RagAnswer, request: UserRequest, security: SecurityContext) -> RagAnswer:
        """Add a turn to its conversation; where that fails, the answer says so."""
        turn = KeptTurn(
            asked_at=answer.asked_at,
            question=answer.question,
            understood_as=answer.understood_as,
            case_id=answer.case_id,
            as_of=request.as_of,
            status=answer.status,
            answer=kept(answer, lambda chunks: self._fetch(chunks, security)),
        )
        try:
            self._sessions.add(request.conversation_id or "", title_of(answer.question), turn, security)
        except StorageError as error:
            return answer.model_copy(update={"notices": (*answer.notices, error.message)})
        return answer

    def _fetch(self, chunks: Sequence[ChunkId], security: SecurityContext) -> list[EvidenceCandidate]:
        return self._corpus.scope(security, RetrievalFilters()).fetch(chunks)


def _request(question: str, security: SecurityContext) -> UserRequest:
    return UserRequest(
        request_id=RequestId(secrets.token_hex(8)),
        tenant_id=security.tenant_id,
        user_id=security.user_id,
        raw_query=question,
        channel="api",
    )
