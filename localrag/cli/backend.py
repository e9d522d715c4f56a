"""What the commands need of the rest of the program; ``WIRED`` is the real thing, loaded when first used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import date

    from localrag.assessment import Assessment
    from localrag.language_models import ModelShelf
    from localrag.ports import OnExplained, OnProgress
    from localrag.records.answer import RagAnswer
    from localrag.records.case import CaseTimeline
    from localrag.records.checkup import Check
    from localrag.records.documents import FileRecord
    from localrag.records.index import (
        DocumentEntry,
        DocumentView,
        IndexOptions,
        IndexStatus,
        IndexSummary,
        PurgeSummary,
        RepairSummary,
    )
    from localrag.records.policy import PolicyReport, ReadingExplanation
    from localrag.records.request import Channel, GeneratorChoice, RiskLevel
    from localrag.records.retrieval import SearchResult
    from localrag.records.security import DocumentAccess, SecurityContext
    from localrag.records.session import Session, SessionSummary
    from localrag.records.trace import RagTrace, TraceCheck
    from localrag.stores import RunStore
    from localrag.trial import Trial


class Assistant(AbstractContextManager["Assistant"], Protocol):
    """One asker's view of one index."""

    @property
    def assessment(self) -> Assessment:
        """Marks, and what runs of evaluation need."""
        ...

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
        """The answer, whatever its status."""
        ...

    def search(self, query: str, *, top_k: int | None = None, as_user: str | None = None) -> SearchResult:
        """Passages, best first."""
        ...

    def show(self, name: str) -> DocumentView:
        """One document. NotFoundError where there is none that the asker may read."""
        ...

    def documents(self) -> Sequence[DocumentEntry]:
        """Every document version that the asker may read."""
        ...

    def security(self, as_user: str | None = None) -> SecurityContext:
        """The rights that count now. AccessError where the account may not act as that user."""
        ...

    def case(self, case_id: str) -> CaseTimeline:
        """A case's dated entries. NotFoundError where there is none that the asker may read."""
        ...

    def status(self) -> IndexStatus:
        """Counts over what the asker may read."""
        ...

    def failed(self) -> Sequence[FileRecord]:
        """Files that could not be indexed. AccessError without the right to administer."""
        ...

    def traces(self, limit: int) -> Sequence[RagTrace]:
        """Newest first, the asker's own."""
        ...

    def trace(self, trace_id: str) -> RagTrace:
        """One trace. NotFoundError where there is none that the asker may read."""
        ...

    def sessions(self, limit: int) -> Sequence[SessionSummary]:
        """The asker's own, the one asked in last first."""
        ...

    def session(self, conversation_id: str) -> Session:
        """One conversation, as far as it may be shown now. NotFoundError where the asker has none."""
        ...

    def rename_session(self, conversation_id: str, title: str) -> None:
        """Give it another title. NotFoundError where the asker has none."""
        ...

    def delete_session(self, conversation_id: str) -> None:
        """Remove it, its bytes included. NotFoundError where the asker has none."""
        ...


class Backend(Protocol):
    """Everything that a command can set to work."""

    def open_assistant(
        self, home: Path, *, as_user: str | None, state: Path | None, will_ask: bool
    ) -> Assistant:
        """Open an index for reading; ``will_ask`` starts loading the model at once."""
        ...

    def index(
        self, paths: Sequence[Path], *, home: Path, on_progress: OnProgress, options: IndexOptions
    ) -> IndexSummary:
        """Bring an index up to date; without paths its known sources."""
        ...

    def purge(
        self,
        names: Sequence[str],
        *,
        home: Path,
        allow_empty: bool,
        on_progress: OnProgress,
    ) -> PurgeSummary:
        """Take documents out for good; without names those whose files are gone."""
        ...

    def verify(self, home: Path, full: bool) -> tuple[str, ...]:
        """Faults found, in words."""
        ...

    def repair(self, home: Path, *, dry_run: bool) -> RepairSummary:
        """Rebuild what is derived, or tell what that would do."""
        ...

    def policy_check(self, home: Path) -> PolicyReport:
        """What the policy does, held against the index; for administrators."""
        ...

    def policy_explain(self, user: str, name: str, home: Path) -> Sequence[ReadingExplanation]:
        """Why a user may read a document or may not, one a version; for administrators."""
        ...

    def verify_traces(self, state: Path | None) -> TraceCheck:
        """What is wrong with the chain of traces in a state folder; null: the account's."""
        ...

    def runs(self, state: Path | None) -> RunStore:
        """Runs of evaluation kept in a state folder; null: the account's."""
        ...

    def trial(
        self,
        home: Path,
        *,
        state: Path | None,
        without: Sequence[str] = (),
        added: Mapping[str, str] | None = None,
    ) -> AbstractContextManager[Trial]:
        """A copy of a home, gone when the block ends; for administrators."""
        ...

    def accesses(self, home: Path) -> Sequence[DocumentAccess]:
        """Every indexed document's place and access, without text; for administrators."""
        ...

    def examine(self, home: Path, *, state: Path | None, as_user: str | None) -> Iterator[Check]:
        """Checks of machine, installation and home, each as soon as it is done."""
        ...

    def known_limits(self) -> tuple[str, ...]:
        """What no check can mend, in words."""
        ...

    def models(self, home: Path) -> ModelShelf:
        """The language models of a home."""
        ...

    def default_home(self) -> Path:
        """LOCALRAG_HOME, else this account's data folder."""
        ...


