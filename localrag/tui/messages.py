"""What comes back from the worker to the screen of questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from localrag.text.display import safe_line
from localrag.tui.worker import Outcome

if TYPE_CHECKING:
    from localrag.api import Assistant
    from localrag.ports import OnProgress
    from localrag.records.answer import RagAnswer
    from localrag.records.explanation import Explanation
    from localrag.records.index import IndexStatus


class Answered(Message):
    """A question came to its end."""

    def __init__(self, number: int, outcome: Outcome[tuple[RagAnswer, Explanation | None]]) -> None:
        super().__init__()
        self.number, self.outcome = number, outcome


class Running(Message):
    """A stage began."""

    def __init__(self, phase: str) -> None:
        super().__init__()
        self.phase = phase


class Known(Message):
    """What the index holds, and what may be named: titles and cases."""

    def __init__(self, outcome: Outcome[tuple[IndexStatus, list[str], list[str]]]) -> None:
        super().__init__()
        self.outcome = outcome


def what_is_known(assistant: Assistant, _: OnProgress) -> tuple[IndexStatus, list[str], list[str]]:
    """Counts, titles and cases, as the asker may know them."""
    documents = assistant.documents()
    titles = sorted({safe_line(one.title) for one in documents})
    cases = sorted({safe_line(one.case_id) for one in documents if one.case_id})
    return assistant.status(), titles, cases
