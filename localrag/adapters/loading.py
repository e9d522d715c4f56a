"""A slow constructor -> a value that is made in the background and waited for when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from localrag.ports import Embedder


class LoadingEmbedder:
    """Starts loading at once, in a thread of its own; calling it waits and gives the embedder."""

    def __init__(self, load: Callable[[], Embedder]) -> None:
        pool = ThreadPoolExecutor(1, thread_name_prefix="load-embedder")
        self._embedder = pool.submit(load)
        pool.shutdown(wait=False)

    def __call__(self) -> Embedder:
        """The embedder; the same one every time.

        Raises:
            LocalragError: It cannot be loaded; raised here, not in the thread.
        """
        return self._embedder.result()
