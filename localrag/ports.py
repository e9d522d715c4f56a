"""What stages need from outside, in our words: Protocols of one to a few methods."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    # Whoever passes a record has imported it; a plain question does not pay for those it never meets.
    from localrag.records.documents import FileRecord, FileState, IndexedFile
    from localrag.records.explanation import Explanation
    from localrag.records.generation import Generation, ModelInUse, Prompt, Sampling
    from localrag.records.ids import ChunkId, DocumentId
    from localrag.records.index import DocumentEntry, DocumentView, IndexStatus, PartialDocument, Progress
    from localrag.records.models import EmbedderIdentity
    from localrag.records.retrieval import EvidenceCandidate, RetrievalFilters
    from localrag.records.security import DocumentAccess, SecurityContext

OnProgress = Callable[["Progress"], None]
"""Told of work on its way; raising from it cancels the work."""
OnExplained = Callable[["Explanation"], None]
"""Told how an answer came about, once it is there."""


class Clock(Protocol):
    """The time; a fake stands still."""

    def now(self) -> datetime:
        """The present moment, timezone-aware UTC."""
        ...

    def today(self) -> date:
        """The present day where the asker is."""
        ...


class Account(Protocol):
    """Who runs this process, according to the operating system."""

    def name(self) -> str:
        """The account name of the real user id; environment variables are not believed."""
        ...


class Embedder(Protocol):
    """Text to vectors; a vector is a function of its text alone."""

    @property
    def identity(self) -> EmbedderIdentity:
        """Which weights these are."""
        ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Vectors of shape (len(texts), width), in the texts' order, each of length one.

        Bit-identical for a text whatever shares the call, the thread count or the run.
        """
        ...

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """Character spans of the text's tokens, special tokens aside, never cut short."""
        ...


LoadsEmbedder = Callable[[], Embedder]
"""Gives the encoder that built an index, waiting for it where it is still loading; called only where a vector
or a token is needed, so that a lexical look-up never waits for the model."""


class LanguageModel(Protocol):
    """Words an answer; what it says is never believed."""

    @property
    def identity(self) -> ModelInUse:
        """Which model this is."""
        ...

    @property
    def context_tokens(self) -> int:
        """Tokens of a prompt and its completion together."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text as data."""
        ...

    def generate(self, prompt: Prompt, sampling: Sampling, *, on_text: OnText) -> Generation:
        """One text; requests queue.

        Args:
            prompt: What to go on from; no token of a piece of data is a control token.
            sampling: Grammar and caps.
            on_text: Told of text as it comes, and of an empty one while waiting; raising from it stops the
                generation within a second.

        Raises:
            ModelError: The model ended or could not be loaded; the next request starts it anew.
        """
        ...


LoadsLanguageModel = Callable[[], LanguageModel]
"""Gives the model that words answers; called only where one is needed."""
OnText = Callable[[str], None]


class Scored(NamedTuple):
    """One passage and its score, within one ranking."""

    chunk_id: ChunkId
    score: float


class TitledDocument(NamedTuple):
    """A document that the asker may read, by its name."""

    document_id: DocumentId
    title: str
    case_id: str | None
    has_other_titles: bool = False
    """Whether a readable version of it goes by another title."""
    is_approved: bool = True
    """Whether a readable version of it is no upload and no draft."""


class Scope(Protocol):
    """The passages that one asker may read and one plan wants; nothing else exists through it.

    Counts, statistics and rankings are taken over this set alone. Rankings are best first, ties by
    chunk id, and hold at most ``limit`` passages.
    """

    @property
    def size(self) -> int:
        """Passages in scope."""
        ...

    @property
    def without_vectors(self) -> int:
        """Passages in scope whose encoding is still to come: they are found by their words alone."""
        ...

    def lexical(self, terms: Sequence[str], limit: int) -> list[Scored]:
        """By BM25 over the terms of ``localrag.text.terms``; passages without a term are left out."""
        ...

    def dense(self, vector: NDArray[np.float32], limit: int) -> list[Scored]:
        """By cosine similarity with a vector of shape (width,); passages without vectors are left out."""
        ...

    def containing(self, identifier: str, limit: int) -> list[Scored]:
        """Passages that hold the identifier as a whole, case aside; score 1."""
        ...

    def document_frequency(self, term: str) -> int:
        """Passages in scope with this term of ``localrag.text.terms``."""
        ...

    def fetch(self, chunk_ids: Sequence[ChunkId]) -> list[EvidenceCandidate]:
        """Candidates in the order of the ids, unranked; not those out of scope or whose file is gone."""
        ...


