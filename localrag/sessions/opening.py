"""Kept turns + the rights of now -> what a next question may lean on, and what may be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set

from localrag.ports import Catalog
from localrag.records.conversation import Turn
from localrag.records.marking import highest
from localrag.records.session import KeptTurn, Session, SessionSummary, SessionTurn
from localrag.sessions.keeping import Fetch, restored
from localrag.text.terms import terms

WITHHELD = (
    "This answer is not shown: something that it rests on is no longer there, has changed, or is no longer"
    " yours to read."
)


def turns_to_lean_on(kept: Sequence[KeptTurn], catalog: Catalog) -> list[Turn]:
    """What earlier turns asked, oldest first: no evidence and no answer is among it.

    How a question was understood counts only in words that the user typed or that their documents hold now;
    else the question counts as typed. What was asked back is left open: planning asks it again.
    """
    return [_turn(one, understood, typed, catalog) for one, understood, typed in _understood(kept, catalog)]


def shown(
    summary: SessionSummary,
    kept: Sequence[KeptTurn],
    *,
    catalog: Catalog,
    fetch: Fetch,
    asked_back: Callable[[Turn], str],
    classifications: Sequence[str],
) -> Session:
    """A conversation with those answers all of whose passages may still be read as they were.

    Args:
        summary: Of this conversation.
        kept: Its turns, oldest first.
        catalog: What the asker's documents hold now.
        fetch: Those of some passages that the asker may read now.
        asked_back: What a turn has to be asked back about, naming what the asker may read now.
        classifications: Lowest first.
    """
    turns = []
    for one, understood, typed in _understood(kept, catalog):
        found = restored(one.answer, question=one.question, understood_as=understood, fetch=fetch)
        if found is not None:
            marking = highest((passage.classification for passage in found.evidence), classifications)
            found = found.model_copy(update={"marking": marking})
            if one.status == "needs_clarification":
                back = asked_back(_turn(one, understood, typed, catalog))
                found = found.model_copy(update={"follow_up_question": back})
        turns.append(
            SessionTurn(
                asked_at=one.asked_at,
                question=one.question,
                understood_as=understood,
                status=one.status,
                answer=found,
                withheld=WITHHELD if found is None else None,
            )
        )
    return Session(
        conversation_id=summary.conversation_id,
        title=summary.title,
        started_at=summary.started_at,
        last_at=summary.last_at,
        marking=highest((turn.answer.marking for turn in turns if turn.answer is not None), classifications),
        turns=tuple(turns),
    )


def _understood(kept: Sequence[KeptTurn], catalog: Catalog) -> Iterable[tuple[KeptTurn, str, Set[str]]]:
    """Each turn, how it was understood as far as that may be said now, and the terms typed until then."""
    typed: set[str] = set()
    for one in kept:
        typed.update(terms(one.question))
        foreign = set(terms(one.understood_as)) - typed
        may_be_said = all(catalog.knows(term) for term in sorted(foreign))
        yield one, one.understood_as if may_be_said else one.question, frozenset(typed)


def _turn(one: KeptTurn, understood: str, typed: Set[str], catalog: Catalog) -> Turn:
    return Turn(
        question=one.question,
        understood_as=understood,
        case_id=one.case_id if _names_case(one.case_id, typed, catalog) else None,
        as_of=one.as_of,
        status=one.status,
    )


def _names_case(case_id: str | None, typed: Set[str], catalog: Catalog) -> bool:
    return case_id is not None and (not typed.isdisjoint(terms(case_id)) or case_id in catalog.cases())
