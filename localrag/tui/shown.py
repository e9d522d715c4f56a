"""A RagAnswer -> the lines of the answer pane, each with the evidence behind it; all text is literal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal, NamedTuple

from localrag.text.display import safe_line, safe_text
from localrag.text.markdown import unescape
from localrag.text.wording import STATUS_WORDS

if TYPE_CHECKING:
    from localrag.records.answer import Citation, RagAnswer

LineKind = Literal["status", "heading", "sentence", "row", "conflict", "missing", "note", "question"]

_MARKS = re.compile(r"(?: \[E\d+\])+")
_MARK = re.compile(r"E\d+")
_ITEM = re.compile(r"(?:- |\d{1,9}\. )")
_TITLE = re.compile(r"\*\*(.+)\*\*")
_RULE = re.compile(r"\|(?: ?-+ ?\|)+")


class Line(NamedTuple):
    """One entry of the answer pane."""

    kind: LineKind
    text: str
    """Safe to show, on one line."""
    evidence_ids: tuple[str, ...] = ()
    """What stands behind it; empty: nothing to check."""
    prefix: str = ""
    """Bullet or number before the text."""


def answer_lines(answer: RagAnswer) -> list[Line]:
    """What the answer pane shows, top to bottom: status, answer, conflicts, what is missing, notes."""
    lines = [Line("status", STATUS_WORDS[answer.status])]
    if answer.understood_as and answer.understood_as.split() != answer.question.split():
        lines.append(Line("note", safe_line(answer.understood_as), prefix="Understood as: "))
    if answer.message:
        lines.append(Line("question", safe_line(answer.message)))
    lines += _body(answer.answer_markdown)
    # An answer whose sources disagree is the two sides already.
    for conflict in answer.conflicts if answer.status != "conflicting_evidence" else ():
        lines.append(Line("heading", f"Conflict: {safe_line(conflict.about)}"))
        for side in conflict.sides:
            prevails = " (prevails)" if side.evidence_id == conflict.winner else ""
            text = f"{side.value}: {side.quote}{prevails}"
            lines.append(Line("conflict", safe_line(text), (side.evidence_id,), "- "))
        lines.append(Line("note", safe_line(conflict.rule), prefix="Rule: "))
    body = answer.answer_markdown
    lines += [
        Line("missing", safe_line(one), prefix="Missing: ")
        for one in answer.missing_information
        if one not in body
    ]
    if answer.follow_up_question and answer.follow_up_question not in body:
        lines.append(Line("question", safe_line(answer.follow_up_question)))
    lines += [Line("note", safe_line(one), prefix="Assumed: ") for one in answer.assumptions]
    lines += [Line("note", safe_line(one), prefix="Note: ") for one in answer.notices if one not in body]
    return lines


def _body(markdown: str) -> Iterator[Line]:
    columns: list[str] = []
    for raw in safe_text(markdown).split("\n"):
        text = raw.strip()
        if not text.startswith("|"):
            columns = []
        if not text or _RULE.fullmatch(text):
            continue
        if text.startswith("|"):
            cells = _cells(text)
            if columns:
                yield from _row(columns, cells)
            else:
                columns = cells
            continue
        title = _TITLE.fullmatch(text)
        if title:
            yield Line("heading", unescape(title[1]))
            continue
        item = _ITEM.match(text)
        prefix = item[0] if item else ""
        yield from _sentences(text[len(prefix) :], prefix)


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip("|"))]


def _row(columns: list[str], cells: list[str]) -> Iterator[Line]:
    """Each cell of a table on its own, under its column's name: a table is wider than a pane."""
    for column, cell in zip_longest(columns, cells, fillvalue=""):
        if cell:
            yield from _sentences(cell, f"{unescape(column)}: " if column else "", "row")


def _sentences(text: str, prefix: str, kind: LineKind = "sentence") -> Iterator[Line]:
    """A line of Markdown, cut behind each run of marks.

    Document text is escaped, so a bracket without a backslash before it can only be a mark.
    """
    start = 0
    for marks in _MARKS.finditer(text):
        if start == marks.start():
            continue
        said = unescape(text[start : marks.start()].strip())
        yield Line(kind, said, tuple(dict.fromkeys(_MARK.findall(marks[0]))), prefix)
        start, prefix = marks.end(), " " * len(prefix)
    rest = text[start:].strip()
    if rest:
        yield Line(kind, unescape(rest), (), prefix)


def quotes_of(answer: RagAnswer, evidence_id: str) -> list[Citation]:
    """What the answer cites of one source, each quote once; with a marked value where one has it."""
    best: dict[str, Citation] = {}
    for one in answer.citations:
        if one.evidence_id == evidence_id and (one.quote not in best or best[one.quote].answer_span is None):
            best[one.quote] = one
    return list(best.values())


def citation_text(answer: RagAnswer, evidence_id: str | None) -> str | None:
    """A source as it can be put into a letter: title, version, page and the quotes; null where it is none."""
    source = next((one for one in answer.evidence if one.evidence_id == evidence_id), None)
    if source is None:
        return None
    quotes = " / ".join(f"\u201c{one.quote}\u201d" for one in quotes_of(answer, source.evidence_id or ""))
    page = f", p. {source.page_label or source.page_start}" if source.page_start else ""
    return safe_line(f"{source.source_title} ({source.label}){page}: {quotes}")
