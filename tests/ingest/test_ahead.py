"""Working ahead without losing order or the end."""

from __future__ import annotations

import threading

import pytest

from localrag.ingest.ahead import ahead


def double(number: int) -> int:
    return number * 2


def nothing() -> None:
    pass


def test_results_come_in_order() -> None:
    assert list(ahead(range(10), double, nothing)) == [(n, n * 2) for n in range(10)]
    assert list(ahead([], double, nothing)) == []


def test_a_few_items_are_worked_on_ahead_and_no_more() -> None:
    begun: list[int] = []
    readings = ahead(range(100), lambda number: begun.append(number), nothing)
    next(readings)
    readings.close()
    assert len(begun) <= 3


def test_what_the_work_raises_comes_through() -> None:
    def fail(number: int) -> int:
        return number // 0

    with pytest.raises(ZeroDivisionError):
        next(ahead([1], fail, nothing))


def test_closing_stops_the_work_under_way() -> None:
    stopped = threading.Event()

    def work(number: int) -> bool:
        return number == 0 or stopped.wait(10)

    readings = ahead(range(5), work, stopped.set)
    assert next(readings) == (0, True)
    readings.close()
    assert stopped.is_set()
