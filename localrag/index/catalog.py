"""A corpus and one asker's rights -> what planning may ask of their documents."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from localrag.cases.events import case_events
from localrag.ports import Corpus, TitledDocument
from localrag.records.ids import DocumentId, EvidenceId
from localrag.records.retrieval import RetrievalFilters
from localrag.records.security import SecurityContext
from localrag.text.terms import terms

_NOT_CITED = EvidenceId("")
"""Planning only needs the days; what is quoted is read again from the evidence."""


class ReadableCatalog:
    """Answers over the documents that one asker may read, whatever their validity."""

    def __init__(self, corpus: Corpus, security: SecurityContext, locale: str = "en_GB") -> None:
        self._corpus, self._security, self._locale = corpus, security, locale

    @property
    def has_index(self) -> bool:
        """Whether there is anything to ask."""
        return True

    def documents_named(self, words: Sequence[str]) -> list[TitledDocument]:
        """Documents whose title or document id shares a word, most shared first."""
        return self._corpus.documents_named(words, self._security)

    def is_in_force(self, document_id: DocumentId, first: date, last: date) -> bool:
        """Whether a version of a document is in force on a day from the first to the last, both inclusive."""
        filters = RetrievalFilters(in_force_on=first, in_force_until=last, document_ids=(document_id,))
        return self._corpus.scope(self._security, filters).size > 0

    def cases(self) -> list[str]:
        """Canonical ids of the cases with a readable document, sorted."""
        return self._corpus.cases(self._security)

    def case_events(self, case_id: str) -> Sequence[tuple[date, str]]:
        """Dated entries of a case's readable records, oldest first: the day, and the entry without it."""
        records = self._corpus.case_records(case_id, self._security)
        found = [
            event
            for record in records
            for event in case_events(record.text, case_id, _NOT_CITED, locale=self._locale)
        ]
        return [(event.day, event.text) for event in sorted(found, key=lambda event: event.day)]

    def knows(self, term: str) -> bool:
        """Whether a readable passage holds a word, as ``localrag.text.terms`` reads it."""
        scope = self._corpus.scope(self._security, RetrievalFilters())
        return any(scope.document_frequency(one) > 0 for one in terms(term))
