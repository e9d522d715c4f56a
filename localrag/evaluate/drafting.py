"""The documents that an asker may read -> drafted cases: some to be answered, some that nothing answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from hashlib import sha256
from itertools import chain, zip_longest

from localrag.evaluate.draft import Draft, drafts
from localrag.evaluate.texts import holds
from localrag.records.authority import is_in_force
from localrag.records.evaluation import EvalCase
from localrag.records.index import DocumentEntry
from localrag.records.retrieval import SearchHit
from localrag.text.sentences import sentences
from localrag.text.terms import content_terms, terms

_SAME_QUESTION = 0.75
"""Share of a question's words in a sentence that probably answers it, in whatever way. Guess."""
_Found = tuple[DocumentEntry, Draft]


def draft_cases(
    entries: Sequence[DocumentEntry],
    *,
    text_of: Callable[[DocumentEntry], str],
    search: Callable[[str], Iterable[SearchHit]],
    today: date,
    count: int,
    seed: int,
    held_out: bool = True,
) -> list[EvalCase]:
    """Cases for a person to judge; half of them, where there is enough, known to have no answer.

    Known answers come from sentences of documents in force. Known to be unanswerable are questions to
    documents that are taken out of the index for them (``without``): half of the documents, so that one
    trial copy serves all. A question is left out where a search finds its value, or a sentence with most of
    its words, in a document that stays: whatever the assistant would make of it.

    Args:
        entries: Document versions that the asker may read.
        text_of: The text of one.
        search: Passages for a question, as the asker finds them.
        today: What is in force is judged on it.
        count: At most so many.
        seed: Decides which; the same documents and seed give the same cases.
        held_out: Whether unanswerable ones are wanted.
    """
    chance = random.Random(seed)
    current = [one for one in entries if is_in_force(one.standing, today)]
    by_document: dict[str, list[_Found]] = {}
    for entry in current:
        found = [(entry, draft) for draft in drafts(text_of(entry))]
        chance.shuffle(found)
        if found:
            by_document.setdefault(entry.document_id, []).extend(found)
    ids = sorted(by_document)
    chance.shuffle(ids)
    out = sorted(ids[: len(ids) // 2]) if held_out else []

    def is_answered_elsewhere(found: _Found) -> bool:
        """Whether the documents that stay may answer the question, too."""
        hits = search(found[1].question)
        return _stands_elsewhere(found[1], (hit.text for hit in hits if hit.document_id not in out))

    waiting = _in_turn([by_document[name] for name in out])
    unanswerable = _distinct(one for one in waiting if not is_answered_elsewhere(one))[: count // 2]
    answerable = _distinct(_in_turn([by_document[name] for name in ids if name not in out]))
    return [
        *(_known_answer(*one) for one in answerable[: count - len(unanswerable)]),
        *(_no_answer(*one, tuple(out)) for one in unanswerable),
    ]


def _in_turn(lists: Iterable[Sequence[_Found]]) -> Iterable[_Found]:
    """One of each document, then a second one of each."""
    return (one for one in chain.from_iterable(zip_longest(*lists)) if one is not None)


def _distinct(found: Iterable[_Found]) -> list[_Found]:
    return list({draft.question: (entry, draft) for entry, draft in found}.values())


def _stands_elsewhere(draft: Draft, texts: Iterable[str]) -> bool:
    """Whether a passage holds the value, or a sentence speaks of all but the whole question."""
    asked = set(content_terms(draft.question))
    return any(
        holds(text, draft.value) or any(_shares(asked, text[one.start : one.end]) for one in sentences(text))
        for text in texts
    )


def _shares(asked: set[str], sentence: str) -> bool:
    return len(asked.intersection(terms(sentence))) >= _SAME_QUESTION * len(asked)


def _known_answer(entry: DocumentEntry, draft: Draft) -> EvalCase:
    return EvalCase(
        id=_id("answer", entry, draft),
        question=draft.question,
        disposition="answer",
        must_contain=(draft.value,),
        gold_documents=(entry.label,),
        gold_quote=draft.quote,
        answers=(draft.value,),
        tags=("drafted", "known-answer"),
    )


def _no_answer(entry: DocumentEntry, draft: Draft, out: tuple[str, ...]) -> EvalCase:
    return EvalCase(
        id=_id("none", entry, draft),
        question=draft.question,
        disposition="abstain",
        without=out,
        tags=("drafted", "known-unanswerable"),
        note=f"{entry.label} says: {draft.quote}",
    )


def _id(kind: str, entry: DocumentEntry, draft: Draft) -> str:
    return f"{kind}-{sha256(f'{entry.label} {draft.question}'.encode()).hexdigest()[:10]}"
