"""Non-interference (A1): an asker gets the same with and without documents that they may not read."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from access_proofs.corpora import Made, readable_only, sample, written
from access_proofs.desk import Desk, Seen, build, gate_open
from localrag.index.reader import open_corpus


def run(folder: Path, questions: int, gate_off: bool) -> tuple[int, list[str]]:
    """Ask every question of every role over both corpora, with and without what is hidden."""
    checks, failures = 0, []
    for name, make in (("sample", sample), ("written", written)):
        made = make(folder / name / "files")
        more, found = compare(folder / name, made, made.accounts, questions, gate_off)
        checks += more
        failures += [f"{name}, {one}" for one in found]
    return checks, failures


def compare(
    folder: Path, made: Made, accounts: Sequence[str], questions: int, gate_off: bool
) -> tuple[int, list[str]]:
    """The same over one corpus, for some of its accounts."""
    checks, failures = 0, []
    home = folder / "home"
    build(home, made.roots, made.policy)
    for account in accounts:
        with _both(made, home, account, folder / account) as (full, bare):
            for command in _commands(made, home, questions):
                checks += 1
                differences = list(_differences(full, bare, account, command, gate_off=gate_off))
                if differences:
                    failures.append(f"{account}: {' '.join(command)}: {differences[0]}")
    return checks, failures


@contextlib.contextmanager
def _both(made: Made, home: Path, account: str, folder: Path) -> Iterator[tuple[Desk, Desk]]:
    bare_home = folder / "home"
    roots = readable_only(made, home, account, folder / "files")
    kept = [root for root in roots if any(_is_document(path) for path in root.rglob("*"))]
    build(bare_home, kept, made.policy)
    shutil.rmtree(folder / "state", ignore_errors=True)
    with Desk(home, folder / "state" / "full") as full, Desk(bare_home, folder / "state" / "bare") as bare:
        full.assistant(account)
        bare.assistant(account)
        yield full, bare


def _is_document(path: Path) -> bool:
    return path.is_file() and not path.name.endswith(".toml")


def _commands(made: Made, home: Path, questions: int) -> Iterator[tuple[str, ...]]:
    """Questions and searches, then counts and every document of the full corpus by each of its names."""
    step = max(1, len(made.questions) // questions)
    for question in made.questions[::step][:questions]:
        yield ("ask", question)
        yield ("search", question)
    yield ("status",)
    yield ("trace", "list")
    with open_corpus(home) as corpus:
        places = corpus.accesses()
    for one in places[: questions * 2]:
        yield from (("show", name) for name in {one.document_id, one.place})
    yield ("show", "no-such-document")
    yield ("ask", "What was decided?", "--case", "8842")
    yield ("ask", "What was decided?", "--case", "7719")
    yield ("ask", "What was decided?", "--case", "no-such-case")


def _differences(
    full: Desk, bare: Desk, account: str, command: tuple[str, ...], *, gate_off: bool
) -> Iterator[str]:
    """What differs in JSON, in text, and in the trace and the explanation of a question."""
    with gate_open(both=False) if gate_off else contextlib.nullcontext():
        with_hidden = [full.see(account, *command, "--json"), full.see(account, *command)]
        if command[0] == "ask":
            with_hidden += [_trace(full, account, with_hidden[0]), full.see(account, *command, "--explain")]
    without = [bare.see(account, *command, "--json"), bare.see(account, *command)]
    if command[0] == "ask":
        without += [_trace(bare, account, without[0]), bare.see(account, *command, "--explain")]
    for form, one, other in zip(("json", "text", "trace", "explained"), with_hidden, without, strict=False):
        if one.lasting != other.lasting:
            yield f"{form}: {_first_difference(one, other)}"


def _trace(desk: Desk, account: str, answer: Seen) -> Seen:
    return desk.see(account, "trace", "show", str(answer.document.get("trace_id")), "--json")


def _first_difference(one: Seen, other: Seen) -> str:
    (code, out, err), (other_code, other_out, other_err) = one.lasting, other.lasting
    if code != other_code:
        return f"exit code {code} and {other_code}"
    mine, theirs = (out, other_out) if out != other_out else (err, other_err)
    at = next((n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), 0)
    return f"{mine[max(0, at - 60) : at + 80]!r} and {theirs[max(0, at - 60) : at + 80]!r}"
