"""What is to be looked for, and what an answer must contain."""

from __future__ import annotations

from datetime import date
from typing import Literal

from localrag.records.record import Record

QueryType = Literal[
    "exact_lookup",
    "definition",
    "procedural",
    "policy_interpretation",
    "comparison",
    "case_specific",
    "troubleshooting",
    "ambiguous",
    "out_of_scope",
]
RetrievalMode = Literal["lexical", "vector", "hybrid", "hybrid_rerank", "multi_source", "none"]
AnswerKind = Literal[
    "date",
    "deadline",
    "duration",
    "amount",
    "number",
    "person",
    "place",
    "yes_no",
    "list",
    "definition",
    "steps",
    "reason",
    "version",
    "statement",
]
"""The kind of thing asked for; ``statement`` where nothing narrower is recognised.

``version``: which version of a document, or which policy, applied.
"""
SubqueryRole = Literal[
    "question",
    "part",
    "side",
    "rule",
    "conditions",
    "exceptions",
    "steps",
    "events",
    "checklist",
    "cause",
    "remedy",
]


class TemporalContext(Record):
    """Which day's rules count, and why."""

    asked_date: date
    """The day of asking, in the asker's local time."""
    event_date: date | None = None
    """A date that the question names, or that of a case's event it asks about."""
    effective_policy_date: date | None = None
    """The day whose rules answer; null only where history is wanted without a day."""
    effective_policy_end: date | None = None
    """Last day of a span (a month, a quarter) that starts on effective_policy_date."""
    prefer_current: bool = True
    basis: str
    """In words: "asked on", "date in the question", "opening date of case-8842", "--as-of"."""


class Subquery(Record):
    """One search that the plan asks for."""

    text: str
    role: SubqueryRole = "question"
    side: str | None = None
    """For a comparison: which side this looks for, as named in the question."""
    case_id: str | None = None
    """Held to this case's records where given."""


class QuestionPart(Record):
    """One thing asked; "what is the deadline and who signs?" has two."""

    text: str
    """A question that can stand alone."""
    kind: AnswerKind
    about: tuple[str, ...] = ()
    """Content words of the thing asked about, as written, without the words that only ask."""
    timeless: str | None = None
    """The text without the words that tell the day whose rules count; null where it has none."""


class EditionTime(Record):
    """One of several times or editions of a document that a question sets side by side."""

    written: str
    """As the question names it: ``2023``, ``before 2026``, ``now``."""
    version: str | None = None
    """A version that may be meant by its label."""
    first: date | None = None
    last: date | None = None
    """Days that may be meant, both inclusive; without days or a version, the one before the other."""


class Editions(Record):
    """What a question wants compared over time."""

    about: str
    """The thing, in the question's words without the times; empty where it names none."""
    times: tuple[EditionTime, ...]
    """At least two, as in the question."""


class QueryPlan(Record):
    """How a question will be answered."""

    normalized_query: str
    query_type: QueryType
    retrieval_mode: RetrievalMode
    subqueries: tuple[Subquery, ...]
    """At least one unless the mode is ``none``."""
    parts: tuple[QuestionPart, ...] = ()
    """In the order asked; at least one unless the mode is ``none``."""
    identifiers: tuple[str, ...] = ()
    """That a passage must hold for an exact lookup."""
    case_id: str | None = None
    """Canonical (``case-8842``) where the question is about one case."""
    required_sources: tuple[str, ...] = ()
    """Titles or document ids the question binds the answer to ("according to the closure procedure")."""
    preferred_sources: tuple[str, ...] = ()
    needs_clarification: bool = False
    clarification_question: str | None = None
    temporal: TemporalContext
    wants_history: bool = False
    """Superseded, archived or draft material is asked for."""
    wants_drafts: bool = False
    """Drafts are asked for by name; they are in force on no day, so no day keeps them out."""
    named_version: str | None = None
    """The version of the required sources that alone answers, by its label."""
    asks_for_rule: bool = False
    """A rule is asked for and no case: what happened in one cannot answer."""
    editions: Editions | None = None
    """Where several times or editions of one thing are compared."""
    assumptions: tuple[str, ...] = ()
    reasoning_notes: tuple[str, ...] = ()

    @property
    def names_its_source(self) -> bool:
        """Whether the question says what it is to be answered from; nothing else is held against that."""
        return bool(self.required_sources) or self.wants_drafts
