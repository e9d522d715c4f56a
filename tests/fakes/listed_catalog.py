"""A catalog over lists: what a reader's documents offer to planning, and how often it was asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from localrag.ports import TitledDocument
from localrag.records.ids import DocumentId
from localrag.text.terms import terms


class ListedCatalog:
    """Documents, cases, events and words as listed; ``asked`` names the look-ups made, in order."""

    def __init__(
        self,
        documents: Mapping[str, str] | None = None,
        *,
        cases: Sequence[str] = (),
        events: Mapping[str, Sequence[tuple[date, str]]] | None = None,
        words: str = "",
        has_index: bool = True,
        in_force: Mapping[str, tuple[date, date]] | None = None,
        uploads: Sequence[str] = (),
    ) -> None:
        """Args: title by document id; a title starting with "case" belongs to that case; first and last day
        in force by document id, every day where left out; ids of those that nobody approved."""
        self._uploads = frozenset(uploads)
        self._in_force = dict(in_force or {})
        self._documents = dict(documents or {})
        self._cases = sorted(cases)
        self._events = dict(events or {})
        self._words = set(terms(words))
        self._has_index = has_index
        self.asked: list[str] = []

    def learn(self, words: str) -> None:
        """Add words that a readable passage holds."""
        self._words |= set(terms(words))

    @property
    def has_index(self) -> bool:
        return self._has_index

    def documents_named(self, words: Sequence[str]) -> list[TitledDocument]:
        self.asked.append("documents_named")
        wanted = set(terms(" ".join(words)))
        shared = {
            name: len(wanted & set(terms(f"{name} {title}"))) for name, title in self._documents.items()
        }
        found = sorted((name for name in shared if shared[name]), key=lambda name: (-shared[name], name))
        return [
            TitledDocument(
                DocumentId(name),
                self._documents[name],
                self._case_of(name),
                is_approved=name not in self._uploads,
            )
            for name in found
        ]

    def is_in_force(self, document_id: DocumentId, first: date, last: date) -> bool:
        self.asked.append("is_in_force")
        starts, ends = self._in_force.get(document_id, (date.min, date.max))
        return starts <= last and first <= ends

    def cases(self) -> list[str]:
        self.asked.append("cases")
        return self._cases

    def case_events(self, case_id: str) -> Sequence[tuple[date, str]]:
        self.asked.append("case_events")
        return self._events.get(case_id, ())

    def knows(self, term: str) -> bool:
        self.asked.append("knows")
        return not self._words.isdisjoint(terms(term))

    def _case_of(self, name: str) -> str | None:
        return next((case for case in self._cases if case in name), None)