class Corpus(Protocol):
    """Reading one generation of an index; every method judges the asker's rights itself."""

    @property
    def generation(self) -> str:
        """Random name of this generation."""
        ...

    @property
    def home_id(self) -> str | None:
        """Random name of the index home, the same in all its generations; null where it has none yet."""
        ...

    @property
    def embedder(self) -> EmbedderIdentity | None:
        """Which embedder built it; null where nothing was embedded yet."""
        ...

    @property
    def built_under_policy(self) -> bool:
        """Whether a policy was in force when it was built; without one it then answers nobody."""
        ...

    def scope(self, security: SecurityContext, filters: RetrievalFilters) -> Scope:
        """What this asker may search under these filters."""
        ...

    def documents_named(self, words: Sequence[str], security: SecurityContext) -> list[TitledDocument]:
        """Readable documents of any status whose title or document id shares a word, most shared first.

        One entry a document id, under the title that shares most; ties by document id.
        """
        ...

    def cases(self, security: SecurityContext) -> list[str]:
        """Canonical ids of the cases with a readable document, sorted."""
        ...

    def case_records(self, case_id: str, security: SecurityContext) -> list[EvidenceCandidate]:
        """Readable passages of a case's own records, by document and place in it."""
        ...

    def editions(self, document_id: DocumentId, security: SecurityContext) -> list[EvidenceCandidate]:
        """Readable passages of every version of a document and of those linked to it by ``supersedes``.

        By first day, then version, then place; empty where nothing is readable.
        """
        ...

    def page_text(self, chunk_id: ChunkId, security: SecurityContext) -> str:
        """The stored text of the page or pages a passage stands on. NotFoundError where not readable."""
        ...

    def neighbours(self, chunk_id: ChunkId, security: SecurityContext) -> tuple[str, str]:
        """Text of the passages before and after in the same document, empty at its ends."""
        ...

    def partial(self, chunk_ids: Collection[ChunkId], security: SecurityContext) -> list[PartialDocument]:
        """Readable documents of these passages of which parts could not be read, by source and uri."""
        ...

    def show(self, name: str, security: SecurityContext) -> DocumentView:
        """A document by chunk id, document id, ``document_id@version`` or ``SOURCE_ID/uri``.

        NotFoundError where there is none that the asker may read.
        """
        ...

    def documents(self, security: SecurityContext) -> tuple[DocumentEntry, ...]:
        """Every readable document version, by document id, then by the day it starts."""
        ...

    def indexed_at(self, security: SecurityContext) -> datetime | None:
        """When the newest of the readable documents was indexed; null where nothing is readable."""
        ...

    def status(self, security: SecurityContext) -> IndexStatus:
        """Counts over what the asker may read."""
        ...

    def readable(self, chunk_ids: Collection[ChunkId], security: SecurityContext) -> set[ChunkId]:
        """Which of these passages the asker may read now, whatever their validity."""
        ...

    def file_states(
        self, chunk_ids: Collection[ChunkId], security: SecurityContext
    ) -> dict[ChunkId, FileState]:
        """How the files behind readable passages stand to what was indexed; others are left out."""
        ...

    def accesses(self) -> list[DocumentAccess]:
        """Every published document version by place, without text; for administrators."""
        ...

    def failed(self) -> list[FileRecord]:
        """Every file on record as failed, by source and uri; for administrators, who see file names."""
        ...

    def close(self) -> None:
        """Let go of files; a second call does nothing."""
        ...


class WordVectors(Protocol):
    """How near common words are to each other, without running an encoder."""

    def vectors(self, words: Sequence[str]) -> NDArray[np.float32]:
        """Of words in lower case, in their order, each of length one; zeros for a word that has none."""
        ...

    def rank(self, word: str) -> int | None:
        """How common a word in lower case is in the language, 0 for the commonest; null where not known."""
        ...


class Labelled(NamedTuple):
    """What a classifier takes a request for."""

    label: str
    confidence: float
    """0 to 1; a decision input, not a probability of being right."""


class RequestClassifier(Protocol):
    """A second opinion on what kind of request a question is."""

    def classify(self, question: str) -> Labelled:
        """The kind of request; deterministic."""
        ...


class SourceFiles(Protocol):
    """The files behind an index, as they are now."""

    def is_gone(self, file: IndexedFile) -> bool:
        """Whether the file is not there while its source is; one look at the disk."""
        ...

    def state(self, file: IndexedFile) -> FileState:
        """How the file stands to what was indexed; its content is read only where size or times differ."""
        ...


class CurrentGeneration(Protocol):
    """The index of a home, held open while others may write it."""

    def __call__(self) -> Corpus:
        """The newest generation; one question is answered from one of them."""
        ...

    def close(self) -> None:
        """Let go of files; a second call does nothing."""
        ...


class Catalog(Protocol):
    """What planning may ask of one asker's documents; every answer is over what they may read.

    Planning asks lazily: a plain question costs no look-up.
    """

    @property
    def has_index(self) -> bool:
        """Whether there is anything to ask; where not, every look-up is empty."""
        ...

    def documents_named(self, words: Sequence[str]) -> list[TitledDocument]:
        """Documents of any status whose title or document id shares a word, most shared first.

        One entry a document id, under the title that shares most; ties by document id.
        """
        ...

    def is_in_force(self, document_id: DocumentId, first: date, last: date) -> bool:
        """Whether a version of a document is in force on a day from the first to the last, both inclusive."""
        ...

    def cases(self) -> list[str]:
        """Canonical ids of the cases with a readable document, sorted."""
        ...

    def case_events(self, case_id: str) -> Sequence[tuple[date, str]]:
        """Dated entries of a case's readable records, oldest first: the day, and the entry without it."""
        ...

    def knows(self, term: str) -> bool:
        """Whether a readable passage holds a word, as ``localrag.text.terms`` reads it."""
        ...
