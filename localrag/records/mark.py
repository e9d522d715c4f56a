"""An answer that its asker found wrong."""

from __future__ import annotations

from localrag.records.answer import Disposition
from localrag.records.record import Record, UtcTime
from localrag.records.trace import RagTrace


class Mark(Record):
    """What a person says is wrong with the answer to a question."""

    trace: RagTrace
    """Of the question, as it was when it was marked; no text of documents."""
    marked_at: UtcTime
    wrong: str
    """In the person's words."""
    expected: Disposition = "answer"
    """What should have become of the question."""
    must_contain: tuple[str, ...] = ()
    gold_documents: tuple[str, ...] = ()
