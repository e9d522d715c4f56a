"""Questions with what is expected of them, a run over them, and the figures that come of it."""

from __future__ import annotations

from datetime import date
from typing import Literal

from localrag.records.answer import AnswerStatus, Confidence, Disposition, RagAnswer
from localrag.records.authority import AUTHORITY_ORDER, Authority
from localrag.records.ids import ChunkId, DocumentId, SourceId
from localrag.records.record import Record, UtcTime
from localrag.records.request import RiskLevel

RUN_SCHEMA = "1"


class EvalCase(Record):
    """One question and what is expected of its answer."""

    id: str
    """Unique within its file."""
    question: str
    as_user: str | None = None
    """``as`` in a file: whose rights count; null: those of whoever evaluates."""
    as_of: date | None = None
    case_id: str | None = None
    risk_level: RiskLevel = "low"
    locale: str | None = None
    disposition: Disposition
    status: AnswerStatus | None = None
    """Null: any status of the disposition is right."""
    must_contain: tuple[str, ...] = ()
    """Each stands in what is shown; white space and case do not count."""
    must_not_contain: tuple[str, ...] = ()
    gold_documents: tuple[str, ...] = ()
    """Each ``document_id``, ``document_id@version`` or ``SOURCE_ID/uri``."""
    without: tuple[str, ...] = ()
    """Documents, as in gold_documents, that are out of the index for this question."""
    gold_quote: str | None = None
    answers: tuple[str, ...] = ()
    """Short answers, each of them right on its own."""
    tags: tuple[str, ...] = ()
    written_by: str | None = None
    """Counted like a tag."""
    note: str | None = None
    """For people: why the case is there."""


class CaseFault(Record):
    """A line of a case file that is no case."""

    line: int
    """From 1."""
    problem: str


class CaseFile(Record):
    """A file of cases, read."""

    cases: tuple[EvalCase, ...]
    """In the file's order."""
    faults: tuple[CaseFault, ...] = ()
    notes: tuple[str, ...] = ()
    """Keys that were left aside, each said once."""


class RankedPassage(Record):
    """Where retrieval ranked a passage, without its text."""

    chunk_id: ChunkId
    document_id: DocumentId
    version: str | None = None
    source_id: SourceId
    uri: str
    authority: Authority

    @property
    def names(self) -> tuple[str, ...]:
        """What a case may call the document."""
        label = f"{self.document_id}@{self.version}" if self.version else self.document_id
        return (self.document_id, label, f"{self.source_id}/{self.uri}")


class CaseOutcome(Record):
    """What became of one case."""

    case: EvalCase
    answer: RagAnswer | None = None
    """Null where the question could not be asked."""
    ranked: tuple[RankedPassage, ...] = ()
    """What retrieval found, best first."""
    error: str | None = None
    """Why it could not be asked, in words."""
    milliseconds: float
    """Wall time of the question."""


class RunHead(Record):
    """What a run was made with."""

    schema_version: str = RUN_SCHEMA
    run_id: str
    made_at: UtcTime
    localrag_version: str
    cases_file: str
    """Its name without the folder."""
    cases_sha256: str
    cases: int
    home_id: str | None = None
    """Of the index home that was asked."""
    generation: str
    policy_version: str | None = None
    asker: str
    """The user whose rights counted for cases that name nobody."""
    authority_order: tuple[Authority, ...] = AUTHORITY_ORDER
    """Of the home, highest first."""


class RunEntry(Record):
    """A kept run in a list of them."""

    name: str
    """By which it is asked for."""
    head: RunHead


class Run(Record):
    """A run, as it is kept."""

    head: RunHead
    outcomes: tuple[CaseOutcome, ...]
    """In the order of the cases."""


class CaseScore(Record):
    """How one outcome compares with its case. A measure that does not apply is left out of ``values``."""

    id: str
    question: str
    expected: Disposition
    expected_status: AnswerStatus | None = None
    actual: Disposition | None = None
    """Null where the question could not be asked."""
    actual_status: AnswerStatus | None = None
    confidence: Confidence | None = None
    """Of an answer; null where nothing was answered."""
    tags: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    """What is not as expected, in words; empty where the case is right."""
    values: dict[str, float] = {}
    """By the measure's name; each from 0 to 1."""
    milliseconds: float
    trace_id: str | None = None
    answer_text: str = ""
    """As shown; empty where it may not be shown now."""


class Estimate(Record):
    """A mean with its uncertainty."""

    value: float
    low: float
    high: float
    """Ends of the 95 % interval, both inclusive."""
    cases: int
    """That the mean was taken over."""


class DispositionFigures(Record):
    """How well one disposition is told from the others."""

    disposition: Disposition
    support: int
    """Cases that expect it, those that could not be asked included."""
    predicted: int
    true_positives: int
    precision: float
    recall: float
    f1: float
    """0 where it is undefined, as are precision and recall."""


class TagFigures(Record):
    """The cases that share a tag."""

    tag: str
    cases: int
    right: Estimate
    disposition_right: Estimate


class Latency(Record):
    """Wall time of a question, in milliseconds."""

    median: float
    p90: float
    p95: float
    p99: float
    worst: float


class EvalReport(Record):
    """Everything that is told of a run."""

    run: RunHead
    cases: int
    failed: int
    """Cases whose question could not be asked; they count as missed, and predict nothing."""
    unread_lines: tuple[CaseFault, ...] = ()
    matrix: dict[Disposition, dict[Disposition, int]]
    """Expected disposition, then actual one."""
    dispositions: tuple[DispositionFigures, ...]
    macro_f1: float
    """Mean over all four dispositions; one that never occurs counts as 0."""
    macro_f1_of: Literal["rounded", "exact"]
    """Whether F1 was rounded to two places before the mean was taken."""
    macro_f1_interval: tuple[float, float]
    """95 %, of exact F1."""
    unnecessary_abstentions: int
    """Cases that expect an answer and got none, neither blocked nor redirected."""
    measures: dict[str, Estimate]
    """Means over the cases to which a measure applies."""
    confidence: dict[Confidence, Estimate] = {}
    """Share right of the answers given with each confidence, highest first."""
    tags: tuple[TagFigures, ...] = ()
    """By tag."""
    latency_ms: Latency | None = None
    """Null where nothing could be asked."""
    scores: tuple[CaseScore, ...]
    """In the order of the cases."""


class CaseChange(Record):
    """One case in two runs."""

    id: str
    question: str
    before: AnswerStatus | None
    after: AnswerStatus | None
    kind: Literal["mended", "broken", "status", "text", "added", "removed"]
    """``mended``, ``broken``: whether the case is right changed; ``status``, ``text``: only that did."""
    faults_before: tuple[str, ...] = ()
    faults_after: tuple[str, ...] = ()


class Comparison(Record):
    """What changed between two runs, case by case."""

    before: RunHead
    after: RunHead
    changes: tuple[CaseChange, ...]
    """Broken first, then mended, then the rest; in the order of the cases."""
    unchanged: int
    cases_differ: bool
    """Whether the two runs were made over different case files."""
    differences: dict[str, Estimate]
    """Change of the mean of each measure over the cases that both runs have, after less before."""
