"""Jobs -> what came of them: one thread that owns the assistant, so that the screen never waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from localrag.errors import CancelledError, LocalragError
from localrag.text.display import safe_line

if TYPE_CHECKING:
    from localrag.api import Assistant
    from localrag.ports import OnProgress
    from localrag.records.index import Progress

Result = TypeVar("Result")


@dataclass(frozen=True)
class Done(Generic[Result]):
    """A job came to its end."""

    result: Result


@dataclass(frozen=True)
class Failed:
    """A job ended with an error; the thread goes on."""

    error: BaseException


@dataclass(frozen=True)
class Cancelled:
    """A job was stopped, or never began."""


Outcome = Done[Result] | Failed | Cancelled


class Job:
    """A job that waits or runs."""

    def __init__(self, on_progress: OnProgress) -> None:
        self._on_progress = on_progress
        self._stop = threading.Event()
        self.future: Future[object] | None = None

    def cancel(self) -> None:
        """Keep it from starting, or stop it at its next step."""
        self._stop.set()
        if self.future is not None:
            self.future.cancel()

    def step(self, progress: Progress) -> None:
        """Tell of a step; called by the work itself.

        Raises:
            CancelledError: The job was cancelled.
        """
        self.go_on()
        self._on_progress(progress)

    def go_on(self) -> None:
        """Raise CancelledError where the job was cancelled."""
        if self._stop.is_set():
            raise CancelledError


class Worker:
    """Runs jobs one after the other, in the order given, in a thread of its own."""

    def __init__(self, open_assistant: Callable[[], Assistant]) -> None:
        self._open = open_assistant
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="assistant")
        self._assistant: Assistant | None = None

    def ask(
        self,
        work: Callable[[Assistant, OnProgress], Result],
        *,
        then: Callable[[Outcome[Result]], object],
        on_progress: OnProgress = lambda _: None,
    ) -> Job:
        """Queue work on the assistant, which is opened by the first job that needs it.

        Args:
            work: Runs in the thread.
            then: Told what came of it, in the thread; it must only post a message.
            on_progress: Told of each step, in the thread.
        """
        return self.run(lambda step: work(self._opened(), step), then=then, on_progress=on_progress)

    def run(
        self,
        work: Callable[[OnProgress], Result],
        *,
        then: Callable[[Outcome[Result]], object],
        on_progress: OnProgress = lambda _: None,
    ) -> Job:
        """Queue work that needs no assistant."""
        job = Job(on_progress)

        def begin() -> Result:
            job.go_on()
            return work(job.step)

        future = self._pool.submit(begin)
        job.future = future  # type: ignore[assignment]
        future.add_done_callback(lambda ended: then(_outcome(ended)))
        return job

    def reopen(self) -> None:
        """Let the next job see the index as it is then."""
        self._pool.submit(self._close)

    def close(self) -> None:
        """Drop what waits, and let go of the index once the running job has ended; does not wait for it."""
        self._pool.submit(self._close)
        self._pool.shutdown(wait=False)

    def _opened(self) -> Assistant:
        if self._assistant is None:
            self._assistant = self._open()
        return self._assistant

    def _close(self) -> None:
        if self._assistant is not None:
            self._assistant.close()
            self._assistant = None


def _outcome(ended: Future[Result]) -> Outcome[Result]:
    if ended.cancelled():
        return Cancelled()
    error = ended.exception()
    if isinstance(error, CancelledError):
        return Cancelled()
    if error is not None:
        return Failed(error)
    return Done(ended.result())


def told(error: BaseException) -> str:
    """What went wrong and what to do next, on one line that is safe to show."""
    if isinstance(error, LocalragError):
        return safe_line(f"{error.message} {error.hint or ''}")
    return safe_line(f"{type(error).__name__}: {error}")
