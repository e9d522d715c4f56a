"""A backend whose answers are written down beforehand; it keeps what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, cast

from localrag.errors import AccessError, IndexMissingError, LocalragError, NotFoundError
from localrag.ports import OnExplained, OnProgress
from localrag.records.answer import AnswerStatus, Citation, Disposition, RagAnswer, disposition_of
from localrag.records.case import CaseTimeline
from localrag.records.checkup import Check
from localrag.records.documents import FileRecord
from localrag.records.evaluation import RunHead
from localrag.records.evidence import Span
from localrag.records.explanation import ExplainedCandidate, Explanation
from localrag.records.ids import (
    ChunkId,
    ClaimId,
    DocumentId,
    EvidenceId,
    RequestId,
    SourceId,
    TenantId,
    TraceId,
    UserId,
)
from localrag.records.index import (
    DocumentEntry,
    DocumentView,
    IndexOptions,
    IndexStatus,
    IndexSummary,
    Progress,
    PurgeSummary,
    RepairSummary,
    SourceStatus,
)
from localrag.records.mark import Mark
from localrag.records.plan import QueryPlan, Subquery, TemporalContext
from localrag.records.policy import PolicyReport, ReadingExplanation
from localrag.records.request import Channel, GeneratorChoice, RiskLevel
from localrag.records.retrieval import (
    EvidenceCandidate,
    RetrievalFilters,
    RetrievalPlan,
    SearchHit,
    SearchResult,
)
from localrag.records.security import DocumentAccess, SecurityContext
from localrag.records.session import Session, SessionSummary
from localrag.records.trace import RagTrace, TraceCheck

if TYPE_CHECKING:
    # A process that asks a plain question of this backend loads nothing heavy.
    from localrag.adapters.run_files import RunFiles
    from localrag.assessment import Assessment
    from localrag.language_models import ModelShelf
    from localrag.trial import Trial

ASKED_AT = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
QUOTE = "An appeal must be lodged within 14 calendar days after receiving the notice."
VALUE = Span(start=QUOTE.index("14"), end=QUOTE.index(" after"))


def evidence(evidence_id: str = "E1", **changes: object) -> EvidenceCandidate:
    """The appeals policy's passage."""
    return EvidenceCandidate(
        evidence_id=evidence_id,
        chunk_id=ChunkId(f"chunk-{evidence_id}"),
        source_id=SourceId("agency"),
        document_id=DocumentId("appeals-policy"),
        version="2026",
        tenant_id=TenantId("local"),
        text=QUOTE,
        source_title="Appeals Policy",
        source_uri="policies/appeals.pdf",
        start_char=0,
        end_char=len(QUOTE),
        page_start=16,
        page_end=16,
        page_label="14",
        heading_path=("Appeals", "Deadlines"),
        score=1.0,
        rank=1,
        retrieval_source="both",
        authority="official_policy",
        status="active",
        valid_from=date(2026, 1, 1),
        classification="internal",
    ).model_copy(update=changes)


def citation(evidence_id: str = "E1", **changes: object) -> Citation:
    """The whole of the appeals policy's passage, its value marked."""
    return Citation(
        claim=ClaimId("C1"),
        evidence_id=EvidenceId(evidence_id),
        source_id=SourceId("agency"),
        document_id=DocumentId("appeals-policy"),
        version="2026",
        chunk_id=ChunkId(f"chunk-{evidence_id}"),
        page_start=16,
        page_end=16,
        page_label="14",
        quote=QUOTE,
        answer_span=VALUE,
    ).model_copy(update=changes)


def answer(question: str = "What is the deadline?", **changes: object) -> RagAnswer:
    """An answered question with one source; a status brings its disposition along."""
    status: AnswerStatus = changes.get("status", "answered")  # type: ignore[assignment]
    return RagAnswer(
        request_id=RequestId("r1"),
        trace_id=TraceId("t1"),
        question=question,
        understood_as=question,
        asked_at=ASKED_AT,
        status=status,
        disposition=disposition_of(status),
        answer_markdown=f"{QUOTE} [E1]",
        citations=(citation(),),
        evidence_ids_used=(EvidenceId("E1"),),
        evidence=(evidence(),),
        temporal=TemporalContext(
            asked_date=date(2026, 6, 1), effective_policy_date=date(2026, 6, 1), basis="asked on"
        ),
        marking="internal",
        indexed_at=datetime(2026, 6, 1, 9, 0, tzinfo=UTC),
    ).model_copy(update=changes)


