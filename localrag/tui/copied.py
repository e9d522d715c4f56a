"""What is copied or saved of an answer -> its text, and whether this terminal has a clipboard for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from localrag.text.display import safe_text
from localrag.tui.shown import citation_text

if TYPE_CHECKING:
    from localrag.records.answer import RagAnswer

Part = Literal["answer", "sentence", "citation"]

_DEAF = ("dumb", "linux", "vt")
"""How the names of terminals begin that have no clipboard; the console of Linux is one (console_codes(4))."""


def has_clipboard(environment: Mapping[str, str]) -> bool:
    """Whether the terminal may take what is copied; one that is not known to be deaf to it may."""
    deaf = environment.get("TERM", "").casefold().startswith(_DEAF)
    return not deaf and environment.get("TERM_PROGRAM") != "Apple_Terminal"


def whole_text(answer: RagAnswer) -> str:
    """Marking, question, answer and every source with its quotes, as it can be kept or sent on."""
    sources = [
        f"[{one.evidence_id}] {citation_text(answer, one.evidence_id)}"
        for one in answer.evidence
        if one.evidence_id in answer.evidence_ids_used
    ]
    day = answer.temporal.effective_policy_date
    parts = (
        f"Marking: {answer.marking}" if answer.marking else "",
        f"Question: {answer.question}",
        f"Rules of {day} ({answer.temporal.basis})" if day else "",
        answer.answer_markdown,
        "\n".join(sources),
    )
    return safe_text("\n\n".join(part for part in parts if part))
