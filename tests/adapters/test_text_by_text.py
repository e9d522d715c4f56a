"""Spreading texts over threads: every row its own, errors and interruptions at once."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from numpy.typing import NDArray

from localrag.adapters.text_by_text import encodable, encode_each


def length_of(text: str) -> NDArray[np.float32]:
    return np.array([len(text)], dtype=np.float32)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_rows_are_in_the_order_of_the_texts(threads: int) -> None:
    texts = ["x" * length for length in range(300)]
    assert encode_each(texts, length_of, width=1, threads=threads)[:, 0].tolist() == list(range(300))


def test_texts_are_encoded_by_several_threads() -> None:
    meeting = threading.Barrier(2, timeout=10)

    def meet(text: str) -> NDArray[np.float32]:
        meeting.wait()
        return length_of(text)

    assert encode_each(["a", "bb"], meet, width=1, threads=2).tolist() == [[1], [2]]


@pytest.mark.parametrize("bad", [0, 1])
def test_the_first_failure_ends_the_work(bad: int) -> None:
    seen: list[str] = []
    pause = threading.Event()

    def fail_at_one(text: str) -> NDArray[np.float32]:
        seen.append(text)
        pause.wait(0.002)
        if text == str(bad):
            raise ValueError(text)
        return length_of(text)

    with pytest.raises(ValueError, match=str(bad)):
        encode_each([str(row) for row in range(1000)], fail_at_one, width=1, threads=2)
    assert len(seen) < 100


def test_a_lone_surrogate_becomes_one_character_and_pairs_stay() -> None:
    assert encodable("a\ud800b🙂\udfff") == "a\ufffdb🙂\ufffd"
