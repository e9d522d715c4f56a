"""A home for the terminal UI whose answers are written down beforehand; it keeps what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import cast

from localrag.api import Assistant
from localrag.errors import AccessError, LocalragError, NotFoundError
from localrag.ports import OnProgress
from localrag.records.answer import RagAnswer
from localrag.records.documents import FileRecord
from localrag.records.explanation import Explanation
from localrag.records.ids import ChunkId, DocumentId, SourceId
from localrag.records.index import DocumentEntry, DocumentView, IndexStatus, IndexSummary, Progress
from localrag.records.mark import Mark
from localrag.records.session import Session
from localrag.records.trace import RagTrace
from tests.fakes.scripted_backend import ASKED_AT, QUOTE, answer, explanation, trace

PAGE = f"Appeals Policy\n\nWho may appeal is told above.\n\n{QUOTE}\n\nNothing else is to be done."


def entry(**changes: object) -> DocumentEntry:
    """The appeals policy as the list of documents has it."""
    return DocumentEntry(
        source_id=SourceId("agency"),
        document_id=DocumentId("appeals-policy"),
        version="2026",
        title="Appeals Policy",
        uri="policies/appeals.pdf",
        authority="official_policy",
        status="active",
        valid_from=date(2026, 1, 1),
        classification="internal",
        passages=12,
        indexed_at=ASKED_AT,
    ).model_copy(update=changes)


class ScriptedHome:
    """What the terminal UI is started with; an error in place of a value is raised."""

    def __init__(
        self,
        *,
        answers: Mapping[str, RagAnswer | BaseException] | None = None,
        documents: Sequence[DocumentEntry] = (entry(),),
        failed: Sequence[FileRecord] | None = None,
        traces: Sequence[RagTrace] = (),
        page: str | LocalragError = PAGE,
        opens: LocalragError | None = None,
        summary: IndexSummary | LocalragError | None = None,
    ) -> None:
        self.answers, self.documents, self.failed = answers or {}, documents, failed
        self.traces, self.page, self.opens, self.summary = traces, page, opens, summary
        self.asked: list[dict[str, object]] = []
        self.indexed: list[tuple[Path, ...]] = []
        self.marked: list[tuple[str, str]] = []
        self.opened = self.closed = 0
        self.gate: threading.Event | None = None
        """Where set, a question waits for it between two stages."""

    def open_assistant(self) -> Assistant:
        """A fresh view of the home."""
        self.opened += 1
        if self.opens is not None:
            raise self.opens
        return cast(Assistant, _Scripted(self))

    def index(self, paths: Sequence[Path], on_progress: OnProgress) -> IndexSummary:
        """Two steps, then the outcome."""
        self.indexed.append(tuple(paths))
        on_progress(Progress(phase="read", done=1, total=2, current="a.md"))
        if self.gate is not None:
            self.gate.wait(5)
        on_progress(Progress(phase="read", done=2, total=2, current="b.md"))
        if isinstance(self.summary, LocalragError):
            raise self.summary
        self.opens = None
        return self.summary or IndexSummary(added=2, passages=7, seconds=1.0)


class _Scripted:
    def __init__(self, home: ScriptedHome) -> None:
        self._home = home

    def ask(
        self,
        question: str,
        *,
        on_progress: Callable[[Progress], None],
        on_explained: Callable[[Explanation], None],
        **options: object,
    ) -> RagAnswer:
        self._home.asked.append({"question": question, **options})
        on_progress(Progress(phase="plan"))
        if self._home.gate is not None:
            self._home.gate.wait(5)
        on_progress(Progress(phase="retrieve"))
        found = self._home.answers.get(question) or answer(question)
        if isinstance(found, BaseException):
            raise found
        on_explained(explanation())
        return found

    def page(self, chunk_id: ChunkId) -> str:  # noqa: ARG002
        if isinstance(self._home.page, LocalragError):
            raise self._home.page
        return self._home.page

    def documents(self) -> tuple[DocumentEntry, ...]:
        return tuple(self._home.documents)

    def status(self) -> IndexStatus:
        return IndexStatus(generation="g1", documents=1, passages=12, indexed_at=ASKED_AT)

    def failed(self) -> Sequence[FileRecord]:
        if self._home.failed is None:
            raise AccessError("Not yours.")
        return self._home.failed

    def show(self, name: str) -> DocumentView:
        for one in self._home.documents:
            if name == f"{one.source_id}/{one.uri}":
                return DocumentView(
                    document_id=one.document_id,
                    version=one.version,
                    source_id=one.source_id,
                    title=one.title,
                    uri=one.uri,
                    text=PAGE if isinstance(self._home.page, LocalragError) else self._home.page,
                )
        raise NotFoundError(f"There is no document {name}.")

    def session(self, conversation_id: str) -> Session:
        return Session(
            conversation_id=conversation_id, title="It", started_at=ASKED_AT, last_at=ASKED_AT, turns=()
        )

    def traces(self, limit: int) -> list[RagTrace]:
        return list(self._home.traces[:limit])

    def trace(self, trace_id: str) -> RagTrace:
        return next(one for one in self._home.traces if one.trace_id == trace_id)

    @property
    def assessment(self) -> _Scripted:
        return self

    def may_show(self, chunk_ids: Collection[ChunkId]) -> bool:  # noqa: ARG002
        return not isinstance(self._home.page, LocalragError)

    def mark(self, trace_id: str, *, wrong: str) -> Mark:
        if isinstance(self._home.page, LocalragError):
            raise self._home.page
        self._home.marked.append((trace_id, wrong))
        return Mark(trace=trace(trace_id), marked_at=ASKED_AT, wrong=wrong)

    def close(self) -> None:
        self._home.closed += 1
