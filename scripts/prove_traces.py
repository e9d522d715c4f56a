#!/usr/bin/env python3
"""Show that traces hold no text of documents, that rights are judged when read, and that edits are found.

Builds an index of open and restricted documents, each with a word that stands nowhere else (a canary), asks
as three roles, and looks for canaries in what is kept and shown. Then takes rights away, and edits the chain.

    python scripts/prove_traces.py
"""

from __future__ import annotations

import argparse
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from localrag.adapters.sqlite_traces import SqliteTraces
from localrag.api import Assistant
from localrag.records.documents import ParsedDocument
from localrag.records.ids import ChunkId
from localrag.records.trace import RagTrace
from localrag.wiring import open_assistant, shipped_embedder
from tests.builders import build_home, document

ROLES = ("clerk", "chief", "board")
TOPICS = (
    *(
        "appeal",
        "permit",
        "inspection",
        "closure",
        "sampling",
        "storage",
        "transport",
        "training",
        "complaint",
    ),
    *("licence", "tank", "drainage", "noise", "asbestos", "fuel", "crane", "harbour", "quarry", "landfill"),
    *("archive", "complaint"),
)
SALT = "qzx"
"""Starts every canary; no word of a question or of the program does."""
POLICY = """
version = "1"
[accounts."*"]
tenant_id = "local"
roles = []
act_as = ["clerk", "chief", "board"]
[accounts.clerk]
tenant_id = "local"
roles = ["clerk"]
[accounts.chief]
tenant_id = "local"
roles = ["clerk", "chief"]
[accounts.board]
tenant_id = "local"
roles = ["clerk", "chief", "board"]
[roles.clerk]
acl_policy_ids = ["clerk"]
classifications = ["internal"]
[roles.chief]
acl_policy_ids = ["chief"]
classifications = ["internal"]
[roles.board]
acl_policy_ids = ["board"]
classifications = ["internal"]
"""


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        home = build_home(Path(folder), _documents(), embedder=shipped_embedder(), under_policy=True)
        (home / "policy.toml").write_text(POLICY)
        state = Path(folder) / "state"
        questions = list(_questions(options.questions))
        faults = _ask(home, state, questions)
        faults += _canaries(home, state, len(questions))
        faults += _rights(home, state)
        faults += _edits(state, Path(folder), options.edits, random.Random(options.seed))
    return int(faults > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--questions", type=int, default=100, help="for each of the three roles")
    parser.add_argument("--edits", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _documents() -> list[ParsedDocument]:
    """A rule on each topic for each role; the canary is part of the sentence that answers."""
    return [
        document(
            f"The deadline of a {topic} request is {days + at} calendar days, code {SALT}{acl}{topic}.",
            uri=f"{acl}-{topic}.md",
            title=f"{topic.title()} Rules ({SALT}{acl}title{topic})",
            authority="official_policy" if acl == "board" else "approved_procedure",
            acl_policy_id=acl,
        )
        for at, topic in enumerate(TOPICS)
        for acl, days in (("clerk", 10), ("chief", 40), ("board", 70))
    ]


def _questions(count: int) -> Iterator[str]:
    forms = (
        "What is the deadline of a {} request?",
        "Within how many days must a {} request be made?",
        "deadline {} request",
        "Is there a rule on a {} request?",
        "According to the rules, what code has a {} request?",
    )
    for number in range(count):
        yield forms[number // len(TOPICS) % len(forms)].format(TOPICS[number % len(TOPICS)])


def _ask(home: Path, state: Path, questions: list[str]) -> int:
    """Ask all as every role. The control of everything that follows: the answers do hold canaries."""
    shown = 0
    for role in ROLES:
        with _opened(home, state, role) as assistant:
            for question in questions:
                shown += SALT in assistant.ask(question).model_dump_json()
    asked = len(questions) * len(ROLES)
    print(f"{asked} questions by {len(ROLES)} roles; control: {shown} answers hold a canary")
    return int(shown == 0)


def _canaries(home: Path, state: Path, count: int) -> int:
    """L1: no canary in the bytes that are kept, nor in what any role is shown."""
    raw = b"".join(path.read_bytes() for path in state.iterdir())
    kept = raw.lower().count(SALT.encode())
    shown = 0
    for role in ROLES:
        with _opened(home, state, role) as assistant:
            for trace in assistant.traces(count):
                shown += SALT in trace.model_dump_json().lower()
                shown += SALT in assistant.trace(trace.trace_id).model_dump_json().lower()
    _report("L1: canaries in the bytes of traces", kept, count * len(ROLES))
    _report("L1: traces shown (listed and single) with a canary", shown, 2 * count * len(ROLES))
    control = state.parent / "control"
    copied = SqliteTraces(shutil.copytree(state, control))
    with _opened(home, state, "board") as assistant:
        one = assistant.traces(1)[0]
    copied.record(one.model_copy(update={"trace_id": "control", "error_code": f"{SALT}boardtank"}))
    seen = SALT.encode() in b"".join(path.read_bytes() for path in control.iterdir())
    print(f"    control, a trace with text of a document: {'seen' if seen else 'NOT SEEN'}")
    return kept + shown + (not seen)


def _rights(home: Path, state: Path) -> int:
    """L2: what a role may no longer read is in none of its traces, without asking anything again."""
    before = sum(len(trace.candidate_chunk_ids) for trace in _read(home, state, "board"))
    hidden = {
        passage.chunk_id
        for parsed in _documents()
        if parsed.metadata.acl_policy_id != "clerk"
        for passage in parsed.passages
    }
    policy = home / "policy.toml"
    policy.write_text(POLICY.replace('roles = ["clerk", "chief", "board"]', 'roles = ["clerk"]'))
    traces = _read(home, state, "board")
    leaks = sum(bool(hidden & _chunks(trace)) for trace in traces)
    plans = sum(trace.retrieval_plan is not None and len(_chunks(trace)) == 0 for trace in traces)
    after = sum(len(trace.candidate_chunk_ids) for trace in traces)
    policy.write_text(POLICY)
    _report("L2: traces that name a passage after its right was taken away", leaks, len(traces))
    _report("L2: plans kept where nothing that was met may be read", plans, len(traces))
    back = sum(len(trace.candidate_chunk_ids) for trace in _read(home, state, "board"))
    control = before > after > 0 and back == before
    print(
        f"    control, passages named before {before}, after {after}, with rights given back {back}:", end=" "
    )
    print("seen" if control else "NOT SEEN")
    return leaks + plans + (not control)


def _edits(state: Path, folder: Path, count: int, draw: random.Random) -> int:
    """L3: every edit is found, and the untouched chain has no fault."""
    sound = SqliteTraces(state).check()
    missed = []
    for number in range(count):
        copy = folder / "edited"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(state, copy)
        edit = _edit(copy, number, draw)
        if not SqliteTraces(copy).check().faults:
            missed.append(edit)
    _report("L3: edits of the chain that were not found", len(missed), count)
    for edit in missed[:5]:
        print("   ", edit)
    whole = not sound.faults
    print(f"    control, {sound.traces} untouched traces have no fault: {'seen' if whole else 'NOT SEEN'}")
    return len(missed) + (not whole)


def _edit(state: Path, number: int, draw: random.Random) -> str:
    """One change to the file: of a column, of a byte in it, a deletion, a swap, a cut tail."""
    columns = (
        "body",
        "text",
        "salt",
        "text_hash",
        "previous_hash",
        "hash",
        "trace_id",
        "user_id",
        "tenant_id",
    )
    with closing(sqlite3.connect(state / "traces.db")) as database:
        last = database.execute("SELECT max(number) FROM traces").fetchone()[0]
        row = draw.randrange(1, last)
        kind = number % 12
        if kind < len(columns):
            column = columns[kind]
            value = database.execute(f"SELECT {column} FROM traces WHERE number = ?", (row,)).fetchone()[0]
            at = draw.randrange(len(value))
            changed = f"{value[:at]}{chr(ord(value[at]) % 100 + 20)}{value[at + 1 :]}"
            database.execute(f"UPDATE traces SET {column} = ? WHERE number = ?", (changed, row))
            done = f"{column} of {row} at {at}"
        elif kind == 9:
            database.execute("DELETE FROM traces WHERE number = ?", (row,))
            done = f"deleted {row}"
        elif kind == 10:
            database.execute("UPDATE traces SET number = -1 WHERE number = ?", (row,))
            database.execute("UPDATE traces SET number = ? WHERE number = ?", (row, row + 1))
            database.execute("UPDATE traces SET number = ? WHERE number = -1", (row + 1,))
            done = f"swapped {row} and {row + 1}"
        else:
            database.execute("DELETE FROM traces WHERE number > ?", (row,))
            done = f"cut after {row}"
        database.commit()
    return done


def _opened(home: Path, state: Path, role: str) -> Assistant:
    return open_assistant(home, state=state, as_user=role)


def _read(home: Path, state: Path, role: str) -> list[RagTrace]:
    with _opened(home, state, role) as assistant:
        listed = assistant.traces(10_000)
        return [*listed, *(assistant.trace(one.trace_id) for one in listed)]


def _chunks(trace: RagTrace) -> set[ChunkId]:
    return {*trace.candidate_chunk_ids, *trace.selected_chunk_ids, *trace.cited_chunk_ids}


def _report(name: str, found: int, of: int) -> None:
    print(f"{name}: {found} of {of}" + (f" (95 % upper bound: {3 / of:.3f})" if not found else ""))


if __name__ == "__main__":
    raise SystemExit(main())
