"""A state folder -> the runs kept in it, and what goes from all that is kept when documents are purged."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from localrag.adapters.mark_file import MarkFile
from localrag.adapters.run_files import RunFiles
from localrag.adapters.sqlite_sessions import SqliteSessions
from localrag.adapters.sqlite_traces import SqliteTraces
from localrag.evaluate.kept import passages_met
from localrag.index.purge import Scrubbed
from localrag.records.trace import RagTrace
from localrag.sessions.keeping import passages_behind
from localrag.stores import RunStore
from localrag.wiring import default_state


def runs(state: Path | None = None) -> RunStore:
    """Runs of evaluation of this account, or of another state folder."""
    return RunFiles(state or default_state())


class Blanked(NamedTuple):
    """What a purge took out of an account's state, as ``PurgeSummary`` names it."""

    questions: int
    turns: int
    marks: int
    outcomes: int


def blanked(state: Path, scrubbed: Scrubbed) -> Blanked:
    """Take out of a state what leans on passages no longer held; how many there were of each."""

    def has_lost(one: RagTrace) -> bool:
        """Whether a question found something that is gone."""
        return scrubbed.leaves_without(one.home_id, (*one.candidate_chunk_ids, *one.cited_chunk_ids))

    return Blanked(
        questions=SqliteTraces(state).blank(has_lost),
        turns=SqliteSessions(state).forget(
            lambda turn: scrubbed.leaves_without(turn.home_id, passages_behind(turn.answer))
        ),
        marks=MarkFile(state).forget(lambda mark: has_lost(mark.trace)),
        outcomes=RunFiles(state).forget(
            lambda home_id, outcome: scrubbed.leaves_without(home_id, passages_met(outcome))
        ),
    )
