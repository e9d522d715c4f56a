"""A slow constructor -> a value that is made in the background and waited for when it is needed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from localrag.ports import Embedder


class LoadingEmbedder:
    """Loads in a thread of its own, at once or when first called; calling it waits and gives the embedder."""

    def __init__(self, load: Callable[[], Embedder], *, at_once: bool) -> None:
        self._load = load
        self._embedder = self._start() if at_once else None

    def __call__(self) -> Embedder:
        """The embedder; the same one every time.

        Raises:
            LocalragError: It cannot be loaded; raised here, not in the thread.
        """
        if self._embedder is None:
            self._embedder = self._start()
        return self._embedder.result()

    def _start(self) -> Future[Embedder]:
        pool = ThreadPoolExecutor(1, thread_name_prefix="load-embedder")
        loading = pool.submit(self._load)
        pool.shutdown(wait=False)
        return loading
