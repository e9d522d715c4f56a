"""One question on its way -> its timings, its trace, kept whatever happens, and its explanation."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from localrag.errors import StorageError
from localrag.ports import Clock, Corpus, OnProgress
from localrag.records.answer import GeneratedClaim, RagAnswer, Validated
from localrag.records.evidence import EvidencePackage
from localrag.records.ids import TraceId
from localrag.records.index import Progress
from localrag.records.plan import QueryPlan
from localrag.records.request import UserRequest
from localrag.records.retrieval import Retrieved
from localrag.records.security import SecurityContext
from localrag.records.trace import RagTrace, UnsupportedClaim
from localrag.stores import TraceSink

if TYPE_CHECKING:
    from localrag.records.explanation import Explanation
    from localrag.records.generation import Generation

_QUOTED = re.compile("“.*”", re.DOTALL)
"""To the last mark: what is quoted may hold marks of its own."""


class QuestionRun:
    """One question on its way: its clock, what its stages gave, and what its trace will say."""

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
        self._plan: QueryPlan | None = None
        self._retrieved: Retrieved | None = None
        self._package: EvidencePackage | None = None
        self._validated: tuple[Validated, ...] = ()
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
            as_of=request.as_of,
            case_id=request.case_id,
            home_id=corpus.home_id,
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

    def planned(self, plan: QueryPlan) -> None:
        """Keep what planning gave."""
        self._plan = plan
        self._note(normalized_query=plan.normalized_query, query_type=plan.query_type)

    def retrieved(self, found: Retrieved) -> None:
        """Keep what retrieval gave."""
        self._retrieved = found
        self._note(
            retrieval_plan=found.plan,
            retrieval_mode=found.plan.mode,
            candidate_chunk_ids=tuple(one.chunk_id for one in found.candidates),
        )

    def packaged(self, package: EvidencePackage) -> None:
        """Keep the evidence and the verdict on it."""
        self._package = package
        self._note(
            selected_chunk_ids=tuple(one.chunk_id for one in package.selected_evidence),
            evidence_sufficiency=package.sufficiency,
            token_usage={"evidence": package.total_tokens},
        )

    def still(self, name: str) -> None:
        """Tell that a stage goes on, so that whoever asked can stop it."""
        self._on_progress(Progress(phase=name))

    def worded(self, model_hash: str, attempts: Sequence[Generation]) -> None:
        """Keep what a language model used."""
        usage = {
            "prompt": sum(one.prompt_tokens for one in attempts),
            "kept": sum(one.kept_tokens for one in attempts),
            "completion": sum(one.completion_tokens for one in attempts),
            "attempts": len(attempts),
        }
        self._note(model_hash=model_hash, token_usage=self._trace.token_usage | usage)

    def validated(self, checked: Validated) -> None:
        """Keep what came of a draft; a second call is of a second draft."""
        self._validated = (*self._validated, checked)

    def finish(self, result: RagAnswer) -> RagAnswer:
        """Keep the trace and give the answer its timings; a trace that cannot be kept is said."""
        self._timings_ms["total"] = _milliseconds_since(self._started)
        removed = [one for checked in self._validated for one in _unsupported(checked)]
        self._note(
            answer_status=result.status,
            cited_chunk_ids=tuple(dict.fromkeys(citation.chunk_id for citation in result.citations)),
            unsupported_claims=tuple(
                UnsupportedClaim(
                    claim_id=claim.claim_id,
                    kind=claim.support_status,
                    reason=_QUOTED.sub("“…”", claim.reason),
                )
                for claim in removed
            ),
            guard_triggers=result.guard_triggers,
        )
        problem = self._keep_trace()
        notices = (*result.notices, problem) if problem else result.notices
        return result.model_copy(update={"timings_ms": self._timings_ms, "notices": notices})

    def fail(self, error_code: str) -> None:
        """Keep the trace of a question that ended in an error, where it can be kept."""
        self._note(error_code=error_code)
        self._keep_trace()

    def explanation(self, result: RagAnswer) -> Explanation:
        """How an answer came about, from what the stages gave."""
        from localrag.trace.explained import StageResults, explained

        assert self._plan is not None
        results = StageResults(self._plan, self._retrieved, self._package, self._validated)
        return explained(results, result)

    def _note(self, **fields: object) -> None:
        self._trace = self._trace.model_copy(update=fields)

    def _keep_trace(self) -> str | None:
        """Keep what happened; gives the reason in words where it could not be kept."""
        self._note(timings_ms=self._timings_ms)
        if self._traces is None:
            return None
        try:
            self._traces.record(self._trace)
        except StorageError as error:
            return error.message
        return None


def _unsupported(checked: Validated) -> list[GeneratedClaim]:
    return [claim for claim in checked.claims if claim.claim_id in checked.unsupported_claims]


def _milliseconds_since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)
