"""One question on its way -> its timings and its trace, kept whatever happens."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager

from localrag.errors import StorageError
from localrag.ports import Clock, Corpus, OnProgress, TraceSink
from localrag.records.answer import RagAnswer
from localrag.records.ids import TraceId
from localrag.records.index import Progress
from localrag.records.request import UserRequest
from localrag.records.security import SecurityContext
from localrag.records.trace import RagTrace, UnsupportedClaim


class QuestionRun:
    """One question on its way: its clock, and what its trace will say."""

    def __init__(
        self,
        request: UserRequest,
        security: SecurityContext,
        *,
        corpus: Corpus,
        traces: TraceSink | None,
        clock: Clock,
        on_progress: OnProgress,
    ) -> None:
        self.trace_id = TraceId(secrets.token_hex(8))
        self.asked_at = clock.now()
        self._traces = traces
        self._on_progress = on_progress
        self._started = time.perf_counter()
        self._timings_ms: dict[str, float] = {}
        embedder = corpus.embedder
        self._trace = RagTrace(
            trace_id=self.trace_id,
            request_id=request.request_id,
            tenant_id=security.tenant_id,
            user_id=security.user_id,
            roles=security.roles,
            asked_at=self.asked_at,
            raw_query=request.raw_query,
            normalized_query="",
            index_generation=corpus.generation,
            policy_version=security.policy_version,
            embedder_hash=embedder.sha256 if embedder else None,
        )

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage and tell that it runs."""
        self._on_progress(Progress(phase=name))
        started = time.perf_counter()
        try:
            yield
        finally:
            self._timings_ms[name] = _milliseconds_since(started)

    def note(self, **fields: object) -> None:
        """Add fields of RagTrace to what will be kept."""
        self._trace = self._trace.model_copy(update=fields)

    def finish(self, result: RagAnswer) -> RagAnswer:
        """Keep the trace and give the answer its timings; a trace that cannot be kept is said."""
        self._timings_ms["total"] = _milliseconds_since(self._started)
        self.note(
            answer_status=result.status,
            cited_chunk_ids=tuple(dict.fromkeys(citation.chunk_id for citation in result.citations)),
            unsupported_claims=tuple(
                UnsupportedClaim(claim_id=claim.claim_id, kind=claim.support_status)
                for claim in result.claims
                if claim.claim_id in result.unsupported_claims
            ),
            guard_triggers=result.guard_triggers,
        )
        problem = self.keep_trace()
        notices = (*result.notices, problem) if problem else result.notices
        return result.model_copy(update={"timings_ms": self._timings_ms, "notices": notices})

    def keep_trace(self) -> str | None:
        """Keep what happened; gives the reason in words where it could not be kept."""
        self.note(timings_ms=self._timings_ms)
        if self._traces is None:
            return None
        try:
            self._traces.record(self._trace)
        except StorageError as error:
            return error.message
        return None


def _milliseconds_since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)
