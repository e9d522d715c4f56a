"""A long run -> publications on its way, so that what is read answers before the run ends."""

from __future__ import annotations

import time
from collections.abc import Callable

from localrag.stores import Published

ROUND_SECONDS = 30.0
"""Between publications, encoding aside: what a killed run has to publish next time. Short runs stay one step.
Guess: an answer half a minute after its document was read, for one more segment to merge."""


class Rounds:
    """Publishes what is staged now and then, and once more at the end; adds up what that took."""

    def __init__(
        self,
        publish: Callable[[], Published],
        *,
        seconds: float = ROUND_SECONDS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._publish, self._seconds, self._now = publish, seconds, now
        self._last = now()
        self._embedded = 0
        self._encode_seconds = 0.0

    def between_files(self) -> None:
        """Publish where the last time is long ago. Deletions wait for the end: moved files keep vectors."""
        if self._now() - self._last >= self._seconds:
            self.finish()
            self._last = self._now()

    def finish(self) -> Published:
        """Publish; gives the index as it is now, and what all publications of the run encoded."""
        published = self._publish()
        self._embedded += published.embedded
        self._encode_seconds += published.encode_seconds
        return published._replace(embedded=self._embedded, encode_seconds=self._encode_seconds)
