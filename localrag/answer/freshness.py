"""An answer + how the files behind it stand now -> what a reader must know before leaning on the quotes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from localrag.records.answer import RagAnswer
from localrag.records.documents import FileState
from localrag.records.ids import ChunkId


def with_freshness(answer: RagAnswer, states: Mapping[ChunkId, FileState]) -> RagAnswer:
    """The answer with a notice on each document that changed and each source that cannot be reached.

    Args:
        answer: As assembled.
        states: Of the files behind its evidence; what is not named was not looked at.
    """
    more = tuple(dict.fromkeys(_notices(answer, states)))
    return answer.model_copy(update={"notices": (*answer.notices, *more)}) if more else answer


def _notices(answer: RagAnswer, states: Mapping[ChunkId, FileState]) -> Iterator[str]:
    of_the_index = f"the index of {answer.indexed_at:%Y-%m-%d}" if answer.indexed_at else "the index"
    for one in answer.evidence:
        match states.get(one.chunk_id):
            case "changed" | "gone":
                place = f"{one.source_id}/{one.source_uri}"
                yield (
                    f"{one.source_title} ({place}) was changed after it was indexed: "
                    f"quoted from {of_the_index}. Bring it up to date with: localrag index"
                )
            case "unreachable":
                yield f"The files of {one.source_id} cannot be reached now: quoted from {of_the_index}."
            case _:
                pass
    if answer.indexed_at is not None and answer.asked_at < answer.indexed_at:
        yield (
            f"This machine's clock says {answer.asked_at:%Y-%m-%d %H:%M} UTC, before the last index run at "
            f"{answer.indexed_at:%Y-%m-%d %H:%M}: what is in force may be judged by a wrong day."
        )
