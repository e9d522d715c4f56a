"""An index home -> its newest generation, whatever writers do while it is held open."""

from __future__ import annotations

import threading
from pathlib import Path

from localrag.adapters.sqlite_reading import file_states
from localrag.index.reader import PublishedCorpus, open_corpus
from localrag.index.schema import DATABASE
from localrag.ports import SourceFiles


class CurrentCorpus:
    """Gives the generation that is published now: what was withdrawn is not used from the next call on."""

    def __init__(self, home: Path, *, expect_dense: bool, files: SourceFiles | None = None) -> None:
        """Open the home; raises as ``open_corpus`` does."""
        self._home, self._files = home, files
        self._states = file_states(home / DATABASE)
        self._corpus = open_corpus(home, expect_dense=expect_dense, files=files)
        self._before: PublishedCorpus | None = None
        self._changing = threading.Lock()

    def __call__(self) -> PublishedCorpus:
        """The newest generation; two looks at file times where nothing was written since the last call.

        The one before stays open until the next change, so that a question under way ends on what it
        began with.

        Raises:
            IndexUnusableError, StorageError: As ``open_corpus``: what cannot be read now answers nothing.
        """
        with self._changing:
            states = file_states(self._home / DATABASE)
            if states != self._states:
                fresh = open_corpus(self._home, files=self._files)
                if self._before is not None:
                    self._before.close()
                self._before, self._corpus, self._states = self._corpus, fresh, states
            return self._corpus

    def close(self) -> None:
        """Let go of files; a second call does nothing."""
        if self._before is not None:
            self._before.close()
        self._corpus.close()
