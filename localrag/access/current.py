"""An index home -> the policy as it stands now, whatever is edited while the home is held open."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from localrag.access.policy import FILE_NAME, Policy, load_policy


class CurrentPolicy:
    """Reads the policy again when its file has changed: a right taken away is gone from the next call on."""

    def __init__(self, home: Path, classifications: Sequence[str]) -> None:
        self._home, self._classifications = home, classifications
        self._known: tuple[bytes, Policy | None] | None = None
        self._reading = threading.Lock()

    def __call__(self) -> Policy | None:
        """The policy of the home; null where it has none. Costs reading a small file.

        Raises:
            PolicyError: It cannot be used now, so nobody has rights.
        """
        with self._reading:
            raw = self._bytes()
            if raw is None or self._known is None or self._known[0] != raw:
                self._known = None
                self._known = (raw or b"", load_policy(self._home, self._classifications))
            return self._known[1]

    def _bytes(self) -> bytes | None:
        try:
            return (self._home / FILE_NAME).read_bytes()
        except OSError:
            # Whether that means no policy or a broken one is for load_policy to say.
            return None