def explanation(question: str = "What is the deadline?", **changes: object) -> Explanation:
    """How the appeals policy's passage came to be the only evidence of two candidates."""
    found = evidence()
    candidate = ExplainedCandidate(
        rank=1,
        chunk_id=found.chunk_id,
        evidence_id=EvidenceId("E1"),
        fate="cited",
        source_id=found.source_id,
        document_id=found.document_id,
        title=found.source_title,
        uri=found.source_uri,
        authority=found.authority,
        status=found.status,
        score=1.25,
        retrieval_source="both",
        lexical_rank=1,
        lexical_score=12.5,
        dense_rank=2,
        dense_score=0.75,
    )
    return Explanation(
        plan=QueryPlan(
            normalized_query=question,
            query_type="exact_lookup",
            retrieval_mode="hybrid",
            subqueries=(Subquery(text=question),),
            required_sources=("Appeals Policy",),
            temporal=TemporalContext(
                asked_date=date(2026, 6, 1), effective_policy_date=date(2026, 6, 1), basis="asked on"
            ),
        ),
        retrieval=RetrievalPlan(
            query=question,
            mode="hybrid",
            subqueries=(Subquery(text=question),),
            top_k=8,
            candidate_k=60,
            filters=RetrievalFilters(),
        ),
        permitted_count=30,
        in_force_count=20,
        candidates=(
            candidate,
            candidate.model_copy(update={"rank": 2, "evidence_id": None, "fate": "no_room"}),
        ),
        sufficiency="sufficient",
        answerability=0.9,
        reasons=("E1 holds the deadline.",),
        timings_ms={"plan": 1.5},
    ).model_copy(update=changes)


def hit(rank: int = 1, **changes: object) -> SearchHit:
    """A passage as ``search`` gives it."""
    return SearchHit(
        chunk_id=ChunkId(f"chunk-{rank}"),
        document_id=DocumentId("appeals-policy"),
        version="2026",
        source_id=SourceId("agency"),
        title="Appeals Policy",
        uri="policies/appeals.pdf",
        page_start=16,
        page_end=17,
        page_label="14",
        heading_path=("Appeals",),
        authority="official_policy",
        status="active",
        valid_from=date(2026, 1, 1),
        rank=rank,
        text=QUOTE,
    ).model_copy(update=changes)


def failed_file(uri: str = "bad.pdf", reason: str = "encrypted") -> FileRecord:
    """A file that could not be indexed."""
    return FileRecord(
        source_id=SourceId("agency"),
        uri=uri,
        size=100,
        mtime_ns=1,
        inode=1,
        outcome="failed",
        reason=reason,
        parser_version="1",
        seen_at=ASKED_AT,
    )


def trace(trace_id: str = "t1", **changes: object) -> RagTrace:
    """What happened to one question."""
    return RagTrace(
        trace_id=TraceId(trace_id),
        request_id=RequestId("r1"),
        tenant_id=TenantId("local"),
        user_id=UserId("officer"),
        asked_at=ASKED_AT,
        raw_query="What is the deadline?",
        normalized_query="What is the deadline?",
        answer_status="answered",
        timings_ms={"plan": 1.5},
    ).model_copy(update=changes)


