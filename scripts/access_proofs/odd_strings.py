"""Query syntax (A6): odd strings raise nothing and change no filter."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from access_proofs.corpora import written
from access_proofs.desk import SOON, Desk, build, gate_open
from localrag.errors import LocalragError
from localrag.index.reader import PublishedCorpus
from localrag.ports import Scope
from localrag.records.retrieval import RetrievalFilters
from localrag.records.security import SecurityContext

NASTY = (
    "POL-358", "38.101", "don't", "(", ")", "AND", "OR NOT", '"', '""', "'", "*", "NEAR(a b)", "a:b", "\0",
    "a\0b", "^", "-", "--", "--as high", "acl_policy_id:board", "{}", "[]", "%s%n", "\\", "\\x00", "../..",
    "/etc/passwd", "'; DROP TABLE passages; --", "1; ATTACH DATABASE 'x'", "\ud800", "\U0001f600", "\u202e",
    "\ufeff", "a\u0301", "\u0130\u0131", "\u00df", "ﬁ", "１２", "10²", "\x1b[2J", "\r\n", "\t", " ", "",
    "NULL", "None", "nan", "1e999", "0x0", "<script>", "[E1]", "E1", "case-8842", "2024-02-31", "31/02/2024",
    "9999-12-31", "0000-00-00", "in the year 99999", "Q5 2024", "two weeks before the year 1", "@2026", "a@",
)  # fmt: skip
PIECES = (
    *NASTY,
    "deadline",
    "tank cleaning",
    "what",
    "is",
    "days",
    "RULE-03-2",
    "board",
    "2024",
    "?",
    ",",
    ".",
)


def run(folder: Path, strings: int, gate_off: bool) -> tuple[int, list[str]]:
    """Search and ask each string as ``low``; spy on the rights and filters that the index is asked with."""
    made = written(folder / "files")
    build(folder / "home", made.roots, made.policy)
    failures = []
    with (
        Desk(folder / "home", folder / "state") as desk,
        gate_open(both=True) if gate_off else contextlib.nullcontext(),
        _spied() as asked,
    ):
        assistant = desk.assistant("low")
        rights, hidden = assistant.security(), _hidden(folder / "home", assistant.security())
        for text in _strings(strings):
            asked.clear()
            try:
                found = {hit.chunk_id for hit in assistant.search(text, top_k=50).hits}
                filters = [one for _, one in asked]
                answer = assistant.ask(text)
                found |= {*answer.retrieved_chunk_ids, *(one.chunk_id for one in answer.evidence)}
            except LocalragError as error:
                failures.append(f"{text[:60]!r}: {type(error).__name__}: {error}")
                continue
            except Exception as error:
                failures.append(f"{text[:60]!r}: {type(error).__name__}: {error}")
                continue
            if any(security != rights for security, _ in asked):
                failures.append(f"{text[:60]!r}: searched with other rights")
            if any(not _as_meant(one) for one in filters):
                failures.append(f"{text[:60]!r}: searched with other filters: {filters}")
            if found & hidden:
                failures.append(f"{text[:60]!r}: gives passages that may not be read")
    return strings, failures


def _strings(count: int) -> Iterator[str]:
    draw = random.Random(1)
    yield from NASTY[:count]
    if count > len(NASTY):
        yield "x" * 1_000_000
        yield "deadline (" * 100_000
    for _ in range(count - len(NASTY) - 2):
        kind = draw.random()
        if kind < 0.4:
            yield "".join(
                chr(draw.choice((draw.randrange(1, 0x250), draw.randrange(0x10FFFF)))) for _ in range(20)
            )
        else:
            yield draw.choice(("", " ", "\n")).join(draw.choice(PIECES) for _ in range(draw.randrange(1, 9)))


def _as_meant(filters: RetrievalFilters) -> bool:
    """What every plain search is held to: in force today, or no filter at all where passages are counted."""
    today: date = SOON.date()
    return filters.model_copy(update={"authorities": ()}) in (
        RetrievalFilters(in_force_on=today),
        RetrievalFilters(),
    )


def _hidden(home: Path, security: SecurityContext) -> set[str]:
    from localrag.index.reader import open_corpus

    with open_corpus(home) as corpus:
        everything = {str(row[0]) for row in corpus._database.rows("SELECT chunk_id FROM passages")}
        # Asked of the gate itself, which the control has switched off elsewhere.
        from localrag.records.security import may_read

        readable = {one.place for one in corpus.accesses() if may_read(security, one.access)}
        rows: Any = corpus._database.rows(
            "SELECT chunk_id, source_id || '/' || uri FROM passages JOIN documents USING (document_key)"
        )
        return everything - {chunk for chunk, place in rows if place in readable}


@contextlib.contextmanager
def _spied() -> Iterator[list[tuple[SecurityContext, RetrievalFilters]]]:
    asked: list[tuple[SecurityContext, RetrievalFilters]] = []
    usual = PublishedCorpus.scope

    def scope(self: PublishedCorpus, security: SecurityContext, filters: RetrievalFilters) -> Scope:
        asked.append((security, filters))
        return usual(self, security, filters)

    vars_of: Any = PublishedCorpus
    vars_of.scope = scope
    try:
        yield asked
    finally:
        vars_of.scope = usual
