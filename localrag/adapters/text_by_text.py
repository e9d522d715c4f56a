"""Texts -> vectors, one text a call over several threads, so that no text can change another's vector."""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def encode_each(
    texts: Sequence[str], encode: Callable[[str], NDArray[np.float32]], *, width: int, threads: int
) -> NDArray[np.float32]:
    """Vectors of shape (len(texts), width), in the texts' order.

    Args:
        texts: Any number; none give an array without rows.
        encode: Text to a vector of shape (width,); called from several threads at once.
        width: Dimensions of a vector.
        threads: Calls under way at a time, at least 1.

    Raises:
        Whatever ``encode`` raises first; the other threads stop after the text they are at.
    """
    vectors = np.empty((len(texts), width), dtype=np.float32)
    if threads == 1 or len(texts) < 2:
        for row, text in enumerate(texts):
            vectors[row] = encode(text)
        return vectors
    rows = itertools.count()
    stopped = threading.Event()

    def _work() -> None:
        try:
            while not stopped.is_set() and (row := next(rows)) < len(texts):
                vectors[row] = encode(texts[row])
        finally:
            # Out of rows, or failed: either way no one need begin another.
            stopped.set()

    with ThreadPoolExecutor(threads, thread_name_prefix="encode") as pool:
        workers = [pool.submit(_work) for _ in range(threads)]
        try:
            for worker in workers:
                worker.result()
        finally:
            stopped.set()
    return vectors


def encodable(text: str) -> str:
    """The text with U+FFFD for each lone surrogate, which has no UTF-8 form; spans stay right."""
    return _LONE_SURROGATE.sub("\ufffd", text)
