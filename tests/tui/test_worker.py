"""One thread does the work in order; errors and cancelling never end it."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

import pytest

from localrag.errors import NotFoundError
from localrag.records.index import Progress
from localrag.tui.worker import Cancelled, Done, Failed, Outcome, Worker
from tests.fakes.scripted_home import ScriptedHome


@pytest.fixture
def home() -> ScriptedHome:
    return ScriptedHome()


@pytest.fixture
def worker(home: ScriptedHome) -> Iterator[Worker]:
    made = Worker(home.open_assistant)
    yield made
    made.close()


def test_jobs_end_in_the_order_in_which_they_were_given(worker: Worker) -> None:
    ended: queue.Queue[Outcome[int]] = queue.Queue()
    for number in range(20):
        worker.run(lambda _, number=number: number, then=ended.put)  # type: ignore[misc]
    assert [ended.get(timeout=5) for _ in range(20)] == [Done(number) for number in range(20)]


def test_an_error_is_an_outcome_and_the_next_job_runs(worker: Worker) -> None:
    ended: queue.Queue[Outcome[int]] = queue.Queue()
    error = NotFoundError("no such thing")

    def fail(_: object) -> int:
        raise error

    worker.run(fail, then=ended.put)
    worker.run(lambda _: 1, then=ended.put)
    assert [ended.get(timeout=5), ended.get(timeout=5)] == [Failed(error), Done(1)]


def test_a_running_job_stops_at_its_next_step_and_a_waiting_one_never_starts(worker: Worker) -> None:
    ended: queue.Queue[Outcome[int]] = queue.Queue()
    begun, go_on, ran = threading.Event(), threading.Event(), []

    def long(step: object) -> int:
        begun.set()
        go_on.wait(5)
        step(Progress(phase="plan"))  # type: ignore[operator]
        ran.append("first")
        return 1

    first = worker.run(long, then=ended.put)

    def never(_: object) -> int:
        ran.append("second")
        return 2

    second = worker.run(never, then=ended.put)
    assert begun.wait(5)
    second.cancel()
    first.cancel()
    go_on.set()
    assert [ended.get(timeout=5), ended.get(timeout=5)] == [Cancelled(), Cancelled()]
    assert ran == []


def test_the_index_is_opened_once_and_again_after_it_changed(home: ScriptedHome, worker: Worker) -> None:
    ended: queue.Queue[Outcome[int]] = queue.Queue()
    for _ in range(2):
        worker.ask(lambda assistant, _: len(assistant.documents()), then=ended.put)
    worker.reopen()
    worker.ask(lambda assistant, _: len(assistant.documents()), then=ended.put)
    assert [ended.get(timeout=5) for _ in range(3)] == [Done(1)] * 3
    assert (home.opened, home.closed) == (2, 1)