class ScriptedBackend:
    """Answers from what it was given; an error in place of a value is raised."""

    def __init__(
        self,
        *,
        answers: Mapping[str, RagAnswer | BaseException] | None = None,
        hits: Sequence[SearchHit] = (),
        summary: IndexSummary | LocalragError | None = None,
        failed: Sequence[FileRecord] | LocalragError = (),
        document: DocumentView | None = None,
        traces: Sequence[RagTrace] = (),
        sessions: Sequence[Session] = (),
        faults: tuple[str, ...] = (),
        left: tuple[str, ...] = (),
        checks: Sequence[Check] = (),
        home: Path = Path("/nowhere/home"),
        missing: bool = False,
        during_index: Callable[[OnProgress], None] | None = None,
        report: PolicyReport | None = None,
        explanations: Sequence[ReadingExplanation] = (),
        timeline: CaseTimeline | None = None,
        state: Path = Path("/nowhere/state"),
        unreadable: Collection[str] = (),
        entries: Sequence[DocumentEntry] = (),
        accesses: Sequence[DocumentAccess] = (),
        may_administer: bool = True,
    ) -> None:
        self.entries, self.documents_on_record, self.may_administer = entries, accesses, may_administer
        self.trials: list[tuple[Path, Path | None, tuple[str, ...], dict[str, str]]] = []
        self.state, self.unreadable = state, set(unreadable)
        self.marks: dict[str, Mark] = {}
        self.timeline = timeline
        self.answers = answers or {}
        self.hits, self.failed_files, self.document, self.traces = hits, failed, document, traces
        self.sessions = {one.conversation_id: one for one in sessions}
        self.summary, self.faults, self.home, self.missing = summary, faults, home, missing
        self.during_index, self.left = during_index, left
        self.report = report or PolicyReport(path="/nowhere/home/policy.toml", version="7")
        self.explanations = explanations
        self.checks = checks
        self.opened: list[tuple[Path, str | None, Path | None]] = []
        self.asked: list[dict[str, object]] = []
        self.indexed: list[tuple[tuple[Path, ...], Path]] = []
        self.will_ask: bool | None = None
        self.closed = 0

    def open_assistant(
        self, home: Path, *, as_user: str | None, state: Path | None, will_ask: bool
    ) -> ScriptedAssistant:
        self.will_ask = will_ask
        self.opened.append((home, as_user, state))
        if self.missing:
            raise IndexMissingError(home)
        return ScriptedAssistant(self)

    def index(
        self, paths: Sequence[Path], *, home: Path, on_progress: OnProgress, options: IndexOptions
    ) -> IndexSummary:
        self.indexed.append((tuple(paths), home))
        self.asked.append(options.model_dump())
        if self.during_index is not None:
            self.during_index(on_progress)
        if isinstance(self.summary, LocalragError):
            raise self.summary
        return self.summary or IndexSummary(added=1, passages=1)

    def purge(
        self,
        names: Sequence[str],
        *,
        home: Path,
        allow_empty: bool,
        on_progress: OnProgress,
    ) -> PurgeSummary:
        self.asked.append({"names": tuple(names), "home": home, "allow_empty": allow_empty})
        on_progress(Progress(phase="write", done=0, total=1))
        if names and "nothing" in names:
            raise NotFoundError("There is no document nothing; nothing was purged.")
        return PurgeSummary(
            purged=tuple(f"agency/{name}" for name in names),
            passages=7,
            questions=2,
            warnings=("Still there.",),
        )

    def verify(self, home: Path, full: bool) -> tuple[str, ...]:
        self.asked.append({"home": home, "full": full})
        return self.faults

    def repair(self, home: Path, *, dry_run: bool) -> RepairSummary:
        self.asked.append({"home": home, "dry_run": dry_run})
        return RepairSummary(dry_run=dry_run, done=self.faults, left=self.left)

    def policy_check(self, home: Path) -> PolicyReport:
        self.asked.append({"home": home})
        return self.report

    def policy_explain(self, user: str, name: str, home: Path) -> Sequence[ReadingExplanation]:
        self.asked.append({"user": user, "name": name, "home": home})
        return self.explanations

    def models(self, home: Path) -> ModelShelf:
        """The real shelf: without models it loads nothing."""
        from localrag.language_models import ModelShelf

        return ModelShelf(home)

    def verify_traces(self, state: Path | None) -> TraceCheck:
        self.asked.append({"state": state})
        return TraceCheck(traces=len(self.traces), faults=self.faults)

    @contextmanager
    def trial(
        self,
        home: Path,
        *,
        state: Path | None,
        without: Sequence[str] = (),
        added: Mapping[str, str] | None = None,
    ) -> Iterator[Trial]:
        """Nothing is copied: what was wanted is kept, and the same answers are given."""
        from localrag.trial import Trial

        self.trials.append((home, state, tuple(without), dict(added or {})))
        if not self.may_administer:
            raise AccessError("You may not administer this home.")
        yield Trial(Path("/nowhere/trial"), Path("/nowhere/trial-state"))

    def accesses(self, home: Path) -> Sequence[DocumentAccess]:
        self.asked.append({"home": home})
        return self.documents_on_record

    def runs(self, state: Path | None) -> RunFiles:
        """Real files: a run has to be read back as it was written."""
        from localrag.adapters.run_files import RunFiles

        return RunFiles(state or self.state)

    def examine(self, home: Path, *, state: Path | None, as_user: str | None) -> Iterator[Check]:
        self.asked.append({"home": home, "state": state, "as_user": as_user})
        return iter(self.checks)

    def known_limits(self) -> tuple[str, ...]:
        return ("Files can be opened.",)

    def default_home(self) -> Path:
        return self.home


