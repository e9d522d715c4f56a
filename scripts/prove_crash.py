#!/usr/bin/env python3
"""Kill a writing run again and again: the next start answers exactly as before or exactly as after.

Four ways to stop the run: ``kill -9`` at random moments, death at every single step that reaches the disk
(begin and commit of a transaction, fsync, creation and removal of a file), death within system calls that
write (Linux with strace: every one of them, or as many as ``--calls`` says, evenly spread), and a disk that
writes no more. The run changes, adds and removes documents, publishes three times and purges at its end.
After each, readers must get one of the states that the run publishes, a full check must find nothing, and
the run, started again, must end as if nothing had happened. A writer that is broken on purpose is the
control: the same test must catch it.

    python scripts/prove_crash.py --kills 200 --steps 10000 --calls 10000 --full 50
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from localrag.adapters import files
from localrag.adapters.files import Modes
from localrag.adapters.sqlite_writing import WritingDatabase
from localrag.errors import LocalragError, StorageError
from localrag.index import flip, publish
from localrag.index import writer as writer_room
from localrag.index.reader import open_corpus
from localrag.index.repair import verify
from localrag.index.segments import FOLDER
from localrag.index.writer import IndexWriter, open_writer
from tests.builders import EVERYTHING, asker, document, file_of, source, untold
from tests.fakes.hash_embedder import HashEmbedder

DISK_REFUSED = 3
PURGED = b"rule 1 of round"
CALLS = (
    "write",
    "pwrite64",
    "writev",
    "fsync",
    "fdatasync",
    "ftruncate",
    "fallocate",
    "unlink",
    "unlinkat",
    "rename",
    "renameat2",
    "mkdir",
    "chmod",
    "fchmod",
)
ROUNDS = 3
"""Publications of one run."""


def main() -> int:
    options = _options()
    if options.child:
        return _run(options.child, broken=options.broken, stop_at=options.stop_at, file_limit=options.limit)
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(Path(folder))
        print(f"states of one run: {len(trials.states)}; a whole run takes {trials.seconds:.2f} s")
        draw = random.Random(options.seed)
        moments = [draw.uniform(0, trials.seconds) for _ in range(options.kills)]
        faults += _report("kill -9 at random moments", [trials.killed_after(one) for one in moments])
        steps = range(1, min(options.steps, trials.steps) + 1)
        faults += _report("death at every step", [trials.dead_at(step) for step in steps])
        calls = trials.calls(options.calls)
        faults += _report("death within a system call", [trials.dead_in(*one) for one in calls])
        limits = [draw.randrange(1_000, trials.largest_file) for _ in range(options.full)]
        faults += _report("disk refuses", [trials.full_at(limit) for limit in limits])
        caught = [trials.dead_at(step, broken=True) for step in range(1, trials.steps + 1)]
        control = sum(problem is not None for problem in caught)
        print(f"control (files removed before the commit): caught {control} of {len(caught)}")
    return int(faults > 0 or control == 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--steps", type=int, default=10_000, help="at most so many single steps")
    parser.add_argument("--calls", type=int, default=10_000, help="at most so many system calls")
    parser.add_argument("--full", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--broken", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--stop-at", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--limit", type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


def _report(name: str, problems: list[str | None]) -> int:
    found = [problem for problem in problems if problem is not None]
    bound = 3 / len(problems) if problems else 1
    print(f"{name}: {len(found)} of {len(problems)} wrong (95 % upper bound for none: {bound:.3f})")
    for problem in found[:5]:
        print("   ", problem)
    return len(found)


class Trials:
    """One base home, the states that a run over it publishes, and ways to stop that run."""

    def __init__(self, folder: Path) -> None:
        self._base = folder / "base"
        self._folder = folder
        with open_writer(self._base, under_policy=True, group=None) as writer:
            _stage(writer, range(40), round_number=0)
            writer.publish(HashEmbedder(), untold)
        whole = self._copy("whole")
        self.states = [_answers(self._base)]
        began = time.perf_counter()
        self.steps = int(self._child(whole, "--stop-at", "0").stdout)
        self.seconds = time.perf_counter() - began
        for number in range(1, ROUNDS + 1):
            partial = self._copy(f"round{number}")
            _rounds(partial, HashEmbedder(), last=number)
            self.states.append(_answers(partial))
        assert self.states[-1] == _answers(whole)
        assert len(set(self.states)) == ROUNDS + 1
        self.largest_file = max(path.stat().st_size for path in whole.rglob("*") if path.is_file())

    def killed_after(self, seconds: float) -> str | None:
        """What is wrong after ``kill -9`` so many seconds into a run."""
        home = self._copy("killed")
        with subprocess.Popen(_command(home), stdout=subprocess.PIPE) as child:
            time.sleep(seconds)
            child.kill()
        return self._problem(home, f"killed after {seconds:.3f} s")

    def dead_at(self, step: int, *, broken: bool = False) -> str | None:
        """What is wrong when the run dies before its n-th step."""
        home = self._copy("stepped")
        self._child(home, "--stop-at", str(step), *(["--broken"] if broken else []))
        return self._problem(home, f"died at step {step}")

    def calls(self, most: int) -> list[tuple[str, int]]:
        """System calls of one run that write, each by name and number; none where strace is not there."""
        if shutil.which("strace") is None:
            return []
        log = self._folder / "calls"
        traced = ["strace", "-f", "-o", str(log), "-e", f"trace={','.join(CALLS)}"]
        subprocess.run([*traced, *_command(self._copy("traced"))], capture_output=True, check=True)
        names = re.findall(r"^\d+ +(\w+)\(", log.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
        counts = Counter(names)
        print("system calls of one run that write:", dict(counts))
        every = [(name, number) for name in counts for number in range(1, counts[name] + 1)]
        return every[:: -(-len(every) // most) or 1]

    def dead_in(self, call: str, number: int) -> str | None:
        """What is wrong when the run is killed as it enters the n-th call of a name."""
        home = self._copy("called")
        inject = ["-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"]
        subprocess.run(
            ["strace", "-f", "-o", os.devnull, *inject, *_command(home)], capture_output=True, check=False
        )
        return self._problem(home, f"killed in {call} {number}")

    def full_at(self, limit: int) -> str | None:
        """What is wrong when no file may grow beyond so many bytes."""
        home = self._copy("full")
        done = self._child(home, "--limit", str(limit))
        if done.returncode not in (0, DISK_REFUSED):
            return f"limit of {limit} bytes: exit {done.returncode}: {done.stderr[-300:]}"
        return self._problem(home, f"limit of {limit} bytes")

    def _problem(self, home: Path, moment: str) -> str | None:
        try:
            if _answers(home) not in self.states:
                return f"{moment}: readers get neither the state before nor one after"
            if found := verify(home, True):
                return f"{moment}: {found[0]}"
            _rounds(home, HashEmbedder(), last=ROUNDS)
            if _answers(home) != self.states[-1]:
                return f"{moment}: the next run does not get to the end"
            if any(PURGED in path.read_bytes() for path in home.rglob("*") if path.is_file()):
                return f"{moment}: what was purged is still there"
            if found := verify(home, True):
                return f"{moment}, after the next run: {found[0]}"
        except LocalragError as error:
            return f"{moment}: {error}"
        return None

    def _copy(self, name: str) -> Path:
        home = self._folder / name
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(self._base, home)
        return home

    def _child(self, home: Path, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(_command(home, *options), capture_output=True, text=True, check=False)


def _command(home: Path, *options: str) -> list[str]:
    return [sys.executable, __file__, "--child", str(home), *options]


def _run(home: Path, *, broken: bool, stop_at: int | None, file_limit: int | None) -> int:
    """The writing run, in a process of its own."""
    if broken:
        _break_the_order()
    steps = _count_steps(stop_at) if stop_at is not None else [0]
    if file_limit is not None:
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))
    try:
        _rounds(home, HashEmbedder(), last=ROUNDS)
    except StorageError as error:
        print(error, file=sys.stderr)
        return DISK_REFUSED
    print(steps[0])
    return 0


def _rounds(home: Path, embedder: HashEmbedder, *, last: int) -> None:
    """Change, add and remove documents and publish, several times; started again, it ends the same."""
    for number in range(1, last + 1):
        with open_writer(home, under_policy=True, group=None) as writer:
            _stage(writer, range(number * 9, number * 9 + 25), round_number=number)
            for gone in range(number):
                writer.remove(source().source_id, f"{gone}.md")
            writer.scrub(embedder, untold) if number == ROUNDS else writer.publish(embedder, untold)


def _stage(writer: IndexWriter, numbers: Iterable[int], *, round_number: int) -> None:
    writer.register(source())
    for number in numbers:
        draw = random.Random(f"{number} {round_number}")
        text = " ".join(draw.choice(("appeal", "notice", "lorry", "days", "permit")) for _ in range(30))
        parsed = document(f"{text}\n\nrule {number} of round {round_number}", uri=f"{number}.md")
        writer.put(parsed, file_of(parsed))


def _answers(home: Path) -> str:
    """A digest of everything that readers get."""
    with open_corpus(home) as corpus:
        scope = corpus.scope(asker(), EVERYTHING)
        lexical = scope.lexical(["appeal", "lorri", "rul"], 1000)
        dense = scope.dense(HashEmbedder().embed(["appeal notice"])[0], 1000)
        texts = [one.model_dump_json() for one in scope.fetch([hit.chunk_id for hit in dense])]
        return hashlib.sha256(repr((scope.size, lexical, dense, texts)).encode()).hexdigest()


def _count_steps(stop_at: int) -> list[int]:
    """Count what reaches the disk, and die before the n-th time; 0 only counts."""
    count = [0]

    def step(*_: object) -> None:
        count[0] += 1
        if count[0] == stop_at:
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(event: str, arguments: tuple[object, ...]) -> None:
        created = event == "open" and isinstance(arguments[2], int) and arguments[2] & os.O_CREAT
        if created or event in ("os.remove", "os.rename", "os.mkdir", "os.chmod", "os.truncate"):
            step()

    class Traced(WritingDatabase):
        def __init__(self, path: Path, modes: Modes, *, before_first_change: Callable[[], None]) -> None:
            super().__init__(path, modes, before_first_change=before_first_change)
            self._connection.set_trace_callback(
                lambda statement: step() if statement in ("BEGIN IMMEDIATE", "COMMIT") else None
            )

    vars(writer_room)["WritingDatabase"] = Traced
    sync = os.fsync

    def counted_sync(handle: int) -> None:
        step()
        sync(handle)

    vars(os)["fsync"] = counted_sync
    sys.addaudithook(counted)
    return count


def _break_the_order() -> None:
    """A writer that removes the files of retired segments before the commit, not after."""

    def wrong(database, identity, retired, built):  # type: ignore[no-untyped-def]
        (path,) = [Path(row[2]).parent for row in database.rows("PRAGMA database_list")]
        for name in retired:
            for file in (path / FOLDER).glob(f"{name}.*"):
                files.remove_file(file)
        return flip.flip(database, identity, retired, built)

    vars(publish)["flip"] = wrong


if __name__ == "__main__":
    raise SystemExit(main())
