"""One asker's conversations in a store and an index -> turns added, and conversations opened again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from localrag.errors import StorageError
from localrag.ports import Catalog, Corpus
from localrag.records.answer import RagAnswer
from localrag.records.conversation import Turn
from localrag.records.ids import ChunkId
from localrag.records.request import UserRequest
from localrag.records.retrieval import EvidenceCandidate, RetrievalFilters
from localrag.records.security import SecurityContext
from localrag.records.session import KeptTurn, Session
from localrag.sessions.keeping import Fetch, kept
from localrag.sessions.naming import title_of
from localrag.sessions.opening import shown
from localrag.stores import SessionStore


def remembered(
    answer: RagAnswer,
    request: UserRequest,
    *,
    store: SessionStore,
    corpus: Corpus,
    security: SecurityContext,
) -> RagAnswer:
    """The answer, added to the conversation that its request names; where that fails, it says so."""
    if request.conversation_id is None:
        return answer
    turn = KeptTurn(
        asked_at=answer.asked_at,
        question=answer.question,
        understood_as=answer.understood_as,
        case_id=answer.case_id,
        as_of=request.as_of,
        home_id=corpus.home_id,
        status=answer.status,
        answer=kept(answer, _fetch(corpus, security)),
    )
    try:
        store.add(request.conversation_id, title_of(answer.question), turn, security)
    except StorageError as error:
        return answer.model_copy(update={"notices": (*answer.notices, error.message)})
    return answer


def opened(
    conversation_id: str,
    *,
    store: SessionStore,
    corpus: Corpus,
    catalog: Catalog,
    security: SecurityContext,
    asked_back: Callable[[Turn], str],
    classifications: Sequence[str],
) -> Session:
    """A conversation with those answers that the asker may still read.

    Raises:
        NotFoundError: The asker has none of that id.
    """
    return shown(
        store.get(conversation_id, security),
        store.turns(conversation_id, security),
        catalog=catalog,
        fetch=_fetch(corpus, security),
        asked_back=asked_back,
        classifications=classifications,
    )


def _fetch(corpus: Corpus, security: SecurityContext) -> Fetch:
    def fetch(chunks: Sequence[ChunkId]) -> list[EvidenceCandidate]:
        return corpus.scope(security, RetrievalFilters()).fetch(chunks)

    return fetch
