"""Vectors -> an exact, memory-mapped half-precision index; a query and a set of rows -> nearest rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.int64]
Scores = NDArray[np.float32]


def load_library() -> None:
    """Import faiss, which takes 0.1 s, ahead of its first use."""
    _faiss()


def index_bytes(blocks: Iterable[NDArray[np.float16]], width: int) -> NDArray[np.uint8]:
    """The file of a flat index over blocks of shape (rows, width); nothing is trained on the rows."""
    faiss = _faiss()
    index = faiss.IndexScalarQuantizer(width, faiss.ScalarQuantizer.QT_fp16, faiss.METRIC_INNER_PRODUCT)
    for block in blocks:
        index.add(np.ascontiguousarray(block, dtype=np.float32))
    content: NDArray[np.uint8] = faiss.serialize_index(index)
    return content


class FaissIndex:
    """Searches an index file without copying it.

    A row's score depends on the query and that row alone, bit for bit, wherever the row stands and
    whatever else is searched.
    """

    def __init__(self, content: NDArray[np.uint8]) -> None:
        """Read a file written by ``index_bytes``, mapped into memory and known to be undamaged."""
        faiss = _faiss()
        self._content = content
        self._reader = faiss.ZeroCopyIOReader(faiss.swig_ptr(content), content.nbytes)
        self._index = faiss.read_index(self._reader, faiss.IO_FLAG_MMAP_IFC)
        self._faiss = faiss

    @property
    def width(self) -> int:
        """Dimensions of a vector."""
        return int(self._index.d)

    def search(
        self, query: NDArray[np.float32], permitted: NDArray[np.bool_], limit: int
    ) -> tuple[Rows, Scores]:
        """The nearest permitted rows by inner product.

        Args:
            query: Shape (width,).
            permitted: One claim a row.
            limit: At least 1.

        Returns:
            Rows and scores, best first; no row that is not permitted, fewer than ``limit`` where fewer
            are. Among rows of equal score at the end of the list, which ones are given is not defined.
        """
        bits = np.packbits(permitted, bitorder="little")
        selector = self._faiss.IDSelectorBitmap(len(permitted), self._faiss.swig_ptr(bits))
        scores, rows = self._index.search(
            np.ascontiguousarray(query, dtype=np.float32).reshape(1, -1),
            min(limit, len(permitted)),
            params=self._faiss.SearchParameters(sel=selector),
        )
        found = rows[0] >= 0
        return rows[0][found], scores[0][found]


# Any: faiss ships no types.
def _faiss() -> Any:
    import faiss

    # One query is searched at a time; handing it to a pool of threads took 16 ms where the search itself
    # takes 0.4 ms (10,000 rows, scripts/measure_index.py, 2026-11-30).
    faiss.omp_set_num_threads(1)
    return faiss
