"""What a person or a judge says of the answers of a run, and how far two of them agree."""

from __future__ import annotations

from typing import Literal, get_args

from localrag.records.record import Record, UtcTime

Label = Literal["appropriate", "grounded", "relevant", "complete"]
"""``appropriate``: answering, or not answering, was right; ``grounded``: all that is said stands in the
passages; ``relevant``: it is what the question asks for; ``complete``: nothing that was asked is left out."""
LABELS: tuple[Label, ...] = get_args(Label)


class Review(Record):
    """One answer, judged by the fixed rubric."""

    case_id: str
    reviewer: str
    """``person:NAME`` or ``judge:MODEL``."""
    reviewed_at: UtcTime
    labels: dict[Label, bool | None]
    """Null: it cannot be told."""


class LabelAgreement(Record):
    """How far two reviewers agree on one label, over the answers of which both could tell it."""

    label: Label
    cases: int
    both_yes: int
    both_no: int
    first_only: int
    """Yes of the first, no of the second."""
    second_only: int
    agreement: float | None
    """Share of the cases; null without any."""
    kappa: float | None
    """Cohen's; null where it is undefined: without cases, or where both said the same of everything."""


class Agreement(Record):
    """Two reviewers of one run."""

    first: str
    second: str
    labels: tuple[LabelAgreement, ...]
