"""Where an index, traces and conversations are kept, in our words: Protocols, as in ports.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from localrag.ports import Embedder, OnProgress
    from localrag.records.documents import FileRecord, ParsedDocument, SourceRecord
    from localrag.records.evaluation import CaseOutcome, Run, RunEntry, RunHead
    from localrag.records.ids import SourceId
    from localrag.records.mark import Mark
    from localrag.records.review import Review
    from localrag.records.security import SecurityContext
    from localrag.records.session import KeptTurn, SessionSummary
    from localrag.records.trace import RagTrace


class CorpusWriter(Protocol):
    """The one writer of an index. What it is given is staged; readers see it from ``publish`` on."""

    def sources(self) -> list[SourceRecord]:
        """Known sources, by source id."""
        ...

    def register(self, source: SourceRecord) -> None:
        """Add a source or bring its record up to date."""
        ...

    def files(self, source_id: SourceId) -> Mapping[str, FileRecord]:
        """What the last runs saw, by uri; failed files included."""
        ...

    def check_room(self, wanted: float) -> None:
        """Make sure that so many bytes have room. StorageError where they have not: nothing is begun."""
        ...

    def put(self, document: ParsedDocument, file: FileRecord) -> None:
        """Stage a file's document in place of what the same uri held."""
        ...

    def fail(self, file: FileRecord) -> None:
        """Stage a failure; what the uri held before is withdrawn."""
        ...

    def seen(self, file: FileRecord) -> None:
        """Bring the record of a file up to date whose document, or failure, stays as it is.

        Takes effect at once and makes no new generation.
        """
        ...

    def remove(self, source_id: SourceId, uri: str) -> None:
        """Stage the withdrawal of a file and its passages."""
        ...

    def publish(self, embedder: Embedder, on_progress: OnProgress) -> Published:
        """Encode what is not encoded yet, build segments, and make all that is staged visible at once."""
        ...


class Published(NamedTuple):
    """What publishing did."""

    generation: str
    passages: int
    """In the whole index."""
    embedded: int
    """Texts that had to be encoded."""
    encode_seconds: float


class TraceSink(Protocol):
    """Where traces are kept."""

    def record(self, trace: RagTrace) -> RagTrace:
        """Keep a trace; gives it back with its place in the hash chain."""
        ...


class TraceReader(Protocol):
    """Reading kept traces; rights are judged now, not as they were."""

    def latest(self, security: SecurityContext, limit: int) -> Iterator[RagTrace]:
        """Newest first, the asker's own (an administrator's reach ends there too)."""
        ...

    def get(self, trace_id: str, security: SecurityContext) -> RagTrace:
        """One trace. NotFoundError where there is none that the asker may read."""
        ...


class TraceStore(TraceSink, TraceReader, Protocol):
    """Keeps traces and reads them back."""

    def blank(self, where: Callable[[RagTrace], bool]) -> int:
        """Take the free text out of these traces, leaving no byte of it; how many there were."""
        ...


class SessionStore(Protocol):
    """Keeps conversations; each method sees the asker's own alone, and NotFoundError tells no other apart."""

    def turns(self, conversation_id: str, security: SecurityContext) -> list[KeptTurn]:
        """Oldest first; empty where the asker has no such conversation."""
        ...

    def add(self, conversation_id: str, title: str, turn: KeptTurn, security: SecurityContext) -> None:
        """Append a turn; the first one makes the conversation and gives it its title."""
        ...

    def latest(self, security: SecurityContext, limit: int) -> list[SessionSummary]:
        """The one asked in last first."""
        ...

    def get(self, conversation_id: str, security: SecurityContext) -> SessionSummary:
        """One conversation."""
        ...

    def rename(self, conversation_id: str, title: str, security: SecurityContext) -> None:
        """Give it another title."""
        ...

    def delete(self, conversation_id: str, security: SecurityContext) -> None:
        """Remove it, its bytes included."""
        ...


class RunStore(Protocol):
    """Keeps runs of evaluation, which hold what was answered: text of documents."""

    def keep(
        self, head: RunHead, outcomes: Iterable[CaseOutcome], *, to: Path | None = None
    ) -> Iterator[CaseOutcome]:
        """Hand on each outcome once it is kept; a run that is broken off is kept as far as it came.

        ``to``: a file of the caller's choice in place of the state folder; one that is there is replaced.
        """
        ...

    def get(self, name: str) -> Run:
        """By its id, ``last`` or a path. NotFoundError where there is none."""
        ...

    def latest(self) -> list[RunEntry]:
        """Kept in the state folder, newest first."""
        ...

    def reviews(self, name: str) -> list[Review]:
        """Of a run, in the order in which they were made; empty without any."""
        ...

    def add_review(self, name: str, review: Review) -> None:
        """Keep a review of one of a run's answers beside the run."""
        ...

    def forget(self, where: Callable[[str | None, CaseOutcome], bool]) -> int:
        """Take these outcomes out of the kept runs, leaving no byte of them; how many there were.

        Asked with the id of the home that a run was made over.
        """
        ...


class MarkStore(Protocol):
    """Keeps what askers found wrong; each sees their own."""

    def add(self, mark: Mark) -> None:
        """Keep a mark; an earlier one of the same question is replaced."""
        ...

    def all(self, security: SecurityContext) -> list[Mark]:
        """The asker's own, oldest first."""
        ...

    def remove(self, trace_id: str, security: SecurityContext) -> bool:
        """Take out the asker's mark of a question; whether there was one."""
        ...
