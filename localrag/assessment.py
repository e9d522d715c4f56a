"""Answers of one assistant -> what their asker finds wrong, and what runs of evaluation need to know."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from localrag import __version__
from localrag.errors import AccessError, NotFoundError, UsageError
from localrag.text.characters import text_argument

if TYPE_CHECKING:
    from localrag.ports import Clock, CurrentGeneration
    from localrag.records.answer import Disposition
    from localrag.records.authority import Authority
    from localrag.records.evaluation import RunHead
    from localrag.records.ids import ChunkId
    from localrag.records.mark import Mark
    from localrag.records.security import SecurityContext
    from localrag.records.trace import RagTrace
    from localrag.stores import MarkStore


class Assessment:
    """Part of an assistant, which makes it; rights are judged at each call."""

    def __init__(
        self,
        *,
        marks: MarkStore,
        trace: Callable[[str], RagTrace],
        security: Callable[[str | None], SecurityContext],
        corpus: CurrentGeneration,
        clock: Clock,
        authority_order: tuple[Authority, ...],
    ) -> None:
        self._marks, self._trace, self._security = marks, trace, security
        self._corpus, self._clock, self._authority_order = corpus, clock, authority_order

    def mark(
        self,
        trace_id: str,
        *,
        wrong: str,
        expected: Disposition = "answer",
        must_contain: Sequence[str] = (),
        gold_documents: Sequence[str] = (),
    ) -> Mark:
        """Keep what is wrong with the answer to one of the asker's questions.

        Args:
            trace_id: Of the question.
            wrong: In the asker's words; at least one.
            expected: What should have become of the question.
            must_contain: Texts that the right answer holds.
            gold_documents: What it should cite.

        Raises:
            UsageError: Nothing is said of what is wrong.
            NotFoundError: There is no such question, or it is somebody else's.
        """
        from localrag.records.mark import Mark

        said = text_argument(wrong).strip()
        if not said:
            raise UsageError("It is not said what is wrong.", 'Say it: localrag mark TRACE --wrong "..."')
        kept = Mark(
            trace=self._trace(trace_id),
            marked_at=self._clock.now(),
            wrong=said,
            expected=expected,
            must_contain=tuple(map(text_argument, must_contain)),
            gold_documents=tuple(map(text_argument, gold_documents)),
        )
        self._marks.add(kept)
        return kept

    def marks(self) -> list[Mark]:
        """What the asker found wrong, oldest first."""
        return self._marks.all(self._security(None))

    def unmark(self, trace_id: str) -> None:
        """Take a mark back. NotFoundError where the asker made none."""
        if not self._marks.remove(trace_id, self._security(None)):
            raise NotFoundError(f"There is no mark of {trace_id}.", "See: localrag mark list")

    def run_head(self, cases_file: str, cases_sha256: str, cases: int) -> RunHead:
        """What a run of evaluation is made with, if it is made now."""
        from localrag.records.evaluation import RunHead

        security, corpus, now = self._security(None), self._corpus(), self._clock.now()
        return RunHead(
            run_id=f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}",
            made_at=now,
            localrag_version=__version__,
            cases_file=cases_file,
            cases_sha256=cases_sha256,
            cases=cases,
            home_id=corpus.home_id,
            generation=corpus.generation,
            policy_version=security.policy_version,
            asker=security.user_id,
            authority_order=self._authority_order,
        )

    def may_show(self, chunk_ids: Collection[ChunkId], as_user: str | None = None) -> bool:
        """Whether all of these passages may be read now, by the asker or by whom they may act as."""
        try:
            security = self._security(as_user)
        except AccessError:
            return False
        return set(chunk_ids) <= self._corpus().readable(set(chunk_ids), security)