class Wired:
    """The real program; its modules are imported by the call that needs them."""

    def open_assistant(
        self, home: Path, *, as_user: str | None, state: Path | None, will_ask: bool
    ) -> Assistant:
        """Open an index for reading; ``will_ask`` starts loading the model at once."""
        from localrag.wiring import open_assistant

        return open_assistant(home, as_user=as_user, state=state, will_ask=will_ask)

    def index(
        self, paths: Sequence[Path], *, home: Path, on_progress: OnProgress, options: IndexOptions
    ) -> IndexSummary:
        """Bring an index up to date; without paths its known sources."""
        from localrag.administration import index

        return index(paths, home=home, on_progress=on_progress, options=options)

    def purge(
        self,
        names: Sequence[str],
        *,
        home: Path,
        allow_empty: bool,
        on_progress: OnProgress,
    ) -> PurgeSummary:
        """Take documents out for good; without names those whose files are gone."""
        from localrag.administration import purge

        return purge(names, home=home, allow_empty=allow_empty, on_progress=on_progress)

    def verify(self, home: Path, full: bool) -> tuple[str, ...]:
        """Faults found, in words."""
        from localrag.administration import verify

        return verify(home, full=full)

    def repair(self, home: Path, *, dry_run: bool) -> RepairSummary:
        """Rebuild what is derived, or tell what that would do."""
        from localrag.administration import repair

        return repair(home, dry_run=dry_run)

    def policy_check(self, home: Path) -> PolicyReport:
        """What the policy does, held against the index; for administrators."""
        from localrag.administration import policy_check

        return policy_check(home)

    def policy_explain(self, user: str, name: str, home: Path) -> Sequence[ReadingExplanation]:
        """Why a user may read a document or may not, one a version; for administrators."""
        from localrag.administration import policy_explain

        return policy_explain(user, name, home)

    def models(self, home: Path) -> ModelShelf:
        """The language models of a home."""
        from localrag.language_models import ModelShelf

        return ModelShelf(home)

    def verify_traces(self, state: Path | None) -> TraceCheck:
        """What is wrong with the chain of traces in a state folder; null: the account's."""
        from localrag.administration import verify_traces

        return verify_traces(state)

    def runs(self, state: Path | None) -> RunStore:
        """Runs of evaluation kept in a state folder; null: the account's."""
        from localrag.kept import runs

        return runs(state)

    def trial(
        self,
        home: Path,
        *,
        state: Path | None,
        without: Sequence[str] = (),
        added: Mapping[str, str] | None = None,
    ) -> AbstractContextManager[Trial]:
        """A copy of a home, gone when the block ends; for administrators."""
        from localrag.trial import trial_home

        return trial_home(home, state=state, without=without, added=added)

    def accesses(self, home: Path) -> Sequence[DocumentAccess]:
        """Every indexed document's place and access, without text; for administrators."""
        from localrag.administration import accesses

        return accesses(home)

    def examine(self, home: Path, *, state: Path | None, as_user: str | None) -> Iterator[Check]:
        """Checks of machine, installation and home, each as soon as it is done."""
        from localrag.doctor.examine import examine

        return examine(home, state=state, as_user=as_user)

    def known_limits(self) -> tuple[str, ...]:
        """What no check can mend, in words."""
        from localrag.doctor.examine import LIMITS

        return LIMITS

    def default_home(self) -> Path:
        """LOCALRAG_HOME, else this account's data folder."""
        from localrag.wiring import default_home

        return default_home()
