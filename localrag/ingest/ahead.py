"""Work on many items -> its results in order, a few of them made while earlier ones are used."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_AHEAD = 3
"""Items worked on or waiting (guess: enough for two cores)."""
_POLL_SECONDS = 0.2
"""How long Ctrl-C may wait where a platform cannot interrupt waiting (guess)."""


def ahead(
    items: Iterable[Item], work: Callable[[Item], Result], stop: Callable[[], None]
) -> Generator[tuple[Item, Result], None, None]:
    """Each item and what ``work`` makes of it, in order; one is worked on at a time, in another thread.

    Close the generator where it is not run to its end.

    Args:
        items: In order.
        work: Called for one item at a time.
        stop: Makes a call of ``work`` that is under way, and those that follow, end soon.
    """
    with ThreadPoolExecutor(max_workers=1) as pool:
        waiting: list[tuple[Item, Future[Result]]] = []
        left = iter(items)
        try:
            while True:
                for item in islice(left, _AHEAD - len(waiting)):
                    waiting.append((item, pool.submit(work, item)))
                if not waiting:
                    return
                item, future = waiting[0]
                result = _result(future)
                del waiting[0]
                yield item, result
        finally:
            if waiting:
                for _, future in waiting:
                    future.cancel()
                stop()


def _result(future: Future[Result]) -> Result:
    while not future.done():
        try:
            return future.result(timeout=_POLL_SECONDS)
        except TimeoutError:
            continue
    return future.result()
