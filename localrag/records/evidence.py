"""Selected evidence, what it says, and whether that is enough."""

from __future__ import annotations

from datetime import date
from typing import Literal

from localrag.records.authority import Authority
from localrag.records.ids import ChunkId, EvidenceId, RequestId
from localrag.records.record import Record
from localrag.records.retrieval import EvidenceCandidate

Sufficiency = Literal["sufficient", "insufficient", "conflicting", "ambiguous"]
FindingRole = Literal[
    "answer",
    "rule",
    "condition",
    "exception",
    "step",
    "item",
    "event",
    "requirement",
    "action",
    "context",
    "rival",
    "version",
    "record",
    "edition",
    "standing",
]
"""``requirement``: what a procedure demands of a case; ``item``: an entry of a list, or the case record's
entry on a requirement; ``action``: what a triggered rule says is to be done next; ``rival``: on the same
thing, kept until conflicts are looked for and never part of an answer; ``version``: of the document version
that applied, whose title, version and validity are the answer; ``record``: what stands under an identifier
that was asked for; ``edition``: what one version of a document says beside another;
``standing``: of a version of which it is asked whether it holds."""
ComputationName = Literal["days_between", "working_days_between"]
WindowRelation = Literal["within", "at_least", "more_than"]
RequirementState = Literal["met", "missing", "no_entry"]
VerdictSays = Literal["yes", "no", "depends", "done"]
"""``done``: it is asked whether something may be done that the record shows as done."""


class Span(Record):
    """Part of a passage's text, end exclusive."""

    start: int
    end: int


class Finding(Record):
    """One sentence, row, item or event of the evidence that bears on the question."""

    evidence_id: EvidenceId
    span: Span
    """Within the passage's text."""
    quote: str
    """Verbatim: the passage's text at ``span``."""
    role: FindingRole
    part: int = 0
    """Which of the plan's parts it bears on, from 0."""
    answer_span: Span | None = None
    """The value itself, within ``quote``."""
    value: str | None = None
    """The value in normal form where it has one: ``P14D calendar``, ``2026-05-02``, ``EUR 250.00``."""
    score: float
    """0 to 1: how well it answers."""
    similarity: float | None = None
    """Cosine similarity with the question, where an embedder compared them."""
    reason: str
    """In words, for ``--explain``."""


class Computation(Record):
    """A fact computed from findings, to be computed again wherever it is stated."""

    name: ComputationName
    operands: tuple[str, ...]
    """Two ISO dates, the earlier first; for working days any holidays between them follow."""
    result: str
    """A whole number of days, counted from the day after the first to the second inclusive."""
    relation: WindowRelation | None = None
    """How the rule compares the result with its limit; null where no rule was compared."""
    limit: str | None = None
    """The rule's limit as it words it: ``90 calendar days``."""
    last_day: date | None = None
    """The limit's last day, inclusive, counted from the first operand."""
    holds: bool | None = None
    """Whether the rule's comparison is true of the result."""
    derived_from: tuple[int, ...]
    """Positions in ``findings``: the events in order of time, then the rule; the first and the last event are
    the operands."""
    text: str
    """One sentence that says all this."""


class Requirement(Record):
    """What a procedure demands of a case, against what the case's record says."""

    finding: int
    """Position in ``findings`` of the demand."""
    state: RequirementState
    """``missing``: the record says so; ``no_entry``: the record says nothing of it."""
    entry: int | None = None
    """Position in ``findings`` of the record's entry, where there is one."""


class Verdict(Record):
    """Yes or no, as it follows from findings."""

    says: VerdictSays
    derived_from: tuple[int, ...]
    """Positions in ``findings``, the deciding one first."""
    reason: str
    """In words, for ``--explain``."""
    part: int = 0
    """Which of the plan's parts it is on, from 0."""
    is_of_record: bool = False
    """Whether a case's record says so, and no rule. It always settles the part: without findings it says that
    the record is silent."""


class ConflictSide(Record):
    """One of several statements that cannot all stand."""

    evidence_id: EvidenceId
    value: str
    quote: str
    authority: Authority
    valid_from: date | None = None


class Conflict(Record):
    """Statements about the same thing with different values."""

    about: str
    sides: tuple[ConflictSide, ...]
    rule: str
    """What decides, or would decide, in words."""
    winner: EvidenceId | None = None


class EditionRow(Record):
    """One matter as several versions of a document word it."""

    part: int
    """Which of the plan's parts it bears on, from 0."""
    wordings: tuple[tuple[Finding, ...], ...]
    """Oldest first; each as it stands in the first version that has it and, if another, in the last."""


class EvidencePackage(Record):
    """The evidence an answer may use, and the verdict on it."""

    request_id: RequestId
    query: str
    selected_evidence: tuple[EvidenceCandidate, ...]
    """Best first, labelled E1 to En."""
    total_tokens: int
    omitted_candidate_ids: tuple[ChunkId, ...] = ()
    repeated_candidate_ids: tuple[ChunkId, ...] = ()
    """Of the omitted ones, those that add nothing to a better candidate; the others did not fit."""
    context_policy_id: str
    """Names the rule of selection and its budget: ``best-first-1500``."""
    sufficiency: Sufficiency = "insufficient"
    answerability: float = 0.0
    """0 to 1: the sufficiency score."""
    findings: tuple[Finding, ...] = ()
    """What the evidence says, best first within each part."""
    editions: tuple[EditionRow, ...] = ()
    """Where versions are set side by side; their findings stand in ``findings`` as well."""
    computations: tuple[Computation, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    """Of the parts that ask for yes or no, at most one each: where the findings settle it, or name what it
    depends on."""
    reasons: tuple[str, ...] = ()
    """Why the verdict, in words."""
    missing_information: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    clarification_question: str | None = None
    """Where the verdict is ambiguous: what to ask back, naming the candidates."""
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def verdict_on(self, part: int) -> Verdict | None:
        """The verdict on one part of the question, or null."""
        return next((one for one in self.verdicts if one.part == part), None)

    def evidence(self, evidence_id: str) -> EvidenceCandidate | None:
        """The candidate with this label, or null."""
        return next((item for item in self.selected_evidence if item.evidence_id == evidence_id), None)


class CaseEvent(Record):
    """One dated entry of a case's record."""

    case_id: str
    day: date
    text: str
    """The entry without its date."""
    evidence_id: EvidenceId
    span: Span
    """Of the whole entry, within the passage's text."""