class ScriptedAssistant:
    """One open index of a ScriptedBackend."""

    def __init__(self, backend: ScriptedBackend) -> None:
        self._backend = backend

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None:
        self._backend.closed += 1

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
        on_explained: OnExplained | None = None,
    ) -> RagAnswer:
        self._backend.asked.append(
            {
                "question": question,
                "as_of": as_of,
                "case_id": case_id,
                "conversation_id": conversation_id,
                "with_history": with_history,
                "risk_level": risk_level,
                "generator": generator,
                "locale": locale,
                "channel": channel,
                "as_user": as_user,
            }
        )
        found = self._backend.answers.get(question) or answer(question)
        if isinstance(found, BaseException):
            raise found
        if on_explained is not None:
            on_explained(explanation(question))
        return found

    def search(self, query: str, *, top_k: int | None = None, as_user: str | None = None) -> SearchResult:
        self._backend.asked.append({"query": query, "top_k": top_k, "as_user": as_user})
        return SearchResult(query=query, hits=tuple(self._backend.hits))

    def show(self, name: str) -> DocumentView:
        if self._backend.document is None:
            raise NotFoundError(f"There is no document {name}.")
        return self._backend.document

    def documents(self) -> Sequence[DocumentEntry]:
        return self._backend.entries

    def security(self, as_user: str | None = None) -> SecurityContext:
        return SecurityContext(
            tenant_id=TenantId("local"),
            user_id=UserId(as_user or "officer"),
            reads_everything=True,
            may_administer=self._backend.may_administer,
        )

    def case(self, case_id: str) -> CaseTimeline:
        if self._backend.timeline is None:
            raise NotFoundError(f"There is no case {case_id}.")
        return self._backend.timeline

    def status(self) -> IndexStatus:
        return IndexStatus(
            generation="g1",
            documents=12,
            passages=3400,
            indexed_at=ASKED_AT,
            sources=(
                SourceStatus(source_id=SourceId("agency"), documents=12, passages=3400, reachable=False),
            ),
        )

    def failed(self) -> Sequence[FileRecord]:
        if isinstance(self._backend.failed_files, LocalragError):
            raise self._backend.failed_files
        return self._backend.failed_files

    def traces(self, limit: int) -> Sequence[RagTrace]:
        return self._backend.traces[:limit]

    def trace(self, trace_id: str) -> RagTrace:
        for one in self._backend.traces:
            if one.trace_id == trace_id:
                return one
        raise NotFoundError(f"There is no trace {trace_id}.")

    @property
    def assessment(self) -> Assessment:
        return cast("Assessment", _ScriptedAssessment(self._backend, self))

    def sessions(self, limit: int) -> Sequence[SessionSummary]:
        return [
            SessionSummary(
                conversation_id=one.conversation_id,
                title=one.title,
                turns=len(one.turns),
                started_at=one.started_at,
                last_at=one.last_at,
            )
            for one in self._backend.sessions.values()
        ][:limit]

    def session(self, conversation_id: str) -> Session:
        if conversation_id not in self._backend.sessions:
            raise NotFoundError(f"There is no conversation {conversation_id}.")
        return self._backend.sessions[conversation_id]

    def rename_session(self, conversation_id: str, title: str) -> None:
        renamed = self.session(conversation_id).model_copy(update={"title": title})
        self._backend.sessions[conversation_id] = renamed

    def delete_session(self, conversation_id: str) -> None:
        self.session(conversation_id)
        del self._backend.sessions[conversation_id]


class _ScriptedAssessment:
    def __init__(self, backend: ScriptedBackend, assistant: ScriptedAssistant) -> None:
        self._backend, self._assistant = backend, assistant

    def mark(
        self,
        trace_id: str,
        *,
        wrong: str,
        expected: Disposition = "answer",
        must_contain: Sequence[str] = (),
        gold_documents: Sequence[str] = (),
    ) -> Mark:
        kept = Mark(
            trace=self._assistant.trace(trace_id),
            marked_at=ASKED_AT,
            wrong=wrong,
            expected=expected,
            must_contain=tuple(must_contain),
            gold_documents=tuple(gold_documents),
        )
        self._backend.marks[trace_id] = kept
        return kept

    def marks(self) -> Sequence[Mark]:
        return list(self._backend.marks.values())

    def unmark(self, trace_id: str) -> None:
        if self._backend.marks.pop(trace_id, None) is None:
            raise NotFoundError(f"There is no mark of {trace_id}.")

    def run_head(self, cases_file: str, cases_sha256: str, cases: int) -> RunHead:
        return RunHead(
            run_id=f"run-{len(self._backend.opened)}",
            made_at=ASKED_AT,
            localrag_version="1",
            cases_file=cases_file,
            cases_sha256=cases_sha256,
            cases=cases,
            generation="g1",
            asker="officer",
        )

    def may_show(self, chunk_ids: Collection[ChunkId], as_user: str | None = None) -> bool:
        del as_user
        return not self._backend.unreadable.intersection(chunk_ids)
