"""A RagAnswer -> lines for people: status, answer, numbered sources, notices, how fresh the index is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from localrag.cli.terminal import Terminal
from localrag.text.display import safe_line
from localrag.text.wording import STATUS_WORDS, ago, moment, pages, shortened, validity

if TYPE_CHECKING:
    from localrag.records.answer import Citation, RagAnswer
    from localrag.records.retrieval import EvidenceCandidate

_QUESTION_CHARS = 500
"""Of a question that is echoed; a pasted letter is not worth a screen. Guess."""
_COLOURS = {
    "answered": "green",
    "insufficient_evidence": "yellow",
    "needs_clarification": "cyan",
    "conflicting_evidence": "yellow",
    "refused": "red",
    "redirected": "cyan",
    "escalated": "red",
}


def answer_lines(answer: RagAnswer, terminal: Terminal) -> Iterator[str]:
    """Lines of the whole answer, without line feeds; foreign text in them is safe to show."""
    yield terminal.style(STATUS_WORDS[answer.status], "bold", _COLOURS[answer.status])
    if _says_more(answer.understood_as, answer.question):
        yield from terminal.wrap(
            shortened(safe_line(answer.understood_as), _QUESTION_CHARS), "Understood as: "
        )
    if answer.message:
        yield ""
        yield from terminal.wrap(safe_line(answer.message))
    if answer.answer_markdown.strip():
        yield ""
        yield from terminal.markdown(answer.answer_markdown.strip("\n"))
    yield from _listed("Missing", _unsaid(answer.missing_information, answer.answer_markdown), terminal)
    if answer.follow_up_question and answer.follow_up_question not in answer.answer_markdown:
        yield ""
        yield from terminal.wrap(safe_line(answer.follow_up_question))
    yield from _sources(answer, terminal)
    yield from _listed("Assumed", answer.assumptions, terminal)
    yield from _listed("Note", _unsaid(answer.notices, answer.answer_markdown), terminal)
    yield ""
    for line in _circumstances(answer):
        yield from (terminal.style(part, "dim") for part in terminal.wrap(line))


def _sources(answer: RagAnswer, terminal: Terminal) -> Iterator[str]:
    if not answer.evidence:
        return
    yield ""
    yield terminal.style("Sources", "bold")
    today = answer.temporal.asked_date
    for evidence in answer.evidence:
        citations = [one for one in answer.citations if one.evidence_id == evidence.evidence_id]
        sides = (side for conflict in answer.conflicts for side in conflict.sides)
        opposing = [side.quote for side in sides if side.evidence_id == evidence.evidence_id]
        yield from _source(evidence, citations, [] if citations else opposing, today, terminal)


def _source(
    evidence: EvidenceCandidate,
    citations: list[Citation],
    opposing: list[str],
    today: date,
    terminal: Terminal,
) -> Iterator[str]:
    """One source: title, place and standing, then what is cited of it, or what it says against the answer."""
    label = f"[{safe_line(evidence.evidence_id or '')}] "
    title = terminal.style(safe_line(evidence.source_title), "bold")
    version = f", version {safe_line(evidence.version)}" if evidence.version else ""
    yield from terminal.wrap(f"{title}{version}", label)
    margin = " " * len(label)
    where = [
        safe_line(" > ".join(evidence.heading_path)),
        ", ".join(_cited_pages(evidence, citations)),
        evidence.authority.replace("_", " "),
        validity(evidence, today),
    ]
    yield from terminal.wrap("; ".join(part for part in where if part), margin)
    bar = "│ " if terminal.writes("│") else "| "
    for quote, start, end in (*_quotes(citations), *((quote, 0, 0) for quote in dict.fromkeys(opposing))):
        yield from terminal.wrap(terminal.marked(quote, start, end), margin + bar, margin + bar)


def _cited_pages(evidence: EvidenceCandidate, citations: list[Citation]) -> list[str]:
    """Each place that is quoted, in page order; the passage's own where nothing of it is."""
    places = sorted(
        {(one.page_start or 0, one.page_end or 0, one.page_label or "") for one in citations}
        or {(evidence.page_start or 0, evidence.page_end or 0, evidence.page_label or "")}
    )
    return [pages(start or None, end or None, label or None) for start, end, label in places if start]


def _quotes(citations: list[Citation]) -> Iterator[tuple[str, int, int]]:
    """Each quoted passage once, with the span of its value (0, 0 where it has none)."""
    seen = set()
    for one in citations:
        span = (one.answer_span.start, one.answer_span.end) if one.answer_span else (0, 0)
        if (one.quote, span) not in seen and not (span == (0, 0) and _marked_elsewhere(one, citations)):
            seen.add((one.quote, span))
            yield one.quote, *span


def _marked_elsewhere(citation: Citation, citations: list[Citation]) -> bool:
    return any(other.quote == citation.quote and other.answer_span for other in citations)


def _circumstances(answer: RagAnswer) -> Iterator[str]:
    temporal = answer.temporal
    if temporal.effective_policy_date is not None:
        until = f" to {temporal.effective_policy_end}" if temporal.effective_policy_end else ""
        yield f"Rules of {temporal.effective_policy_date}{until} ({safe_line(temporal.basis)})."
    if answer.indexed_at is not None:
        yield f"Index of {moment(answer.indexed_at)} ({ago(answer.indexed_at, answer.asked_at)})."
    if answer.marking:
        yield f"Marking: {safe_line(answer.marking)}."
    if answer.conversation_id:
        yield f"Conversation: {safe_line(answer.conversation_id)}."
    if answer.model:
        yield f"Worded by {safe_line(answer.model)}."


def _listed(title: str, items: tuple[str, ...], terminal: Terminal) -> Iterator[str]:
    if not items:
        return
    yield ""
    if len(items) == 1:
        yield from terminal.wrap(safe_line(items[0]), f"{title}: ", "  ")
        return
    yield f"{title}:"
    for item in items:
        yield from terminal.wrap(safe_line(item), "- ")


def _unsaid(items: tuple[str, ...], answer_markdown: str) -> tuple[str, ...]:
    """Items that the answer's own text does not hold already."""
    return tuple(item for item in items if item not in answer_markdown)


def _says_more(understood_as: str, question: str) -> bool:
    """Whether the question was changed by more than white space."""
    return understood_as.split() != question.split() and bool(understood_as)
