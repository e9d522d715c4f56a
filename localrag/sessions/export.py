"""A conversation -> Markdown that can be read and filed without localrag."""

from __future__ import annotations

from collections.abc import Iterator

from localrag.records.answer import RagAnswer
from localrag.records.retrieval import EvidenceCandidate
from localrag.records.session import Session, SessionTurn
from localrag.text.display import safe_line, safe_text
from localrag.text.markdown import escape
from localrag.text.wording import STATUS_WORDS, pages, validity


def markdown(session: Session) -> str:
    """The whole conversation: each question, its answer, and the quoted passages with where they stand.

    Foreign text is escaped: nothing in it becomes structure or a link. The marking stands first and last.
    """
    marking = [f"**Marking: {escape(session.marking)}**", ""] if session.marking else []
    lines = [
        *marking,
        f"# {escape(session.title)}",
        "",
        f"Conversation {escape(session.conversation_id)}, {session.started_at:%Y-%m-%d %H:%M} to"
        f" {session.last_at:%Y-%m-%d %H:%M} UTC.",
    ]
    for number, turn in enumerate(session.turns, 1):
        lines += ["", *_turn(number, turn)]
    return "\n".join([*lines, "", *marking]).rstrip() + "\n"


def _turn(number: int, turn: SessionTurn) -> Iterator[str]:
    yield f"## {number}. {escape(turn.question) or '(nothing was typed)'}"
    yield ""
    yield f"Asked {turn.asked_at:%Y-%m-%d %H:%M} UTC; {STATUS_WORDS[turn.status].lower()}."
    if safe_line(turn.understood_as) != safe_line(turn.question):
        yield f"Understood as: {escape(turn.understood_as)}"
    yield ""
    if turn.answer is None:
        yield f"*{escape(turn.withheld or '')}*"
        return
    yield from _answer(turn.answer)


def _answer(answer: RagAnswer) -> Iterator[str]:
    said = safe_text(answer.answer_markdown).strip()
    for text in (escape(answer.message or ""), said, escape(answer.follow_up_question or "")):
        if text:
            yield text
            yield ""
    day = answer.temporal.effective_policy_date
    if day is not None:
        yield f"Rules of {day} ({escape(answer.temporal.basis)})."
    if answer.marking:
        yield f"Marking: {escape(answer.marking)}."
    for title, items in (("Missing", answer.missing_information), ("Assumed", answer.assumptions)):
        yield from (f"- {title}: {escape(item)}" for item in items)
    yield from (f"- Note: {escape(item)}" for item in answer.notices)
    if answer.evidence:
        yield ""
        yield "Sources"
        yield ""
    for evidence in answer.evidence:
        yield from _source(evidence, answer)


def _source(evidence: EvidenceCandidate, answer: RagAnswer) -> Iterator[str]:
    version = f", version {escape(evidence.version)}" if evidence.version else ""
    where = [
        escape(f"{evidence.source_id}/{evidence.source_uri}"),
        escape(" > ".join(evidence.heading_path)),
        pages(evidence.page_start, evidence.page_end, evidence.page_label),
        evidence.authority.replace("_", " "),
        validity(evidence, answer.temporal.asked_date),
        f"marking {escape(evidence.classification)}" if evidence.classification else "",
    ]
    name = f"{escape(evidence.document_id)}{version}"
    yield f"- [{evidence.evidence_id}] {escape(evidence.source_title)} ({name})"
    yield f"  {'; '.join(part for part in where if part)}"
    for quote in dict.fromkeys(one.quote for one in answer.citations if one.chunk_id == evidence.chunk_id):
        yield f"  > {escape(quote)}"
